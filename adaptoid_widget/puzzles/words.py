"""What puzzles say, in every language of the board: the same keys and slots in each."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "title": "Puzzles",
        "daily": "Puzzles of the day",
        "over": "These were the puzzles of this day. Another day brings three others.",
        "to-play": "{color} to play.",
        "turns": "You have {n} turns; the opponent replies in between.",
        "fork": "Fork an enemy: one move and one new adaptoid, both beside it, starve it together.",
        "fork-of": "Fork the adaptoid on {cells}: one move and one new adaptoid, both beside it, "
        "starve it together.",
        "double-fork": "Prepare a double fork and carry it out: one move and one new adaptoid "
        "starve two enemies at once.",
        "siege": "Lay a siege: whatever they answer, you can starve one of theirs in your next turn, "
        "and none of them can attack.",
        "siege-within": "Lay a siege: whatever they answer, one of theirs starves within {n} of their turns, "
        "and none of them can attack.",
        "tail": "Make a tail of {n} on the rim.",
        "reserve": "End your turn with a reserve: a bare adaptoid out of reach, with room to grow beside it.",
        "kamikaze": "Kamikaze: attack with one of yours that could be starved next.",
        "survives": "No reply may take any of yours.",
        "new": "Grow a new adaptoid.",
        "unmoved": "Nobody moves.",
        "hint": "Something can be taken here, but taking it is wrong.",
    },
    "de": {
        "title": "Rätsel",
        "daily": "Rätsel des Tages",
        "over": "Das waren die Rätsel dieses Tages. Ein anderer Tag bringt drei andere.",
        "to-play": "{color} am Zug.",
        "turns": "Du hast {n} Züge; dazwischen antwortet der Gegner.",
        "fork": "Setze eine Gabel: Ein Schritt und ein neues Adaptoid, beide daneben, "
        "lassen einen Gegner gemeinsam verhungern.",
        "fork-of": "Setze eine Gabel gegen {cells}: Ein Schritt und ein neues Adaptoid, beide daneben, "
        "lassen es gemeinsam verhungern.",
        "double-fork": "Bereite eine Doppelgabel vor und setze sie: Ein Schritt und ein neues Adaptoid "
        "lassen zwei Gegner zugleich verhungern.",
        "siege": "Leg eine Belagerung an: Was der Gegner auch antwortet, in deinem nächsten Zug kannst du "
        "eines von seinen verhungern lassen, und keines davon kann angreifen.",
        "siege-within": "Leg eine Belagerung an: Was der Gegner auch antwortet, binnen {n} seiner Züge "
        "verhungert eines von seinen, und keines davon kann angreifen.",
        "tail": "Bilde am Rand einen Schwanz aus {n}.",
        "reserve": "Nach deinem Zug soll eine Reserve da sein: "
        "ein nacktes Adaptoid außer Reichweite, mit Platz zum Wachsen daneben.",
        "kamikaze": "Kamikaze: Greif mit einem von deinen an, das als Nächstes verhungern könnte.",
        "survives": "Keine Antwort darf dir eines nehmen.",
        "new": "Lass ein neues Adaptoid entstehen.",
        "unmoved": "Niemand zieht.",
        "hint": "Hier ist etwas zu holen, aber das wäre falsch.",
    },
    "ja": {
        "title": "パズル",
        "daily": "今日のパズル",
        "over": "この日のパズルは以上です。別の日には別の3問があります。",
        "to-play": "{color}の手番です。",
        "turns": "{n}手番あります。その間に相手が応じます。",
        "fork": "フォークをかけてください。移動1つと新しいアダプトイド1つが敵に接し、いっしょに窒息させます。",
        "fork-of": "{cells}のアダプトイドにフォークをかけてください。"
        "移動1つと新しいアダプトイド1つが接し、いっしょに窒息させます。",
        "double-fork": "ダブルフォークを準備し、決めてください。"
        "移動1つと新しいアダプトイド1つで敵2体を同時に窒息させます。",
        "siege": "包囲してください。相手が何を指しても、次のあなたの手番で敵1体を窒息させられ、"
        "相手は攻撃できません。",
        "siege-within": "包囲してください。相手が何を指しても、相手の{n}手番以内に敵1体が窒息し、"
        "相手は攻撃できません。",
        "tail": "縁に{n}体のテイルを作ってください。",
        "reserve": "手番の終わりにリザーブがあるようにしてください。"
        "敵の届かない、手足のないアダプトイドで、隣に成長できるマスがあるものです。",
        "kamikaze": "カミカゼです。次に窒息しそうな味方で、先に攻撃してください。",
        "survives": "どう応じられても味方を取られてはいけません。",
        "new": "新しいアダプトイドを置いてください。",
        "unmoved": "移動はしません。",
        "hint": "取れるものがありますが、取ってはいけません。",
    },
    "es": {
        "title": "Problemas",
        "daily": "Problemas del día",
        "over": "Estos eran los problemas de este día. Otro día trae otros tres.",
        "to-play": "Juega {color}.",
        "turns": "Tienes {n} turnos; entre ellos responde el rival.",
        "fork": "Haz una horquilla: un paso y un adaptoide nuevo, los dos al lado de un enemigo, "
        "lo matan de hambre entre los dos.",
        "fork-of": "Haz una horquilla a {cells}: un paso y un adaptoide nuevo, los dos a su lado, "
        "lo matan de hambre entre los dos.",
        "double-fork": "Prepara una horquilla doble y hazla: un paso y un adaptoide nuevo "
        "matan de hambre a dos enemigos a la vez.",
        "siege": "Pon un asedio: responda lo que responda el rival, en tu próximo turno puedes matar de hambre "
        "a uno de los suyos, y ninguno de ellos puede atacar.",
        "siege-within": "Pon un asedio: responda lo que responda el rival, uno de los suyos muere de hambre "
        "en {n} turnos suyos como mucho, y ninguno de ellos puede atacar.",
        "tail": "Forma en el borde una cola de {n}.",
        "reserve": "Al acabar tu turno ha de haber una reserva: "
        "un adaptoide sin extremidades fuera de alcance, con sitio para crecer a su lado.",
        "kamikaze": "Kamikaze: ataca con uno de los tuyos que podría morir de hambre en el próximo turno.",
        "survives": "Ninguna respuesta te puede quitar a nadie.",
        "new": "Haz crecer un adaptoide nuevo.",
        "unmoved": "Nadie se mueve.",
        "hint": "Aquí hay algo que tomar, pero sería un error.",
    },
}
"""By language, by key."""
