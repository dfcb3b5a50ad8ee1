"""The languages: one term for one thing; a fault fails the build, and a missing sentence fails what is published."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import IPython.display
import pytest

import adaptoid_widget as aw
from adaptoid_widget import locales
from adaptoid_widget.cli import main
from adaptoid_widget.core.game.marks import TONED, TONES
from adaptoid_widget.core.i18n.catalog import LANGUAGES, wording_of
from adaptoid_widget.core.i18n.en_ui import UI
from adaptoid_widget.core.i18n.slots import Slots
from adaptoid_widget.core.rules.variants import VARIANTS
from adaptoid_widget.core.session.session import VIEW_SENTENCES
from adaptoid_widget.core.teaching.lesson_reader import lesson_from_text
from adaptoid_widget.core.teaching.step_kinds import STEP_KINDS, TURN
from adaptoid_widget.export import embed
from adaptoid_widget.export.lesson_path import PathLesson
from adaptoid_widget.export.page_cells import cell_options
from adaptoid_widget.export.share import tutorial_of
from adaptoid_widget.export.shared_page import tutorial_page
from adaptoid_widget.export.site import build
from adaptoid_widget.export.site.frame import SiteFrames
from adaptoid_widget.export.site.index import index
from adaptoid_widget.export.tiles import Tile
from adaptoid_widget.lessons import CHAPTERS, COURSE, load, path_of
from adaptoid_widget.locales.en_pages import PAGE
from adaptoid_widget.widget.seats import SEAT_TAKEN
from tests.export.notebook.sample import every_word
from tests.export.test_share import Reader
from tests.repetitions import TRANSLATIONS, nightly
from tests.widget.wire import ask
from tools.setup import languages

ROOT = Path(__file__).resolve().parents[2]
ENGLISH = languages.english()
ALL: dict[str, Any] = {"en": ENGLISH, **languages.translations()}
BUSY = "adaptoid w 2,1 W:B4,C1,C3LP,E3LLLPP,G5 B:D4PPP,D6LPP,E5PP,E6LLPP,F5,F7LLP"


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Yield every key of a language with its text."""
    for part in ALL[language].values():
        yield from ((key, str(text)) for key, text in part.items())


# -- a language is a file, and has no fault ----------------------------------------------------------------------------


def test_the_languages_have_no_faults() -> None:
    """The build makes the same check. What is missing, the step `languages` lists and the step `package` refuses."""
    languages.check()


def test_every_file_is_a_language_and_every_language_has_a_file() -> None:
    """`aw.languages` lists the languages that have a file, under the names that these give."""
    names = {tag: words["sentences"]["language.name"] for tag, words in languages.translations().items()}
    assert aw.languages() == {"en": "English", **names}
    assert LANGUAGES.names() == [list(entry) for entry in aw.languages().items()]


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_wording_has_the_texts_of_its_file(language: str) -> None:
    """It has more only where the file lacks something, which shows in English."""
    wording = wording_of(language)
    assert wording.language == language
    parts = {"sentences": wording.sentences, "ui": wording.ui, "page": locales.page_words(language)}
    for part, words in ALL[language].items():
        assert words.items() <= parts[part].items()
    if not languages.lacking(language, ENGLISH, ALL[language]):
        assert parts == ALL[language]


def test_a_file_is_all_that_a_language_needs(tmp_path: Path) -> None:
    """A copy of the package with one more file plays, teaches, sets puzzles and shares pages in that language.

    What the file lacks shows in English.
    """
    tree = tmp_path / "adaptoid_widget"
    shutil.copytree(languages.PACKAGE, tree, ignore=shutil.ignore_patterns("__pycache__"))
    words = json.loads((tree / "locales" / "es.json").read_text("utf-8"))
    words["sentences"]["language.name"] = "Français"
    for key in ("why.empty", "puzzle.title", "count.blunders.one", "count.blunders.other"):
        del words["sentences"][key]
    del words["ui"]["ui.undo"], words["page"]["page.rule.feed"]
    (tree / "locales" / "fr.json").write_text(json.dumps(words), "utf-8")
    languages.check(tree)
    code = """
import adaptoid_widget as aw
print(aw.languages()["fr"])
print(aw.Board(language="fr").snapshot["status"])
print(aw.Puzzles(tactic="tail", results=None, language="fr").text)
print(aw.Lesson("fork", results=None, language="fr").text)
aw.share("adaptoid w 0,0 W:D2 B:D6", "page.html", language="fr")
print(aw.sheet("rules", language="fr").title)
print(aw.Position.start().why_not("A1-A2").say("fr"))
print(aw.Board(language="fr").wording["ui"]["ui.undo"])
"""
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stderr
    lines = answer.stdout.splitlines()
    assert lines[0] == "Français"
    assert lines[1].startswith("Tu turno")
    assert lines[-3:] == ["Adaptoid: todas las reglas", "There is no adaptoid on A1.", "Undo"]
    page = (tmp_path / "page.html").read_text("utf-8")
    assert '<html lang="fr"' in page
    assert PAGE["page.rule.feed"] in page


