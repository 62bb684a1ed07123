"""What a chain says about letters is recomputed; what is not certainly understood is left alone."""

import pytest

from reasoner.verification.checks.case import Case
from reasoner.verification.checks.letters import check
from support import SANDBOX, candidate

LAST = 'Take the last letters of each words in "Otto Mira Ben Ruth" and concatenate them.'


def verdict(text: str, question: str = "", answer: str | None = None) -> str | None:
    found = check(candidate(answer, text=text), Case(question, SANDBOX))
    return found.verdict if found else None


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("The last letter of 'Mira' is 'a'.", "The last letter of 'Mira' is 'r'."),
        ("The last letter of Mira is a.", "The last letter of Mira is i."),
        ('The first letter of "Otto" is "O".', 'The first letter of "Otto" is "T".'),
        ("The first letter of \"otto\" is 'O'.", "The first letter of \"otto\" is 'U'."),
        ("The second letter of `planet` is `l`.", "The second letter of `planet` is `a`."),
        ("The 4th letter in the word planet is n.", "The 4th letter in the word planet is e."),
        ("The third character of “planet” is “a”.", "The third character of “planet” is “n”."),
        ("The second-to-last letter of 'planet' is 'e'.", "The second-to-last letter of 'planet' is 't'."),
        ("The penultimate letter of 'planet' is 'e'.", "The penultimate letter of 'planet' is 'n'."),
        ("The last letter of **Ruth** is **h**.", "The last letter of **Ruth** is **t**."),
        ("- The last letter of *Ruth* is h", "- The last letter of *Ruth* is u"),
        ("The final letter of the word 'Ruth' is the letter 'h'.", "The final letter of the word 'Ruth' is the letter 'r'."),
        ("The last letter of the second word, 'Mira', is 'a'.", "The last letter of the second word, 'Mira', is 'm'."),
        ("'h' is the last letter of 'Ruth'.", "'t' is the last letter of 'Ruth'."),
        ("For 'Ruth', the last letter is 'h'.", "For 'Ruth', the last letter is 'u'."),
        ("'Ruth': last letter is 'h'", "'Ruth': last letter is 't'"),
        ("The word 'Ruth' ends with 'h'.", "The word 'Ruth' ends with 't'."),
        ("The name Ruth starts with the letter R.", "The name Ruth starts with the letter W."),
        ("'Ruth' ends in the letter 'h'.", "'Ruth' ends in the letter 'd'."),
        ("The last letters of 'Otto', 'Mira' and 'Ben' are 'o', 'a' and 'n'.", "The last letters of 'Otto', 'Mira' and 'Ben' are 'o', 'r' and 'n'."),
        ("The last letters of each word in \"Otto Mira Ben\" are o, a, n, respectively.", "The last letters of each word in \"Otto Mira Ben\" are o, a, e, respectively."),
        ("The first letters of Otto, Mira, and Ben are O, M, and B.", "The first letters of Otto, Mira, and Ben are O, N, and B."),
        ("The last letter of 'Otto' is 'o', 'Mira' is 'a', and 'Ben' is 'n'.", "The last letter of 'Otto' is 'o', 'Mira' is 'a', and 'Ben' is 'm'."),
        ("The last letters are:\n- Otto: o\n- Mira: a\n- Ben: n", "The last letters are:\n- Otto: o\n- Mira: m\n- Ben: n"),
        ("The last letters are:\n1. Otto -> o\n2. Mira -> a", "The last letters are:\n1. Otto -> o\n2. Mira -> e"),
        ("The last letter of \"José\" is \"é\".", "The last letter of \"José\" is \"s\"."),
        ("The last letter of \"José\" is \"e\".", "The last letter of \"José\" is \"o\"."),
        ("The last letter of \"O'Brien\" is \"n\".", "The last letter of \"O'Brien\" is \"e\"."),
        ("The last letter of 'Jean-Luc' is 'c'.", "The last letter of 'Jean-Luc' is 'n'."),
        ("The last letter of 'New York' is 'k'.", "The last letter of 'New York' is 'd'."),
        ("'planet' has 6 letters.", "'planet' has 7 letters."),
        ("The word planet is six letters long.", "The word planet is five letters long."),
        ("There are 6 letters in the word 'planet'.", "There are 5 letters in the word 'planet'."),
        ("The length of the word \"planet\" is 6.", "The length of the word \"planet\" is 8."),
        ("The number of letters in 'planet' is 6.", "The number of letters in 'planet' is 4."),
        ("'planet' consists of 6 letters and is a noun.", "'planet' consists of 9 letters and is a noun."),
        ("There are 3 r's in 'strawberry'.", "There are 2 r's in 'strawberry'."),
        ("There are three 'r's in \"strawberry\".", "There are two 'r's in \"strawberry\"."),
        ("The letter 'r' appears 3 times in 'strawberry'.", "The letter 'r' appears twice in 'strawberry'."),
        ("The word strawberry contains 3 r's.", "The word strawberry contains 4 r's."),
        ("In 'banana', the letter 'a' appears three times.", "In 'banana', the letter 'a' appears two times."),
        ("The number of a's in the word 'banana' is 3.", "The number of a's in the word 'banana' is 4."),
        ("'banana' has 3 vowels.", "'banana' has 5 vowels."),
        ("The word 'banana' has 3 consonants.", "The word 'banana' has 5 consonants."),
        ("'planet' contains the letter 'n'.", "'planet' contains the letter 'r'."),
        ("'planet' does not contain the letter 'r'.", "'planet' does not contain the letter 'n'."),
        ("'planet' reversed is 'tenalp'.", "'planet' reversed is 'tenlap'."),
        ("The word planet spelled backwards is tenalp.", "The word planet spelled backwards is tanelp."),
        ("The reverse of 'planet' is 'tenalp'.", "The reverse of 'planet' is 'tenalpp'."),
        ("Reversing 'lamp' gives 'pmal'.", "Reversing 'lamp' gives 'plam'."),
        ("The reverse of 'lamp' is p-m-a-l.", "The reverse of 'lamp' is p-a-m-l."),
        ("The word 'straw' is spelled s-t-r-a-w.", "The word 'straw' is spelled s-t-a-r-w."),
        ("The letters in 'straw' are s, t, r, a, w.", "The letters in 'straw' are s, t, r, o, w."),
        ("'sun' + 'flower' = 'sunflower'", "'sun' + 'flower' = 'sunflowr'"),
        ('"s" + "a" + "s" = "sas"', '"s" + "a" + "s" = "saas"'),
        ("Concatenating 'l', 'e', 'e' and 'n' gives 'leen'.", "Concatenating 'l', 'e', 'e' and 'n' gives 'len'."),
        ("Joining 'foot' and 'ball' gives 'football'.", "Joining 'foot' and 'ball' gives 'footbal'."),
        ("'lamp' in uppercase is 'LAMP'.", "'lamp' in uppercase is 'LaMP'."),
        ("The lowercase version of 'LAMP' is 'lamp'.", "The lowercase version of 'LAMP' is 'Lamp'."),
        ("In alphabetical order, the words are apple, banana, cherry.", "In alphabetical order, the words are banana, apple, cherry."),
        ("The alphabetical order is: ant, bee, cat.", "The alphabetical order is: ant, cat, bee."),
        ("单词“Mira”的最后一个字母是“a”。", "单词“Mira”的最后一个字母是“r”。"),
        ("Mira 的首字母是 M。", "Mira 的首字母是 N。"),
        ("“planet”的第二个字母是 l。", "“planet”的第二个字母是 a。"),
        ("planet的第3个字母是a。", "planet的第3个字母是n。"),
        ("“planet”的倒数第二个字母是“e”。", "“planet”的倒数第二个字母是“n”。"),
        ("Otto、Mira和Ben的最后一个字母分别是o、a、n。", "Otto、Mira和Ben的最后一个字母分别是o、a、b。"),
        ("“中华人民”的最后一个字是“民”。", "“中华人民”的最后一个字是“人”。"),
        ("单词 planet 共有6个字母。", "单词 planet 共有7个字母。"),
        ("“planet”由六个字母组成。", "“planet”由五个字母组成。"),
        ("单词“planet”的长度是6。", "单词“planet”的长度是5。"),
        ("字母 r 在“strawberry”中出现了3次。", "字母 r 在“strawberry”中出现了2次。"),
        ("单词 strawberry 中有3个r。", "单词 strawberry 中有两个r。"),
        ("“banana”中有3个元音字母。", "“banana”中有4个元音字母。"),
        ("“planet”不包含字母r。", "“planet”不包含字母n。"),
        ("“lamp”反过来写是“pmal”。", "“lamp”反过来写是“plam”。"),
        ("“lamp”的大写形式是“LAMP”。", "“lamp”的大写形式是“LAMp”。"),
        ("将“l”、“e”、“n”拼接起来得到“len”。", "将“l”、“e”、“n”拼接起来得到“lene”。"),
    ],
)  # fmt: skip
def test_a_statement_about_letters_is_recomputed(right: str, wrong: str) -> None:
    assert (verdict(right), verdict(wrong)) == ("pass", "fail")


