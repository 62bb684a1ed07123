"""Words for the same, of which one may stand for another, and characters that say little."""

from reasoner.retrieval.terms import terms

LIGHT = frozenset(
    "的了着过在于是为由被把将对向从自至到给和与及或并而且但也都还又再就才便则以之其此该这那本个位名"
    "可应该须需要必得能会想请让使令有无不没未勿莫别先后前时内中里上下出来去起掉完好成约大概左右多"
    "现今目前如当所等进行做共总曾已经最很更较称叫说道示讲认每各均皆即亦者人们里会许"
)
"""Characters that say little of the subject, and for which another often stands."""
_GROUPS = """
town city settlement municipality
people persons residents inhabitants citizens visitors guests
firm company business manufacturer maker
car automobile vehicle
pupil student learner
book volume
ship vessel boat
plane aircraft airplane
physician doctor
kids children
movie film
big large great huge major
small little tiny minor
many numerous several various
old ancient
main chief principal primary
error fault mistake failure
start beginning
part portion share section
kind type sort
price cost fee
shop store
street road
house building home
method way approach procedure
aim goal purpose
autumn fall
study research survey investigation
writer author
scientist researcher
device machine appliance unit
message notification
max maximum
min minimum
whole entire total complete full
times time
current present
minute minutes
击败 战胜 打败 胜 赢
出口 销售 外销 销往 运往
修建 建造 兴建 修筑 建设 建 造 修 盖 建立 设立 成立 创立 创办 创建
出资 出钱 资助 捐资
位于 坐落 地处
来自 源于 起源 发源
使用 采用 利用 用
超过 多于 逾 高于
叫作 称为 名为 又称
开始 起
包括 包含 含有 含
居民 人口 百姓
汽车 车辆
飞机 客机
医生 大夫 医师
教师 老师
学生 学员
公司 企业 厂商
城市 都市
支付 缴纳 交纳 付 交
需要 必须 应当 须要
购买 买 购入 购置
出售 卖 售
认为 觉得 相信
发现 找到 发掘
担任 出任 任
逝世 去世 病逝 死
出生 诞生 生
获得 取得 得到 荣获
参观 游览
保存 保留 存
阅读 看 读
展示 展出 陈列
拆除 拆毁 毁
扩大 扩建
帮助 协助
变成 成为 变为
居住 住 生活
非常 十分 极其
经常 常常 时常 往往 通常
部分 一部分
全部 所有 一切
重要 主要 关键
巨大 庞大
著名 知名 有名 闻名
开放 开启
开通 通车 启用 投用
铺设 敷设
星期 周 礼拜
目前 如今 现在 现今
小孩 儿童 孩子
研究 调查
倍 番
"""
_WORDS = tuple(frozenset(line.split()) for line in _GROUPS.split("\n"))
_TERMS = tuple(frozenset(terms(line)) for line in _GROUPS.split("\n") if line.isascii())


def synonyms(left: str, right: str) -> bool:
    """Both words are of one group; English ones in the form in which terms are compared."""
    return any(left in group and right in group for group in (*_WORDS, *_TERMS))