def test_texts_suit_a_finger_as_well_as_a_mouse() -> None:
    """No text of the board, of a page or of the course speaks of clicks, since a phone has none."""
    texts = {
        f"{tag} {key}": text
        for tag, catalogue in ALL.items()
        for part in ("sentences", "ui", "page")
        for key, text in catalogue.get(part, {}).items()
    }
    for name in COURSE:
        lines = path_of(name).read_text(encoding="utf-8").splitlines()
        texts |= {
            f"{name}:{number}": line for number, line in enumerate(lines, 1) if not line.startswith("ask:")
        }
    clicks = re.compile(r"\b(click|klick|clics?\b)|anklicken|クリック", re.IGNORECASE)
    assert {place: text for place, text in texts.items() if clicks.search(text)} == {}


def test_instructions_suit_a_finger_as_well_as_a_mouse() -> None:
    """No guide and no notebook asks for a click on a board; a question of a lesson keeps its name `click`."""
    guides = [*ROOT.glob("docs/tutorials/*.md"), *ROOT.glob("docs/how_to/*.md"), ROOT / "docs" / "learn.md"]
    clicks = re.compile(r"(?<!double-)\bclick(?! liberties)", re.IGNORECASE)
    for path in [*guides, *ROOT.glob("notebooks/*.ipynb"), ROOT / "README.md"]:
        assert clicks.findall(path.read_text(encoding="utf-8")) == [], path


@pytest.fixture
def copy_of_languages(tmp_path: Path) -> Path:
    """Copy the English sources and the other languages to a folder and return it."""
    (tmp_path / "core" / "i18n").mkdir(parents=True)
    shutil.copytree(languages.PACKAGE / "locales", tmp_path / "locales")
    for name in [name for names in languages.ENGLISH.values() for name in names]:
        shutil.copy(languages.PACKAGE / name, tmp_path / name)
    languages.check(tmp_path)
    return tmp_path


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_missing_sentence_is_listed_and_published_nowhere(copy_of_languages: Path, language: str) -> None:
    """It shows in English while people work on it."""
    path = copy_of_languages / "locales" / f"{language}.json"
    words = json.loads(path.read_text("utf-8"))
    before = languages.missing(copy_of_languages)
    missing = [("sentences", "why.empty"), ("ui", "ui.undo"), ("ui", "ui.legs.other"), ("page", "page.slow")]
    missing = [(part, key) for part, key in missing if key in words.get(part, {})]
    for part, key in missing:
        del words[part][key]
    path.write_text(json.dumps(words), "utf-8")
    languages.check(copy_of_languages)
    lines = [f"{language}: {part} lacks {key}" for part, key in missing]
    assert sorted(set(languages.missing(copy_of_languages)) - set(before)) == sorted(lines)
    assert all(line in languages.report(copy_of_languages) for line in lines)
    with pytest.raises(languages.LanguagesError, match=f"{language}: sentences lacks why.empty"):
        languages.check(copy_of_languages, complete=True)


@pytest.mark.parametrize("own", ["one other", "other", "one few many other"])
def test_the_plural_forms_of_english_stand_in_only_for_none(own: str) -> None:
    """A language without a singular does not get the English one."""
    english = {"count.one": "{n} leg", "count.other": "{n} legs", "why.empty": "There is none."}
    mine = {f"count.{form}": form for form in own.split()}
    assert locales.completed(mine, english) == {**mine, "why.empty": "There is none."}
    assert locales.completed({"why.empty": "Leer."}, english) == {**english, "why.empty": "Leer."}


