import signal
import threading

import pytest

from reasoner.cli import interruption


def test_the_first_ctrl_c_asks_for_an_end_and_the_second_enforces_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = signal.getsignal(signal.SIGINT)
    with interruption.polite("ending.") as stop:
        assert not stop()
        signal.raise_signal(signal.SIGINT)
        assert stop()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert capsys.readouterr().err == "ending.\n"
    assert signal.getsignal(signal.SIGINT) is before


def test_another_thread_hears_nothing_of_ctrl_c() -> None:
    heard: list[bool] = []

    def work() -> None:
        with interruption.polite("ending.") as stop:
            heard.append(stop())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert heard == [False]
