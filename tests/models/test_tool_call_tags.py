import pytest

from reasoner.models.tool_call_tags import read_tags, writes_tags


@pytest.mark.parametrize(
    ("text", "beside", "calls"),
    [
        (
            '<tool_call>\n{"name": "a", "arguments": {"x":  1}}\n</tool_call>',
            "",
            (("a", '{"x":  1}'),),
        ),
        (
            'Let me see. <tool_call>{"name": "a", "arguments": {}}</tool_call>\n'
            '<tool_call>{"arguments": {"x": "é"}, "name": "b"}</tool_call>',
            "Let me see.",
            (("a", "{}"), ("b", '{"x": "é"}')),
        ),
        ('<tool_call>{"name": "a", "arguments": {}}', "", (("a", "{}"),)),
        (
            '<tool_call>{"name": "a", "arguments": {"x": 12*7}}</tool_call>',
            "",
            (("a", '{"x": 12*7}'),),
        ),
        ('<tool_call>{"name": "a"}</tool_call>', "", (("a", "{}"),)),
        ('<tool_call>{"name": "a", "arguments": {"x', None, ()),
        ("<tool_call>a(1)</tool_call>", None, ()),
        ("<tool_call>[1]</tool_call>", None, ()),
        ('{"name": "a", "arguments": {}}', None, ()),
    ],
)
def test_calls_are_read_out_of_tags(
    text: str, beside: str | None, calls: tuple[tuple[str, str], ...]
) -> None:
    assert read_tags(text) == (text if beside is None else beside, calls)


@pytest.mark.parametrize(
    ("template", "knows"),
    [
        ('{% if tools %}<tool_call>{"name": x, "arguments": y}</tool_call>{% endif %}', True),
        ("{% if tools %}[TOOL_CALLS]{{ arguments }}{% endif %}", False),
        ("{% if tools %}<tool_call><function=f>{{ arguments }}{% endif %}", False),
        ("{% for m in messages %}{{ m.content }}{% endfor %}", False),
        ("", False),
    ],
)
def test_a_template_that_writes_tags_is_known(template: str, knows: bool) -> None:
    assert writes_tags(template) == knows