OTTO = "The last letter of 'Otto' is 'o'. The last letter of 'Mira' is 'a'. The last letter of 'Ben' is 'n'. "


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (OTTO + "Concatenating them is 'oan'.", "pass"),
        (OTTO + "Concatenating them is 'oann'.", "fail"),
        (OTTO + "Concatenating these letters gives us: **aon**", "fail"),
        (OTTO + "Putting them together, we get oan.", "pass"),
        (OTTO + "Putting them together, we get ona.", "fail"),
        (OTTO + "Together they form 'oa'.", "fail"),
        (OTTO + "o + a + n = oan", "pass"),
        (OTTO + "o + a + n = ona", "fail"),
        (OTTO + "Combining them gives us a total of 3 letters.", "pass"),
        (OTTO + "Concatenating them gives the answer.", "pass"),
        (OTTO + "And 'Ruth' has an h at its end. Concatenating them is 'oanh'.", "pass"),
        ("The last letters of 'Otto', 'Mira' are 'o', 'a'.\nSo the first is a palindrome.\nConcatenating them is 'oa'.", "pass"),
        ("Taking the last letters of the words in \"Otto Mira Ben\" and concatenating them, we get 'oan'.", "pass"),
        ("Taking the last letters of the words in \"Otto Mira Ben\" and concatenating them, we get 'oane'.", "fail"),
        ("1. Otto: the last letter of 'Otto' is 'o'\n2. Mira: the last letter of 'Mira' is 'a'\n\nJoining them together gives: \"ao\"", "fail"),
        ("“Otto”的最后一个字母是“o”，“Mira”的最后一个字母是“a”。把它们连接起来得到“oa”。", "pass"),
        ("“Otto”的最后一个字母是“o”，“Mira”的最后一个字母是“a”。把它们连接起来得到“ao”。", "fail"),
        ("Otto 的首字母是 O，Mira 的首字母是 M，Ben 的首字母是 B。将这些字母组合起来就是 OMB。", "pass"),
        ("Otto 的首字母是 O，Mira 的首字母是 M，Ben 的首字母是 B。将这些字母组合起来就是 OBM。", "fail"),
    ],
)  # fmt: skip
def test_what_is_put_together_is_compared_with_the_letters_that_the_chain_states(
    text: str, expected: str
) -> None:
    assert verdict(text) == expected


