"""Which words the lexicon holds, and which of them a bot may say as a clue. Text in, text out; no vectors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from lexicon_sources import AMERICAN, AMERICAN_SMALL, BRITISH_SMALL, WORDNET, Sources

COMMON = 11_000  # so many of the most common words, inflected forms too
BASE_RANK = {True: 100_000, False: 60_000}  # base forms are taken up to this place: everyday words, and others
CONCRETE_RANK = 70_000  # and concrete nouns, everyday or not, up to this one
PROPER_RANK = 25_000  # a place, people, language or day counts as common up to this place
CLUES = 5_000
CLUE_RANK = {True: 45_000, False: 6_000}  # the same for clues: what the senses meet, and all other words

# WordNet's lexicographer files (man page lexnames.5WN): what one can point at.
CONCRETE = frozenset({5, 6, 8, 13, 17, 19, 20, 25, 27})
PERSON = 18
PARTS = ("noun", "verb", "adj", "adv")
INFLECTIONS = ("s", "es", "ed", "ing")


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Sad or harsh things that no bot should bring to a table; the profanity list has the rest.
HARSH = _listed(
    """
    abortion abuse adultery aids ammunition apartheid arrest assassin assassination assault atrocity attacker bastard
    bigot bikini bloodshed bomb bomber bombing bondage bra breast brothel brutality buttock cannibal cannon captive
    casualty cemetery cocaine coffin corpse crap cruelty death deceased detainee dictator drug erotic execution
    explosive extremist fascist fetish firearm fraud genocide grenade gun gunfire gunman heroin hijack holocaust
    homicide homosexual hooker hostage hostility idiot insurgent intercourse invasion islam jail jew jewish jihad
    kidnap kill killer killing lingerie lousy massacre militant militia missile molest molestation murder murderer
    muslim nazi negro nude nudity oppression orgasm overdose paedophile pedophile penis persecution pistol pornography
    prisoner prostitute prostitution rape rapist rebel refugee rifle riot sadist savage semen sex sexual sexuality
    sexy shooting slaughter slave slavery slut sperm stab suicidal suicide swastika terror terrorism terrorist
    testicle tit torture trauma tumor uterus vagina victim violence virgin warfare warhead wartime weapon whore wound
    """
)
# On the profanity list, but everyday words all the same.
CLEAN = _listed(
    """
    assess drunk dummy enlargement facial fat god hell hemp hump jerk junkie kill knob lens lust murder naked opium
    oral organ paddy pawn penetrate pot racy revue rum rump screw seaman slave slope sniper snatch snuff
    steamy strip stroke stupid thrust thug tramp ugly urine vodka vomit vulgar weed whiz womb woody
    """
)
# Common by now, or always, but in none of the spelling lists.
EXTRA = _listed(
    """
    airbnb android anime apollo app avocado baguette barista bitcoin blog blogger bluetooth bonsai breadline burrito
    cd chai cliche crunchy crypto cyber dvd emoji facebook fiance fiancee firewall flapper gelato gif google gps
    hacker hashtag helium influencer instagram internet iphone jpeg karaoke latte led lockdown longship malware meme
    microchip mojito mri naive netflix ninja nitro online paella panini parmesan pc phishing pikachu pixel podcast
    prosecco ramen reboot resume robotics samurai sci selfie sim sitcom smartphone smoothie sms snowboard spam
    speakeasy speedway spotify sputnik sudoku superhero superstar suv taco tapas teleport tiramisu tofu toga
    touchscreen tumbleweed turbo tv twitter upload usb vegan veggie video viking vlog webcam website wifi wiki xbox
    yoga youtube zen zombie zoom
    """
)
# Grammar and news-wire words: common, but no clue to anything.
EMPTY = _listed(
    """
    able about above across actually after again against ago ahead all almost alone along already also although always
    among and another any apart around aside away back bad be because become before begin behind being below beside
    best better between beyond big billion both bring but can case certain chapter come could day different do down
    during each early eight either eleven else end enough etc even ever every except far few find first five for forth
    four from full further get give go going good great half have he her here high him his how however hundred if ii
    iii in instead into it its itself iv ix just keep kind know last late latter lead least leave less let like likely
    little long look lot low made main make many may maybe me mean mere might million mine more most much must my near
    need neither never new next nine no none nor not nothing now of off often old on once one only onto open or other
    our out over own part per percent perhaps place please plus possible put quite rather real really recent right
    same say second see seem set seven several she should show side similar since six small so some someone something
    soon still such sure take tell ten than that the their them then there these they thing think third this those
    though thousand three through thus till time to today together tomorrow too toward try turn twelve twenty two
    under unless until up upon us use used useful very vi via vii viii want was way we week well were what whatever
    when where whether which while who whole whom whose why will with within without work would xi year yes yesterday
    yet you your
    """
)


@dataclass
class WordNet:
    """WordNet 3.0: the first noun sense of a word, its base forms, and its capitals."""

    sources: Sources
    first_sense: dict[str, int] = field(default_factory=dict[str, int])
    lemmas: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    proper: set[str] = field(default_factory=set[str])
    people: set[str] = field(default_factory=set[str])

    def __post_init__(self) -> None:
        capital: set[str] = set()
        lower: set[str] = set()
        for part in PARTS:
            self._index(part, self._synsets(part, capital, lower))
        self.proper = capital - lower

    def _lines(self, name: str) -> Iterator[str]:
        text = self.sources.deb_text(WORDNET, f"./usr/share/wordnet/{name}")
        return (line for line in text.split("\n") if line and not line.startswith("  "))

    def _synsets(self, part: str, capital: set[str], lower: set[str]) -> dict[str, int]:
        """Each synset's lexicographer file; capitalised and plain words are collected on the way, people left out."""
        files: dict[str, int] = {}
        for line in self._lines(f"data.{part}"):
            head = line.split(" | ")[0].split(" ")
            files[head[0]] = int(head[1])
            words = [re.sub(r"\(.*\)", "", word) for word in head[4 : 4 + 2 * int(head[3], 16) : 2]]
            someone = int(head[1]) == PERSON and "@i" in head
            lower.update(word for word in words if word.islower())
            (self.people if someone else capital).update(word.lower() for word in words if word.istitle())
        return files

    def _index(self, part: str, files: dict[str, int]) -> None:
        lines = [line.rstrip().split(" ") for line in self._lines(f"index.{part}")]
        self.lemmas[part] = {cells[0] for cells in lines}
        if part == "noun":
            self.first_sense = {cells[0]: files[cells[-int(cells[2])]] for cells in lines}

    @cached_property
    def irregular(self) -> frozenset[str]:
        """Inflected forms that no rule finds: men, held, found."""
        return frozenset(line.split(" ")[0] for part in PARTS for line in self._lines(f"{part}.exc"))

    def base(self, word: str) -> bool:
        """Whether the word is a noun or adjective as a dictionary lists it, not an inflection of another word."""
        if word in self.irregular or word.endswith("ly") or word not in self._named:
            return False
        stems = [word.removesuffix(end) + more for end in INFLECTIONS if word.endswith(end) for more in ("", "e")]
        stems += [stem[:-1] for stem in stems if stem[-2:-1] == stem[-1:]]
        return self.concrete(word) or not any(len(stem) > 2 and stem in self._inflected for stem in stems)

    def listed(self, word: str) -> bool:
        """Whether dictionaries list the word itself: a base form of more than two letters, verbs included."""
        return len(word) > 2 and (self.base(word) or word in self.lemmas["verb"] - self.irregular)

    def sensed(self, word: str) -> bool:
        """Whether the senses meet it: a thing, or an adjective in -y (salty, furry), most of which are of that kind."""
        return self.concrete(word) or (word.endswith("y") and word in self.lemmas["adj"] - self.lemmas["noun"])

    @cached_property
    def _named(self) -> set[str]:
        return self.lemmas["noun"] | self.lemmas["adj"]

    @cached_property
    def _inflected(self) -> set[str]:
        return self.lemmas["noun"] | self.lemmas["verb"]

    def concrete(self, word: str) -> bool:
        """Whether the word's most common noun sense is a thing one can point at."""
        return self.first_sense.get(word) in CONCRETE


