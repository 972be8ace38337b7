"""The unit of the service restricts what the site may do on its machine."""

from configparser import ConfigParser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
UNIT = ROOT / "deploy" / "awards-site.service"

REQUIRED = {
    "NoNewPrivileges": "true",
    "ProtectSystem": "strict",
    "ProtectHome": "true",
    "PrivateTmp": "true",
    "PrivateDevices": "true",
    "CapabilityBoundingSet": "",
    "RestrictAddressFamilies": "AF_INET AF_INET6 AF_UNIX",
    "RestrictNamespaces": "true",
    "RestrictSUIDSGID": "true",
    "SystemCallArchitectures": "native",
    "UMask": "0077",
    "StateDirectoryMode": "0700",
}


def test_the_service_is_hardened() -> None:
    parser = ConfigParser(strict=False, interpolation=None, allow_no_value=True)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(UNIT)
    service = dict(parser["Service"])
    assert service.items() >= REQUIRED.items()
    assert service["User"] not in {"root", ""}
    assert service["ExecStart"].endswith("-m awards_site serve")
    # Node.js compiles at run time.
    assert "MemoryDenyWriteExecute" not in service