@pytest.mark.parametrize("language", TRANSLATIONS)
@pytest.mark.parametrize(
    ("part", "key", "text", "message"),
    [
        ("sentences", "why.odd", "odd", "sentences has why.odd, which English has not"),
        ("ui", "ui.legs.few", "{n}", "ui has ui.legs.few, which English has not"),
        ("sentences", "why.empty", "leer", "why.empty has other slots than English, which has cell"),
        (
            "sentences",
            "why.empty",
            "{cell} {origin}",
            "why.empty has other slots than English, which has cell",
        ),
        ("sentences", "why.empty", "{Cell}", "why.empty has other slots than English, which has cell"),
        ("sentences", "why.empty", "{cell}}", "why.empty has other slots than English, which has cell"),
        (
            "sentences",
            "why.game-over",
            "{cell}",
            "why.game-over has other slots than English, which has none",
        ),
        ("ui", "ui.legs.other", "Beine", "ui.legs.other has other slots than English, which has n"),
        ("ui", "ui.undo", "", "ui.undo is no text"),
        ("ui", "ui.undo", 5, "ui.undo is no text"),
        ("more", "more.words", "x", "more belongs into one of sentences, ui, page"),
    ],
)
def test_a_difference_is_found(
    copy_of_languages: Path, language: str, part: str, key: str, text: object, message: str
) -> None:
    """The check fails and names the difference."""
    path = copy_of_languages / "locales" / f"{language}.json"
    words = json.loads(path.read_text("utf-8"))
    words.setdefault(part, {})[key] = text
    path.write_text(json.dumps(words), "utf-8")
    with pytest.raises(languages.LanguagesError, match=re.escape(f"{language}: {message}")):
        languages.check(copy_of_languages)


def test_a_new_english_sentence_is_missed_in_every_language(copy_of_languages: Path) -> None:
    """The list names every language that lacks the new sentence."""
    path = copy_of_languages / "core" / "i18n" / "en_ui.py"
    path.write_text(
        path.read_text("utf-8").replace('"ui.undo": ', '"ui.new.word": "new", "ui.undo": '), "utf-8"
    )
    languages.check(copy_of_languages)
    missing = [line for line in languages.missing(copy_of_languages) if "ui.new.word" in line]
    assert missing == [f"{language}: ui lacks ui.new.word" for language in sorted(TRANSLATIONS)]


def test_a_key_that_is_given_twice_is_found(copy_of_languages: Path) -> None:
    """The JSON parser alone would silently use the later value."""
    path = copy_of_languages / "locales" / "de.json"
    path.write_text(path.read_text("utf-8").replace('"ui.undo":', '"ui.undo": "x", "ui.undo":'), "utf-8")
    with pytest.raises(languages.LanguagesError, match=r"given twice: ui\.undo"):
        languages.check(copy_of_languages)


@pytest.mark.parametrize("is_complete", [False, *nightly(True)])
def test_a_wheel_is_not_built_if_a_sentence_is_missing(tmp_path: Path, is_complete: bool) -> None:
    """The build fails without a German sentence and succeeds if no sentence is missing."""
    tree = tmp_path / "tree"
    for name in ("adaptoid_widget", "tools", "notebooks", "docs"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, tree)
    if not is_complete:
        path = tree / "adaptoid_widget" / "locales" / "de.json"
        words = json.loads(path.read_text("utf-8"))
        del words["sentences"]["why.empty"]
        path.write_text(json.dumps(words), "utf-8")
    code = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"
    env = {**os.environ, "ADAPTOID_FRONT_END": "later"}
    answer = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd=tree,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (answer.returncode == 0) is is_complete, answer.stderr
    assert ("de: sentences lacks why.empty" in answer.stderr) is not is_complete
    assert bool(list(tmp_path.glob("*.whl"))) is is_complete


# -- every word is used ------------------------------------------------------------------------------------------------

SCRIPTS = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "js" / "src").rglob("*.ts")))
# the keys in the scripts: whole keys, and templates with slots such as ${color}
FULL_KEYS = set(re.findall(r'"(ui\.[\w.-]*\w)"', SCRIPTS))
TEMPLATES = set(re.findall(r"`(ui\.[^`]*)`", SCRIPTS))
# endings that a script appends to a whole key, such as .tip
ENDS = set(re.findall(r"`\$\{\w+\}(\.[\w-]+)`", SCRIPTS))
# the values of these slots are in the scripts, in core, or in the named boards
FILLS = SCRIPTS + "\n".join(
    path.read_text("utf-8")
    for path in [*(languages.PACKAGE / "core").rglob("*.py"), *(languages.PACKAGE / "layouts").glob("*.json")]
    if not path.name.startswith("en_")
)
PLURAL = re.compile(r"\.(zero|one|two|few|many|other)$")


