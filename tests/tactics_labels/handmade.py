"""Positions made by hand: for each tactic, some that have it and some that lack one of its conditions."""

HANDMADE = {
    "fork": (
        "adaptoid w 0,0 W:D2,F5L B:D6,G7LP",
        # the mover touched it before
        "adaptoid w 0,0 W:D2,F6L B:D6,G7LP",
        # two liberties more than limbs
        "adaptoid w 0,0 W:D2,F5L B:D6,G7L",
        # no leg
        "adaptoid w 0,0 W:D2,F5 B:D6,G7LP",
        # all bodies are on the board, so only a limb can grow
        "adaptoid w 0,0 W:A1,A2,A3,A4,B1,B2,B3,B4,B5,C1,C2,F5L B:D6,G7LP",
        # nothing to spare: one arrival is enough
        "adaptoid w 0,0 W:D2,F5L,F6 B:D6,G7LP",
        "adaptoid w 0,0 W:B2L,C3 B:C4LLP,D4,D6",
        "adapt3 w 0,0,0 W:D2,F5L B:A4,G7LP R:A1",
        "adapt3-fierce w 0,0,0 W:D2,F5L B:A4 R:A1,G7LP",
        "adaptoid+bare-exchange w 0,0 W:D2,F5L B:D6,G7LP",
        # in the middle of the turn
        "adaptoid w+ 0,0 W:D2,F5L B:D6,G7LP",
        # the move frees a disc beside another enemy, which eats for it
        "adaptoid w 0,0 W:C3L,C4 B:D4LLPP,D6,E5",
        "adaptoid@hex5 w 0,0 W:E3,H7L B:E7,I9LP",
        "adaptoid@lattice:A1.A2.A3.B1.B2.B3.B4.C2.C3.C4 w 0,0 W:C2,C4L B:A1P,A3",
    ),
    "double fork": (
        "adaptoid w 0,0 W:B1L,B4,C3 B:A2LP,B3LP,D6",
        # the second one has more to eat
        "adaptoid w 0,0 W:B1L,B4,C3 B:A2LP,B3L,D6",
        # the mover touches one of the two
        "adaptoid w 0,0 W:A1L,B4,C3 B:A2LP,B3LP,D6",
        # the second one starves of the new adaptoid alone
        "adaptoid w 0,0 W:B1L,B4,C3 B:A2LP,B3LLP,D6",
        "adapt3 w 0,0,0 W:B1L,B4,C3 B:A2LP,D6 R:B3LP,G7",
        "adapt3 w 0,0,0 W:B1L,B4,C3 B:A2LP,D6 R:B3L,G7",
    ),
    "siege": (
        "adaptoid b 0,0 W:E6,F5 B:G7PP",
        # it can attack
        "adaptoid b 0,0 W:E6,F5 B:G7LP",
        # another adaptoid can grow
        "adaptoid b 0,0 W:E6,F5 B:A1,G7PP",
        "adaptoid b 0,0 W:E6,F5 B:G7P",
        "adaptoid b 0,0 W:E6 B:G7PP",
        "adaptoid b 0,0 W:B2 B:A1P",
        "adaptoid+weaker-dies b 0,0 W:E6,F5 B:G7PP",
        "adaptoid+bare-exchange b 0,0 W:E6,F5 B:G7LL",
        "adaptoid b 0,0 W:E6P,F5 B:G7LL",
        "adapt3@hex3 w 0,0,0 W:A1PP B:A3,B2 R:B1,E5",
        "adapt3@hex3 w 0,0,0 W:A1PP B:C3 R:D3,E5",
        "adaptoid@hex3 b 0,0 W:B2,D3 B:A1PP",
    ),
    "tail": (
        "adaptoid w 0,0 W:A1,A2,A3,D2 B:D6",
        "adaptoid w 0,0 W:A1,A2,B1,D2 B:D6",
        "adaptoid b 0,0 W:A1,A2,A3,D2 B:D7,E7,F7,G7",
        # only two
        "adaptoid w 0,0 W:A1,A2,D2 B:D6",
        # one of them has a limb
        "adaptoid w 0,0 W:A1,A2L,A3,D2 B:D6",
        # not on the rim
        "adaptoid w 0,0 W:B2,B3,B4,D2 B:D6",
        # a gap
        "adaptoid w 0,0 W:A1,A2,A4,D2 B:D6",
        # along the back line, so no end is nearer
        "adaptoid w 0,0 W:D2,E7,F7,G7 B:D6",
        # as far at both ends: around one's own corner
        "adaptoid w 0,0 W:C1,D1,E2 B:D6",
        "adaptoid@hex5 w 0,0 W:A1,A2,A3,A4,A5,E3 B:E7",
        "adaptoid@hex3 w 0,0 W:A1,A2,A3,C1 B:C5",
        "adaptoid@hex2 b 0,0 W:A1,A2,B1,C2 B:C3",
        "adapt3 w 0,0,0 W:D1,E2,F3 B:A2,A3,A4 R:F7,G6,G7",
        "adaptoid@lattice:A1.A2.A3.B1.B2.B3 w 0,0 W:A1,A2,A3 B:B3",
    ),
    "reserve": (
        "adaptoid w 0,0 W:D1,D4LP B:D6LP",
        # the enemy has the legs to attack it
        "adaptoid w 0,0 W:D1,D4LP B:D6LLLLLP",
        # it can be reached, not attacked
        "adaptoid w 0,0 W:D1,D4LP B:D6LLLLL",
        # no bare adaptoid
        "adaptoid w 0,0 W:D1L,D4LP B:D6LP",
        # all bodies are on the board
        "adaptoid w 0,0 W:A1,A2,A3,A4,B1,B2,B3,B4,B5,C1,C2,D1 B:G6LP",
        "adaptoid w+ 0,0 W:D1,D4LP B:D6LP",
        "adaptoid+bare-exchange w 0,0 W:D1,D4LP B:D6LLLLL",
        "adaptoid+bare-exchange+weaker-dies w 0,0 W:D1,D4LP B:D6LLLLL",
        "adapt3 w 0,0,0 W:D1,D4LP B:D7LP R:F3LP",
    ),
    "kamikaze": (
        "adaptoid w 0,0 W:C3,D2,D4LP B:C4P,D5P,E5P",
        # it cannot attack: too few pincers
        "adaptoid w 0,0 W:C3,D2,D4LP B:C4PP,D5PP,E5PP",
        # nobody can starve it
        "adaptoid w 0,0 W:D2,D4LP B:C4P,D5P,E5P",
        # the attack would be a death
        "adaptoid+weaker-dies w 0,0 W:C3,D2,D4LP B:C4PP,D5PP,E5PP",
        # no leg
        "adaptoid w 0,0 W:C3,D2,D4PP B:C4P,D5P,E5P",
        # it is hungry already
        "adaptoid w 0,0 W:C3,C4,D3,D4LP,E4 B:D5P,E5P,G7",
        "adaptoid+bare-exchange w 0,0 W:C3,D2,D4LL B:C4,D5,E5P",
        "adaptoid w 0,0 W:C3,D2,D4LL B:C4,D5,E5P",
        # Black cannot, Red can
        "adapt3 w 0,0,0 W:C3,D2,D4LP B:A1,D5P R:C4P,E5P",
        # the attack ends the game
        "adaptoid w 0,4 W:C3,D2,D4LP B:C4P,D5P,E5P",
        "adaptoid w+ 0,0 W:C3,D2,D4LP B:C4P,D5P,E5P",
    ),
}
