"""Small texts of our own, about things that do not exist: what planted citations are made of."""

ENGLISH = {
    "lighthouse.md": (
        "The Harrow lighthouse was built in 1872 by the engineer Edith Marlow. Its tower is 41 metres"
        " tall and"
        " stands on the northern tip of Gull Island. The lamp was converted from oil to electricity in"
        " 1931. No"
        " keeper has lived there since 1988, because the light is now operated from Port Callan. Some"
        " rooms of"
        " the old keeper's house are open to visitors in summer."
    ),
    "railway.md": (
        "The Tamber Valley Railway runs from Oxley to Brannock, a distance of 63 kilometres. It carried 1.2"
        " million passengers in 2015, which was more than any other branch line in the county. Freight"
        " traffic"
        " decreased by 40 percent after the quarry at Dunmore closed. The company bought nine steam engines"
        " from the Kessel works, and three of them still run on Sundays."
    ),
    "beetle.md": (
        "The copper beetle lives in the bark of old willow trees. Its larvae feed on dead wood for two years"
        " before they turn into adults. Adult beetles do not eat leaves; they drink the sap of the tree. Dr"
        " Ines Calloway discovered the species near the River Tarn in March 1904. Most adults die before the"
        " first frost of October."
    ),
    "museum.md": (
        "The Ostrava Glass Museum owns 5,400 objects, of which about 300 are on display. Admission is free on"
        " the first Monday of every month. The oldest piece is a green bowl made in the 9th century. Karel"
        " Dvorsky gave his collection of perfume bottles to the museum in 1967. Photography with a flash"
        " is not"
        " allowed in the galleries."
    ),
    "cable.md": (
        "The Norrin sea cable connects Port Callan with the mainland and is 118 kilometres long. It was"
        " laid by"
        " the ship Meridian in the autumn of 2006. The cable can carry up to 450 megawatts. A trawler"
        " damaged it"
        " in 2011, and the repair took seven weeks and cost 8 million euros. Since then ships must keep"
        " at least"
        " 500 metres away from it."
    ),
    "festival.md": (
        "The Lantern Festival of Brannock takes place every year in the second week of November. In 2019 the"
        " red team defeated the blue team in the boat race for the first time. About 12,000 people came,"
        " fewer"
        " than in the year before. The mayor, Olga Hartman, lights the first lantern at dusk. Dogs are"
        " allowed"
        " in the park but not on the boats."
    ),
}
"""By their source."""

CHINESE = {
    "灯塔.md": (
        "青石灯塔建于1895年，由工程师陆文渊设计。塔高38米，位于鸥岛的最北端。1934年，灯塔的油灯改成了电灯。"
        "自1990年起，岛上不再有守塔人居住，灯光由白沙港远程控制。部分旧房间在夏季对游客开放。"
    ),
    "铁路.md": (
        "柳溪铁路从安平到石桥，全长72公里。2016年，这条铁路运送旅客150万人次，比省内其他支线都多。"
        "采石场关闭以后，货运量减少了三成。公司向永昌机器厂购买了八台蒸汽机车，其中两台至今仍在周日运行。"
    ),
    "甲虫.md": (
        "铜甲虫生活在老柳树的树皮里。它的幼虫以枯木为食，两年后才变为成虫。成虫不吃树叶，只喝树汁。"
        "1904年3月，学者何秀兰在塔河附近发现了这个物种。大多数成虫在十月第一次霜降之前死去。"
    ),
    "博物馆.md": (
        "云州玻璃博物馆藏有5400件藏品，其中约300件正在展出。每月第一个星期一免费参观。"
        "年代最久的藏品是一只9世纪的绿色碗。1967年，收藏家孟广德把自己的香水瓶捐给了博物馆。"
        "展厅内不允许使用闪光灯拍照。"
    ),
    "电缆.md": (
        "北澜海底电缆连接白沙港与大陆，长118公里。电缆由海星号于2006年秋天铺设。它最多可以输送450兆瓦电力。"
        "2011年，一艘渔船损坏了电缆，修理用了七周，花费800万元。此后船只必须与电缆保持至少500米的距离。"
    ),
    "灯节.md": (
        "石桥灯节在每年十一月的第二周举行。2019年，红队在龙舟赛中首次击败蓝队。约有一万二千人到场，"
        "比前一年少。"
        "镇长韩玉梅在黄昏时点亮第一盏灯笼。狗可以进入公园，但不能上船。"
    ),
}
