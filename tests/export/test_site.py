"""Building a site from a folder: its first pages, refused folders, and that a build never leaves half a site."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from adaptoid_widget import Game
from adaptoid_widget.cli import main
from adaptoid_widget.export.shared_page import PARTS
from adaptoid_widget.export.site import SiteError, build, lite, npm
from adaptoid_widget.export.site.frame import SiteFrames
from adaptoid_widget.export.site.index import index
from adaptoid_widget.export.site.puzzles import puzzle_page
from adaptoid_widget.export.site.sources import gather
from adaptoid_widget.export.tiles import Tile
from adaptoid_widget.lessons import names
from adaptoid_widget.puzzles import load
from tests.export.notebook.sample import hunger, markdown, notebook
from tests.export.test_share import Reader
from tests.repetitions import nightly

ROOT = Path(__file__).resolve().parents[2]
LESSON = """adaptoid-lesson 1
title: Hunger <b>
title[de]: Der Hunger

[step take]
text: Starve it.
text[de]: Lass ihn verhungern.
position: adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6
goal: starves D5
"""
START = "adaptoid w 0,0 W:D2 B:D6"
needs_kill = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a lesson in a subfolder, a position and a results file."""
    out = tmp_path / "in"
    (out / "one & two").mkdir(parents=True)
    (out / "one & two" / "hunger.lesson").write_text(LESSON, encoding="utf-8")
    (out / "start.txt").write_text(START + "\n", encoding="utf-8")
    (out / "anna.results.json").write_text("{}", encoding="utf-8")
    return out


def links(text: str) -> list[str]:
    """All local files that a page links to."""
    return [unquote(link) for link in re.findall(r'(?:href|src)="([^"#?]+)', text)]


def test_a_site_has_a_first_page_in_each_language(folder: Path, tmp_path: Path) -> None:
    """All linked files exist, links are relative, and titles are escaped."""
    out = tmp_path / "out"
    build(folder, out, title="A & B", notebooks=False, progress=False)
    for name in ("index.html", "index.de.html", "index.ja.html", "index.es.html"):
        text = (out / name).read_text(encoding="utf-8")
        assert "A &amp; B" in text
        assert len(links(text)) > 5
        for link in links(text):
            assert (out / link).is_file(), link
    assert "Hunger &lt;b&gt;" in (out / "index.html").read_text(encoding="utf-8")
    german = (out / "index.de.html").read_text(encoding="utf-8")
    assert "Der Hunger" in german
    assert "lessons/one & two/hunger.de.html" in links(german)
    # the lesson has no Spanish texts
    assert "lessons/one & two/hunger.html" in links((out / "index.es.html").read_text(encoding="utf-8"))
    assert not list(out.rglob("*results*"))


@pytest.mark.parametrize(("count", "width"), [(1, 1), (3, 3), (4, 4), (9, 4)])
def test_the_width_of_the_first_page_fits_its_tiles(count: int, width: int) -> None:
    """A row has at most four tiles, and the widest group counts."""
    tiles = [Tile(f"Game {number}", "game.html", "game.svg") for number in range(count)]
    text = index([], [("notebooks", tiles[:1]), ("games", tiles)], SiteFrames("A", "en"), language="en")
    assert f'<body class="widest-{width}">' in text


@pytest.fixture
def tutorial(folder: Path) -> Path:
    """The folder with a notebook of two boards and a lesson, too."""
    (folder / "one & two" / "A day.ipynb").write_text(json.dumps(hunger()), encoding="utf-8")
    return folder