def stem(key: str) -> str:
    """Return a key without its plural form, if it has one."""
    return PLURAL.sub("", key) if PLURAL.sub(".other", key) in UI else key


def pattern(template: str) -> re.Pattern[str]:
    """Return a pattern for all keys that a template can make."""
    parts = re.split(r"\$\{[^}]*\}", template)
    return re.compile(r"([\w-]+)".join(re.escape(part) for part in parts))


@pytest.mark.parametrize("key", sorted(FULL_KEYS))
def test_every_key_in_the_scripts_exists(key: str) -> None:
    """The key exists as it is or with plural forms."""
    assert key in UI or key in {stem(known) for known in UI}


@pytest.mark.parametrize("template", sorted(TEMPLATES))
def test_every_template_of_a_key_fits_a_key(template: str) -> None:
    assert any(pattern(template).fullmatch(stem(key)) for key in UI)


@pytest.mark.parametrize("key", sorted({stem(key) for key in UI}))
def test_every_word_of_the_front_end_is_used(key: str) -> None:
    """The scripts contain the key itself or a template and the values that make the key."""
    assert is_used(key) or any(key.endswith(end) and is_used(key[: -len(end)]) for end in ENDS)


def test_the_front_end_gets_the_sentences_of_python_that_it_shows() -> None:
    used = re.findall(r'\bt\([^()]*?"([a-z]+\.[\w.-]*\w)"', SCRIPTS)
    # the page of a class has words of its own
    codes = {key for key in used if not key.startswith(("ui.", "class."))}
    assert codes == {*VIEW_SENTENCES, SEAT_TAKEN}
    ui = aw.Board(language="de").wording["ui"]
    assert all(ui[code] == wording_of("de").sentences[code] for code in codes)


@pytest.mark.parametrize(
    ("template", "names"),
    [
        ("ui.maker.kind.{}", STEP_KINDS),
        ("lesson.tip.{}", [kind.name for kind in STEP_KINDS.values() if kind.input != TURN]),
        ("ui.pen.{}", TONED),
        ("ui.pen.hint.{}", TONED),
        ("ui.marked.{}", TONED),
        ("ui.tone.{}", TONES),
        ("ui.layout.{}", aw.layouts),
        ("ui.variant.{}", VARIANTS),
    ],
)
def test_each_name_of_a_table_has_its_sentence(template: str, names: Iterable[str]) -> None:
    """Without one, the board would show the key."""
    known = {**ENGLISH["sentences"], **UI}
    assert [name for name in names if template.format(name) not in known] == []


@pytest.mark.parametrize("language", ALL)
def test_praise_is_not_said_twice(language: str) -> None:
    """A board leaves out a text that only repeats the heading above it."""
    sentences = dict(texts(language))
    assert sentences["lesson.right"] == sentences["ui.lesson.is.right"]


def test_no_sentence_has_two_keys() -> None:
    """A text of several words that is the same in all languages has one key."""
    english, *translations = [dict(texts(language)) for language in ALL]
    keys: dict[tuple[str, ...], list[str]] = {}
    for key, text in english.items():
        if len(re.findall(r"\w+", without_slots(text))) > 2:
            keys.setdefault((text, *(translation.get(key, "") for translation in translations)), []).append(
                key
            )
    assert [keys_of_text for keys_of_text in keys.values() if len(keys_of_text) > 1] == []


def is_used(key: str) -> bool:
    """Whether the scripts contain a key or a template and the values that make the key."""
    matches = [match for match in (pattern(template).fullmatch(key) for template in TEMPLATES) if match]
    return key in {stem(full_key) for full_key in FULL_KEYS} or any(
        all(re.search(rf'["\s({{[]{re.escape(fill)}["\s:,]', FILLS) for fill in match.groups())
        for match in matches
    )


LESSON = """adaptoid-lesson 1
title: Growing
[step first]
text: Grow.
position: adaptoid w 0,0 W:D2 B:D6
goal: grows new
"""


