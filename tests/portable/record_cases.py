"""Valid and invalid game records, as plain data for CPython and MicroPython; ¦ marks the first wrong piece."""

from __future__ import annotations

FIRST = "adaptoid-record 1\n"
HEAD = FIRST + "Start: adaptoid w 0,0 W:D2 B:D6\n\n"
# White has a leg and a pincer next to a bare adaptoid; Black's D5 starves when its neighbours are occupied.
FIGHT = FIRST + "Start: adaptoid w 0,4 W:C5,D3LP B:D2,D5LLPP,D6\n\n"
VARIED = HEAD + "1 +D3\n  1 D2+L\n2 D6+L\n= *\n"
NO_GROWTH = (
    "adaptoid@hex5 w 0,0 W:A2LP,B1LP,B3LP,B5LP,B6LP,C2LP,C3LP,C4LP,C5LP,D8LP,E1LP,E3LP "
    "B:E4LP,E5LP,E6LP,E7LP,E8LP,F3LP,F5LP,F7LP,H6LP,H9LP,I5LP,I8LP"
)

GOOD = [
    HEAD + "= *\n",
    FIRST
    + "Event: Club evening\nWhite: Ann\nBlack: Björn: the second\nX-1: a; b % c = d\n"
    + "Start: adaptoid w 0,0 W:D2 B:D6\n\n1 +D3\n2 D6+L\n3 D3+P\n= *\n",
    # comments, marks, nested variations, several variations of one turn
    HEAD
    + "; Before the first turn\n;\n;   a second line  b\n% arrow(D2,D3) ring(D2)\n"
    + '1 +D3\n2 D6+L\n; A quiet beginning.\n% fill(D4,red) label(D3,"a b")\n'
    + '  2 +D5\n  ; Sharper.\n  3 D2+P\n    3 D2+L\n    % heat("visits",D4=0.5)\n    4 +E6\n      4 +E7\n    3 +C2\n'
    + "  4 D5+L\n  2 D6+P\n3 D3+L\n  3 B resigns\n= *\n",
    # a variation of the first turn, of a resignation, of the last turn
    HEAD + "1 +D3\n  1 D2+L\n2 W resigns\n  2 D6+L\n  2 draw agreed\n= B\n",
    HEAD + "1 +D3\n2 draw agreed\n= draw\n",
    HEAD + "1 B resigns\n= W\n",
    # a resignation or an agreed draw after a move; an unfinished turn
    FIGHT + "1 D3-E3 B resigns\n= W\n",
    FIGHT + "1 D3-D4 draw agreed\n  1 D3-D4 W resigns\n= draw\n",
    FIGHT + "1 D3-E3\n= *\n",
    # a game that ends in the move step; with all annotations, with some, with none
    FIGHT + "1 D3xD2 #\n= W\n",
    FIGHT + "1 D3xD2\n= W\n",
    FIGHT + "1 +D4 *D5 #\n= W\n",
    FIGHT + "1 +D4 *D5\n= W\n",
    FIGHT + "1 +D4 #\n= W\n",
    FIGHT + "1 +D4\n= W\n",
    FIGHT + "1 D3-D4 D4+L *D5 #\n= W\n",
    # a start in the middle of a turn, a start that is a finished game
    FIRST + "Start: adaptoid w+ 0,0 W:D2L B:D6\n\n1 D2+L\n= *\n",
    FIRST + "Start: adaptoid w 5,0 W:D2 B:D6\n\n= B\n",
    # the open start at each of its stages
    FIRST + "Start: open adaptoid\n\n= *\n",
    FIRST + "Start: open adaptoid@hex5 W:E3\n\n% ring(E3)\n= *\n",
    FIRST + "First: Ann\nSecond: Ben\nStart: open adaptoid+weaker-dies@hex3 W:C1 B:C5\n\n= *\n",
    FIRST + "Start: open adaptoid@hex5 W:E3 B:E7 second:B\n\n1 +E4\n2 E7+L\n= *\n",
    # three players, other boards
    FIRST + "Start: adapt3 w 0,0,0 W:D2 B:B4 R:F6\n\n1 +D3\n2 +B5\n3 R resigns\n= W\n",
    FIRST + "Start: adapt3-fierce w 0,0,0 W:D2 B:B4 R:F6\n\n1 +D3\n2 +F7\n3 +B5\n= *\n",
    FIRST + "Start: adaptoid@discs:0,0/1,0/2,0/3,0 w 0,0 W:N1 B:N4\n\n1 N1+L\n2 +N3\n= *\n",
    # nobody can grow: a move alone is a turn, and positions recur
    FIRST + "Start: " + NO_GROWTH + "\n\n1 E3-D3\n2 -\n= *\n",
]