def test_a_notebook_is_a_page_with_the_parts_of_the_site(
    tutorial: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It needs no npm. Its lesson counts among those of the site, and what does not run is said."""
    monkeypatch.setattr(npm, "run", lambda *_: pytest.fail("npm was run"))
    out = tmp_path / "out"
    messages = build(tutorial, out, progress=False)
    assert [message.partition(": This")[0] for message in messages] == ["one & two/A day.ipynb: cell 8"]
    first = (out / "index.html").read_text(encoding="utf-8")
    assert "notebooks/one & two/A day.html" in links(first)
    text = (out / "notebooks" / "one & two" / "A day.html").read_text("utf-8-sig")
    page = Reader(text)
    assert "Hunger" in [words for _, words in page.all("h1")]
    assert page.options["cells"]
    parts = re.findall(r'data-src="../../(parts/[^"]+)"', text)
    assert {part.partition("/")[2].partition(".")[0] for part in parts} == set(PARTS) - {"steps"}
    for link in links(text):
        assert link.startswith("data:") or (out / "notebooks" / "one & two" / link).is_file(), link
    key = next(content["board"] for content in page.options["contents"] if content["kind"] == "lesson")
    assert json.loads(page.part("adaptoid-config"))["site"]["lessons"][-1] == key
    assert "JupyterLite" not in "".join(words for _, words in page.all("a"))
    files = json.loads(
        (out / "service-worker.js").read_text(encoding="utf-8").partition("=")[2].partition(";\n")[0]
    )
    assert "notebooks/one%20%26%20two/A%20day.html" in files


def test_a_small_site_has_two_megabytes(tutorial: Path, tmp_path: Path) -> None:
    """Only one copy of the parts that all pages share is in it."""
    out = tmp_path / "out"
    build(tutorial, out, progress=False)
    assert sum(len(content) for content in contents(out).values()) <= 2_000_000


def test_a_page_of_a_notebook_links_to_jupyterlite(
    tutorial: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[Path] = []

    def build_lite(folder: Path, contents: Path, *_: object, **__: object) -> None:
        built.extend(path.relative_to(contents) for path in sorted(contents.rglob("*")) if path.is_file())
        (folder / lite.APP).mkdir(parents=True)
        (folder / lite.APP / "index.html").touch()

    monkeypatch.setattr(lite, "build", build_lite)
    monkeypatch.setattr(lite, "check_installed", lambda: None)
    pyodide_files = ROOT / "js" / "node_modules" / "pyodide"
    out = tmp_path / "out"
    build(tutorial, out, language="de", jupyterlite=True, python=pyodide_files, progress=False)
    assert Path("one & two", "A day.ipynb") in built
    assert Path("one & two", "hunger.lesson") in built
    text = (out / "notebooks" / "one & two" / "A day.html").read_text("utf-8-sig")
    links_to_lite = {words: attributes for attributes, words in Reader(text).all("a")}
    address = links_to_lite["Alles in JupyterLite ausführen"]["href"]
    assert address == "../../lite/lab/index.html?path=one+%26+two%2FA+day.ipynb"


def test_a_notebook_is_run_first_on_demand(
    tutorial: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(path: Path, **_: object) -> dict[str, Any]:
        return notebook(markdown(f"# Ran {path.name}"))

    monkeypatch.setattr("adaptoid_widget.export.site.building.executed", run)
    out = tmp_path / "out"
    assert main(["site", str(tutorial), "-o", str(out), "--execute"]) == 0
    assert "Ran A day.ipynb" in (out / "index.html").read_text(encoding="utf-8")


def test_the_class_page_links_to_the_other_pages(folder: Path, tmp_path: Path) -> None:
    """Its header has the titles and addresses of the other pages in each language."""
    out = tmp_path / "out"
    build(folder, out, notebooks=False, progress=False)
    text = (out / "class.html").read_text(encoding="utf-8")
    assert {"./index.html", "./play.html", "./puzzles.html", "./analyse.html"} <= set(links(text))
    assert "./play.de.html" in unescape(text)
    around = json.loads(Reader(text).packed("adaptoid-board"))["around"]
    assert around["de"]["site.play"] == "Spielen"


def test_a_tactic_without_puzzles_is_no_theme_of_the_puzzle_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adaptoid_widget.export.site.puzzles.load", lambda: load("fork"))
    page = Reader(puzzle_page(SiteFrames("Adaptoid", "en"), "en"))
    words = json.loads(page.packed("adaptoid-board"))["around"]["en"]
    assert [word for word in words if word.startswith("site.theme.")] == ["site.theme.all", "site.theme.fork"]


def test_the_policy_of_the_first_pages_allows_only_the_site(folder: Path, tmp_path: Path) -> None:
    """The policy allows what is on the page and the files of the site. Texts of a lesson are escaped."""
    lesson = folder / "one & two" / "hunger.lesson"
    text = LESSON.replace("title[de]", "about: For <i>two</i> & more.\nabout[de]: Für zwei.\ntitle[de]")
    lesson.write_text(text, encoding="utf-8")
    out = tmp_path / "out"
    build(folder, out, notebooks=False, progress=False)
    for path in sorted(out.glob("index*.html")):
        text = path.read_text(encoding="utf-8")
        match = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', text)
        style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)
        assert match is not None
        assert style is not None
        digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
        (script,) = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
        script_digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert unescape(match[1]).split("; ") == [
            *("default-src 'none'", "img-src 'self'", f"style-src 'sha256-{digest}'"),
            *(f"script-src 'sha256-{script_digest}'", "worker-src 'self'", "manifest-src 'self'"),
            *("base-uri 'none'", "form-action 'none'"),
        ]
    english = (out / "index.html").read_text(encoding="utf-8")
    assert "For &lt;i&gt;two&lt;/i&gt; &amp; more." in english
    assert "<i>" not in english


def test_a_site_may_have_games_alone(tmp_path: Path) -> None:
    """A folder of games in a mail, in UTF-16, in the spelling of a phone, and without lessons."""
    folder, out = tmp_path / "club", tmp_path / "out"
    folder.mkdir()
    record = Game().play("+D3").to_record()
    quoted = "From: Ann\n\n> " + record.replace("\n", "\n> ")
    (folder / "quoted.txt").write_text(quoted, "utf-16", newline="")
    (folder / "phone.txt").write_text("What now?\nAdaptoid w 0, 0 W: D2 B: D6\n", "utf-8")
    build(folder, out, notebooks=False, progress=False)
    assert sorted(path.stem for path in (out / "games").iterdir()) == ["phone", "quoted"]
    first_page = (out / "index.html").read_text(encoding="utf-8")
    assert "Lessons" not in first_page
    assert "games/quoted.html" in first_page


def test_only_a_site_is_replaced(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(folder, out, notebooks=False, progress=False)
    assert (out / "games" / "start.html").is_file()
    (folder / "start.txt").rename(folder / "end.txt")
    build(folder, out, notebooks=False, progress=False)
    assert [path.name for path in (out / "games").iterdir()] == ["end.html"]
    other = tmp_path / "photos"
    other.mkdir()
    (other / "me.jpg").touch()
    with pytest.raises(SiteError, match="name a new folder"):
        build(folder, other, notebooks=False, progress=False)
    assert [path.name for path in other.iterdir()] == ["me.jpg"]


@pytest.fixture
def deployed(folder: Path, tmp_path: Path) -> Path:
    """A built site with files that somebody added for a server."""
    out = tmp_path / "out"
    build(folder, out, notebooks=False, progress=False)
    (out / ".git").mkdir()
    (out / ".git" / "HEAD").write_text("ref: refs/heads/pages\n", encoding="utf-8")
    (out / "CNAME").write_text("adaptoid.example\n", encoding="utf-8")
    return out


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_files_added_to_a_site_stay(folder: Path, deployed: Path) -> None:
    """Files of the earlier build that are no longer made are removed."""
    (folder / "start.txt").unlink()
    for _ in range(2):
        build(folder, deployed, notebooks=False, progress=False)
        files = contents(deployed)
        assert files[".git/HEAD"].startswith(b"ref:")
        assert files["CNAME"] == b"adaptoid.example\n"
        assert not (deployed / "games").exists()
    manifest = json.loads((deployed / "adaptoid-site.json").read_text(encoding="utf-8"))
    built = {path.name for path in deployed.iterdir()} - {".git", "CNAME", "adaptoid-site.json"}
    assert set(manifest["holds"]) == built


@pytest.mark.parametrize(
    "mark", [*nightly("{}", "[]", '{"holds": 1}'), "what?", '{"holds": ["../in", ".."]}']
)
def test_added_files_stay_if_the_list_of_built_files_is_invalid(
    folder: Path, deployed: Path, mark: str
) -> None:
    (deployed / "adaptoid-site.json").write_text(mark, encoding="utf-8")
    before = contents(folder)
    if '["' in mark:
        with pytest.raises(SiteError, match="did not make"):
            build(folder, deployed, notebooks=False, progress=False)
    else:
        build(folder, deployed, notebooks=False, progress=False)
    assert {".git/HEAD", "CNAME"} <= set(contents(deployed))
    assert contents(folder) == before


def test_a_build_does_not_replace_an_added_folder(folder: Path, tmp_path: Path) -> None:
    """If a new folder of the site has the name of an added one, the build fails and changes nothing."""
    out = tmp_path / "out"
    (folder / "start.txt").rename(tmp_path / "start.txt")
    build(folder, out, notebooks=False, progress=False)
    (out / "games").mkdir()
    (out / "games" / "chess.html").touch()
    before = contents(out)
    (tmp_path / "start.txt").rename(folder / "start.txt")
    with pytest.raises(SiteError, match="has a file 'games', but"):
        build(folder, out, notebooks=False, progress=False)
    assert contents(out) == before


@pytest.mark.parametrize("refused", ["old", "CNAME", "site"])
def test_a_failed_replacement_restores_the_old_site(
    folder: Path, tmp_path: Path, deployed: Path, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    """Each of the last renames can fail."""
    before, replace = contents(deployed), Path.replace

    def fail(self: Path, target: Path) -> Path:
        steps = {"old": target.name == "old", "CNAME": self.name == "CNAME", "site": self.name == "site"}
        if steps[refused]:
            raise PermissionError("not here")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(PermissionError, match="not here"):
        build(folder, deployed, notebooks=False, progress=False)
    assert contents(deployed) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "out"]


def test_a_site_that_cannot_be_restored_is_kept_in_the_hidden_folder(
    folder: Path, tmp_path: Path, deployed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, replace = contents(deployed), Path.replace

    def fail(self: Path, target: Path) -> Path:
        if target == deployed:
            raise PermissionError("not here")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(PermissionError, match="not here"):
        build(folder, deployed, notebooks=False, progress=False)
    (old,) = tmp_path.glob(".out.*/old")
    assert contents(old) == before


def test_a_failed_build_keeps_the_old_site(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a build fails late, the old site is unchanged and no other folder is left."""
    out = tmp_path / "out"
    build(folder, out, notebooks=False, progress=False)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}

    def fail(*_: object, **__: object) -> str:
        raise OSError("the disk is full")

    monkeypatch.setattr("adaptoid_widget.export.site.building.index", fail)
    with pytest.raises(OSError, match="full"):
        build(folder, out, notebooks=False, progress=False)
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "out"]


