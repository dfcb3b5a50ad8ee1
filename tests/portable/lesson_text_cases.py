"""Texts of lessons, good and bad, which CPython and MicroPython must read in the same way."""

from __future__ import annotations

from typing import Any

START = "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"
TEXT = f"""\
adaptoid-lesson 1
# made for this test
title: One to spare
title[de]: Eins übrig
about: Short.
about[de]: Kurz.

[step take]
text:
    Black's adaptoid on `D5` has **nothing** to spare.
    # Take it
text[de]: Nimm es.
position: {START}
goal: starves d5 and (survives)
wrong * +C6: That helps Black.
wrong * +C6 [de]: Das hilft Schwarz.
wrong D3+L: No.
wrong[de] D3+L: Nein.
hint: Look at its liberties.
hint: Put one beside it.
hint[de]: Schau.
hint[de]: Daneben.
done: Gone.
done[de]: Weg.
reply *: D6+L
marks: ring(D5)
aids: none
flipped: yes
turns: 2

[step asked]
text: Who?
text[de]: Wer?
position: {START}
ask: click liberties D5
wrong C6: Not free of D5.
wrong C6[de]: Nein.

[step counted]
text: How many?
text[de]: Wie viele?
position: {START}
ask: count limbs D5
wrong 3: One more.
wrong 3 [de]: Eins mehr.

[step read]
text: That was it.
text[de]: Das war es.
position: {START}
"""