OF_NOTEBOOKS = ("page.article.", "page.left.", "page.stored.")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the texts of several shared pages (games and lessons) and of the pages of a site."""
    lessons = lesson_from_text(LESSON), load("fork")
    contents = ("adaptoid w 0,0 W:D2 B:D6", aw.Position.start("adapt3"), aw.Game("open"), *lessons)
    texts = [import_module("adaptoid_widget.export.share").page(content) for content in contents]
    tutorial = {"language": "en", "board": "p0", "contents": [], **cell_options(["6 * 7"])}
    texts.append(tutorial_page(tutorial, [], "<p>Text</p>", title="Title"))
    texts += [tutorial_of(Path("x.ipynb"), data=notebook).page for notebook in every_word()]
    packed = [Reader(text).packed("adaptoid-board").decode() for text in texts]
    packed.append(Reader(texts[0]).packed("adaptoid-front").decode())
    groups = [(name, [Tile("Title", "link", "picture")]) for name in ("notebooks", "games")]
    row = PathLesson("key", "link", "1", "Name", "About", "5 steps")
    first = index(
        [(chapter, [row]) for chapter in (*CHAPTERS, "")], groups, SiteFrames("Title", "en"), language="en"
    )
    packed.append(json.dumps(embed.words_of("en")))
    folder = tmp_path_factory.mktemp("site")
    (folder / "growing.lesson").write_text(LESSON, encoding="utf-8")
    build(folder, folder.with_name("built"), notebooks=False, progress=False)
    for name in ("play", "puzzles", "analyse", "lessons/growing", "class"):
        text = (folder.with_name("built") / f"{name}.html").read_text(encoding="utf-8")
        texts.append(text)
        packed.append(Reader(text).packed("adaptoid-board").decode())
    built = [
        (folder.with_name("built") / f"{name}.html").read_text(encoding="utf-8") for name in ("index", "404")
    ]
    return "".join([*texts, *packed, first, *built])


@pytest.mark.parametrize("key", [key for key in sorted(PAGE) if key.startswith(OF_NOTEBOOKS)])
def test_every_word_for_notebooks_has_its_place(key: str) -> None:
    """Which of these a page has depends on its notebook; tests/export/notebook tries each case."""
    folder = Path(aw.__file__).parent / "export"
    code = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    name = key.removeprefix("page.")
    assert f'"{name}"' in code or f'"{name.partition(".")[2]}"' in code


@pytest.mark.parametrize("key", [key for key in sorted(PAGE) if not key.startswith(OF_NOTEBOOKS)])
def test_every_word_of_the_page_is_used(key: str, pages: str) -> None:
    """The text is in one of the pages."""
    text = PAGE[key].replace("{version}", aw.__version__)
    forms = [text, text.replace("{n}", "1"), json.dumps(text, ensure_ascii=False)[1:-1]]
    filled = ".{1,99}?".join(map(re.escape, re.split(r"\{\w+\}", text)))
    assert any(form in pages for form in forms) or re.search(filled, pages)


# -- one term for one thing --------------------------------------------------------------------------------------------

# a pattern for an English term, and a pattern for the term in each language
TERMS: dict[str, dict[str, str]] = {
    r"\b([Aa]n?|[Oo]ne|[Tt]he|[Tt]his|[Yy]our) move\b": {"de": "Bewegung", "ja": "移動", "es": "movimiento"},
    "pincer": {"de": "Schere", "ja": "ハサミ", "es": "[Pp]inza"},
    r"\blegs?\b": {"de": "Bein", "ja": "足", "es": "[Pp]ata"},
    r"\blimbs?\b": {"de": "Gliedmaße", "ja": "手足", "es": "extremidad"},
    r"[Ss]tarv": {"de": "hunger", "ja": "窒息", "es": "hambre"},
    r"\bdraw\b": {"de": "[Rr]emis", "ja": "引き分け", "es": "[Tt]ablas"},
    r"[Rr]esign": {"de": "[Aa]uf(ge)?g[ei]b", "ja": "投了", "es": "[Aa]bandon"},
    r"\blibert": {"de": "Freiheit", "ja": "呼吸点", "es": "libertad"},
    r"\bhunter\b": {"de": "Jäger", "ja": "ハンター", "es": "cazador"},
    r"\bWhite\b": {"de": "[Ww]eiß", "ja": "白", "es": "Blanco"},
    r"\bBlack\b": {"de": "[Ss]chwarz", "ja": "黒", "es": "Negro"},
    r"\bRed\b": {"de": "Rot", "ja": "赤", "es": "Rojo"},
    r"\bUndo\b": {"de": "Zurück", "ja": "元に戻す", "es": "Deshacer"},
}
NOTHING = "(?!)"
# terms that the translations must not use
FORBIDDEN_TERMS = {
    "de": r"\bZange|\bKlaue|\bFuß|\bFüße|\bGlieder|Unentschieden|erstick|\bScheibe"
    r"|\b(der|den|einen|neuer|neuen) Adaptoid\b",
    "ja": "はさみ|鋏|脚|肢|餓死|飢え|ディスク|円盤|リタイア|ドロー|降参",
    "es": "[Gg]arra|[Pp]ierna|[Mm]iembro|[Ee]mpate|[Rr]endir|\\b[Dd]iscos?\\b|asfixi|\\b[Aa]daptoids\\b"
    # the supply; a reserve is a tactic
    "|\\ben reserva\\b|\\b[Rr]eservas\\b",
}


def without_slots(text: str) -> str:
    """Return a text without its slots."""
    return re.sub(r"\{\w+\}", "", text)


@pytest.mark.parametrize("language", TRANSLATIONS)
@pytest.mark.parametrize("term", TERMS)
def test_one_term_for_one_thing(language: str, term: str) -> None:
    """Where the English text has a term, the translation has its term for the same thing, if it is known here."""
    own = dict(texts(language))
    keys = [key for key, text in texts("en") if re.search(term, without_slots(text))]
    assert keys
    for key in [key for key in keys if key in own]:
        assert re.search(TERMS[term].get(language, ""), without_slots(own[key])), f"{key}: {own[key]}"


def lines_of_lessons(language: str) -> str:
    """Return the lines of all lessons that are in one language."""
    lines: list[str] = []
    for path in sorted((ROOT / "adaptoid_widget" / "lessons" / "course").glob("*.lesson")):
        key = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            key = line if re.match(r"[a-z\[]", line) else key
            tag = re.match(r"[^:]*\[(\w\w)\]:", key)
            if (tag[1] if tag else "en") == language:
                lines.append(line)
    return "\n".join(lines)


# the same for lessons, which may use more everyday words
FORBIDDEN_TERMS_IN_LESSONS = {
    # words for words from English
    "de": r"Scheibe|Zange|\b(der|den|einen|neuer|neuen) Adaptoid\b"
    r"|Prüfstein|Halte zwei übrig|niemand ist verloren|[Gg]ab(el|le) .* auf\b",
    "ja": "はさみ|鋏|餓死|ディスク|円盤|裸",
    "es": r"\b[Dd]iscos?\b|asfixi|desnud|\b[Aa]daptoids\b|\ben reserva\b|\b[Rr]eservas\b",
}


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_no_forbidden_term(language: str) -> None:
    """No text has a forbidden term, nor has a puzzle or a lesson."""
    for key, text in texts(language):
        assert not re.search(FORBIDDEN_TERMS.get(language, NOTHING), text), f"{key}: {text}"
    puzzles = [text for key, text in texts(language) if key.startswith("puzzle.")]
    for line in [*lines_of_lessons(language).splitlines(), *puzzles]:
        assert not re.search(FORBIDDEN_TERMS_IN_LESSONS.get(language, NOTHING), line), line


# `| **liberty**: a free disc | Freiheit | 呼吸点 | libertad |`
GLOSSARY_ROW = re.compile(r"^\| (\*\*[^:]+): [^|]+ \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)


@pytest.mark.parametrize(("column", "language"), list(enumerate(("en", "de", "ja", "es"))))
def test_the_words_of_the_glossary_are_those_of_the_sentences(column: int, language: str) -> None:
    """Each word of the glossary occurs in a text or in a lesson of its language."""
    glossary = (ROOT / "docs" / "reference" / "glossary.md").read_text(encoding="utf-8")
    rows: list[tuple[str, ...]] = GLOSSARY_ROW.findall(glossary)
    assert len(rows) == glossary.count("\n| **") > 40
    all_texts = "\n".join([*(text for _, text in texts(language)), lines_of_lessons(language)]).lower()
    words = [word.strip("*").lower() for row in rows for word in row[column].split(", ")]
    assert [word for word in words if word not in all_texts] == []


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_sentences_end_as_in_english(language: str) -> None:
    """A translation ends with a mark exactly if the English text does. Japanese needs no mark after a final slot."""
    marks = {
        "de": (".", "?", "!", " …", "…", ":"),
        "es": (".", "?", "!", "…", ":"),
        "ja": ("。", "？", "！", "…", "："),
    }.get(language, (".", "?", "!", "…", ":"))
    for key, text in ALL[language]["sentences"].items():
        english = ENGLISH["sentences"][key]
        if key.startswith(("list.", "expected.")) or (language == "ja" and text.endswith("}")):
            continue
        assert text.endswith(marks) == english.endswith((".", "?", "!", "…", ":")), f"{key}: {text}"


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_texts_have_no_needless_blanks_or_straight_quotation_marks(language: str) -> None:
    """Texts also have no three dots in place of an ellipsis."""
    for key, text in texts(language):
        if not key.startswith("list.") and key not in ("ui.comma", "ui.sentence"):
            assert text == text.strip(), key
        assert "  " not in text, key
        assert "..." not in text, key
        assert not re.search(r"[\"'“]" if language == "es" else r"[\"']", text), key


def test_japanese_has_its_own_typography() -> None:
    """Japanese texts have Japanese words and punctuation, and no blank between sentences."""
    own_words, english = re.compile("[぀-ヿ一-鿿（]"), dict(texts("en"))
    for key, text in texts("ja"):
        bare = re.sub(r"\{\w+\}|aw\.\w+|adaptoid-widget", "", text)
        assert not re.search(r"[,:;!?()]\s|[,:;!?()]$|[^0-9]\.(\s|$)", bare.replace("* ", "")), (
            f"{key}: {text}"
        )
        assert not re.search(r"[。、：]\s", text), f"{key}: {text}"
        # keyboards in Japan name their keys in English
        if re.search("[a-z]{2}", without_slots(english[key])) and not key.startswith(
            ("ui.key.", "language.plurals")
        ):
            assert own_words.search(bare), f"{key}: {text}"


def test_german_and_spanish_address_the_reader_informally() -> None:
    for key, text in texts("de"):
        assert not re.search(r"\b(Ihr|Ihre|Ihnen|Bitte|bitte)\b|\b\w+en Sie\b", text), key
    for key, text in texts("es"):
        assert not re.search(r"\b(usted|ustedes|vosotros|Haga|Pulse|Elija)\b", text), key


def test_each_language_joins_lists_and_sentences_in_its_own_way() -> None:
    starved: Slots = {"color": "B", "hungry": [("C4", 3, 2), ("D5", 1, 0)]}
    joined = {
        tag: wording_of(tag).say_all([("news.undone", None), ("news.starved", starved)])
        for tag in ("de", "ja", "es")
    }
    assert joined == {
        "de": "Zurückgenommen. Schwarz verhungerte auf "
        "C4 (3 Gliedmaßen, 2 freie Felder) und D5 (1 Gliedmaße, kein freies Feld).",
        "ja": "元に戻しました。C4（手足3、空きマス2）とD5（手足1、空きマスなし）の黒が窒息しました。",
        "es": "Deshecho. Negro murió de hambre en "
        "C4 (3 extremidades, 2 casillas libres) y D5 (1 extremidad, ninguna casilla libre).",
    }


# -- from Python -------------------------------------------------------------------------------------------------------


def test_a_board_uses_its_language() -> None:
    """A new language changes the snapshot and the words of the controls at once, and notifies observers."""
    board = aw.Board(language="de")
    changes: list[tuple[str, str, str]] = []
    board.observe(lambda change: changes.append((change.name, change.old, change.new)), "language")
    assert board.language == "de"
    assert board.wording["language"] == "de"
    assert board.snapshot["status"].startswith("Du bist am Zug: ")
    board.play("+D3")
    assert board.snapshot["news"] == "Weiß bekam auf D3 ein neues Adaptoid."
    board.language = "ja"
    assert board.snapshot["news"] == "白がD3に新しいアダプトイドを置きました。"
    assert board.snapshot["status"].startswith("黒の番です。")
    assert board.wording["ui"]["ui.undo"] == "元に戻す"
    assert board.wording["languages"] == [list(entry) for entry in aw.languages().items()]
    assert changes == [("language", "de", "ja")]
    rev = board.snapshot["rev"]
    board.language = "ja"
    assert (board.snapshot["rev"], len(changes)) == (rev, 1)
    assert str(board.position) == "adaptoid b 0,0 W:D2,D3 B:D6"


def test_two_boards_with_the_same_game_can_have_different_languages() -> None:
    game = aw.Game()
    spanish, english = aw.Board(game, language="es"), aw.Board(game)
    game.play("+D3")
    assert spanish.snapshot["status"].startswith("Negro: ")
    assert english.snapshot["status"] == "Black can’t move: grow."
    spanish.language = "de"
    assert english.language == "en"


@pytest.mark.usefixtures("wires")
def test_an_intent_changes_the_language_of_a_board() -> None:
    """The intent changes the trait, and replies are in the new language."""
    board = aw.Board()
    changes: list[str] = []
    board.observe(lambda change: changes.append(change.new), "language")
    assert ask(board, "language", to="es")["ok"]
    assert (board.language, changes) == ("es", ["es"])
    assert ask(board, "undo")["text"] == "No hay nada que deshacer."
    assert not ask(board, "language", to="tlh")["ok"]
    assert board.language == "es"


@pytest.mark.parametrize("language", ["tlh", "", "DE", None, 5, ["de"]])
def test_an_unknown_language_changes_nothing(language: Any) -> None:
    """The error is a ValueError and lists the known languages."""
    board = aw.Board(language="de")
    with pytest.raises(aw.LanguageError, match=", ".join(aw.languages())) as caught:
        board.language = language
    assert isinstance(caught.value, ValueError)
    assert (board.language, board.snapshot["rev"]) == ("de", 0)
    with pytest.raises(aw.LanguageError, match=", ".join(aw.languages())):
        aw.Board(language=language)


def test_the_saved_picture_follows_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text and the description in the image change at once."""
    bundles: list[dict[str, str]] = []

    def display(bundle: dict[str, str], **_: Any) -> None:
        bundles.append(bundle)

    monkeypatch.setattr(IPython.display, "display", display)
    monkeypatch.setattr(IPython.display, "update_display", display)
    board = aw.Board(BUSY, language="de")
    board._ipython_display_()
    assert "Weiß: " in bundles[-1]["text/plain"]
    assert "E3 mit 3 Beinen und 2 Scheren" in bundles[-1]["text/html"]
    count = len(bundles)
    board.language = "ja"
    assert len(bundles) == count + 1
    assert "E3（足3本とハサミ2本）" in html.unescape(bundles[-1]["text/html"])
    assert ' lang="ja"' in bundles[-1]["text/html"]
    assert "* 今手番が終わると窒息します" in bundles[-1]["text/plain"]
    board.close()