@pytest.mark.usefixtures("sigint_handler")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)], ids=str)
def test_a_terminated_build_leaves_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, status: int
) -> None:
    """There is neither a site nor a temporary folder. The exit status tells the signal."""

    def end(*_: object, **__: object) -> str:
        os.kill(os.getpid(), number)
        return ""

    monkeypatch.setattr("adaptoid_widget.export.site.building.page", end)
    before = signal.getsignal(number), sorted(path.name for path in tmp_path.iterdir())
    try:
        ended = main(["site", str(folder), "-o", str(tmp_path / "out"), "--no-notebooks"])
    except SystemExit as error:
        ended = int(str(error.code))
    finally:
        after = signal.getsignal(number), sorted(path.name for path in tmp_path.iterdir())
    assert ended == status
    assert after == before


@needs_kill
def test_a_build_terminated_while_it_cleans_up_leaves_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failed build removes its temporary folder. SIGTERM during that ends the process only afterwards."""
    rmtree = shutil.rmtree

    def fail(*_: object, **__: object) -> str:
        raise SiteError("the disk is full")

    def interrupted(path: Path, **words: Any) -> None:
        (path / "site" / "games" / "start.html").unlink(missing_ok=True)
        os.kill(os.getpid(), signal.SIGTERM)
        rmtree(path, **words)

    monkeypatch.setattr("adaptoid_widget.export.site.building.index", fail)
    monkeypatch.setattr("adaptoid_widget.export.site.building.shutil.rmtree", interrupted)
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(SystemExit, match="143"):
        main(["site", str(folder), "-o", str(tmp_path / "out"), "--no-notebooks"])
    assert signal.getsignal(signal.SIGTERM) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in"]


def killed(folder: Path, out: Path, stage: str) -> None:
    """Run a build in another process, which is killed at a given point."""
    code = f"""
