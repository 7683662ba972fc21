// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A contract that can be deployed, and refuses whatever it is sent.
contract Failing {
    fallback() external payable {
        revert("this contract always fails");
    }
}
