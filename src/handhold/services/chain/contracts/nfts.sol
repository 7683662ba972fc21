// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Receiver {
    function onERC721Received(address operator, address from, uint256 id, bytes calldata data) external returns (bytes4);
}

/// An ERC-721 collection: the deployer holds number 1, and anybody can mint more.
contract Nfts {
    string public constant name = "TestDappNFTs";
    string public constant symbol = "TDN";

    uint256 public totalSupply;
    mapping(uint256 => address) private _owners;
    mapping(address => uint256) private _counts;
    mapping(uint256 => address) private _approved;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    constructor() {
        mintNFTs(1);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        // ERC-165, ERC-721, and its metadata.
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function mintNFTs(uint256 count) public {
        for (uint256 made = 0; made < count; made++) {
            totalSupply += 1;
            _owners[totalSupply] = msg.sender;
            emit Transfer(address(0), msg.sender, totalSupply);
        }
        _counts[msg.sender] += count;
    }

    function tokenURI(uint256 id) external view returns (string memory) {
        ownerOf(id);
        return 'data:application/json,{"name":"Test NFT","description":"For tests"}';
    }

    function ownerOf(uint256 id) public view returns (address owner) {
        owner = _owners[id];
        require(owner != address(0), "no such token");
    }

    function balanceOf(address owner) external view returns (uint256) {
        require(owner != address(0), "nobody has no balance");
        return _counts[owner];
    }

    function getApproved(uint256 id) external view returns (address) {
        ownerOf(id);
        return _approved[id];
    }

    function approve(address spender, uint256 id) external {
        address owner = ownerOf(id);
        require(msg.sender == owner || isApprovedForAll[owner][msg.sender], "not allowed");
        _approved[id] = spender;
        emit Approval(owner, spender, id);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 id) public {
        address owner = ownerOf(id);
        bool isAllowed = msg.sender == owner || msg.sender == _approved[id] || isApprovedForAll[owner][msg.sender];
        require(isAllowed && owner == from && to != address(0), "not allowed");
        delete _approved[id];
        _owners[id] = to;
        _counts[from] -= 1;
        _counts[to] += 1;
        emit Transfer(from, to, id);
    }

    function safeTransferFrom(address from, address to, uint256 id) external {
        safeTransferFrom(from, to, id, "");
    }

    function safeTransferFrom(address from, address to, uint256 id, bytes memory data) public {
        transferFrom(from, to, id);
        if (to.code.length == 0) return;
        bytes4 answer = Receiver(to).onERC721Received(msg.sender, from, id, data);
        require(answer == Receiver.onERC721Received.selector, "not taken");
    }
}
