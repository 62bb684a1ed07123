"""Names of people in both languages."""

from dataclasses import dataclass

_SHE = """Amara Bianca Celia Daria Elif Farah Greta Hana Imani Jolene Katya Leila Mina Nadia Oona Petra
Quinn Rosa Selma Tamsin Ulla Vera Willa
Xenia Yara Zelda Aiko Beatriz Carmen Dolores Esther Fiona Giulia Heidi Ingrid Joana Kirsten Lucia Maren
Noemi Odile Paula Renata Saskia Tova
Ursula Viola Wanda Yasmin Zora Agnes Birgit Chiara Delia Eowyn Freya Gwen Hilda Ines Juno Kiran Lorna
Mabel Nell Orla Pilar Ramona Sunita Thea
Una Veda Wren Ximena Yuki Anouk Bronte Clara Doreen Edith Flora Gemma Hazel Iris Josie Kezia Lotte Magda
Nina Opal Priya Rhea Stella Tilda
Valerie Winnie Ada Bela Cora Dina Elsa Faye Gilda Hettie Ida June Kay Lena Mona Nora Olive Pearl Ruth
Sonia Tess Uma Vivian Zoe"""
_HE = """Anton Boris Cyrus Dmitri Emil Felix Gustav Hamid Igor Jonas Kamal Lars Mateo Nikolai Omar Pavel
Rashid Stefan Tariq Umar Viktor Wim
Xavier Yusuf Zoltan Aldo Bruno Cedric Diego Enzo Farid Goran Hugo Ivan Jorge Karim Leif Marco Nils Otto
Pedro Ravi Sven Theo Ulrich Vikram
Walter Yann Zeke Arjun Basil Caleb Dario Eamon Finn Gareth Hassan Idris Jasper Kenji Luca Milan Nestor
Oscar Pascal Rafael Silas Tobias Uri
Vincent Wesley Yosef Zane Abel Bram Carlo Dean Elias Floyd Grant Harvey Isaac Jules Kurt Linus Miguel
Nigel Orson Percy Roland Seth Trevor
Victor Warren Abdul Bjorn Chen Dov Ezra Franz Gil Henrik Ismail Jakob Kofi Leon Musa Noah Olaf Piet
Quentin Rufus Samir Tomas Yuri Zach"""
_SHE_ZH = """晓梅 思雨 婷婷 雅琴 小芸 佳怡 若兰 欣悦 丽华 秋菊 小燕 梦琪 诗涵 静文 春燕 慧敏 雪莹 美玲
小蕾 可心 语嫣 巧云 玉珍 小荷 月娥 紫薇 依依 小霞
晨曦 文静 雨桐 淑芬 小娟 心怡 艳红 凤英 乐瑶 小琳 素云 冬梅 清荷 小茜 莉莉 思琪 金凤 小倩 海燕 晓彤 宁宁
小蓉 陈阿姨 李老师 王奶奶 周姐姐 赵女士 孙阿姨"""
_HE_ZH = """志强 建国 小亮 浩然 子轩 文博 大伟 小龙 明辉 俊杰 国栋 小磊 家豪 海涛 天宇 小飞 立新 博文 永康
小涛 振华 宇航 小虎 德胜 思远 小凯 光明 正阳
少华 小军 瑞祥 景行 小波 向东 凯文 小鹏 铁柱 新民 小松 学文 泽宇 小北 卫东 乐天 小峰 承志 大山 小杰 陈叔叔
李师傅 王爷爷 周哥哥 赵先生 孙伯伯"""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in a story."""

    en: str
    zh: str
    female: bool


SHE = tuple(_SHE.split())
HE = tuple(_HE.split())
SHE_ZH = tuple(_SHE_ZH.split())
HE_ZH = tuple(_HE_ZH.split())