# the marked text, and a word that the error contains
BAD = [
    ("¦", "adaptoid-record 1"),
    ("¦hello\n", "adaptoid-record 1"),
    ("¦\n" + HEAD + "= *\n", "adaptoid-record 1"),
    ("¦\ufeff" + HEAD + "= *\n", "adaptoid-record 1"),
    ("adaptoid-record ¦2\nStart: adaptoid w 0,0 W:D2 B:D6\n\n= *\n", "1"),
    ("adaptoid-record 1¦ \nStart: adaptoid w 0,0 W:D2 B:D6\n\n= *\n", "end of the line"),
    ("adaptoid-record 1¦\r\nStart: adaptoid w 0,0 W:D2 B:D6\r\n\r\n= *\r\n", "end of the line"),
    # headers
    (FIRST + "¦", "a header"),
    (FIRST + "¦\nStart: adaptoid w 0,0 W:D2 B:D6\n\n= *\n", "a header"),
    (FIRST + "¦Event:Club\n", "a header"),
    (FIRST + "¦event: Club\n", "a capital"),
    (FIRST + "¦Größe: 3\n", "a capital"),
    (FIRST + "¦Result: W\n", "write by itself"),
    (FIRST + "Event: ¦ Club\n", "without blanks"),
    (FIRST + "Event: ¦Club \n", "without blanks"),
    (FIRST + "Event: ¦\n", "1 to 500"),
    (FIRST + "Event: Club¦\tevening\n", "no control character"),
    (FIRST + "Event: Club\n¦Event: Club\n", "another header"),
    (FIRST + "Event: Club\nStart: adaptoid w 0,0 W:D2 B:D6\n¦White: Ann\n", "a blank line"),
    # starts
    (FIRST + "Start: ¦chess\n", "variant"),
    (FIRST + "Start: adaptoid w 0,0 W:¦d2 B:D6\n\n= *\n", "D2"),
    (FIRST + "Start: adaptoid w 0,0 W:D2 B:D6¦ \n\n= *\n", "end of the text"),
    (FIRST + "Start: open ¦adapt3\n\n= *\n", "two players"),
    (FIRST + "Start: open adaptoid ¦X\n\n= *\n", "W:"),
    (FIRST + "Start: open adaptoid W:¦Z9\n\n= *\n", "open start allows"),
    (FIRST + "Start: open adaptoid W:D2 B:¦D2\n\n= *\n", "open start allows"),
    (FIRST + "Start: open adaptoid W:D2 B:D6 second:¦R\n\n= *\n", "open start allows"),
    (FIRST + "First: Ann\n¦Start: open adaptoid\n\n= *\n", "Second"),
    (FIRST + "First: Ann\n¦White: Ben\n", "Second"),
    (FIRST + "First: Ann\nSecond: Ben\n¦White: Ben\n", "Start"),
    (FIRST + "First: Ann\nSecond: Ben\nStart: ¦adaptoid w 0,0 W:D2 B:D6\n\n= *\n", "open start"),
    (FIRST + "Start: open adaptoid\n\n¦1 +D3\n= *\n", "= *"),
    (HEAD[:-1] + "¦= *\n", "a blank line"),
    # lines of turns
    (HEAD + "¦", "result"),
    (HEAD + "1 +D3\n¦", "result"),
    (HEAD + "¦\n= *\n", "result"),
    (HEAD + "¦hello\n= *\n", "result"),
    (HEAD + "¦2 +D3\n= *\n", "1, the number"),
    (HEAD + "¦01 +D3\n= *\n", "1, the number"),
    (HEAD + "¦1. +D3\n= *\n", "1, the number"),
    (HEAD + "1 +D3\n¦3 +D5\n= *\n", "2, the number"),
    (HEAD + "1 ¦ +D3\n= *\n", "a turn"),
    (HEAD + "1 +D3¦ \n= *\n", "end of the line"),
    (HEAD + "1 D3¦\n= *\n", "move"),
    (HEAD + "1 +¦d3\n= *\n", "D3"),
    (HEAD + "1 ¦(nonsense)\n= *\n", "a turn"),
    (HEAD + "1¦\n= *\n", "a turn"),
    (HEAD + "1 D2+L ¦+D3\n= *\n", "end of the line"),
    (HEAD + "1 ¦A1+L\n= *\n", "no adaptoid on A1"),
    (HEAD + "1 ¦D2-D3 +D4\n= *\n", "no leg"),
    (HEAD + "1 +D3\n2 ¦+Z9\n= *\n", "no disc Z9"),
    (HEAD + "1 +D3\n2 ¦D2+L\n= *\n", "W"),
    (FIGHT + "1 D3-E3\n¦2 +D5\n= *\n", "not finished"),
    (FIGHT + "1 D3-E3\n¦; so far\n= *\n", "not finished"),
    (FIGHT + "1 D3-E3\n= ¦W\n", "*"),
    (FIGHT + "1 D3-D4 +E4\n  1 ¦D3-E3\n= *\n", "grow"),
    (FIGHT + "1 D3xD2\n2 ¦+D7\n= W\n", "over"),
    (FIGHT + "1 D3xD2 ¦+D4\n= W\n", "ends the game"),
    (FIGHT + "1 D3-D4 ¦+A1\n= *\n", "touch"),
    # resignations and agreed draws
    (HEAD + "1 ¦R resigns\n= *\n", "a colour"),
    (HEAD + "1 ¦w resigns\n= *\n", "a colour"),
    (HEAD + "1 ¦resigns\n= *\n", "a colour"),
    (HEAD + "1 ¦agreed\n= *\n", "a colour"),
    (HEAD + "1 ¦D2-D3 B resigns\n= *\n", "no leg"),
    (FIGHT + "1 D3xD2 ¦W resigns\n= B\n", "end of the line"),
    (FIGHT + "1 ¦D3-D9 W resigns\n= B\n", "no disc D9"),
    (FIGHT + "1 ¦stays W resigns\n= B\n", "a move"),
    (FIGHT + "1 D3-D4 ¦E3 W resigns\n= B\n", "a colour"),
    (FIGHT + "1 +D4 ¦W resigns\n= B\n", "end of the line"),
    (FIGHT + "1 ¦- W resigns\n= B\n", "a move"),
    (HEAD + "1 B resigns\n2 ¦+D3\n= W\n", "over"),
    # annotations
    (FIGHT + "1 +D4 *D¦6\n= W\n", "5"),
    (FIGHT + "1 +D4 # ¦*D5\n= W\n", "end of the line"),
    (HEAD + "1 +D3 ¦*D6\n= *\n", "nobody starved"),
    (HEAD + "1 +D3 ¦#\n= *\n", "goes on"),
    # variations
    (HEAD + "  ¦1 +D3\n= *\n", "without blanks"),
    (HEAD + "1 +D3\n¦ 1 D2+L\n= *\n", "even"),
    (HEAD + "1 +D3\n¦    1 D2+L\n= *\n", "at most"),
    (HEAD + "1 +D3\n  ¦2 D2+L\n= *\n", "1, the number"),
    (HEAD + "1 +D3\n  1 ¦+D3\n= *\n", "above already"),
    (HEAD + "1 +D3\n  1 D2+L\n  1 ¦D2+L\n= *\n", "above already"),
    (HEAD + "1 +D3\n  1 D2+L\n  ¦3 D6+L\n= *\n", "2, the number"),
    (HEAD + "1 +D3\n  1 W resigns\n  1 ¦W resigns\n= *\n", "above already"),
    # comments and marks
    (HEAD + "1 +D3\n;¦nice\n= *\n", "a blank"),
    (HEAD + "1 +D3\n; ¦ nice\n= *\n", "begin with a blank"),
    (HEAD + "1 +D3\n;¦ \n= *\n", "a blank and a comment"),
    (HEAD + "1 +D3\n;¦\n= *\n", "begin with a blank"),
    (HEAD + "1 +D3\n; nice¦ \n= *\n", "end of the line"),
    (HEAD + "1 +D3\n; nice\n; and¦\t\n; more\n= *\n", "end of the line"),
    (HEAD + "1 +D3\n; nice\n;\n¦= *\n", "end with a blank"),
    (HEAD + "1 +D3\n; ni¦\x00ce\n= *\n", "no control character"),
    (HEAD + "1 +D3\n¦  ; nice\n= *\n", "0 blanks"),
    (HEAD + "1 +D3\n  1 D2+L\n¦; nice\n= *\n", "2 blanks"),
    (HEAD + "1 +D3\n% ring(D3)\n¦; nice\n= *\n", "marks stand above"),
    (HEAD + "1 +D3\n% ring(D3)\n¦% ring(D2)\n= *\n", "marks stand above"),
    (HEAD + "1 +D3\n%¦\n= *\n", "a blank and marks"),
    (HEAD + "1 +D3\n% ¦circle(D3)\n= *\n", "arrow"),
    (HEAD + "1 +D3\n% ring(¦d3)\n= *\n", "D3"),
    (HEAD + "1 +D3\n% ¦ring(Z9)\n= *\n", "no disc Z9"),
    (HEAD + "1 +D3\n% ring(D3) ¦ring(D2)\n= *\n", "order"),
    # results
    (HEAD + "1 +D3\n= ¦W\n", "*"),
    (HEAD + "1 +D3\n=¦\n", "*"),
    (HEAD + "1 +D3\n= *¦ \n", "end of the line"),
    (HEAD + "1 +D3\n¦  = *\n", "="),
    (HEAD + "1 B resigns\n= ¦*\n", "W"),
    # what follows a game
    (HEAD + "= *\n¦" + HEAD + "= *\n", "a blank line"),
    (HEAD + "= *\n\n¦", "adaptoid-record 1"),
    (HEAD + "= *\n\n¦\n" + HEAD + "= *\n", "adaptoid-record 1"),
    (HEAD + "= *\n\n" + HEAD + "1 ¦A1+L\n= *\n", "no adaptoid on A1"),
    (HEAD + "= *¦", "line end"),
]