@dataclass
class Words:
    """The choice of words. `order` is GloVe's, which is roughly by frequency."""

    sources: Sources
    order: list[str]

    @cached_property
    def wordnet(self) -> WordNet:
        """WordNet, read once."""
        return WordNet(self.sources)

    @cached_property
    def small(self) -> frozenset[str]:
        """The everyday spelling list, American and British."""
        return self.sources.spelled(AMERICAN_SMALL, "american-english-small") | self.sources.spelled(
            BRITISH_SMALL, "british-english-small"
        )

    @cached_property
    def _people(self) -> frozenset[str]:
        """First names that WordNet knows as somebody's and that mean nothing else in small letters."""
        return self.sources.first_names() & self.wordnet.people

    def vocabulary(self) -> list[str]:
        """About 21,000 words in GloVe's order: the common ones, everyday base forms, and common concrete nouns."""
        spelled = self.small | self.sources.spelled(AMERICAN, "american-english")
        clean = self._clean(self.order)
        common = [word for rank, word in clean if self._common(rank, word, spelled)][:COMMON]
        listed = [word for rank, word in clean if rank < BASE_RANK[word in self.small] and self._listed(word, spelled)]
        things = [word for rank, word in clean if rank < CONCRETE_RANK and self._thing(word, spelled)]
        chosen = {*common, *listed, *things, *EXTRA}
        return [*(word for _, word in clean if word in chosen), *sorted(EXTRA - {word for _, word in clean})]

    def clues(self, vocabulary: Iterable[str]) -> list[str]:
        """The words a bot may say: base forms, everyday, neither empty nor harsh nor a first name."""
        rank = {word: place for place, word in enumerate(self.order)}
        banned = EMPTY | HARSH | self.sources.first_names() | self.sources.profanity()
        fit = [
            word
            for word in vocabulary
            if word in self.small
            and self.wordnet.base(word)
            and word not in banned
            and len(word) >= 3
            and rank[word] < CLUE_RANK[self.wordnet.sensed(word)]
        ]
        return fit[:CLUES]

    def _clean(self, words: Iterable[str]) -> list[tuple[int, str]]:
        profane = self.sources.profanity() - CLEAN
        return [
            (rank, word)
            for rank, word in enumerate(words)
            if re.fullmatch("[a-z]{2,}", word) and word not in profane and word.removesuffix("s") not in profane
        ]

    def _common(self, rank: int, word: str, spelled: frozenset[str]) -> bool:
        if len(word) == 2:
            return word in self.small
        return word in spelled or (rank < PROPER_RANK and word in self.wordnet.proper and word not in self._people)

    def _listed(self, word: str, spelled: frozenset[str]) -> bool:
        return word in spelled and self.wordnet.listed(word)

    def _thing(self, word: str, spelled: frozenset[str]) -> bool:
        return word in spelled and self.wordnet.concrete(word)
