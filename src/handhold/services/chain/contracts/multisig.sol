// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A wallet of several owners, the deployer first: a payment is made when enough of them have confirmed it.
contract Multisig {
    struct Payment {
        address to;
        uint256 value;
        uint256 confirmations;
        bool isDone;
    }

    address[] public owners;
    uint256 public required = 1;
    Payment[] public payments;
    mapping(address => bool) public isOwner;
    mapping(uint256 => mapping(address => bool)) public hasConfirmed;

    event Deposit(address indexed from, uint256 value);
    event Submission(uint256 indexed number);
    event Confirmation(address indexed owner, uint256 indexed number);
    event Execution(uint256 indexed number);

    modifier onlyOwner() {
        require(isOwner[msg.sender], "not an owner");
        _;
    }

    constructor() {
        _add(msg.sender);
    }

    receive() external payable {
        emit Deposit(msg.sender, msg.value);
    }

    function addOwner(address owner, uint256 nowRequired) external onlyOwner {
        require(!isOwner[owner] && nowRequired > 0 && nowRequired <= owners.length + 1, "not possible");
        _add(owner);
        required = nowRequired;
    }

    function submit(address to, uint256 value) external onlyOwner returns (uint256 number) {
        number = payments.length;
        payments.push(Payment(to, value, 0, false));
        emit Submission(number);
        confirm(number);
    }

    function confirm(uint256 number) public onlyOwner {
        Payment storage payment = payments[number];
        require(!payment.isDone && !hasConfirmed[number][msg.sender], "confirmed already");
        hasConfirmed[number][msg.sender] = true;
        payment.confirmations += 1;
        emit Confirmation(msg.sender, number);
        if (payment.confirmations >= required) _pay(number, payment);
    }

    function _pay(uint256 number, Payment storage payment) private {
        payment.isDone = true;
        (bool isPaid,) = payment.to.call{value: payment.value}("");
        require(isPaid, "not taken");
        emit Execution(number);
    }

    function _add(address owner) private {
        isOwner[owner] = true;
        owners.push(owner);
    }
}