# records in other spellings, and the record after a lenient reading: nothing is lost
RESPELT = [
    # line ends, a byte order mark, blanks, small letters, dots, empty lines
    (
        (
            "\ufeffadaptoid-record 1\r\nEvent :  Club\r\nStart: adaptoid w 0,0 W:d2 B:D6\r\n\r\n"
            ";hello \r\n1  +d3\t\r\n\r\n2. D6+l\r\n% fill( d4 )  ring(D3)\r\n= *\r\n"
        ),
        FIRST
        + "Event: Club\nStart: adaptoid w 0,0 W:D2 B:D6\n\n; hello\n1 +D3\n2 D6+L\n% fill(D4) ring(D3)\n= *\n",
    ),
    (HEAD.replace("\n", "\r") + "1 +D3\r2 D6+L\r= *\r", HEAD + "1 +D3\n2 D6+L\n= *\n"),
    (HEAD.replace("\n", "\u2028") + "1 +D3\u20282 D6+L\u2029= *", HEAD + "1 +D3\n2 D6+L\n= *\n"),
    (HEAD.replace("\n", "\x85") + "1 +D3\x85= *\x85", HEAD + "1 +D3\n= *\n"),
    # blanks and invisible characters of all kinds, full-width signs, other hyphens
    (
        HEAD.replace(" ", "\xa0")
        + "1\xa0+D3\n2\u2009D6+L\u200b\n3\u3000D3+P\n\u200b\uff14\ufeff D6+P\n= *\n",
        HEAD + "1 +D3\n2 D6+L\n3 D3+P\n4 D6+P\n= *\n",
    ),
    (
        HEAD + "\uff11\u3000\uff24\uff12\uff0b\uff2c\n2 D6\uff0b\uff4c\n3 D2\u2013D3 \uff24\uff13+P\n= *\n",
        HEAD + "1 D2+L\n2 D6+L\n3 D2-D3 D3+P\n= *\n",
    ),
    (FIGHT + "1 D3\xd7D2 #\n= w\n", FIGHT + "1 D3xD2 #\n= W\n"),
    (FIGHT + "1 d3\u2212e3 b Resigns\n= *\n", FIGHT + "1 D3-E3 B resigns\n= W\n"),
    # a comment keeps its letters and the blanks in it; a label, too
    (
        HEAD + '1 +D3\n;\u3042\u3000\uff11\u3000\n% label(D3,"\uff11 \u3000b")\n= *\n',
        HEAD + '1 +D3\n; \u3042\u3000\uff11\n% label(D3,"\uff11 \u3000b")\n= *\n',
    ),
    # a result that the turns contradict, and none
    (HEAD + "1 +D3\n= W\n", HEAD + "1 +D3\n= *\n"),
    (FIGHT + "1 D3-E3\n", FIGHT + "1 D3-E3\n= *\n"),
    (FIRST + "Start: open  adaptoid W:d2\n\n= *\n", FIRST + "Start: open adaptoid W:D2\n\n= *\n"),
    # another spelling of the first line, and a Start that a mail program has broken; below, games quoted and indented
    ("Adaptoid\u2010Record 1\nStart: adaptoid w 0,0 W:D2 B:D6\n\n1.+D3\n= *\n", HEAD + "1 +D3\n= *\n"),
    (FIRST + "Start: adaptoid w\n0,0 W:D2\nB:D6\n\n1 +D3\n= *\n", HEAD + "1 +D3\n= *\n"),
    ("> " + FIRST + "> Start: adaptoid w 0,0\n> W:D2\n> B:D6\n>\n> 1 +D3\n> = *\n", HEAD + "1 +D3\n= *\n"),
]
RESPELT.extend(
    [
        (before + VARIED.replace("\n", "\n" + before), VARIED)
        for before in ("> ", ">> ", "> > ", "\t", "    ", "| ")
    ]
)

