"""What could be wrong: a secret said aloud goes unseen, or an innocent clue is called one. Tables, then any text."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepmum.games.chameleon.reveal import fold, inflects, self_reveal


def pairs(table: str) -> list[tuple[str, str]]:
    """Clue and secret of each `clue / secret`, between bars or line ends."""
    cells = [cell.split("/") for line in table.strip().splitlines() for cell in line.split("|")]
    return [(clue.strip(), secret.strip()) for clue, secret in cells]


IS = pairs("""
pizza / pizza | Pizza / pizza | PIZZA! / pizza | Café / cafe | cafe / Café | “pizza” / pizza | **pizza** / pizza
steam-engine / steam engine | steamengine / steam engine | Steam_Engine / steam engine | p-i-z-z-a / pizza
mcdonalds / mcdonald's | McDonald’s / mcdonald's | mcdonaldʼs / mcdonald's | T.V. / tv | x ray / x-ray | xray / x-ray
chickfila / chick-fil-a | yoyo / yo-yo | jalapeno / jalapeño | naïve / naive | Ångström / angstrom
smorgasbord / smörgåsbord
Ｐｉｚｚａ / pizza | piz\u00adza / pizza | piz\u200bza / pizza | ﬁre / fire | strasse / straße
fish & chips / fish and chips
Пицца / пицца | 東京 / 東京 | bjork / Bjørk | encyclopaedia / encyclopædia | cafe\u0301 / café | 3-d / 3d
""")

CONTAINS = pairs("""
steam-engine / steam | steamboat / steam | steamboats / steam | steam_roller / steam | the-steam / steam
Steamship / steam
rainbow / rain | rainy / rain | raincoat / rain | snowman / snow | goldfish / gold | football / ball | volleyball / ball
airplane / plane | boyhood / hood | kingdom / king | guitarist / guitar | pianist / piano | cellist / cello
egyptian / egypt | mexican / mexico | american / america | japanese / japan | italian / italy | lioness / lion
fearless / fear | heartless / heart | sportsman / sport | bridesmaid / bride | seaweed / weeds | bluebird / blues
pineapple / apple | watermelon / melon | grandmother / mother | microwave / wave | unmask / mask | nonwhite / white
hot-dog-stand / hot dog | hotdogstand / hot dog | Café-society / cafe | the burger king / burger king | salty / salt
lemonade / lemon | bravery / brave | spicy / spice | smoky / smoke | clockwise / clock | heavenward / heaven
machu-picchu-trek / machu picchu | mid-winter / winter | pizza! pizza / pizza | peanut-butter / butter
""")

INFLECTS = pairs("""
mice / mouse | mouse / mice | children / child | child / children | ran / run | run / ran | teeth / tooth | feet / foot
geese / goose | wolves / wolf | knives / knife | leaf / leaves | octopi / octopus | snowmen / snowman | women / woman
kings / king | king's / king | kings’ / king | running / run | runner / run | runners / running | swam / swim
swum / swimming | baker / bake | bakers / baking | bake / baker | farming / farmer | actor / act | sailors / sail
danced / dance | dancing / dancer | carried / carry | carrier / carrying | cries / cry | spied / spy | skies / sky
happier / happy | biggest / big | flies / fly
flew / flying | buses / bus | quizzes / quiz | foxes / fox | tomatoes / tomato | cities / city | tvs / tv | dvds / dvd
skiing / skis
colour / color | colours / color | grey / gray | theatres / theater | organised / organize | ploughing / plow
television / tv | tvs / television | phone / telephone | bbq / barbecue | doughnuts / donut | bikes / bicycle
steam-engines / steam engine | steam engines / steam engine | spidermen / spider-man | icecreams / ice cream
Cafés / cafe | the-mice / mouse | big-dogs / dog | joyful / joy | universities / university | whiskies / whisky
""")

PART = pairs("""
Roman / roman empire | empire / roman empire | Romans / roman empire | Empires / roman empire | burger / burger king
Kings / burger king | great / great wall of china | walls / great wall of china | China / great wall of china
wash / washing machine | machines / washing machine | skate / skating rink | rays / x-ray | dog / hot-air dog
liberty / statue of liberty | mice / mickey mouse | lions / lion king | Café / cafe noir | valentine / valentine's day
stars / star wars | war / star wars | ageing / stone age | roman-army / roman empire | engines / steam engine
bells / taco bell | arthur / king arthur | goldilocks / goldilocks and bears | bear / goldilocks and bears
Picchu / machu picchu | breaking / lunch break | teeth / tooth fairy | coloring / colour pencil
steaming / steam engine
""")

NOT_CONTAINED = pairs("""
cartoon / car | carpet / car | party / art | planet / plane | warm / war | start / star | cartoon / cart | party / part
million / lion | stallion / lion | dandelion / lion | bearded / bee | surface / surf | palace / lace | chair / hair
sparrow / arrow | brain / rain | train / rain | strain / train | grape / rape | pearl / pear | crown / crow
window / wind | heart / hear | earth / heart | wheat / heat | island / isla | landscape / cape | mushroom / mush
whisky / whisk | chinese / chin | irony / iron | brandy / brand | fairy / fair | county / count | starring / ring
mandrill / drill | restaurant / rest | rocket / rock | hornet / horn | socket / sock | tablet / table | wallet / wall
capital / cap | scarlet / scar | begin / gin | season / sea | legend / leg | hamster / ham | penguin / pen
sunshine / sun | icecap / ice | mistake / mist | invest / vest | bishop / shop | spark / park | address / dress
""")

NOT_INFLECTED = pairs("""
corner / corn | flower / flow | tower / tow | butter / butt | number / numb | letter / let | dinner / din | summer / sum
hammer / ham | pepper / pep | copper / cop | ladder / lad | liver / live | clover / clove | beer / bee | seed / see
pier / pie | tier / tie | deer / dee | winter / win | mother / moth | father / fat | master / mast | monster / monst
forest / for | harvest / harv | honest / hon | interest / inter | wing / win | string / str | evening / even
universe / university | universities / universe | organ / organization | experience / experiment | animal / animate
past / paste | news / new | car / care | caring / car | carer / car | hoper / hop
staring / star | bar / bare | plan / plane | hoping / hop
omen / oman | amen / aman | rose / rise | saw / see | mars / mar | lens / len | king / kin | cape / cap | tub / tube
iron / ironic | hospital / hospitality | compass / compassion | lung / lunge | witness / wit | parade / paradise
""")

NOT_PART = pairs("""
of / statue of liberty | the / sonic the hedgehog | and / bow and arrow | a / a star | t / t-rex | x / x-ray
ocean / roman empire | romance / roman empire | rome / roman empire | empirical / roman empire | watch / washing machine
walrus / great wall of china | greet / great wall of china | chin / great wall of china | burgundy / burger king
kin / burger king | stare / star wars | warm / star wars | steal / steam engine | english / steam engine
micro / mickey mouse | moustache / mickey mouse | aged care / carpet | pub / public speaking | fir / fire eater
ever / mount everest | mountain / mount everest | lion / pizza | copper / bronze age | bell / belgium waffle
""")

UNRELATED = pairs("""
cheese / pizza | Italy / pizza | oven / pizza | copper / bronze age | whopper / burger king | trunk / elephant
/ pizza | pizza / | ! / pizza | 🍕 / pizza | ... / ... | 🍕 / 🍕 | пиво / пицца | 京都 / 東京 | don't / dot
""")


@pytest.mark.parametrize(
    ("kind", "table"), [("is", IS), ("contains", CONTAINS), ("inflects", INFLECTS), ("part", PART)]
)
def test_each_way_to_give_a_secret_away(kind: str, table: list[tuple[str, str]]) -> None:
    assert len(table) >= 25
    assert [(clue, secret, self_reveal(clue, secret)) for clue, secret in table] == [(*pair, kind) for pair in table]


@pytest.mark.parametrize("table", [NOT_CONTAINED, NOT_INFLECTED, NOT_PART])
def test_words_that_only_look_like_it(table: list[tuple[str, str]]) -> None:
    assert len(table) >= 25
    assert [pair for pair in table if self_reveal(*pair)] == []
    assert [pair for pair in table if self_reveal(pair[0].upper(), pair[1].title())] == []


@pytest.mark.parametrize(("clue", "secret"), UNRELATED)
def test_innocent_and_empty_clues(clue: str, secret: str) -> None:
    assert self_reveal(clue, secret) is None


@pytest.mark.parametrize(("clue", "secret"), INFLECTS)
def test_inflection_goes_both_ways(clue: str, secret: str) -> None:
    one, two = fold(clue).replace(" ", ""), fold(secret).replace(" ", "")
    assert inflects(one, two) == inflects(two, one)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("  Steam-Engine! ", "steam engine"), ("McDonald’s", "mcdonalds"), ("piz\u00adza", "pizza"), ("a\u200bb", "ab"),
        ("Ã É ï", "a e i"), ("R&B", "r and b"), ("snake_case", "snake case"), ("❤\ufe0f", ""),
        ("हिन्दी", "हिन्दी"), ("Œuvre", "oeuvre"),
        ("İstanbul", "istanbul"), ("½", "1 2"), ("\x1b[31mred", "31mred"), ("\t\n", ""),
    ],
)  # fmt: skip
def test_folding(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_importing_the_rule_loads_no_stemmer() -> None:
    code = "import sys, keepmum.games.chameleon.reveal; sys.exit('snowballstemmer' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_long_texts_are_answered_and_not_kept() -> None:
    long = "pizza " * 50_000
    assert self_reveal(long, "pizza") == "contains"
    assert self_reveal("p" * 1_000_000, "pizza") is None
    assert self_reveal("x" * 1_000_000, "x" * 1_000_000) == "is"


@given(st.text(), st.text())
def test_any_two_texts_are_answered(clue: str, secret: str) -> None:
    assert self_reveal(clue, secret) in ("is", "contains", "inflects", "part", None)


ODD = st.text(st.sampled_from("aeinrst' -_\u0301\u200b’éßİﬁ🍕"), max_size=12)


@given(ODD, ODD)
def test_a_reveal_does_not_hang_on_case_or_marks(clue: str, secret: str) -> None:
    kind = self_reveal(clue, secret)
    assert self_reveal(f"“{clue}”", f"*{secret}*") == kind
    assert (kind == "is") == (fold(clue).replace(" ", "") == fold(secret).replace(" ", "") != "")


@given(ODD)
def test_a_text_always_gives_itself_away(text: str) -> None:
    assert self_reveal(text, text) == ("is" if fold(text) else None)


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert "  " not in fold(text)
    assert fold(text) == fold(text).strip()


@given(st.text(st.characters(codec="ascii", categories=["Ll"]), min_size=1), st.text(min_size=1))
def test_inflection_is_symmetric(one: str, two: str) -> None:
    assert inflects(one, two) == inflects(two, one)
