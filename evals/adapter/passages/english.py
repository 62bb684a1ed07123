"""Invented towns, people, machines, events, works and firms, told of in English."""

import random

from evals.adapter.passages.subject import Fact, Maker, Subject, between, one, thousands, two
from evals.adapter.words.english import MONTHS
from evals.adapter.words.people import HE, SHE

STEMS = (
    "Kar Ost Vel Bran Tol Mir Hal Dov Sel Gran Pel Lor Ard Fen Wex Ral Tam "
    "Ulv Quor Zan Est Bel Cor Nev Jas Ith Or Pra Sti Mel"
)
TOWN = two(
    STEMS, "vik burg mouth field ton stead haven ford wick bridge holm minster ova ane il mar grad ley"
)
SURNAME = two(STEMS, "sen ovic well man er ano ski hart berg ley ini ade quist wood ez")
YEAR = between(1701, 2019)


def person(r: random.Random) -> str:
    return f"{r.choice(SHE + HE)} {SURNAME(r)}"


def day(first: int, last: int) -> Maker:
    return lambda r: f"{r.randint(1, 28)} {r.choice(MONTHS)} {r.randint(first, last)}"


PRODUCTS = one("glass lamps", "rye bread", "leather saddles", "church bells", "wooden toys", "blue pottery",
    "smoked fish", "woollen blankets",
    "copper kettles", "pocket watches", "sheep's cheese", "roof tiles", "paper lanterns", "accordions",
        "herbal tea")  # fmt: skip
FIELDS = one("glaciers", "sleep in birds", "medieval bridges", "rust on steel", "river beetles",
    "early clocks", "mountain dialects",
    "the flight of bats", "salt lakes", "deep-sea sponges", "ancient grain", "volcanic glass")  # fmt: skip
INSTRUMENTS = one(
    "the cello",
    "the harp",
    "the bassoon",
    "the trumpet",
    "the viola",
    "the organ",
    "the flute",
    "the mandolin",
)
POWERS = one(
    "steam",
    "compressed air",
    "a diesel engine",
    "solar panels",
    "two electric motors",
    "a water wheel",
    "hydrogen cells",
)
MATERIALS = one(
    "granite",
    "red brick",
    "oak beams",
    "cast iron",
    "sandstone",
    "steel and glass",
    "limestone",
    "larch wood",
)

