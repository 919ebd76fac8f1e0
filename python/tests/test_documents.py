"""The examples in the documents run."""
import pathlib
import re

README = pathlib.Path(__file__).parents[1] / "README.md"


def test_the_example_of_the_readme(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    names: dict = {}
    exec(compile(code, str(README), "exec"), names)
    assert names["state"].is_terminal() and sorted(names["result"].places) == [1, 2]
    assert capsys.readouterr().out.strip().endswith("[1, 2]")
