"""Results are signed, so that a list can tell whose they are and that nobody changed them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

KEY_FILE = "LONGJUMP_BENCHMARK_KEY"


class WrongSignatureError(ValueError):
    """A result is not what was signed."""


def sign(result: dict[str, Any]) -> dict[str, Any]:
    """The result with the key of whoever runs this and their signature (Ed25519)."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key = _own_key()
    public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()
    signed = {**result, "key": public}
    return {**signed, "signature": key.sign(_bytes(signed)).hex()}


def check(result: dict[str, Any]) -> None:
    """Raises :class:`WrongSignatureError` unless the result is what the holder of its key signed."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    signed = {name: value for name, value in result.items() if name != "signature"}
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(result["key"]))
        key.verify(bytes.fromhex(result["signature"]), _bytes(signed))
    except (InvalidSignature, KeyError, ValueError) as error:
        raise WrongSignatureError(
            "the result is not what was signed: it was changed, or made by something else"
        ) from error


def _bytes(result: dict[str, Any]) -> bytes:
    return json.dumps(result, sort_keys=True, separators=(",", ":")).encode()


def _own_key() -> Any:
    """The key of whoever runs this, made on first use."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
        load_pem_private_key,
    )

    folder = Path(os.environ.get("XDG_CONFIG_HOME", Path.home() / ".config")) / "longjump"
    file = Path(os.environ.get(KEY_FILE, folder / "benchmark-key.pem"))
    if file.exists():
        return load_pem_private_key(file.read_bytes(), None)
    key = Ed25519PrivateKey.generate()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600)
    file.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return key
