"""All kinds of stories, and the words for them."""

from collections.abc import Mapping

from evals.adapter.row import Language
from evals.adapter.stories.endings import ENDINGS
from evals.adapter.stories.events import EVENTS
from evals.adapter.stories.money import MONEY
from evals.adapter.stories.rates import RATES
from evals.adapter.stories.relations import RELATIONS
from evals.adapter.story import Make, Wording
from evals.adapter.wording import (
    events_en,
    events_zh,
    money_en,
    money_zh,
    rates_en,
    rates_zh,
    relations_en,
    relations_zh,
    stock_en,
    stock_zh,
)

STORIES: tuple[Make, ...] = (*ENDINGS, *ENDINGS, *EVENTS, *MONEY, *RATES, *RELATIONS)
WORDINGS: Mapping[Language, Wording] = {
    "en": stock_en.WORDING | events_en.WORDING | money_en.WORDING | rates_en.WORDING | relations_en.WORDING,
    "zh": stock_zh.WORDING | events_zh.WORDING | money_zh.WORDING | rates_zh.WORDING | relations_zh.WORDING,
}
