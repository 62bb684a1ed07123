"""Things that stories count, in both languages: singular, plural, Chinese, measure word."""

from dataclasses import dataclass

_THINGS = {
    "fruit": """apple,apples,苹果,个|pear,pears,梨,个|peach,peaches,桃子,个|plum,plums,李子,个
mango,mangoes,芒果,个
orange,oranges,橙子,个|lemon,lemons,柠檬,个|melon,melons,甜瓜,个|cherry,cherries,樱桃,颗
strawberry,strawberries,草莓,颗
fig,figs,无花果,个|apricot,apricots,杏子,个|kiwi,kiwis,猕猴桃,个|banana,bananas,香蕉,根
coconut,coconuts,椰子,个""",
    "vegetable": """potato,potatoes,土豆,个|tomato,tomatoes,西红柿,个|carrot,carrots,胡萝卜,根
cucumber,cucumbers,黄瓜,根
onion,onions,洋葱,个|pumpkin,pumpkins,南瓜,个|cabbage,cabbages,卷心菜,棵|radish,radishes,萝卜,个
pepper,peppers,辣椒,个
aubergine,aubergines,茄子,个|turnip,turnips,芜菁,个|mushroom,mushrooms,蘑菇,朵""",
    "snack": """cookie,cookies,饼干,块|muffin,muffins,松饼,个|dumpling,dumplings,饺子,个
pancake,pancakes,煎饼,张
sandwich,sandwiches,三明治,个|bun,buns,包子,个|pie,pies,馅饼,个|egg,eggs,鸡蛋,个|candy,candies,糖果,颗
waffle,waffles,华夫饼,块
doughnut,doughnuts,甜甜圈,个|loaf of bread,loaves of bread,面包,个|sausage,sausages,香肠,根
tart,tarts,蛋挞,个""",
    "stationery": """pencil,pencils,铅笔,支|pen,pens,钢笔,支|notebook,notebooks,笔记本,本
eraser,erasers,橡皮,块|ruler,rulers,尺子,把
crayon,crayons,蜡笔,支|marker,markers,记号笔,支|envelope,envelopes,信封,个|paintbrush,paintbrushes,画笔,支
paper clip,paper clips,回形针,枚|folder,folders,文件夹,个|glue stick,glue sticks,胶棒,支
postcard,postcards,明信片,张""",
    "collection": """stamp,stamps,邮票,枚|coin,coins,硬币,枚|shell,shells,贝壳,个|sticker,stickers,贴纸,张
marble,marbles,弹珠,颗
button,buttons,纽扣,颗|badge,badges,徽章,枚|bead,beads,珠子,颗|pebble,pebbles,鹅卵石,颗
trading card,trading cards,卡片,张
feather,feathers,羽毛,根|key ring,key rings,钥匙扣,个|bottle cap,bottle caps,瓶盖,个|photo,photos,照片,张
magnet,magnets,磁铁,块""",
    "toy": """toy car,toy cars,玩具车,辆|kite,kites,风筝,只|balloon,balloons,气球,个|doll,dolls,布娃娃,个
puzzle,puzzles,拼图,盒
building block,building blocks,积木,块|yo-yo,yo-yos,溜溜球,个|ball,balls,皮球,个|puppet,puppets,木偶,个
model plane,model planes,飞机模型,架
board game,board games,桌游,盒|teddy bear,teddy bears,玩具熊,只|skipping rope,skipping ropes,跳绳,根
spinning top,spinning tops,陀螺,个""",
    "book": """book,books,书,本|comic,comics,漫画书,本|magazine,magazines,杂志,本
storybook,storybooks,故事书,本|atlas,atlases,地图册,本
dictionary,dictionaries,字典,本|songbook,songbooks,歌本,本|poster,posters,海报,张
cookbook,cookbooks,菜谱,本""",
    "clothing": """scarf,scarves,围巾,条|hat,hats,帽子,顶|T-shirt,T-shirts,T恤衫,件|coat,coats,外套,件
sweater,sweaters,毛衣,件
glove,gloves,手套,只|dress,dresses,连衣裙,条|apron,aprons,围裙,条|belt,belts,皮带,条|sock,socks,袜子,只
uniform,uniforms,校服,套""",
    "household": """cup,cups,杯子,个|plate,plates,盘子,个|candle,candles,蜡烛,根|towel,towels,毛巾,条
knife,knives,小刀,把|lamp,lamps,台灯,盏
pillow,pillows,枕头,个|vase,vases,花瓶,个|mug,mugs,马克杯,个|spoon,spoons,勺子,把|bowl,bowls,碗,个
umbrella,umbrellas,雨伞,把
clock,clocks,闹钟,个|blanket,blankets,毯子,条|brush,brushes,刷子,把|mirror,mirrors,镜子,面""",
    "hardware": """nail,nails,钉子,颗|screw,screws,螺丝,颗|brick,bricks,砖,块|tile,tiles,瓷砖,块
plank,planks,木板,块|pipe,pipes,水管,根
light bulb,light bulbs,灯泡,个|battery,batteries,电池,节|bolt,bolts,螺栓,个|shelf,shelves,架子,个
wheel,wheels,轮子,个|rope,ropes,绳子,根""",
    "plant": """rose,roses,玫瑰,朵|tulip,tulips,郁金香,朵|lily,lilies,百合,朵|daisy,daisies,雏菊,朵
sunflower,sunflowers,向日葵,朵
seedling,seedlings,树苗,棵|cactus,cacti,仙人掌,盆|orchid,orchids,兰花,盆|leaf,leaves,树叶,片
fern,ferns,蕨草,盆|pine cone,pine cones,松果,个""",
    "animal": """hen,hens,母鸡,只|duck,ducks,鸭子,只|goose,geese,鹅,只|sheep,sheep,羊,只
goat,goats,山羊,只|rabbit,rabbits,兔子,只
cow,cows,奶牛,头|pig,pigs,猪,头|horse,horses,马,匹|pony,ponies,小马,匹|fish,fish,鱼,条|calf,calves,小牛,头
mouse,mice,老鼠,只
pigeon,pigeons,鸽子,只|turtle,turtles,乌龟,只|donkey,donkeys,驴,头|frog,frogs,青蛙,只
butterfly,butterflies,蝴蝶,只|deer,deer,鹿,只""",
}

