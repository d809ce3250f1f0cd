"""What no part of the office and its pages does, looked for in the source; and what looking at pages does not."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bareme.office.models import User
from portal.made_up import PASSWORD, MadeUp
from portal.test_access import ADDRESSES, opened
from portal.visiting import logged_in
from source_tree import SOURCE, modules

OURS = sorted(name for name in modules() if name.startswith(("bareme.office", "bareme.portal", "bareme.readers")))
CALLS = {"eval", "exec", "compile", "__import__", "system", "popen", "RawSQL", "extra", "urlopen", "urlretrieve"}
LIBRARIES = {"pickle", "shelve", "dill", "yaml", "requests", "httpx", "smtplib", "telnetlib", "ftplib"}
OWN_CODES = {"re.compile"}
WRITTEN = {  # texts that are put into SQL: names of our own tables and numbers of our own
    "bareme.office.audit.guards",
    "bareme.office.ledger.bulk",
    "bareme.office.ledger.reading",
    "bareme.portal.desk.work",
}


@pytest.mark.parametrize("module", OURS)
def test_nothing_is_run_that_somebody_wrote(module: str) -> None:
    for node in ast.walk(modules()[module]):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            assert name in OWN_CODES or name.rpartition(".")[2] not in CALLS, f"{module}:{node.lineno}: {name}"
            assert not [key for key in node.keywords if key.arg == "shell"], f"{module}:{node.lineno}: a shell"
            if name.endswith(".execute") and module not in WRITTEN:
                assert not isinstance(node.args[0], (ast.JoinedStr, ast.BinOp)), f"{module}:{node.lineno}: SQL of parts"
        if isinstance(node, ast.ClassDef):
            assert not [base for base in node.bases if "ModelForm" in ast.unparse(base)], f"{module}:{node.lineno}"
        if isinstance(node, ast.Import | ast.ImportFrom):
            named = {alias.name for alias in node.names} | {getattr(node, "module", "") or ""}
            assert not {name.partition(".")[0] for name in named} & LIBRARIES, f"{module}:{node.lineno}"


def test_templates_leave_nothing_unescaped() -> None:
    templates: list[Path] = sorted(SOURCE.rglob("templates/**/*.html"))
    assert len(templates) > 50
    for file in templates:
        text = file.read_text(encoding="utf-8")
        assert "|safe" not in text.replace(" ", ""), file
        assert "autoescape" not in text, file


def test_looking_at_a_page_changes_nothing(office: MadeUp) -> None:
    """GET, whoever asks and whatever he asks for: no row is written."""
    client = logged_in(office, "administrator")
    for name in ADDRESSES:
        with CaptureQueriesContext(connection) as queries:
            client.get(opened(office, name), {"do": "token", "label": "x", "days": "1", "go": "ask"}).close()
        written = [query["sql"] for query in queries if query["sql"].lstrip().startswith(("INSERT", "UPDATE", "DELETE"))]
        assert not [sql for sql in written if "django_session" not in sql], name


def test_a_field_too_many_says_nothing(office: MadeUp) -> None:
    """What a form has no field for is not taken over into a table."""
    client = logged_in(office, "reader")
    more = {"role": "administrator", "is_active": "0", "first_until": "", "username": "root", "user": "1", "language": "fr"}
    sent = {"do": "password", "old": PASSWORD, "new": "another horse battery", **more}
    assert client.post("/en/account/", sent).status_code == 302
    rea = User.objects.get(username="rea")
    assert (rea.role, rea.is_active, rea.language) == ("reader", True, "en")


def test_a_visitor_without_a_name_writes_nothing_either(office: MadeUp, client: Client) -> None:
    with CaptureQueriesContext(connection) as queries:
        for name, pattern in ADDRESSES.items():
            if pattern.callback.action in ("public", "claim"):
                client.get(opened(office, name)).close()
    assert not [query["sql"] for query in queries if query["sql"].lstrip().startswith(("INSERT", "UPDATE", "DELETE"))]
