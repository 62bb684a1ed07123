from pathlib import Path

import pytest

from reasoner.errors import KnowledgeError
from reasoner.retrieval.reranking import CrossEncoder

pytest.importorskip("sentence_transformers")


def tiny(folder: Path, *, labels: int = 1) -> str:
    """A cross-encoder with random weights and the letters for a vocabulary."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    torch.manual_seed(0)
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"abcdefghijklmnopqrstuvwxyz?."]
    vocabulary = folder / "vocab.txt"
    folder.mkdir()
    vocabulary.write_text("\n".join([*words, *(f"##{letter}" for letter in words[5:])]))
    config = BertConfig(
        vocab_size=64, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16,
        max_position_embeddings=64, num_labels=labels, initializer_range=1.0,
    )  # fmt: skip
    BertForSequenceClassification(config).save_pretrained(folder)
    BertTokenizerFast.from_pretrained(folder, model_max_length=64).save_pretrained(folder)
    return str(folder)


def test_a_cross_encoder_gives_every_text_a_number_that_depends_on_both(tmp_path: Path) -> None:
    reranker = CrossEncoder(tiny(tmp_path / "tiny"), offline=True)
    texts = ("iron melts", "gold shines", "iron melts", "long " * 500)
    first = reranker.scores("which melts?", texts)
    assert len(first) == 4
    assert first[0] == pytest.approx(first[2], abs=1e-6)
    assert first[0] != pytest.approx(first[1], abs=1e-6)
    assert reranker.scores("what shines?", texts)[0] != pytest.approx(first[0], abs=1e-6)
    assert reranker.scores("which melts?", ()) == ()


def test_a_model_that_sorts_into_classes_is_no_reranker(tmp_path: Path) -> None:
    reranker = CrossEncoder(tiny(tmp_path / "tiny", labels=3))
    with pytest.raises(KnowledgeError, match="does not give one number for each text"):
        reranker.scores("which melts?", ("iron melts",))


def test_a_model_that_is_not_there_is_named_and_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(
        KnowledgeError, match=r"^reranker '.*empty' cannot be loaded: .+ a folder or the name"
    ):
        CrossEncoder(str(tmp_path / "empty")).scores("q?", ("a",))
    with pytest.raises(KnowledgeError, match=r"^reranker 'no/such' cannot be loaded: .+ or go online\.$"):
        CrossEncoder("no/such", offline=True).scores("q?", ("a",))