# records with a mistake, its line, and the record after a lenient reading: the rest of the game is a comment
CUT = [
    # a lost turn: the turns after it are not played in its place
    (HEAD + "1 +D3\n3 D3+L\n= *\n", 5, HEAD + "1 +D3\n; 3 D3+L\n; = *\n= *\n"),
    (HEAD + "3 +D3\n4 D6+L\n", 4, HEAD + "; 3 +D3\n; 4 D6+L\n= *\n"),
    (HEAD + "1 +D3\nhello\n2 D6+L\n= *\n", 5, HEAD + "1 +D3\n; hello\n; 2 D6+L\n; = *\n= *\n"),
    (HEAD + "1 +D3\n2D6+L\n3 D3+L\n= *\n", 5, HEAD + "1 +D3\n; 2D6+L\n; 3 D3+L\n; = *\n= *\n"),
    (HEAD + "1 +D3\n2 D6+L !\n3 D3+L\n= *\n", 5, HEAD + "1 +D3\n; 2 D6+L !\n; 3 D3+L\n; = *\n= *\n"),
    (HEAD + "1 +D3\n\u0662 D6+L\n3 D3+L\n= *\n", 5, HEAD + "1 +D3\n; \u0662 D6+L\n; 3 D3+L\n; = *\n= *\n"),
    # letters and digits that only one of the Pythons changes or knows
    (HEAD + "1 +D3\n2 D6+\u00df\n= *\n", 5, HEAD + "1 +D3\n; 2 D6+\u00df\n; = *\n= *\n"),
    (HEAD + "1 +\u017f3\n= *\n", 4, HEAD + "; 1 +\u017f3\n; = *\n= *\n"),
    (
        FIRST + "\u017fite: A\n" + HEAD[len(FIRST) :] + "1 +D3\n= *\n",
        2,
        FIRST
        + "Start: adaptoid w 0,0 W:D2 B:D6\n\n; \u017fite: A\n; "
        + HEAD[len(FIRST) :].replace("\n\n", "\n;\n")
        + "; 1 +D3\n; = *\n= *\n",
    ),
    (
        HEAD[:-3] + "\u0666\n\n1 +D3\n= *\n",
        2,
        HEAD + "; Start: adaptoid w 0,0 W:D2 B:D\u0666\n;\n; 1 +D3\n; = *\n= *\n",
    ),
    (
        HEAD[:-3] + "\U0001d7de\n\n1 +D3\n= *\n",
        2,
        HEAD + "; Start: adaptoid w 0,0 W:D2 B:D\U0001d7de\n;\n; 1 +D3\n; = *\n= *\n",
    ),
    # an illegal turn, also where a legal variation follows; the comment of the turn before stays
    (
        HEAD + "1 +D3\n; Good.\n2 A1+L\n  2 +D5\n3 D3+L\n= B\n",
        6,
        HEAD + "1 +D3\n; Good.\n; 2 A1+L\n;   2 +D5\n; 3 D3+L\n; = B\n= *\n",
    ),
    # a mistake in a variation ends the main line, too
    (
        HEAD + "1 +D3\n  1 D2+L\n  2 A1+L\n2 D6+P\n= draw\n",
        6,
        HEAD + "1 +D3\n  1 D2+L\n  ; 2 A1+L\n  ; 2 D6+P\n  ; = draw\n= *\n",
    ),
    # wrong annotations and signs, what follows a verdict or a turn that is not finished, a turn that stands above
    (FIGHT + "1 +D4 *D6\n= W\n", 4, FIGHT + "; 1 +D4 *D6\n; = W\n= *\n"),
    (FIGHT + "1 D3-D2\n= B\n", 4, FIGHT + "; 1 D3-D2\n; = B\n= *\n"),
    (HEAD + "1 B resigns\n2 +D3\n= W\n", 5, HEAD + "1 B resigns\n; 2 +D3\n; = W\n= W\n"),
    (FIGHT + "1 D3-E3\n2 +D5\n= *\n", 5, FIGHT + "; 2 +D5\n; = *\n1 D3-E3\n= *\n"),
    (HEAD + "1 +D3\n  1 +D3\n= *\n", 5, HEAD + "1 +D3\n; 1 +D3\n; = *\n= *\n"),
    # marks
    (HEAD + "1 +D3\n% ring(Z9)\n2 D6+L\n= *\n", 5, HEAD + "1 +D3\n; % ring(Z9)\n; 2 D6+L\n; = *\n= *\n"),
    # a start that cannot be read, and none
    (FIRST + "Start: chess\n\n1 +D3\n= *\n", 2, HEAD + "; Start: chess\n;\n; 1 +D3\n; = *\n= *\n"),
    (
        FIRST + "White: Ann\n\n1 +D3\n= *\n",
        4,
        FIRST + "White: Ann\n" + HEAD[len(FIRST) :] + "; 1 +D3\n; = *\n= *\n",
    ),
    (FIRST + "Start: open adaptoid W:D2\n\n1 +D3\n= *\n", 4, FIRST + "Start: open adaptoid W:D2\n\n= *\n"),
    # a header is kept, and the turns are read
    (
        FIRST + "Event: A\nEvent: B\nResult: W\nStart: adaptoid w 0,0 W:D2 B:D6\n\n; Hm.\n1 +D3\n= *\n",
        3,
        FIRST + "Event: A\nStart: adaptoid w 0,0 W:D2 B:D6\n\n; Hm.\n; Event: B\n; Result: W\n1 +D3\n= *\n",
    ),
]