TOWN_FACTS = {
    "population": Fact(thousands(800, 98000), ("{N} has {V} inhabitants.", "About {V} people live in {N}.",
        "At the last count {N} had a population of {V}.",
        "The number of people living in {N} is put at {V}."),
        ("How many people live in {N}?", "What is the population of {N}?",
            "How many inhabitants does {N} have?")),
    "river": Fact(TOWN, ("{N} lies on the river {V}.", "The river {V} flows through the middle of {N}.",
        "Through {N} runs a river called the {V}."),
        ("Which river flows through {N}?", "On which river does {N} lie?",
            "What is the name of the river in {N}?")),
    "founded": Fact(between(1201, 1850), ("{N} was founded in {V}.", "Settlers founded {N} in {V}.",
        "In {V} the first houses of {N} were built.",
        "The history of {N} goes back to {V}, when it was founded."),
        ("When was {N} founded?", "In which year was {N} founded?")),
    "founder": Fact(person, ("The founder of {N} is said to be {V}.",
        "{V} is remembered as the founder of {N}.", "A statue shows {V}, who founded {N}."),
        ("Who founded {N}?", "Who is said to be the founder of {N}?")),
    "product": Fact(PRODUCTS, ("{N} is known for its {V}.", "The workshops of {N} make {V}.",
        "Many visitors come to {N} to buy {V}."),
        ("What is {N} known for?", "What do the workshops of {N} make?")),
    "mayor": Fact(person, ("The mayor of {N} is {V}.", "Since the last election {V} has been mayor of {N}.",
        "{V} leads the town council of {N}."),
        ("Who is the mayor of {N}?", "What is the name of the mayor of {N}?",
            "Who leads the town council of {N}?")),
    "height": Fact(between(4, 2400, 1, "{} metres"), ("{N} lies {V} above the sea.",
        "The market square of {N} is {V} above sea level."),
        ("How high above the sea does {N} lie?", "At what height does {N} lie?")),
    "festival": Fact(one("the Lantern Days", "the Plum Fair", "the Night of Boats", "the Kite Week",
        "the Harvest Run", "the Bell Parade"), ("Every year {N} celebrates {V}.",
        "The greatest feast in {N} is {V}.", "{V} draw crowds to {N} each summer."),
        ("What does {N} celebrate every year?", "Which feast is the greatest in {N}?")),
    "railway": Fact(between(1851, 1990), ("The railway reached {N} in {V}.",
        "Since {V} trains have stopped in {N}."), ("When did the railway reach {N}?",
        "Since when have trains stopped in {N}?")),
}  # fmt: skip
PERSON_FACTS = {
    "born": Fact(day(1850, 1900), ("{N} was born on {V}.", "The birthday of {N} was {V}.",
        "On {V}, {N} was born as the third of five children."), ("When was {N} born?",
        "On which day was {N} born?")),
    "birthplace": Fact(TOWN, ("{N} grew up in {V}.", "The family of {N} lived in {V}.",
        "{V} was the home of {N} in early years."), ("Where did {N} grow up?",
        "In which town did {N} grow up?")),
    "field": Fact(FIELDS, ("{N} wrote a thesis on {V}.", "For many years {N} studied {V}.",
        "The research of {N} was about {V}."), ("What did {N} study?",
        "What was the research of {N} about?")),
    "prize": Fact(two("Golden Silver Northern Royal Founders' Winter",
        "Compass Medal Quill Lens Anchor Wreath", " "), ("{N} received the {V}.",
        "For this work {N} was honoured with the {V}.", "The {V} was given to {N}."),
        ("Which award did {N} receive?", "What was {N} honoured with?")),
    "teacher": Fact(person, ("{N} was taught by {V}.", "The teacher of {N} was {V}.",
        "{V} trained {N} for six years."), ("Who taught {N}?", "Who was the teacher of {N}?")),
    "instrument": Fact(INSTRUMENTS, ("In the evenings {N} played {V}.", "{N} was also good at {V}.",
        "As a child {N} had learned {V}."), ("Which instrument did {N} play?",
        "What did {N} play in the evenings?")),
    "moved": Fact(between(1921, 1950), ("In {V} {N} moved abroad.", "{N} left the country in {V}.",
        "The move abroad came in {V} for {N}."), ("When did {N} move abroad?",
        "In which year did {N} leave the country?")),
    "book": Fact(two("Quiet Distant Broken Seven Borrowed Winter",
        "Harbours Rivers Ladders Letters Gardens Mirrors", " "), ("The best-known book by {N} is {V}.",
        "{N} published a book with the title {V}.", "{V}, a book by {N}, is still read."),
        ("What is the title of the book by {N}?", "Which book did {N} publish?")),
}  # fmt: skip
MACHINE_FACTS = {
    "power": Fact(POWERS, ("The {N} is driven by {V}.", "Power for the {N} comes from {V}.",
        "The {N} gets its power from {V}."), ("What drives the {N}?",
        "Where does the {N} get its power from?")),
    "speed": Fact(between(12, 340, 1, "{} km/h"), ("The {N} reaches a speed of {V}.",
        "At full power the {N} does {V}.", "The top speed of the {N} is {V}."),
        ("What is the top speed of the {N}?", "How fast is the {N}?")),
    "weight": Fact(between(40, 9800, 10, "{} kilograms"), ("The {N} weighs {V}.",
        "Without load, the {N} comes to {V}.", "The weight of the {N} is given as {V}."),
        ("How heavy is the {N}?", "What does the {N} weigh?")),
    "inventor": Fact(person, ("The {N} was designed by {V}.", "{V} built the first {N}.",
        "The idea for the {N} came from {V}."), ("Who designed the {N}?", "Who built the first {N}?")),
    "year": Fact(YEAR, ("The {N} was first shown in {V}.", "In {V} the {N} was put on the market.",
        "The public first saw the {N} in {V}."), ("When was the {N} first shown?",
        "In which year was the {N} first shown?")),
    "crew": Fact(one("two people", "three people", "a crew of four", "one trained driver", "five engineers"),
        ("The {N} is worked by {V}.", "It takes {V} to run the {N}."), ("How many people work the {N}?",
        "Who is needed to run the {N}?")),
    "range": Fact(between(60, 1900, 10, "{} kilometres"), ("The {N} goes {V} without a stop.",
        "On one filling the {N} gets {V}."), ("How far does the {N} go without a stop?",
        "How far does the {N} get on one filling?")),
}  # fmt: skip
EVENT_FACTS = {
    "date": Fact(day(1960, 2022), ("The {N} took place on {V}.", "On {V} the {N} was held.",
        "{V} was the day of the {N}."), ("When did the {N} take place?", "On which day was the {N} held?")),
    "place": Fact(TOWN, ("The {N} was held in {V}.", "{V} was the host of the {N}.",
        "People came to {V} for the {N}."), ("Where was the {N} held?",
        "Which town was the host of the {N}?")),
    "winner": Fact(person, ("{V} won the {N}.", "The winner of the {N} was {V}.",
        "First place in the {N} went to {V}."), ("Who won the {N}?", "Who came first in the {N}?")),
    "visitors": Fact(thousands(200, 52000), ("{V} visitors came to the {N}.",
        "The {N} was watched by {V} people.", "The organisers of the {N} counted {V} guests."),
        ("How many visitors came to the {N}?", "How many people watched the {N}?")),
    "sponsor": Fact(two(STEMS, "tex co bank works line", ""), ("The {N} was paid for by {V}.",
        "{V} gave the money for the {N}."), ("Who paid for the {N}?",
        "Which company gave the money for the {N}?")),
    "weather": Fact(one("heavy rain", "thick fog", "a snowstorm", "strong winds", "great heat"),
        ("{V} delayed the start of the {N}.", "The start of the {N} was put off because of {V}."),
        ("What delayed the start of the {N}?", "Why was the start of the {N} put off?")),
    "prize": Fact(one("a silver cup", "a sailing boat", "a piano", "a year's supply of honey", "a gold watch",
        "a trip to the coast"), ("The prize of the {N} was {V}.", "Whoever won the {N} took home {V}."),
        ("What was the prize of the {N}?", "What did the winner of the {N} take home?")),
}  # fmt: skip
BUILDING_FACTS = {
    "material": Fact(MATERIALS, ("The {N} is built of {V}.", "For the {N} the builders used {V}.",
        "The choice of the builders of the {N} fell on {V}."), ("What is the {N} built of?",
        "Which material was used for the {N}?")),
    "opened": Fact(day(1850, 1950), ("The {N} was opened on {V}.", "On {V} the {N} was opened."),
        ("When was the {N} opened?", "On which day was the {N} opened?")),
    "architect": Fact(person, ("The architect of the {N} was {V}.", "{V} drew the plans for the {N}.",
        "The {N} is a work of {V}."), ("Who was the architect of the {N}?",
        "Who drew the plans for the {N}?")),
    "length": Fact(between(20, 1900, 1, "{} metres"), ("The {N} is {V} long.",
        "From end to end the {N} measures {V}."), ("How long is the {N}?", "What is the length of the {N}?")),
    "cost": Fact(between(2, 480, 1, "{} million crowns"), ("The {N} cost {V}.",
        "The bill for the {N} came to {V}."), ("How much did the {N} cost?", "What did the {N} cost?")),
    "repaired": Fact(between(1955, 2020), ("The {N} was repaired in {V}.",
        "After a flood, the {N} was repaired in {V}."), ("When was the {N} repaired?",
        "In which year was the {N} repaired?")),
}  # fmt: skip
SUBJECTS = (
    Subject(TOWN, TOWN_FACTS, ("the town", "this town")),
    Subject(person, PERSON_FACTS, ()),
    Subject(two(STEMS, "-2 -7 -11 -40 -X on mobil craft ter"), MACHINE_FACTS, ("machine",)),
    Subject(two(STEMS, "Regatta Marathon Fair Cup Rally Games Contest", " "), EVENT_FACTS, ("event",)),
    Subject(two(STEMS, "Bridge Tower Tunnel Museum Hall Library Dam", " "), BUILDING_FACTS, ("structure",)),
)
FILLERS = (
    "Not much else is known.", "Older maps show this in detail.",
        "Local papers have often written about this.", "There is a small exhibition on the subject.",
    "Some of this was disputed for a long time.", "School classes like to hear the story.",
        "The archives hold many letters from that time.",
    "Photographs from those days are rare.", "A plaque at the station tells more.",
        "The rest of the story is still being researched.",
)  # fmt: skip
