import json

import pytest

from reasoner.models.constraint import check_schema
from reasoner.tools.convert import convert
from reasoner.tools.tool import Returned


def converted(quantity: str, to: str) -> Returned:
    return convert().call({"quantity": quantity, "to": to}, 5.0)


@pytest.mark.parametrize(
    ("quantity", "to", "gives"),
    [
        ("58 mile", "km", "58 mile = 93.341952 km"),
        ("5 km", "mile", "5 km ≈ 3.10685596119 mile"),
        ("60 °C", "°F", "60 °C = 140 °F"),
        ("98.6 F", "C", "98.6 F = 37 C"),
        ("20 degrees celsius", "fahrenheit", "20 degrees celsius = 68 fahrenheit"),
        ("1 hour 30 minutes", "min", "1 hour 30 minutes = 90 min"),
        ("5'11\"", "cm", "5'11\" = 180.34 cm"),
        ("2 1/2 miles", "km", "2 1/2 miles = 4.02336 km"),
        ("2 x 10^3 m", "km", "2 x 10^3 m = 2 km"),
        ("half a mile", "m", "half a mile = 804.672 m"),
        ("1/2 cup", "mL", "1/2 cup = 118.29411825 mL"),
        ("72 kilometers per hour", "m/s", "72 kilometers per hour = 20 m/s"),
        ("2 square miles", "acres", "2 square miles = 1280 acres"),
        ("1 m²", "cm^2", "1 m² = 10000 cm^2"),
        ("100 kg/m^3", "g/cm^3", "100 kg/m^3 = 0.1 g/cm^3"),
        ("1 nautical mile", "km", "1 nautical mile = 1.852 km"),
        ("三公里", "米", "三公里 = 3000 米"),
        ("7 千米", "米", "7 千米 = 7000 米"),
        (".5 km", "m", ".5 km = 500 m"),
        ("3.5万米", "公里", "3.5万米 = 35 公里"),
        ("半斤", "克", "半斤 = 250 克"),
        ("2个小时", "秒", "2个小时 = 7200 秒"),
        ("三尺", "米", "三尺 = 1 米"),
        ("37摄氏度", "华氏度", "37摄氏度 = 98.6 华氏度"),
    ],
)
def test_a_quantity_is_converted_exactly(quantity: str, to: str, gives: str) -> None:
    assert converted(quantity, to) == Returned(gives)


@pytest.mark.parametrize(
    ("quantity", "to", "says"),
    [
        ("3 kg", "m", "'kg' measures mass and 'm' length; units of mass: g, kg"),
        ("5 km", "kilometrs", "no unit 'kilometrs'; did you mean kilometres or kilometers"),
        ("5 blorks", "km", "no unit 'blorks'; known: "),
        ("5", "km", "no number with a unit"),
        ("5-10 km", "m", "is a range"),
        ("3到5公里", "米", "is a range"),
        ("5 mHz", "Hz", "did you mean Hz or kHz or MHz"),
        ("5 mw", "W", "no unit 'mw'"),
        ("5 Cal", "J", "no unit 'Cal'"),
        ("", "", "no number with a unit"),
        ("2 months", "days", "a month has no fixed length"),
        ("10 GB", "MiB", "powers of 1000 for some"),
        ("-300 °C", "K", "below absolute zero"),
        ("1/0 km", "m", "is no number"),
        ("9**9**9 km", "m", "is no number"),
        ("1e999999999 km", "m", "is no number"),
        ("(" * 9_000 + "5 km", "m", "no number with a unit"),
        ("5 km", "m" * 9_000, "no unit 'mmm"),
    ],
)
def test_what_cannot_be_converted_is_an_error_that_says_what_can(quantity: str, to: str, says: str) -> None:
    returned = converted(quantity, to)
    assert (returned.ok, says in returned.text) == (False, True), returned.text


def test_its_schema_is_one_that_the_engine_enforces() -> None:
    check_schema(json.dumps(convert().parameters))
