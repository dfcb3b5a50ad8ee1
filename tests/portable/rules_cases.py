"""Worked examples and perft rows as plain data for CPython and MicroPython."""

# Twenty-four adaptoids with all limbs on the board, none of which starves: nobody can grow.
NO_GROWTH = (
    "adaptoid@hex5 w 0,0 "
    "W:A2LP,B1LP,B3LP,B5LP,B6LP,C2LP,C3LP,C4LP,C5LP,D8LP,E1LP,E3LP "
    "B:E4LP,E5LP,E6LP,E7LP,E8LP,F3LP,F5LP,F7LP,H6LP,H9LP,I5LP,I8LP"
)

BARE_EXCHANGE = (
    "adaptoid+bare-exchange w 2,0 W:B2P,C3,D1L,D2L,E2,E3,G4,G5,G6 B:A3LP,C5L,C6P,D4,D6P,D7L,E5,E6PP,F7,G7"
)

# Position text; perft 1, 2, 3, …
PERFT = [
    ("adaptoid w 0,0 W:D2 B:D6", (8, 64, 976, 14880)),
    ("adapt3 w 0,0,0 W:D2 B:B4 R:F6", (8, 64, 512, 7808)),
    ("adaptoid@hex5 w 0,0 W:E3 B:E7", (8, 64, 1088)),
    ("adaptoid@lattice:A1.A2.A3.B1.B3.C1.C2.C3 w 0,0 W:A1 B:C3", (4, 16, 124)),
    ("adaptoid b 3,4 W:D5P B:D4LP", (46, 328, 24378)),
    ("adaptoid w 0,0 W:B4,C1,E3LLLPP B:D4PPP,E5,F7", (382, 5886, 954782)),
    ("adaptoid w 0,0 W:B4,C1,C3,C5,E3 B:B5,D4LLLPP,D5,E7,F7LLPP", (26, 386, 19592)),
    ("adaptoid w 3,0 W:C2LP,D2P,E2,E3P,G4 B:A2,A3,C4LP,C5P,D6LP,E6P,F4LP,F5", (114, 58006)),
    (
        "adaptoid+weaker-dies b 0,2 W:B2,C1,C2,D1,D2,D3PP,E2,E4,F3PP,G6L B:B3LP,E5,E6L,E7L",
        (282, 42148),
    ),
    (BARE_EXCHANGE, (155, 48350)),
    ("adapt3 b 0,0,0 W:B1,C1L,D2P,E2,E4,F3L B:A3,B3,B4LP,E6LP R:D4,F4PP,F5L,F7L", (212, 31344)),
]

# Position, cell, then the reachable cells: free, captures, exchanges, deaths.
REACH = [
    (
        "adaptoid w 0,0 W:B4,C1,E3LLLPP B:D4PPP,E5,F7",
        "E3",
        "B1 B2 B3 C2 C3 C4 D1 D2 D3 E2 E4 F3 F4 F5 F6 G4 G5 G6",
        "E5",
        "",
        "",
    ),
    ("adaptoid w 0,0 W:D5LL B:D6", "D5", "B3 B4 B5 C3 C4 C5 C6 D3 D4 E4 E5 E6 E7 F5 F6 F7", "", "", ""),
    ("adaptoid w 0,0 W:D4LPP B:C3,C4PP,D5PPP", "D4", "D3 E4 E5", "C3", "C4", ""),
    ("adaptoid+weaker-dies w 0,0 W:D4LPP B:C3,C4PP,D5PPP", "D4", "D3 E4 E5", "C3", "C4", "D5"),
    ("adaptoid w 0,0 W:D4L B:C3,C4P", "D4", "D3 D5 E4 E5", "", "", ""),
    ("adaptoid+bare-exchange w 0,0 W:D4L B:C3,C4P", "D4", "D3 D5 E4 E5", "", "C3", ""),
    ("adaptoid+weaker-dies w 0,0 W:D4L B:C3,C4P", "D4", "D3 D5 E4 E5", "", "", ""),
    ("adaptoid+bare-exchange+weaker-dies w 0,0 W:D4L B:C3,C4P", "D4", "D3 D5 E4 E5", "", "C3", "C4"),
    ("adaptoid w 0,0 W:D4PP B:C3", "D4", "", "", "", ""),
]

# Position (with or without growth due, nothing moved), the cells for a new adaptoid.
CREATION = [
    (
        "adaptoid w 0,0 W:B4,C1,C3,C5,E3 B:B5,D4LLLPP,D5,E7,F7LLPP",
        "A3 A4 B1 B2 B3 C2 C4 C6 D1 D2 D3 D6 E2 E4 F3 F4",
    ),
    ("adaptoid w+ 0,0 W:A1 B:A2", "B1 B2"),
]

# Position, the enemies that starve if the turn is fed now.
STARVING = [
    ("adaptoid w 0,0 W:B4,C1,C3,C5,E3 B:B5,D4LLLPP,D5,E7,F7LLPP", "D4 F7"),
    ("adaptoid b 0,0 W:B4,C1,C3,C5,E3 B:B5,D4LLLPP,D5,E7,F7LLPP", ""),
    ("adaptoid w+ 0,1 W:C5,D3,D4 B:D5LLPP,D6", "D5"),
]

# Position, turn, next position.
NEXT = [
    ("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6", "+D4", "adaptoid b 0,1 W:C5,D3,D4 B:D6"),
    ("adaptoid b 3,4 W:D5P B:D4LP", "D4xD5", "adaptoid b+ 4,5 W:- B:-"),
    ("adaptoid w 0,0 W:D2 B:D6", "D2+L", "adaptoid b 0,0 W:D2L B:D6"),
    ("adaptoid w 0,0 W:D2LPP B:D3P,D6", "D2xD3 +D2", "adaptoid b 0,1 W:D2,D3LPP B:D6"),
    ("adaptoid w 0,0 W:D2LP,E3 B:D3P,D6", "D2xD3 E3+P", "adaptoid b 1,1 W:E3P B:D6"),
    (
        "adaptoid+weaker-dies w 0,0 W:D2LP,E3 B:D3PP,D6",
        "D2xD3 E3+P",
        "adaptoid+weaker-dies b 1,0 W:E3P B:D3PP,D6",
    ),
    ("adaptoid w+ 0,4 W:A2,B2 B:A1LLL,D6", "+B1", "adaptoid w+ 0,5 W:A2,B1,B2 B:D6"),
    ("adapt3 w 0,0,0 W:D2 B:B4 R:F6", "+D3", "adapt3 b 0,0,0 W:D2,D3 B:B4 R:F6"),
    ("adapt3-fierce w 0,0,0 W:D2 B:B4 R:F6", "+D3", "adapt3-fierce r 0,0,0 W:D2,D3 B:B4 R:F6"),
    ("adapt3 r 0,0,0 W:D2 B:B4 R:F6", "F6+P", "adapt3 w 0,0,0 W:D2 B:B4 R:F6P"),
]
