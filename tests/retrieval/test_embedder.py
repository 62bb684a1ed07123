import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from reasoner.errors import KnowledgeError
from reasoner.retrieval.embedder import NAME, Embedder, choose, installed

needs_extra = pytest.mark.skipif(not installed(), reason="the extra 'embed' is not installed")
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "ask", "tell", "dog", "cat", "moon", "月", "球"]


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random model of two layers, with a prompt for queries and one for passages."""
    if not installed():
        pytest.skip("the extra 'embed' is not installed")
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
    from transformers import BertConfig, BertModel, BertTokenizer

    plain, folder = tmp_path_factory.mktemp("plain"), tmp_path_factory.mktemp("tiny")
    (plain / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    BertTokenizer(str(plain / "vocab.txt")).save_pretrained(plain)
    config = BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
    )
    BertModel(config).save_pretrained(plain)
    parts = [Transformer(str(plain)), Pooling(16)]
    prompts = {"query": "ask ", "document": "tell "}
    SentenceTransformer(modules=parts, prompts=prompts, device="cpu").save(str(folder))
    return folder


def described(tiny: Path, folder: Path, front: str) -> Embedder:
    """The tiny model with another card."""
    shutil.copytree(tiny, folder / "model")
    (folder / "model" / "README.md").write_text(f"---\n{front}\n---\n# A model\n", encoding="utf-8")
    return Embedder(str(folder / "model"))


@pytest.mark.parametrize(
    ("text", "readable"),
    [
        ("Where is it?", True),
        ("Où est-ce ?", True),
        ("Ở đâu vậy?", True),
        ("它在哪里？", False),
        ("用 BM25 检索中文文本", False),
        ("The word 中文 means Chinese", True),
        ("Где это?", False),
        ("12 + 7", False),
        ("", False),
    ],
)
def test_an_english_model_reads_latin_letters(text: str, readable: bool) -> None:
    assert Embedder().reads(text) is readable


@needs_extra
@pytest.mark.parametrize(
    ("front", "english", "chinese", "russian"),
    [
        ("language: en", True, False, False),
        ("language: [en, de]", True, False, False),
        ("language: zh", False, True, False),
        ("language: [en, zh]", True, True, False),
        ("language:\n- en\n- ru", True, True, True),
        ("language: multilingual", True, True, True),
        ("license: mit", True, True, True),
        ("language: [", True, True, True),
    ],
)
def test_a_model_reads_what_its_card_says(
    tiny: Path, tmp_path: Path, front: str, english: bool, chinese: bool, russian: bool
) -> None:
    model = described(tiny, tmp_path, front)
    assert [model.reads(text) for text in ("Where?", "在哪里？", "Где?")] == [english, chinese, russian]


def test_no_embedder_is_chosen_when_unwanted_or_useless() -> None:
    assert choose(False, ["English"]) is None
    assert choose(None, ["中文", "更多"]) is None


@needs_extra
def test_an_embedder_is_chosen_where_it_is_installed() -> None:
    chosen = choose(None, ["中文", "English"])
    assert chosen is not None
    assert chosen.name == NAME


@needs_extra
def test_another_model_is_named_by_its_folder(tiny: Path) -> None:
    model = Embedder(str(tiny))
    vectors = model.embed(["dog", "月球 月球 moon cat", "cat moon"])
    assert vectors.shape == (3, model.dimension) == (3, 16)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 1], abs=1e-5)


@needs_extra
def test_vectors_stand_in_the_order_of_their_texts(tiny: Path) -> None:
    texts = ["dog", "cat moon dog cat", "moon cat", "dog"]
    alone = [Embedder(str(tiny)).embed([text])[0] for text in texts]
    assert Embedder(str(tiny)).embed(texts) == pytest.approx(np.array(alone), abs=1e-5)


@needs_extra
def test_a_query_has_the_prompt_of_queries_and_a_passage_that_of_passages(tiny: Path, tmp_path: Path) -> None:
    shutil.copytree(tiny, tmp_path / "model")
    settings = tmp_path / "model" / "config_sentence_transformers.json"
    settings.write_text(json.dumps(json.loads(settings.read_text()) | {"prompts": {}}), encoding="utf-8")
    with_prompts, without = Embedder(str(tiny)), Embedder(str(tmp_path / "model"))
    assert with_prompts.ask("dog") == pytest.approx(without.ask("ask dog"), abs=1e-5)
    assert with_prompts.embed(["dog"])[0] == pytest.approx(without.ask("tell dog"), abs=1e-5)
    assert with_prompts.ask("dog") != pytest.approx(with_prompts.embed(["dog"])[0], abs=1e-5)
    for query, vector in zip(("dog", "a cat"), with_prompts.ask_all(["dog", "a cat"]), strict=True):
        assert vector == pytest.approx(with_prompts.ask(query), abs=1e-5)


@needs_extra
@pytest.mark.parametrize(
    "file", ["model.safetensors", "1_Pooling/config.json", "modules.json", "tokenizer.json"]
)
def test_the_hash_changes_with_whatever_makes_the_vectors(tiny: Path, tmp_path: Path, file: str) -> None:
    shutil.copytree(tiny, tmp_path / "model")
    assert Embedder(str(tmp_path / "model")).hash == Embedder(str(tiny)).hash
    with (tmp_path / "model" / file).open("ab") as changed:
        changed.write(b" ")
    assert Embedder(str(tmp_path / "model")).hash != Embedder(str(tiny)).hash


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda home: str(home / "missing"), "not here"),
        (lambda home: "someone/no-such-model", "no hub is asked"),
        (lambda home: str(home), "no modules.json"),
    ],
)
def test_a_model_that_is_not_there_is_refused_by_name(tmp_path: Path, make, says: str) -> None:  # type: ignore[no-untyped-def]
    name = make(tmp_path)
    with pytest.raises(KnowledgeError, match=says) as refused:
        Embedder(name).reads("a text")
    assert name in str(refused.value)


@needs_extra
def test_a_torn_model_is_refused_by_name(tiny: Path, tmp_path: Path) -> None:
    shutil.copytree(tiny, tmp_path / "model")
    (tmp_path / "model" / "model.safetensors").write_bytes(b"torn")
    with pytest.raises(KnowledgeError, match="cannot be loaded"):
        Embedder(str(tmp_path / "model")).embed(["dog"])


@needs_extra
def test_progress_counts_the_texts(tiny: Path) -> None:
    seen: list[tuple[int, int]] = []
    Embedder(str(tiny)).embed(["dog"] * 600, lambda done, total: seen.append((done, total)))
    assert seen == [(512, 600), (600, 600)]


@needs_extra
@pytest.mark.model
def test_texts_of_one_meaning_are_near() -> None:
    one, same, other = Embedder().embed(["A dog barks.", "The puppy is barking.", "Taxes are due in May."])
    assert one.shape == (384,)
    assert np.linalg.norm(one) == pytest.approx(1, abs=1e-5)
    assert one @ same > one @ other + 0.3
