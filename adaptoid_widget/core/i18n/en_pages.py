"""The words of a shared page around its board, in English; other languages carry the same keys. Slots are {so}."""

from __future__ import annotations

from typing import Dict

PAGE: Dict[str, str] = {
    "page.title.adaptoid": "A game of Adaptoid",
    "page.title.adapt3": "A game of Adapt3",
    "page.lead.2": "Two players, one board. It all happens in this file, with no network.",
    "page.lead.3": "Three players, one board. It all happens in this file, with no network.",
    "page.no-script": "To play, let this page run its JavaScript. Until then, this is how the game stands.",
    "page.no-script.lesson": "To try the steps, let this page run its JavaScript. Until then, the lesson is here to "
    "read.",
    "page.reading": "The steps that follow",
    "page.open": "The board is empty. The first player places a White and a Black adaptoid, then the second chooses "
    "a colour.",
    "page.rules": "How to play",
    "page.rule.move": "Move, if you like: click one of your adaptoids, then a disc within its reach. It walks one step "
    "for each leg, over free discs.",
    "page.rule.attack": "An adaptoid with at least one pincer may end on an enemy: with more pincers than the enemy, "
    "it captures; with as many, both leave the board.",
    "page.rule.grow": "Then grow one thing: a leg or a pincer on one of yours, six limbs at most, or a new adaptoid on "
    "a free disc next to one of yours.",
    "page.rule.feed": "Then every enemy with more limbs than free discs around it starves and leaves the board.",
    "page.rule.end.2": "Whoever has lost five adaptoids, or has none left on the board, loses.",
    "page.rule.end.3": "White hunts Red, Red hunts Black, Black hunts White. When a colour has lost ten adaptoids, or "
    "has none left on the board, its hunter wins.",
    "page.review": "Review the game",
    "page.review.stop": "Stop the review",
    "page.review.at": "Turn {n} of {all}",
    "page.review.mistakes": "Where there was something better",
    "page.review.none": "The review found no mistake.",
    "page.review.best": "better: {turn}",
    "page.review.failed": "The review stopped: {detail}.",
    "page.lead.lesson": "A lesson to try out. It all happens in this file, with no network.",
    "page.results": "What you did",
    "page.results.name": "Your name",
    "page.results.save": "Save my results",
    "page.results.saved": "Saved as {file}",
    "page.results.nameless": "Write your name first, then save.",
    "page.site.lead": "Learn it by playing, right here. Everything is on this site.",
    "page.site.lessons": "Lessons",
    "page.site.notebooks": "Notebooks",
    "page.site.notebooks.about": "Python runs in this browser and takes some seconds to wake up. "
    "Shift+Enter runs a cell.",
    "page.site.games": "Games and positions",
    "page.site.steps": "Steps: {n}",
    "page.position": "Position:",
    "page.made": "Adaptoid is a game by Néstor Romeral Andrés (nestorgames, 2008). "
    "This page was made with adaptoid-widget {version}.",
    "page.lost": "The address contains no valid position. You see the position that was shared.",
    "page.unkept": "This browser saves nothing for this page: what you do here is lost when you close or reload it.",
    "page.slow": "The board is still waking up …",
    "page.old": "This browser is too old to play here; one from 2023 or later can. Until then, here is a "
    "picture of the board.",
    "page.broken": "The board could not start, so here is a picture of it.",
    "page.stopped": "The board has stopped. Load the page again to go on.",
}