# texts with more than any game has, and the record after a lenient reading; MicroPython must read them fast too
LARGE = [
    # words that are not turns, such as a comment in braces; too many headers; many comment lines
    (HEAD + "1 +D3 {%s}\n= *\n" % ("long " * 3000), HEAD + "; 1 +D3 {%s}\n; = *\n= *\n" % ("long " * 3000)),
    (
        FIRST + "".join(["X" + str(i) + ": a\n" for i in range(2000)]) + HEAD[len(FIRST) :] + "1 +D3\n= *\n",
        FIRST
        + "".join(["X" + str(i) + ": a\n" for i in range(200)])
        + HEAD[len(FIRST) :]
        + "".join(["; X" + str(i) + ": a\n" for i in range(200, 2000)])
        + "1 +D3\n= *\n",
    ),
    (HEAD + "1 +D3\n" + ";a \n" * 2000 + "= *\n", HEAD + "1 +D3\n" + "; a\n" * 2000 + "= *\n"),
    # many blanks, in a line, around it and between lines
    (
        FIRST + "Event: " + "\xa0" * 20000 + "Club" + "\u3000" * 20000 + HEAD[len(FIRST) - 1 :] + "= *\n",
        FIRST + "Event: Club" + HEAD[len(FIRST) - 1 :] + "= *\n",
    ),
    (HEAD + "1" + "\u3000" * 20000 + "+D3\n" + "\n" * 2000 + "= *\n", HEAD + "1 +D3\n= *\n"),
]