import os, signal, sys
from pathlib import Path
from adaptoid_widget.export.site import build
from adaptoid_widget.export.site import building
replace, index = Path.replace, building.index
def kill():
    os.kill(os.getpid(), signal.SIGKILL)
def replacing(self, target):
    if {stage!r} in ("moved", "beside") and self.name == "site":
        kill()
    new = replace(self, target)
    if (target.name, {stage!r}) in [("old", "taken"), ("out", "done")]:
        kill()
    return new
Path.replace = replacing
def last(*words, **more):
    if {stage!r} == "pages":
        kill()
    return index(*words, **more)
building.index = last
build(sys.argv[1], sys.argv[2], notebooks=False, progress=False)
"""
    completed = subprocess.run([sys.executable, "-c", code, str(folder), str(out)], check=False)
    assert completed.returncode == -signal.SIGKILL


@needs_kill
@pytest.mark.parametrize("stage", [*nightly("pages", "done"), "taken", "moved"])
def test_the_next_build_cleans_up_after_a_killed_one(
    folder: Path, tmp_path: Path, deployed: Path, stage: str
) -> None:
    """The site is the old one or a complete new one. A site that had been moved is restored with a warning."""
    before = contents(deployed)
    (folder / "start.txt").rename(folder / "end.txt")
    killed(folder, deployed, stage)
    assert list(tmp_path.glob(".out.*"))
    (folder / "bad.lesson").write_text("no lesson", encoding="utf-8")
    message = f"a build of {str(deployed)!r} was killed before its end; the site from before was put back"
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        # this build fails while it gathers the sources, before it changes anything
        with pytest.raises(SiteError):
            build(folder, deployed, notebooks=False, progress=False)
        (folder / "bad.lesson").unlink()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("adaptoid_widget.export.site.building._Pages", None)
            with pytest.raises(TypeError):
                build(folder, deployed, notebooks=False, progress=False)
    assert [str(warning.message) for warning in caught] == ([message] if stage in ("taken", "moved") else [])
    if stage == "done":
        assert {"games/end.html", ".git/HEAD", "CNAME"} <= set(contents(deployed))
    else:
        assert contents(deployed) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "out"]


@needs_kill
def test_an_old_site_is_kept_if_its_place_was_taken_after_a_kill(
    folder: Path, tmp_path: Path, deployed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The new folder may belong to somebody, and the hidden folder has the only copy of the old site. The command says
    so."""
    before = contents(deployed)
    killed(folder, deployed, "taken")
    shutil.copytree(folder, tmp_path / "other")
    build(folder, tmp_path / "elsewhere", notebooks=False, progress=False)
    (tmp_path / "elsewhere").rename(deployed)
    assert main(["site", str(folder), "-o", str(deployed), "--no-notebooks"]) == 0
    (old,) = tmp_path.glob(".out.*/old")
    assert contents(old) == before
    error = capsys.readouterr().err
    assert error.startswith(
        f"adaptoid-widget: a build of {str(deployed)!r} was killed, and something else lies"
    )
    assert str(old) in error