_HOLDERS = """box,boxes,盒子,个,盒|bag,bags,袋子,个,袋|basket,baskets,篮子,个,篮|crate,crates,箱子,个,箱
tray,trays,托盘,个,盘
jar,jars,罐子,个,罐|drawer,drawers,抽屉,个,格|tin,tins,铁盒,个,盒|bucket,buckets,桶,个,桶
carton,cartons,纸箱,个,箱|sack,sacks,麻袋,个,袋
parcel,parcels,包裹,个,包|tub,tubs,塑料盆,个,盆|case,cases,木箱,个,箱"""

_PLACES = """the school,学校|the market,市场|the library,图书馆|the bakery,面包店|the farm,农场
the museum,博物馆|the workshop,车间
the garden centre,园艺店|the warehouse,仓库|the village shop,村里的小店|the club,俱乐部|the canteen,食堂
the station kiosk,车站小卖部
the youth centre,青少年活动中心|the toy shop,玩具店|the post office,邮局|the hotel,旅馆
the kindergarten,幼儿园|the fair,集市|the factory,工厂"""


@dataclass(frozen=True, slots=True)
class Noun:
    """A thing that is counted."""

    one: str
    many: str
    zh: str
    measure: str
    group: str = ""
    """What sort of thing it is; of a holder, the measure word for what it holds."""


@dataclass(frozen=True, slots=True)
class Named:
    """A place or the like that is not counted."""

    en: str
    zh: str


def _table(rows: str) -> list[list[str]]:
    return [row.split(",") for row in rows.replace("\n", "|").split("|")]


THINGS = tuple(
    Noun(row[0], row[1], row[2], row[3], group) for group, rows in _THINGS.items() for row in _table(rows)
)
HOLDERS = tuple(Noun(*row) for row in _table(_HOLDERS))
PLACES = tuple(Named(*row) for row in _table(_PLACES))
GROUPS = {group: tuple(thing for thing in THINGS if thing.group == group) for group in _THINGS}
SMALL = tuple(
    thing
    for thing in THINGS
    if thing.group not in ("animal", "clothing") and thing.one not in ("shelf", "plank")
)
"""Things that are packed, handed over and shared out."""
DYED = tuple(thing for thing in THINGS if thing.group in ("stationery", "toy", "clothing", "household"))
FOOD = GROUPS["fruit"] + GROUPS["vegetable"] + GROUPS["snack"]
COLOURS = tuple(
    Named(*row)
    for row in _table(
        "red,红色|blue,蓝色|green,绿色|yellow,黄色|white,白色|black,黑色|"
        "purple,紫色|brown,棕色|pink,粉色|grey,灰色|orange,橙色|silver,银色"
    )
)
