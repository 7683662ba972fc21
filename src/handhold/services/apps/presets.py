"""The states a MetaMask test build can begin with, by the names its own tests use.

`over` names the preset that one is laid over; `${chainPort}` stands for the port of the chain.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

State = Mapping[str, Any]

DEFAULT: Final = "default"
ONBOARDING: Final = "onboarding"
OVER: Final = "over"

_FIRST: Final = "0x5cfe73b6021e818b776b421b1c4db2474086a7e1"
_SECOND: Final = "0x09781764c08de8ca82e156bbf156a3ca217c7950"
_FIRST_ID: Final = "d5e45e4a-3b04-4a09-a5e1-39762e5c6be4"
_SECOND_ID: Final = "e9976a84-110e-46c3-9811-e2da7b5528d3"
_HST: Final = "0x581c3c1a2a4ebde2a0df29b5cf4c116e42945947"
_DAPP: Final = "http://127.0.0.1:8080"
_LOCAL: Final = "0x539"

# The phrase of MetaMask's public tests under their public password, "correct horse battery staple"; sealed as MetaMask
# seals it (PBKDF2 with SHA-256 and 10,000 rounds, AES-GCM).
_VAULT: Final = (
    '{"data":"w7oBzAPPxpOg7gK0O2RUNDPKtt7fNiobBkDHEbnwy1J6mABnVrfDawJMbgWS1mCwdQPhRhS9CyQYeG91pILDZjq'
    "TQIt97cxyQQHTFO3y1vvwMq0pcJHKnvEq7mWFT8cZVbUbLIBzfZhVhDgowz3kQf+ViXcgWhs4zkpIbEfhxFbiOy6vQK9X4K+"
    "64lwP2Hek8lBJ2cMEvUwwiaUUuePrFEtgHIAd8HlNVqFJqu3vyQPN6CQZXrj9qDH3pySAIgvDR3kchd9ZcL5r9Us5cEQAiTm"
    "vPnLYxI7uI6xZSWdd/l71JHthWBQikDV96tNH2MALKcA6dYrCON6cztaXxf9EyHSBYpVwcZjxvhSdIrhJ3o41jyXg6onOPwl"
    "FACKNdE77WY2frucKniPSIi7LIbqXaVnoVeFv1ZSF5anJmHbdK2XqzwKELWTOMKM3QoST+fB6ZdpOqfCBE1DknxfW91TEgiT"
    '+qU7FnHZF/4TFJngWEfDRgEDWL8LoCJK/+Ozy+Bobs/lejl2grnjhkqbZUx2d4Qf0Xw==","iv":"IUZ+yj5CqHz+vUN5+IT'
    '5CQ==","salt":"RuepMtJ37rLs+vYIyujoFf/ep1ScB0WfVycCLQtN1Ko="}'
)


def _account(number: str, address: str, name: str) -> State:
    return {
        "id": number,
        "address": address,
        "metadata": {"name": name, "importTime": 0, "keyring": {"type": "HD Key Tree"}},
        "options": {},
        "methods": ["personal_sign", "eth_sign", "eth_signTransaction", "eth_signTypedData_v4"],
        "scopes": ["eip155:0"],
        "type": "eip155:eoa",
    }


def _network(chain_id: str, name: str, *, client: str, url: str) -> State:
    return {
        "chainId": chain_id,
        "name": name,
        "nativeCurrency": "ETH",
        "blockExplorerUrls": [],
        "defaultRpcEndpointIndex": 0,
        "rpcEndpoints": [{"networkClientId": client, "type": "custom", "url": url}],
    }


def presets() -> dict[str, State]:
    """Every preset of MetaMask's own tests."""
    return {
        DEFAULT: _ready(),
        ONBOARDING: {"data": {"OnboardingController": {"completedOnboarding": False}}, "meta": {"version": 74}},
        "withMultipleAccounts": _over(
            AccountsController={
                "internalAccounts": {"accounts": {_SECOND_ID: _account(_SECOND_ID, _SECOND, "Account 2")}}
            }
        ),
        "withERC20Tokens": _over(TokensController=_tokens(_HST, "TST", 4)),
        "withHSTToken": _over(TokensController=_tokens(_HST, "TST", 4)),
        "withNFTs": _over(
            NftController={
                "allNftContracts": {_FIRST: {_LOCAL: [{"address": _HST, "name": "TestDappNFTs", "symbol": "TDN"}]}},
                "allNfts": {_FIRST: {_LOCAL: [{"address": _HST, "tokenId": "1", "standard": "ERC721"}]}},
            }
        ),
        "withConnectedDapp": _over(PermissionController={"subjects": {_DAPP: _connected()}}),
        "withPopularNetworks": _over(
            NetworkController={
                "networkConfigurationsByChainId": {
                    "0xa4b1": _network("0xa4b1", "Arbitrum One", client="arbitrum", url="https://arb1.invalid"),
                    "0xa": _network("0xa", "OP Mainnet", client="optimism", url="https://optimism.invalid"),
                    "0x89": _network("0x89", "Polygon Mainnet", client="polygon", url="https://polygon.invalid"),
                }
            }
        ),
        "withMainnet": _over(
            NetworkController={
                "selectedNetworkClientId": "mainnet",
                "networkConfigurationsByChainId": {
                    "0x1": _network("0x1", "Ethereum Mainnet", client="mainnet", url="http://localhost:${chainPort}")
                },
            }
        ),
        "withFiatDisabled": _over(PreferencesController={"preferences": {"showFiatInTestnets": False}}),
    }


def _ready() -> State:
    """A wallet that was set up before: locked, on the local chain, where its one account has 25 ETH."""
    return {
        "data": {
            "AccountsController": {
                "internalAccounts": {
                    "accounts": {_FIRST_ID: _account(_FIRST_ID, _FIRST, "Account 1")},
                    "selectedAccount": _FIRST_ID,
                }
            },
            "KeyringController": {"vault": _VAULT},
            "MetaMetricsController": {"participateInMetaMetrics": False, "metaMetricsId": None},
            "NetworkController": {
                "selectedNetworkClientId": "networkConfigurationId",
                "networkConfigurationsByChainId": {
                    _LOCAL: _network(
                        _LOCAL,
                        "Localhost 8545",
                        client="networkConfigurationId",
                        url="http://localhost:${chainPort}",
                    )
                },
            },
            "OnboardingController": {"completedOnboarding": True, "seedPhraseBackedUp": True},
            "PreferencesController": {
                "currentLocale": "en",
                "preferences": {"showFiatInTestnets": True},
                "useTokenDetection": False,
            },
        },
        "meta": {"version": 74},
    }


def _over(**data: State) -> State:
    return {OVER: DEFAULT, "data": data}


def _tokens(address: str, symbol: str, decimals: int) -> State:
    token = {"address": address, "symbol": symbol, "decimals": decimals, "isERC721": False}
    return {"allTokens": {_LOCAL: {_FIRST: [token]}}}


def _connected() -> State:
    caveat = {"type": "restrictReturnedAccounts", "value": [_FIRST]}
    return {
        "origin": _DAPP,
        "permissions": {"eth_accounts": {"caveats": [caveat], "invoker": _DAPP, "parentCapability": "eth_accounts"}},
    }