# what people paste for a position, which stands for @
PASTED = [
    "@",
    " @\n",
    "'@'",
    '"@",',
    "`@`.",
    "@…",
    "『@』",
    "<p><code>@</code></p>",
    "```\n@\n```",
    "Board('@')",
    'board = aw.Board("@")  # mine',
    "\u201c@\u201d",
    "\u201e@\u201c!",
    "(@)",
    "Look at this:\n@\nWhat would you play?",
    "Start: @\r\n",
    "> @",
    "position=@;",
    "@ is a position of adaptoid",
]
PASTED.extend(
    [
        form.replace("@", spelt)
        for form in ("@", "see @.")
        for spelt in (
            "adaptoid  b 0,1  W:D2,E3LP B:D6P",
            "adaptoid\xa0b\u20090,1\u3000W:D2,E3LP\tB:D6P",
            "\u200badaptoid b\u200b 0,1 W:D2,\ufeffE3LP B:D6P\u2060",
            "adaptoid b 0,1\nW:D2,E3LP\nB:D6P",
            "adaptoid b 0,1\r\n> W:D2,\r\n> E3LP B:D6P",
            "adaptoid b 0,1 W:D2, E3LP B:D6P",
            "Adaptoid b 0, 1 W: D2, E3LP B: D6P",
            "ADAPTOID B 0,1 w:d2,e3lp b:d6p",
            "\uff41\uff44\uff41\uff50\uff54\uff4f\uff49\uff44 b \uff10\uff0c\uff11 W\uff1aD\uff12,E3\uff2c\uff30 B:D6P",
        )
    ]
)
LINK = "https://example.org/a/game.html#adaptoid_b_0,1_W:D2,E3LP_B:D6P"
CODED = "https%3A%2F%2Fexample.org%2Fa%2Fgame.html%23adaptoid_b_0%2C1_W%3AD2%2CE3LP_B%3AD6P"
DASHED = (
    "https://urldefense.proofpoint.com/v2/url?u=https-3A__example.org_a_game.html"
    "-23adaptoid-5Fb-5F0-2C1-5FW-3AD2-2CE3LP-5FB-3AD6P&d=DwMFaQ&c=a-b_c&e="
)
PASTED_LINKS = [
    LINK,
    LINK + ".",
    "<" + LINK + ">",
    "See " + LINK + ", what now?",
    "[my game](" + LINK + ")",
    LINK.replace("_", "%20").replace(",", "%2C"),
    LINK + "\n",
    LINK[:40] + "\n" + LINK[40:] + "\n",
    LINK[:52] + "\r\n" + LINK[52:],
    LINK[:50] + "=\r\n" + LINK[50:],
    "<" + LINK[:20] + "\n" + LINK[20:60] + "\n " + LINK[60:] + "> is it",
    "https://eur01.safelinks.protection.outlook.com/?url=" + CODED + "&data=05%7C01%7C&reserved=0",
    "https://www.google.com/url?q=" + CODED + "&sa=D&source=editors",
    "https://click.example/?u=" + CODED.replace("%", "%25") + "&x=1",
    DASHED,
    "<" + DASHED[:70] + "\n" + DASHED[70:] + "> is it",
    "https://eur01.safelinks.protection.outlook.com/?url="
    + DASHED.replace("?", "%3F").replace("=", "%3D").replace("&", "%26")
    + "&reserved=0",
    "\u200b" + LINK + "\u200b",
]
