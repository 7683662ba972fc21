// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A piggy bank: everybody can put ether in, only its owner can take some out.
contract Piggybank {
    address public immutable owner = msg.sender;
    uint256 public balance;

    function deposit() external payable returns (uint256) {
        balance += msg.value;
        return balance;
    }

    function withdraw(uint256 value) external returns (uint256) {
        require(msg.sender == owner, "not the owner");
        require(balance >= value, "balance too small");
        balance -= value;
        (bool isPaid,) = owner.call{value: value}("");
        require(isPaid, "not taken");
        return balance;
    }
}