def test_the_saved_picture_of_a_lesson_has_the_question_and_not_the_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bundles: list[dict[str, str]] = []

    def display(bundle: dict[str, str], **_: Any) -> None:
        bundles.append(bundle)

    monkeypatch.setattr(IPython.display, "display", display)
    monkeypatch.setattr(IPython.display, "update_display", display)
    lesson = aw.Lesson("feed", results=None)
    lesson.goto("who-starves")
    lesson.board._ipython_display_()
    assert "Choose each enemy that would starve right now." in bundles[-1]["text/plain"]
    assert "move, or grow" not in bundles[-1]["text/plain"]
    assert "starves if the turn ends" not in bundles[-1]["text/plain"]
    lesson.goto("liberties")
    assert "How many liberties does D4 have?" in bundles[-1]["text/plain"]
    lesson.close()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "There is no adaptoid on A1."),
        ("de", "Auf A1 steht kein Adaptoid."),
        ("ja", "A1にアダプトイドはいません。"),
        ("es", "No hay ningún adaptoide en A1."),
    ],
)
def test_a_reason_can_be_said_in_each_language(language: str, sentence: str) -> None:
    """`say` translates a reason, and `str` is always English."""
    reason = aw.Position.start().why_not("A1-A2")
    assert reason is not None
    assert reason.say(language) == sentence
    assert str(reason) == "There is no adaptoid on A1."
    with pytest.raises(aw.IllegalTurn) as caught:
        aw.Position.start().play("A1-A2 +D3")
    assert caught.value.say(language) == sentence


@pytest.mark.parametrize("language", ["en", *TRANSLATIONS])
def test_a_shared_page_begins_in_the_given_language(language: str, tmp_path: Path) -> None:
    """Tag, heading, rules and picture are in the language. A board is shared in its own language."""
    text = aw.share(BUSY, tmp_path / "page.html", language=language).read_text("utf-8")
    words = locales.page_words(language)
    assert f'<html lang="{language}">' in text
    assert words["page.title.adaptoid"] in text
    assert words["page.rule.feed"] in text
    assert wording_of(language).join(["B4", "C1", "G5"]) in text
    board = aw.Board(BUSY, language=language)
    assert f'<html lang="{language}">' in aw.share(board, tmp_path / "board.html").read_text("utf-8")


def test_the_command_shares_in_a_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """For an unknown language, the command lists the known ones."""
    out = tmp_path / "page.html"
    assert main(["share", BUSY, "-o", str(out), "--language", "es"]) == 0
    assert '<html lang="es">' in out.read_text("utf-8")
    with pytest.raises(SystemExit):
        main(["share", BUSY, "-o", str(out), "--language", "tlh"])
    assert re.search("'?, '?".join(aw.languages()), capsys.readouterr().err)
