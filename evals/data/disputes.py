"""Pairs of sources that answer a question differently, and pairs that do not, of our own wording."""

DISPUTES: tuple[tuple[str, str, str], ...] = (
    (
        "When was the Harrow lighthouse built?",
        "The Harrow lighthouse was built in 1872.",
        "The Harrow lighthouse was built in 1875 by Edith Marlow.",
    ),
    (
        "In what year did the quarry at Dunmore close?",
        "The quarry at Dunmore closed in 1983.",
        "In 1985 the quarry at Dunmore closed.",
    ),
    (
        "How tall is the tower of the lighthouse?",
        "The tower of the lighthouse is 41 metres tall.",
        "The tower of the lighthouse is 47 metres tall.",
    ),
    (
        "How long is the Norrin cable?",
        "The Norrin cable is 118 kilometres long.",
        "In all the Norrin cable is 181 kilometres long.",
    ),
    (
        "How many objects does the museum own?",
        "The museum owns 5,400 objects.",
        "The museum owns 6,000 objects today.",
    ),
    (
        "How many passengers did the railway carry in 2015?",
        "The railway carried 1.2 million passengers in 2015.",
        "In 2015 the railway carried 900,000 passengers.",
    ),
    (
        "What percentage of the freight was coal?",
        "Coal was 40 percent of the freight.",
        "Coal was 55 percent of the freight.",
    ),
    (
        "How much did the repair of the cable cost?",
        "The repair of the cable cost 8 million euros.",
        "The repair of the cable cost 11 million euros.",
    ),
    (
        "How many teams took part in the boat race?",
        "Eleven teams took part in the boat race.",
        "Nine teams took part in the boat race.",
    ),
    (
        "When does the festival of Brannock begin?",
        "The festival of Brannock begins on 8 November.",
        "The festival of Brannock begins on 9 November.",
    ),
    (
        "Are dogs allowed on the boats?",
        "Dogs are allowed on the boats.",
        "Dogs are not allowed on the boats.",
    ),
    ("Do adult beetles eat leaves?", "Adult beetles eat leaves.", "Adult beetles do not eat leaves."),
    (
        "Can the model run without a network?",
        "The model can run without a network.",
        "The model cannot run without a network.",
    ),
    (
        "Is admission to the museum free on Mondays?",
        "Admission to the museum is free on Mondays.",
        "Admission to the museum is not free on Mondays.",
    ),
    (
        "Does the cache grow after a restart?",
        "The cache grows after a restart.",
        "The cache shrinks after a restart.",
    ),
    (
        "Is flash photography permitted in the galleries?",
        "Flash photography is permitted in the galleries.",
        "Flash photography is forbidden in the galleries.",
    ),
    (
        "Who discovered the copper beetle?",
        "Ines Calloway discovered the copper beetle.",
        "Peter Lindqvist discovered the copper beetle.",
    ),
    (
        "Who designed the tower of Port Callan?",
        "The tower of Port Callan was designed by Edith Marlow.",
        "The tower of Port Callan was designed by Karel Dvorsky.",
    ),
    (
        "Where was the oldest bowl found?",
        "The oldest bowl was found in Ostrava.",
        "The oldest bowl was found in Oxley.",
    ),
    (
        "Which ship laid the Norrin cable?",
        "The Norrin cable was laid by the ship Meridian.",
        "The Norrin cable was laid by the ship Halcyon.",
    ),
    ("青石灯塔建于哪一年？", "青石灯塔建于1895年。", "青石灯塔建于1898年。"),
    ("青石灯塔有多高？", "青石灯塔高38米。", "青石灯塔高42米。"),
    ("柳溪铁路全长多少公里？", "柳溪铁路全长72公里。", "柳溪铁路全长78公里，共有六站。"),
    ("博物馆藏有多少件藏品？", "博物馆藏有5400件藏品。", "博物馆藏有6100件藏品。"),
    ("修理电缆花费了多少钱？", "修理电缆花费800万元。", "修理电缆花费950万元。"),
    ("采石场什么时候关闭？", "采石场于1983年关闭。", "采石场于1986年关闭。"),
    ("公司购买了几台蒸汽机车？", "公司购买了八台蒸汽机车。", "公司购买了十台蒸汽机车。"),
    ("狗能上船吗？", "狗能上船。", "狗不能上船。"),
    ("展厅内是否允许使用闪光灯？", "展厅内允许使用闪光灯。", "展厅内不允许使用闪光灯。"),
    ("成虫吃树叶吗？", "成虫吃树叶。", "成虫不吃树叶。"),
    ("重启以后缓存会增加吗？", "重启以后缓存会增加。", "重启以后缓存会减少。"),
    ("谁设计了青石灯塔？", "青石灯塔由工程师陆文渊设计。", "青石灯塔由工程师孟广德设计。"),
    ("铜甲虫是谁发现的？", "铜甲虫是何秀兰发现的。", "铜甲虫是韩玉梅发现的。"),
    ("哪艘船铺设了北澜电缆？", "北澜电缆由海星号铺设。", "北澜电缆由远山号铺设。"),
)
"""A question, and two sentences that cannot both be right."""

AGREEMENTS: tuple[tuple[str, str, str], ...] = (
    (
        "When was the Harrow lighthouse built?",
        "The Harrow lighthouse was built in 1872.",
        "The Harrow lighthouse, built in 1872, is 41 metres tall.",
    ),
    (
        "When was the Harrow lighthouse built?",
        "The Harrow lighthouse was built in 1872.",
        "The Mullan lighthouse was built in 1901.",
    ),
    (
        "How many passengers did the railway carry in 2015?",
        "The railway carried 1.2 million passengers in 2015.",
        "The railway carried 1,200,000 passengers in 2015.",
    ),
    (
        "How many passengers did the railway carry?",
        "The railway carried 1.2 million passengers in 2015.",
        "The railway carried 900,000 passengers in 2011.",
    ),
    (
        "How long is the Norrin cable?",
        "The Norrin cable is 118 kilometres long.",
        "The Norrin cable is about 120 kilometres long.",
    ),
    (
        "How tall is the tower of the lighthouse?",
        "The tower of the lighthouse is 41 metres tall.",
        "The tower of the lighthouse is 41 m tall.",
    ),
    ("Are dogs allowed on the boats?", "Dogs are not allowed on the boats.", "Dogs are allowed in the park."),
    ("Do adult beetles eat leaves?", "Adult beetles do not eat leaves.", "Adult beetles never eat leaves."),
    (
        "Who discovered the copper beetle?",
        "Ines Calloway discovered the copper beetle.",
        "The copper beetle was discovered by Ines Calloway in 1904.",
    ),
    (
        "Who lights the first lantern?",
        "The mayor lights the first lantern.",
        "Olga Hartman lights the first lantern.",
    ),
    ("青石灯塔建于哪一年？", "青石灯塔建于1895年。", "青石灯塔于1895年由陆文渊设计建成。"),
    ("青石灯塔建于哪一年？", "青石灯塔建于1895年。", "白沙灯塔建于1910年。"),
    ("约有多少人到场？", "约有一万二千人到场。", "约有12000人到场。"),
    ("狗能上船吗？", "狗不能上船。", "狗能进入公园。"),
    ("成虫吃树叶吗？", "成虫不吃树叶。", "成虫从不吃树叶。"),
    ("谁设计了青石灯塔？", "青石灯塔由工程师陆文渊设计。", "工程师陆文渊设计了青石灯塔。"),
)
"""A question, and two sentences that may both be right."""
