"""A WebAuthn authenticator in software, for the API's tests."""

import json
import secrets
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import bytes_to_base64url, encode_cbor

_USER_PRESENT, _ATTESTED = 0x01, 0x40


class Authenticator:
    """A device with one passkey; `origin` is the page that the browser says it is used on."""

    def __init__(self, origin: str = "http://localhost:3000", host: str = "localhost") -> None:
        self.origin = origin
        self.id = secrets.token_bytes(16)
        self.sign_count = 0
        self._host = sha256(host.encode()).digest()
        self._key = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the new credential as the browser's JSON."""
        numbers = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        data = self._authenticator_data(_USER_PRESENT | _ATTESTED)
        data += bytes(16) + len(self.id).to_bytes(2) + self.id + encode_cbor(key)
        attestation = encode_cbor({"fmt": "none", "attStmt": {}, "authData": data})
        return self._credential(
            clientDataJSON=self._client_data("webauthn.create", options),
            attestationObject=attestation,
        )

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a challenge as the browser's JSON."""
        self.sign_count += 1
        data = self._authenticator_data(_USER_PRESENT)
        client_data = self._client_data("webauthn.get", options)
        signature = self._key.sign(data + sha256(client_data).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            clientDataJSON=client_data, authenticatorData=data, signature=signature
        )

    def _authenticator_data(self, flags: int) -> bytes:
        return self._host + bytes([flags]) + self.sign_count.to_bytes(4)

    def _client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        data = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(data).encode()

    def _credential(self, **response: bytes) -> dict[str, Any]:
        own = bytes_to_base64url(self.id)
        encoded = {name: bytes_to_base64url(value) for name, value in response.items()}
        return {"id": own, "rawId": own, "type": "public-key", "response": encoded}