def test_hidden_folders_that_are_not_from_a_build_stay(folder: Path, tmp_path: Path) -> None:
    """Such folders have other names or other contents."""
    mine = {
        ".out.backup/site/a",
        ".out.0123abcd/photos/a",
        ".output.0123abcd/site/a",
        ".other.0123abcd/old/a",
    }
    for name in mine | {".out.89abcdef/site/a", ".out.00000000/contents/a", ".out.11111111/old/a"}:
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).touch()
    build(folder, tmp_path / "out", notebooks=False, progress=False)
    folders = {path.relative_to(tmp_path).as_posix() for path in tmp_path.glob(".*/*/*")}
    assert folders == mine


def test_a_second_build_of_the_same_site_is_refused(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second build changes nothing of the first. A build into another folder is allowed."""
    out, real_index = tmp_path / "out", index
    builds: list[str] = []

    def meanwhile(*words: Any, **options: Any) -> str:
        monkeypatch.setattr("adaptoid_widget.export.site.building.index", real_index)
        code = "import sys; from adaptoid_widget.cli import main; sys.exit(main(sys.argv[1:]))"
        for other in (out, tmp_path / "other"):
            command = [sys.executable, "-c", code, "site", str(folder), "-o", str(other), "--no-notebooks"]
            completed = subprocess.run(command, capture_output=True, text=True, check=False)
            builds.append(f"{completed.returncode} {completed.stderr.strip()}")
        return real_index(*words, **options)

    monkeypatch.setattr("adaptoid_widget.export.site.building.index", meanwhile)
    build(folder, out, notebooks=False, progress=False)
    assert "somebody else is building the site" in builds[0]
    assert [line.split()[0] for line in builds] == ["2", "0"]
    assert contents(out) == contents(tmp_path / "other")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "other", "out"]


def _broken_lesson(folder: Path) -> None:
    (folder / "bad.lesson").write_text(LESSON.replace("starves D5", "starves Z9"), encoding="utf-8")


def _broken_notebook(folder: Path) -> None:
    (folder / "bad.ipynb").write_text('{"cells":\n oh', encoding="utf-8")


def _old_notebook(folder: Path) -> None:
    (folder / "bad.ipynb").write_text('{"worksheets": []}', encoding="utf-8")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (_broken_lesson, r"bad\.lesson:9:7: there is no disc Z9"),
        (_broken_notebook, r"bad\.ipynb:2:2: this is not a notebook, since it is not JSON"),
        (_old_notebook, r"bad\.ipynb: .* no list of cells"),
    ],
)
def test_an_error_in_a_source_names_the_file_and_line(
    folder: Path, tmp_path: Path, spoil: Callable[[Path], None], message: str
) -> None:
    spoil(folder)
    with pytest.raises(SiteError, match=message):
        build(folder, tmp_path / "out", progress=False)
    assert not (tmp_path / "out").exists()


def test_unsuitable_folders_are_refused(folder: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    for source, out, message in (
        (folder, folder / "site", r"would lie in .* such as \.\./public"),
        (folder, folder, "would lie in"),
        (folder, tmp_path, "would replace"),
        (folder, folder / "start.txt" / "x", "would lie in"),
        (folder, tmp_path / "no" / "where", "there is no folder"),
        (empty, tmp_path / "out", "there is no notebook"),
        (tmp_path / "nowhere", tmp_path / "out", "there is no folder"),
        ("frok", tmp_path / "out", "there is no folder and no lesson 'frok'; did you mean fork"),
    ):
        with pytest.raises(SiteError, match=message):
            build(source, out, progress=False)


def test_missing_packages_are_named(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site without JupyterLite, or without notebooks, needs none of them."""
    (folder / "one.ipynb").write_text(json.dumps({"nbformat": 4, "cells": []}), encoding="utf-8")
    monkeypatch.setattr(lite, "MODULES", ("no_such_module",))
    with pytest.raises(
        SiteError, match=r"needs no_such_module, and this is not installed.*adaptoid-widget\[site\]"
    ):
        build(folder, tmp_path / "out", jupyterlite=True, progress=False)
    monkeypatch.setattr(lite, "MODULES", ("no_such_module", "nor_this_one"))
    with pytest.raises(SiteError, match="no_such_module, nor_this_one, and these are not installed"):
        build(folder, tmp_path / "out", jupyterlite=True, progress=False)
    build(folder, tmp_path / "out", progress=False)
    build(folder, tmp_path / "out", notebooks=False, jupyterlite=True, progress=False)


def test_pyodide_is_checked_before_any_page_is_made(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "one.ipynb").write_text(json.dumps({"nbformat": 4, "cells": []}), encoding="utf-8")
    monkeypatch.setattr(lite, "MODULES", ())

    def fail(*_: object, **__: object) -> str:
        raise AssertionError("a page was made")

    monkeypatch.setattr("adaptoid_widget.export.site.building.page", fail)
    for source, message in (
        (tmp_path / "none", "neither a folder nor an archive"),
        (folder, "this is not Pyodide"),
    ):
        with pytest.raises(SiteError, match=message):
            build(folder, tmp_path / "out", jupyterlite=True, python=source, progress=False)


def test_a_site_without_jupyterlite_says_that_pyodide_is_not_used(folder: Path, tmp_path: Path) -> None:
    messages = build(folder, tmp_path / "out", python=tmp_path / "none", progress=False)
    assert [message.partition(" in ")[0] for message in messages] == ["Pyodide"]
    assert messages[0].endswith("none' is not used, since the site has no JupyterLite")
    assert build(folder, tmp_path / "out", progress=False) == []


def test_a_site_without_a_folder_has_the_course(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sources = gather(None)
    assert next(iter(sources.lessons)) == "01-move"
    assert [lesson.name for lesson in sources.lessons.values()] == list(names())
    assert "01-play" in sources.notebooks
    assert "data/numbers.json" in sources.carried
    assert main(["site", str(tmp_path / "none"), "-o", str(tmp_path / "out")]) == 2
    assert "there is no folder" in capsys.readouterr().err