# each with the beginning of a problem; the first text takes the place of the second one in TEXT
PROBLEMS = [
    ("adaptoid-lesson 1", "adaptoid-lesson 2", "line 1, column 17: this program reads version 1"),
    ("adaptoid-lesson 1", "adaptoid-leson 1", "line 1, column 13: the first line"),
    ("adaptoid-lesson 1", "", "line 1, column 1: the first line"),
    ("hint: Look", "hnt: Look", "line 19, column 1: there is no key hnt here; did you mean hint?"),
    (
        "about: Short",
        "goal: Short",
        "line 5, column 1: there is no key goal here; goal belongs into a step",
    ),
    ("done: Gone", "order: free", "line 23, column 1: there is no key order here; order belongs before"),
    (
        "starves d5 and (survives)",
        "starves d5 und wins",
        "line 14, column 17: expected 'and' or 'or' with a condition",
    ),
    (
        "starves d5 and (survives)",
        "starves D5 and (survives",
        "line 14, column 31: expected and, or, or a clos",
    ),
    (
        "starves d5 and (survives)",
        "\n    starvs D5",
        "line 15, column 5: expected a condition, found 'starvs'; did you mean 'goal: starves D5'?",
    ),
    ("starves d5 and (survives)", "starves D9", "line 14, column 7: there is no disc D9"),
    (START, "adaptoid w 0,0 W:C5,D3 B:D5LLPX,D6", "line 13, column 41: expected limbs"),
    (START, "adaptoid w 0,5 W:C5,D3 B:D5LLPP,D6", "line 13, column 11: this game is over"),
    ("wrong * +C6: ", "wrong * +c: ", "line 15, column 11: expected the number of a disc"),
    ("wrong * +C6: ", "wrong: ", "line 15, column 6: expected the wrong turn, or * for any"),
    ("wrong * +C6 [de]: Das hilft Schwarz.\n", "", "line 15, column 1: wrong * +C6 is missing in de"),
    (
        "wrong D3+L: No",
        "wrong * +C6: No",
        "line 17, column 1: wrong * +C6 in en is there already in line 15",
    ),
    ("hint[de]: Daneben.\n", "", "line 20, column 1: hint 2 is missing in de"),
    ("text[de]: Nimm es.", "text[fr]: Prends.", "line 12, column 1: the lesson has no title in fr"),
    ("text[de]: Nimm", "text[German]: Nimm", "line 12, column 6: expected a language's tag"),
    ("goal: starves", "goal[de]: starves", "line 14, column 5: goal is the same in all languages"),
    ("goal: starves", "goal starves: ", "line 14, column 6: expected a colon behind goal"),
    ("reply *: D6+L", "reply *: D6+l", "line 25, column 13: expected L (a leg) or P"),
    ("reply *: D6+L", "replies: bets", "line 25, column 10: replies is one of nobody"),
    ("reply *: D6+L", "replies: script", "line 25, column 10: a script has replies"),
    ("marks: ring(D5)", "marks: ring(D5", "line 26, column 15: expected a closing bracket"),
    ("marks: ring(D5)", "marks: ring(D9)", "line 26, column 8: there is no disc D9"),
    ("turns: 2", "turns: 7", "line 29, column 8: expected the number of the learner's turns"),
    ("turns: 2", "turns: two", "line 29, column 8: expected the number of the learner's turns"),
    ("flipped: yes", "flipped: true", "line 28, column 10: flipped is one of no, yes"),
    ("turns: 2", "turns: 2\nturns: 2", "line 30, column 1: turns is there already in line 29"),
    ("[step asked]", "[step take]", "line 31, column 7: there is already a step with the name take"),
    ("[step asked]", "[step Asked!]", "line 31, column 7: a step's name is small letters"),
    ("[step asked]", "[stage asked]", "line 31, column 1: a step begins with a line such as"),
    ("text: Who?\n", "", "line 32, column 1: text is missing in en"),
    ("ask: click", "ask: klick", "line 35, column 6: expected click or count"),
    (
        "liberties D5",
        "libertys D5",
        "line 35, column 12: expected a question, found 'libertys'; did you mean 'ask: click liberties D5'?",
    ),
    ("liberties D5", "spare D5", "line 35, column 12: expected discs to click"),
    ("liberties D5", "reach A1", "line 35, column 6: There is no adaptoid on A1"),
    ("wrong C6: ", "wrong C6,D4: ", "line 36, column 7: expected a wrong disc"),
    ("wrong 3: ", "wrong three: ", "line 44, column 7: expected a question"),
    ("Eins übrig", "Eins\x07", "line 4, column 16: a character that no text may have"),
    ("    Black's", "  Black's", "line 10, column 3: indent a text by four blanks; a key must begin"),
    ("    Black's", "\tBlack's", "line 10, column 1: indent a text by four blanks, not by a tab"),
    ("done: Gone.", "Gone.", "line 23, column 1: expected a key and a colon"),
    ("done: Gone.", "done:", "line 23, column 1: done says nothing"),
    ("text: That was it.", "plays: D6+L\ntext: That was it.", "line 48, column 8: The adaptoid on D6"),
    (
        "turns: 2",
        "retry: fresh\nfresh: adapt3 w 0,0,0 W:D2 B:A1 R:G7",
        "line 30, column 8: a fresh position has",
    ),
]
# each with the line that its problem suggests
SUGGESTED = [
    ("[step asked]", "[stpe Asked 2]", "[step asked-2]"),
    ("[step asked]", "step asked", "[step asked]"),
    ("[step asked]", "[step take]", "[step take-2]"),
    ("title[de]: Eins", "title-de: Eins", "title[de]: Eins übrig"),
    ("title[de]: Eins", "title(German): Eins", "title[de]: Eins übrig"),
    ("title[de]: Eins", "title[DE_at]: Eins", "title[de-AT]:"),
    ("title: One", "language: Japanese\ntitle: One", "language: ja"),
    ("title: One", "name: One to spare!\ntitle: One", "name: one-to-spare"),
    ("title: One", "order: strict\ntitle: One", "order: forced"),
    ("hint: Look at", "hint = Look at", "hint: Look at its liberties."),
    ("hint: Look at", "  hint: Look at", "hint: Look at its liberties."),
    ("hint: Look at", "* tip: Look at", "hint: Look at its liberties."),
    ("wrong D3+L: No", "wrong: No", "wrong *: No."),
    ("wrong D3+L: No", "wrong D3→D4: No", "wrong D3-D4: …"),
    ("goal: starves d5 and (survives)", "goal: starves d5 AND survives", "goal: starves D5 and survives"),
    ("turns: 2", "turns: two", "turns: 2"),
    ("turns: 2", "turns: 9", "turns: 6"),
    ("turns: 2", "right: D4 or c4", "right: +D4|+C4"),
    ("aids: none", "aids: off", "aids: none"),
    ("flipped: yes", "flipped: true", "flipped: yes"),
    ("turns: 2", "retry: new", "retry: fresh"),
    ("ring(D5)", "rings D5, D6", "marks: ring(D5) ring(D6)"),
    ("reply *: D6+L", "reply *: D6 + leg", "reply *: D6+L"),
    ("ask: click liberties D5", "ask: libertys D5", "ask: click liberties D5"),
    ("ask: count limbs D5", "question: count limbs D5", "ask"),
]
MARKDOWN: list[tuple[str, list[Any]]] = [
    (
        "One **two** *three* `four`.",
        [["p", "One ", ["b", "two"], " ", ["i", "three"], " ", ["c", "four"], "."]],
    ),
    ("***both***", [["p", ["i", ["b", "both"]]]]),
    ("one\ntwo", [["p", "one two"]]),
    ("日本\n語", [["p", "日本語"]]),
    ("語\nand", [["p", "語 and"]]),
    ("one  \ntwo\\\nthree", [["p", "one", ["br"], "two", ["br"], "three"]]),
    ("# A\n\n### B", [["h", "A"], ["h", "B"]]),
    ("- a\n- b", [["ul", [["p", "a"]], [["p", "b"]]]]),
    ("1. a\n   - b\n\n     c", [["ol", [["p", "a"], ["ul", [["p", "b"], ["p", "c"]]]]]]),
    ("- a\n\n* b", [["ul", [["p", "a"]]], ["ul", [["p", "b"]]]]),
    ("[a *b*](http://x 'y') ![c](d.png) <http://e.f>", [["p", "a ", ["i", "b"], " c http://e.f"]]),
    ("[a][b]\n\n[b]: http://x", [["p", "[a][b]"], ["p", "[b]: http://x"]]),
    ("<b>x</b> <!-- y -->", [["p", "<b>x</b> <!-- y -->"]]),
    ("<div>\n*x*\n</div>", [["p", "<div> ", ["i", "x"], " </div>"]]),
    ("<script>alert(1)</script>", [["p", "<script>alert(1)</script>"]]),
    ("| a | b |\n|---|---|\n| 1 | 2 |", [["p", "| a | b | |---|---| | 1 | 2 |"]]),
    ("> said", [["p", "> said"]]),
    ("a\n---\nb", [["p", "a --- b"]]),
    ("    four blanks", [["p", "four blanks"]]),
    ("```\na\n\n b\n```", [["p", ["c", "a"], ["br"], ["br"], ["c", " b"]]]),
    ("`` a`b ``", [["p", ["c", "a`b"]]]),
    ("&lt;&amp; \\*", [["p", "<& *"]]),
    ("+D4 starves\n\nE3xE5 +F6 *C2,D4 #", [["p", "+D4 starves"], ["p", "E3xE5 +F6 *C2,D4 #"]]),
    ("```\n```\n\n-", []),
    ("**a*:** b", [["p", ["i", "a:"], "* b"]]),
]