@pytest.mark.parametrize(
    ("text", "answer", "expected"),
    [
        ("The last letters of each word are o, a, n, and h. Concatenating them is 'oanh'.", "oanh", "pass"),
        ("The last letters of each word are o, a, n, and h. Concatenating them is 'oanh'.", "onah", "fail"),
        ("The last letters of each word are o, a, b, and h. Concatenating them is 'oabh'.", "oabh", "fail"),
        ("The last letters of the words are o, a, n, n, h.", "oannh", "fail"),
        ("Taking the last letters of each word and concatenating them gives 'oanth'.", "oanth", "fail"),
        ("The first letters of the words are O, M, B, R.", "oanh", None),
        ("Otto ends with o. The answer is oanh.", "oanh", None),
    ],
)
def test_the_words_are_those_of_the_question(text: str, answer: str, expected: str | None) -> None:
    assert verdict(text, LAST, answer) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The sum of 3 and 4 is 7.",
        "The last letter of the alphabet is z.",
        "The last letter of the alphabet is a vowel? No.",
        "The letter was 3 pages long.",
        "In other words, the answer is b.",
        "The first letter of Paul to the Corinthians is a masterpiece.",
        "The last letter of my aunt is a treasure.",
        "The last letter of the word is b.",
        "The first letter of each word is c.",
        "Her last letter is a love letter.",
        "The students' last letter was 'A'.",
        "The Joneses' last letter is b.",
        "Is the last letter of 'Mira' 'r'? No.",
        "If the last letter of 'Mira' is 'r', then we are done.",
        "The last letter of 'Mira' is not 'r'.",
        "Suppose the last letter of 'Mira' is 'r'.",
        "It is wrong that the last letter of 'Mira' is 'r'.",
        "One might think that the last letter of 'Mira' is 'r'.",
        "The last letter of 'Mira' is 'r'. Wait, that is not right.",
        "The last letter of 'Mira' is r-like.",
        "Unlike 'Mira', the last letter is 'n'.",
        "The first letter of Greece is dated 1821.",
        "He said \"the last letter of 'Mira' is short\".",
        "The length of 'Titanic' is 269 metres.",
        "The length of AB is 5.",
        "The word 'letter' comes from Latin.",
        "'planet' has at least 4 letters.",
        "'banana' has 3 different letters.",
        "'planet' has more than 7 letters.",
        "'planet' has 3 letters in common with 'lane'.",
        "He wrote 'planet' in 7 letters to his sister.",
        "There are 2 a's in the first half of 'banana'.",
        "The letter 'a' appears 2 times in the second half of 'banana'.",
        "The letter e appears 3 times in Hamlet.",
        "Combining 'breakfast' and 'lunch' gives 'brunch'.",
        "Combining red and blue gives purple.",
        "Putting them together gives 'furniture'.",
        "The reverse of 'hot' is 'cold'.",
        "The reverse of this is true.",
        "Reversing the car is hard.",
        "x + y = xy",
        "Sort the words in alphabetical order: pear, apple.",
        "In reverse alphabetical order, the words are pear, apple.",
        "The names in alphabetical order are John Adams, Abel Baker.",
        "The jar 'Red' contains 'x'.",
        "The set S contains the letter.",
        "The word 'seperate' should be spelled s-e-p-a-r-a-t-e.",
        "'colour' is spelled c-o-l-o-r in American English.",
        "The letters in 'banana' are b, a, n.",
        "The last letters of 'Anna', 'Ella' and 'Dan' are 'a' and 'n'.",
        "a = 3, b = 4, so the letter a is 3.",
        "这封信有3页长。",
        "字母表的最后一个字母是z。",
        "最后一个字母是b。",
        "如果“Mira”的最后一个字母是“r”，那么答案不同。",
        "“Mira”的最后一个字母不是“r”。",
        "“Mira”的最后一个字母是“r”吗？",
        "长方形的长度是5。",
        "他写了3封信。",
        "把它们放在一起得到一个正方形。",
    ],
)  # fmt: skip
def test_what_is_not_certainly_about_letters_is_left_alone(text: str) -> None:
    assert verdict(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The last letter I wrote to 'Mira' is 'lost'.", None),
        ("The last letter of the word 'Mira' is 'a', while the last letter of 'Ben' is not 'a'.", 'pass'),
        ("Since 'Mira' has 4 letters, the last letter is the 4th.", 'pass'),
        ('The word "can\'t" has 4 letters.', 'pass'),
        ('The word "can\'t" has 6 letters.', 'fail'),
        ("'Jean-Luc' has 7 letters.", 'pass'),
        ("'abc123' has 6 characters.", 'pass'),
        ("'abc123' has 3 letters.", 'pass'),
        ('The last letter of "abc1" is "c".', 'pass'),
        ('The last letter of "abc1" is "b".', 'fail'),
        ('The letters of the law are strict.', None),
        ('There are 26 letters in the alphabet.', None),
        ('There are 5 letters in the mailbox.', None),
        ("The word 'banana' has 3 a's and 2 n's.", 'pass'),
        ("'banana' has 2 a's, 3 n's.", 'fail'),
        ("The letter a appears in 'banana' 3 times.", 'pass'),
        ("The letter a appears in 'banana' 2 times.", 'fail'),
        ('The first letter of the second name, Mira, is m.', 'pass'),
        ('Take the last letters of each word: Otto -> o, Mira -> a, Ben -> n. Concatenate: oan', 'pass'),
        ('Take the last letters of each word: Otto -> o, Mira -> r, Ben -> n. Concatenate: orn', 'fail'),
        ("So the string becomes 'o' + 'a' + 'n' + 'h' = 'oanh'.", 'pass'),
        ("print('a' + 'b')", None),
        ("'5' + 3 = '53'", None),
        ("'New' + 'York' = 'New York'", 'pass'),
        ("Combining 'H' and 'O' gives 'water'.", None),
        ("Concatenating 'data' and 'base' gives 'database', not 'data base'.", 'pass'),
        ('The last letters of Otto and Mira are the same.', None),
        ("The last letters of 'Otto' and 'Mira' are o and a respectively, so they differ.", 'pass'),
        ('The first letter of his name is J.', None),
        ("In Spanish the last letter of 'verdad' is silent.", None),
        ("The last letter of 'Mira' is a vowel.", None),
        ("The last letter of 'Mira' is 'a vowel'.", None),
        ("The last letter of 'Mira' is a or e.", None),
        ("The last letter of 'Ben' is n/m.", None),
        ('The first letter of “Élan” is “E”.', 'pass'),
        ("The last letter of 'Straße' is 'e'.", 'pass'),
        ("'Straße' in uppercase is 'STRASSE'.", 'pass'),
        ("The last letter of '北京' is '京'.", 'pass'),
        ("The second word is 'Mira' and its last letter is 'a'.", 'pass'),
        ("The second word is 'Mira' and its last letter is 'r'.", 'fail'),
        ("A palindrome like 'level' reversed is 'level'.", 'pass'),
        ("'listen' rearranged is 'silent'.", None),
        ("The plural of 'cat' is 'cats'.", None),
        ("'Hello' has 5 letters, 'World' has 5 letters, so there are 10 letters.", 'pass'),
        ("'Hello World' has 11 characters.", 'pass'),
        ("'Hello World' has 10 letters.", 'pass'),
        ("'Hello World' has 12 letters.", 'fail'),
        ("The word 'level' has 2 e's and 2 l's.", 'pass'),
        ("The number of vowels in 'yes' is 2.", 'pass'),
        ("'rhythm' has no vowels.", 'pass'),
        ("'rhythm' has 1 vowel.", 'pass'),
        ("'rhythm' has 3 vowels.", 'fail'),
        ("In the word 'Mississippi', s appears 4 times.", 'pass'),
        ("In the word 'Mississippi', s appears 3 times.", 'fail'),
        ("The letter 'e' occurs once in 'help' and twice in 'three'.", 'pass'),
        ("'b' comes before 'a' in alphabetical order.", None),
        ('Sorted alphabetically, the list is: Ben, Mira, Otto.', 'pass'),
        ('Sorted alphabetically, the list is: Mira, Ben, Otto.', 'fail'),
        ('The alphabetical order is apple, Banana, cherry.', 'pass'),
        ('In alphabetical order: zoo, apple?', None),
        ('“Mira”和“Ben”的最后一个字母分别是“a”和“n”。', 'pass'),
        ('“Mira”和“Ben”的最后一个字母分别是“a”和“e”。', 'fail'),
        ('“苹果”有两个字。', 'pass'),
        ('“苹果”有三个字。', 'fail'),
        ('这个单词的第一个字母是b。', None),
        ('第一个字母是大写的。', None),
        ('“banana”这个单词中字母a出现了3次。', 'pass'),
        ('“banana”这个单词中字母a出现了4次。', 'fail'),
        ('英语有26个字母。', None),
        ('字母a在英语中出现了3次。', None),
        ('他的名字由三个字组成。', None),
        ('“hello”倒过来就是“olleh”。', 'pass'),
        ('“hello”倒过来就是“oleh”。', 'fail'),
        ('请按字母顺序排列：pear、apple、fig。', None),
        ('按字母顺序排列后是：apple、fig、pear。', 'pass'),
        ('按字母顺序排列后是：apple、pear、fig。', 'fail'),
        ('把“a”和“b”连接起来会得到什么？', None),
        ('长度为5的字符串。', None),
        ("The last letter of 'Mira' is 'r'. Actually, it is 'a'.", None),
        ('“Mira”的最后一个字母是“r”。不对，应该是“a”。', None),
        ("The answer is 'oanh', since the last letters of 'Otto', 'Mira', 'Ben' and 'Ruth' are o, a, n and h.", 'pass'),
        ("The answer is 'oanh', since the last letters of 'Otto', 'Mira', 'Ben' and 'Ruth' are o, a, m and h.", 'fail'),
        ("Let W = 'Mira'. The last letter of W is a.", None),
        ('Let s be the string. The first letter of s is b.', None),
        ('The last letter of Smith is h, of Jones is s.', 'pass'),
        ('The last letter of Python is 3.', None),
        ('The first letter of DNA is D.', 'pass'),
        ('| Otto | o |\n| Mira | a |\nThese are the letters.', None),
        ("The first letters of each word in 'As Soon As Possible' are A, S, A, P.", 'pass'),
        ("The first letters of each word in 'As Soon As Possible' are A, S, O, P.", 'fail'),
        ("The acronym of 'As Soon As Possible' is ASAP, by its letters.", None),
        ('"Mira"\'s last letter is "r".', 'fail'),
        ('"Mira"\'s last letter is "a".', 'pass'),
        ('Step 1: identify the words: Otto, Mira.\nStep 2: identify the last letter of each word:\n- **Otto**: The last letter is **o**.\n- **Mira**: The last letter is **a**.\nStep 3: Concatenate the letters: **oa**', 'pass'),
        ('Step 1: identify the words: Otto, Mira.\nStep 2: identify the last letter of each word:\n- **Otto**: The last letter is **o**.\n- **Mira**: The last letter is **r**.\nStep 3: Concatenate the letters: **or**', 'fail'),
        ('The word "strawberry" is spelled: s-t-r-a-w-b-e-r-r-y. There are 3 r\'s.', 'pass'),
        ("Let's spell it out: S-T-R-A-W-B-E-R-R-Y. The letter R appears at positions 3, 8 and 9.", None),
        ("The letter 'r' is the third letter of 'strawberry'.", 'pass'),
        ("The letter 'r' is the second letter of 'strawberry'.", 'fail'),
        ("There is one 'z' in 'zoo'.", 'pass'),
        ("There are no z's in 'zoo'.", 'fail'),
        ('“strawberry”中一共有三个“r”。', 'pass'),
        ('“strawberry”中一共有两个“r”。', 'fail'),
        ('因此，最后一个字母依次为o、a、n，连起来就是oan。', None),
        ('Otto的最后一个字母是o，Mira的最后一个字母是a，连起来就是“oa”。', 'pass'),
        ('Otto的最后一个字母是o，Mira的最后一个字母是a，连起来就是“ao”。', 'fail'),
        ("The first letter of the Hebrew alphabet is 'aleph'.", None),
        ('My name has 5 letters.', None),
        ("Adding 'ed' to 'walk' gives 'walked'.", None),
        ("If you reverse 'stop' you get 'pots'.", None),
        ('Reverse of "stop": "pots"', 'pass'),
        ('Reverse of "stop": "post"', 'fail'),
        ("The letters are rearranged, so 'a' + 'b' = 'c' in this cipher.", None),
        ("The hexadecimal letter 'A' + 'B' = '15'.", None),
        ("In the cipher, the first letter of 'cat' is 'd'.", None),
        ("After shifting, the first letter of 'cat' becomes 'd'.", None),
        ("Replace the last letter of 'cat' with 'r': 'car'.", None),
        ("The last letter of 'cat' is changed to 'r'.", None),
        ("The missing letter in 'c_t' is 'a'.", None),
        ("The second letter of 'c_t' is 'a'.", None),
        ("Without the last letter, 'cats' is 'cat'.", None),
        ("The last letter of 'cat' is 't' → 20.", 'pass'),
        ('The last letter of "cat" is T, the 20th letter of the alphabet.', 'pass'),
    ],
)  # fmt: skip
def test_only_what_is_certain_is_judged(text: str, expected: str | None) -> None:
    assert verdict(text) == expected


