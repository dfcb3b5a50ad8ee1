"""The first page of a site, in each language: a picture and a title for all that is on it, and no script."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from ... import locales
from ..._version import __version__
from ...core.i18n.catalog import fill

# so many cards have room beside each other
_COLUMNS = 4
# the colours of a shared page
_STYLE = """
:root{--page:#f7f1e5;--ink:#2e261d;--soft:#6d5f4b;--rule:#dccfb8;--card:#fffaf0;--link:#8a3b12;color-scheme:light dark}
@media(prefers-color-scheme:dark){
:root{--page:#1b1713;--ink:#f0e7d8;--soft:#b9ab95;--rule:#4a4136;--card:#26211b;--link:#f0a878}}
*{box-sizing:border-box}
body{max-width:1120px;margin:0 auto;padding:20px clamp(12px,3vw,28px) 28px;color:var(--ink);background:var(--page);
font:16px/1.5 system-ui,-apple-system,"Segoe UI","Hiragino Sans","Yu Gothic UI",Meiryo,"Noto Sans CJK JP",
"Noto Sans JP",sans-serif}
:lang(ja){line-break:strict;word-break:auto-phrase}
h1,h2,h3{margin:0;font-family:Georgia,"Iowan Old Style","Times New Roman","Hiragino Mincho ProN","Yu Mincho",
"Noto Serif CJK JP","Noto Serif JP",serif;font-weight:600;line-height:1.25;overflow-wrap:anywhere;text-wrap:balance}
h1{font-size:clamp(26px,5vw,36px)}
h2{margin:34px 0 4px;font-size:22px}
h3{font-size:17px}
h1+p{margin-top:10px}
p{margin:0;color:var(--soft);text-wrap:pretty}
header{display:flex;flex-wrap:wrap;gap:14px 28px;align-items:baseline;justify-content:space-between}
header div{flex:1 1 20em}
nav{display:flex;flex-wrap:wrap;gap:2px 4px}
nav :is(a,b){padding:4px 10px;border-radius:8px;font-size:15px}
nav b{background:var(--card);border:1px solid var(--rule);font-weight:600}
a{color:var(--link)}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,230px),1fr));gap:16px;margin:14px 0 0;padding:0;
list-style:none}
.one{position:relative;display:flex;flex-direction:column;height:100%;padding:12px 14px 14px;background:var(--card);
border:1px solid var(--rule);border-radius:12px}
.one:hover{border-color:var(--link)}
.one:focus-within{outline:3px solid var(--link);outline-offset:2px}
.one img{display:block;width:100%;max-width:210px;height:auto;margin:0 auto 10px;aspect-ratio:1;object-fit:contain}
.one a{color:inherit;text-decoration:none}
.one a:focus{outline:none}
.one a::after{position:absolute;inset:0;content:""}
.one:hover a{text-decoration:underline;text-underline-offset:.15em}
.one p{margin-top:4px;font-size:14.5px;line-height:1.45}
.one .few{margin-top:auto;padding-top:8px;font-size:13.5px}
footer{margin-top:36px;padding-top:12px;border-top:1px solid var(--rule)}
footer p{font-size:13px}
.widest-1{max-width:580px}
.widest-2{max-width:640px}
.widest-3{max-width:880px}
@media(min-width:521px){
.widest-1 ul{grid-template-columns:1fr}
.widest-1 .one{display:grid;grid-template-columns:150px 1fr;grid-template-rows:1fr auto auto 1fr;column-gap:18px}
.widest-1 .one img{grid-row:1/-1;width:150px;margin:0}
.widest-1 h3{align-self:end}}
@media(max-width:520px){
.one{display:grid;grid-template-columns:84px 1fr;grid-auto-rows:min-content;column-gap:14px;align-content:center}
.one img{grid-row:1/span 3;width:84px;margin:0}
ul{gap:10px}}
@media print{nav{display:none}.one{break-inside:avoid}}
"""


class Card(NamedTuple):
    """One thing on the site."""

    title: str
    link: str
    """From the first page, as it is in the file system."""
    picture: str
    about: str = ""
    few: str = ""
    """What else is known of it, in a few words."""
    language: str = ""
    """Of its title and its text, where that is not the page's."""
    query: str = ""


def index_name(language: str, first: str) -> str:
    """The file of the first page in a language; `first` is the one that a visitor finds without asking."""
    return "index.html" if language == first else f"index.{language}.html"


def index(
    groups: Sequence[tuple[str, Sequence[Card]]],
    *,
    title: str,
    language: str,
    first: str,
    tongues: Sequence[str],
) -> str:
    """The page in a language: `groups` of cards, each by the name of its words, such as "lessons"."""
    words = locales.page_words(language)
    digest = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; img-src 'self'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    names = locales.languages()
    tabs = [
        f"<b>{escape(names[tag])}</b>"
        if tag == language
        else f'<a href="{index_name(tag, first)}" hreflang="{tag}" lang="{tag}">{escape(names[tag])}</a>'
        for tag in tongues
    ]
    sections: list[str] = []
    for name, cards in groups:
        if not cards:
            continue
        told = words.get(f"page.site.{name}.about", "")
        about = f"\n<p>{escape(told)}</p>" if told else ""
        items = "\n".join(map(_card, cards))
        heading = f"<h2>{escape(words['page.site.' + name])}</h2>{about}"
        sections.append(f'<section id="{name}">\n{heading}\n<ul>\n{items}\n</ul>\n</section>')
    # with few cards side by side the page is as narrow as they are, not half empty
    widest = min(max((len(cards) for _, cards in groups), default=0), _COLUMNS)
    made = fill(words["page.made"], {"version": __version__})
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{language}">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f'<meta name="generator" content="adaptoid-widget {__version__}">',
            f"<title>{escape(title)}</title>",
            f"<style>{_STYLE}</style>",
            "</head>",
            f'<body class="widest-{widest}">',
            "<header>",
            f"<div>\n<h1>{escape(title)}</h1>\n<p>{escape(words['page.site.lead'])}</p>\n</div>",
            f"<nav>{' '.join(tabs)}</nav>",
            "</header>",
            "<main>",
            *sections,
            "</main>",
            f"<footer><p>{escape(made)}</p></footer>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _card(card: Card) -> str:
    spoken = f' lang="{escape(card.language)}"' if card.language else ""
    link = quote(card.link) + (f"?{card.query}" if card.query else "")
    parts = [
        f'<li><article class="one"><img src="{quote(card.picture)}" alt="" width="210" height="210" loading="lazy">',
        f'<h3{spoken}><a href="{escape(link)}">{escape(card.title)}</a></h3>',
        f"<p{spoken}>{escape(card.about)}</p>" if card.about else "",
        f'<p class="few">{escape(card.few)}</p>' if card.few else "",
        "</article></li>",
    ]
    return "\n".join(filter(None, parts))