# each takes the place of a line of TEXT, or of all of it
ODD = (
    ("title: One to spare", "title： One to spare"),
    ("title: One to spare", "\uff54\uff49\uff54\uff4c\uff45\uff1a One to spare"),
    ("title: One to spare", "title\xa0:\xa0One to spare\xa0"),
    ("title: One to spare", "\xa0title: One to spare"),
    ("title: One to spare", "title: One to spare\r"),
    ("goal: starves d5", "goal:\u3000ｓｔａｒｖｅｓ　Ｄ５"),
    ("goal: starves d5", "goal: starves D5 d6 with a single turn and win or takes ( survivs"),
    ("goal: starves d5 and (survives)", "goal: starvs D6, D5 in the same turn and win"),
    ("goal: starves d5 and (survives)", "goal: takes by the newly born adaptoid && grow leg"),
    ("position: ", "position:\xa0"),
    ("position: adaptoid w", "position: “adaptoid  w"),
    ("    Black's", "\xa0\xa0\xa0\xa0Black's"),
    ("    Black's", "  \u3000Black's"),
    ("    Black's", "\tBlack's"),
    ("    Black's", "    \t- Black's\n      1. one\n        - two\n          + three"),
    (
        "    Black's",
        "    | a | b |\n    |---|---|\n\n    <script>alert(1)</script> [x](javascript:alert(1)) ![y](z.png)",
    ),
    ("    Black's", "    ```\n    unclosed `D5`"),
    ("    Black's", "    - - - - - - deep"),
    ("    Black's", "    \u2028Black's"),
    ("    Black's", "    Black\x00's"),
    ("    Black's", "    " + "x" * 20001),
    ("[step take]", "Step Take:"),
    ("[step take]", "［step take］"),
    ("[step take]", "[step TÄKE]"),
    ("text[de]: Nimm es.", "text(german) = Nimm es."),
    ("text[de]: Nimm es.", "ｔｅｘｔ［ｄｅ］：Nimm es."),
    ("turns: 2", "turns: \u0662"),
    ("turns: 2", "turns: " + "9" * 5000),
    ("marks: ring(D5)", "marks: rinq d5, D6 arow D3 - D4"),
    ("marks: ring(D5)", "marks: ring(D5"),
    ("reply *: D6+L", "reply *: d6 → d5 + pincer"),
    ("reply *: D6+L", "reply D3−D4: d6 to d5, +Ｌ"),
    ("wrong D3+L: No.", "wrong d3 + leg: No."),
    ("ask: click liberties D5", "ask: klick libertys d5"),
    ("ask: click liberties D5", "ask: ???"),
    ("about: Short.", "languge: español"),
    ("about: Short.", "order: Strict!"),
    ("about: Short.", "name: Größe\u212a"),
)
WHOLE = (
    "",
    "adaptoid-lesson 1",
    "\ufeffadaptoid-lesson 1\r\ntitle: One line",
    "adaptoid-lesson 1 title: One line",
    "adaptoid-lesson 1\xa0",
    "adaptoid-lesson \u0662",
    "a\x00d\x00a\x00p\x00t\x00o\x00i\x00d\x00",
    "adaptoid-lesson 1\ntitle: A\n" + "title[%s]: x\n" * 3 % ("d", "de-de-", "D"),
    "adaptoid-lesson 1\n" + "    x\n" * 10000,
    "adaptoid-lesson 1\ntitle: Long\n[step one]\nposition: adaptoid w 0,0 W:D2 B:D6\ntext:\n"
    + "    x\n" * 10000,
    "adaptoid-lesson 1\ntitle: Many\n" + "[step one]\ntext: x\n" * 200,
)
# beside MARKDOWN
PROSE = (
    "*a **b* c** _d_e_ __f__",
    "**「日本」**を*読*む\n日本\nthen Latin",
    "a  \n   b\\\n\tc",
    "[a [b](c) d](e) ![f [g](h)](i) [j](<k l> 'm') [n](o p) [q](r(s)t)",
    "[x](javascript:alert(1)) <javascript:alert(1)> <a@b.org> <b>",
    "&lt;&#68;&#x35;&#0;&unknown; &amp &#xD800;",
    "``a ` b`` ` c ` `d\ne` `` f",
    "\\*not\\* \\a \\",
    "1) a\n2) b\n\n3. c\n\n   d\ne\n10000000000. f",
    "- a\n  ~~~ x\n  code\n\n   more\n  ~~~\n- \n-\n\n  far",
    "# A #\n##B\n####### C\n#\n## D ##\\#\nend\n- # E",
    "a\n- b\n2. c\n+\nd\n***\ne\n> f\n    g",
    "*" * 300 + "a" + "*" * 300,
    "*a **b " * 500,
    "[" * 1000 + "a](b)" * 300,
    "`" * 5 + "a``" * 500,
)