def test_a_wrong_step_is_named_with_its_line_and_what_it_should_be() -> None:
    found = check(candidate("b", text='Think.\nThe last letter of "Mira" is "b".'), Case("", SANDBOX))
    assert found is not None
    assert (found.strength, found.reason, found.evidence) == (
        "support",
        "line 2: 'last letter of \"Mira\" is \"b\"' is wrong; that letter of 'Mira' is 'a'",
        'last letter of "Mira" is "b"',
    )


def test_a_pass_says_what_was_recomputed() -> None:
    found = check(candidate(None, text=OTTO + "Concatenating them is 'oan'."), Case("", SANDBOX))
    assert found is not None
    assert found.reason == "all 4 statements are right"
    assert found.evidence.endswith('Concatenating them is "oan"')


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "text",
    [
        "the last letter of ", "the last letters of a, ", "'a' + ", "last letter of 'a' is 'b'. ", "'", '"', "a ", "a, ",
        "“a”、", "letters in a: a-", "*a*", "**", "there are 3 r's in ", "concatenating them ", "concatenating them is a ",
        "a is the last letter of ", "拼接起来得到", "第一个字母是", "alphabetical order is: a, ", "the length of ", "a-",
        "first letters:\n- ab: a\n", " ", "\n",
    ],
)  # fmt: skip
def test_long_texts_take_no_time(text: str) -> None:
    check(
        candidate("ab", text="letter concatenate " + text * (100_000 // len(text))),
        Case(text * 1000, SANDBOX),
    )
