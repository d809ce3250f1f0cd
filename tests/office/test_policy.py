"""Who may do what: every role, every action, both ways."""

from __future__ import annotations

import ast

import pytest

from bareme.findings import Refused
from bareme.office.audit.trail import acting
from bareme.office.models import Correction, Pool, User
from bareme.office.pools.service import new_pool
from bareme.office.users.policy import EVERYBODY, LEAST, ROLES, may, require
from bareme.office.users.service import change_user, new_user
from source_tree import called, modules

pytestmark = pytest.mark.django_db

# Written out by hand: what each role may do besides what the roles before it may.
MAY = {
    "reader": {"see-desk", "own-account"},
    "reporter": {"preview-import"},
    "officer": {
        *("import", "add-results", "see-files", "see-personal-data", "edit-members", "ask-correction", "decide-correction"),
        *("run", "publish", "export", "read-audit", "verify", "use-lab"),
    },
    "administrator": {"manage-pools", "manage-users", "erase", "backup"},
}


def test_the_roles_and_their_order() -> None:
    assert list(ROLES) == list(MAY)


@pytest.mark.parametrize("role", MAY)
@pytest.mark.parametrize("action", [*LEAST, "unheard-of"])
def test_a_role_may_do_this_and_no_more(role: str, action: str) -> None:
    user = User(username="x", role=role)
    allowed = set().union(*(MAY[lesser] for lesser in list(MAY)[: list(MAY).index(role) + 1]))
    assert may(user, action) == (action in allowed)


def test_what_everybody_may_do_needs_no_user() -> None:
    assert {"public", "claim"} == EVERYBODY
    assert all(may(None, action) for action in EVERYBODY)
    assert not EVERYBODY & LEAST.keys()


def test_nobody_and_who_has_left_may_nothing() -> None:
    assert not may(None, "see-desk")
    assert not may(User(username="x", role="administrator", is_active=False), "see-desk")
    assert not may(User(username="x", role="king"), "see-desk")


def test_every_action_that_is_asked_for_is_known() -> None:
    asked = {
        call.args[1].value
        for name, tree in modules().items()
        if name.startswith(("bareme.office", "bareme.cli.office"))
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and called(call) in ("may", "require") and isinstance(call.args[1], ast.Constant)
    }
    assert asked <= LEAST.keys() | EVERYBODY


def test_where_two_people_are_wanted_nobody_accepts_his_own_correction(admin: User, officer: User) -> None:
    pool = new_pool(admin, "strict", "elo", two_person=True)
    with acting(officer, "ask", pool=pool) as work:
        asked = work.add(Correction, asked_id=work.act_id, pool_id=pool.pk, kind="game")
    correction = Correction.objects.get(pk=asked)
    assert not may(officer, "decide-correction", correction)
    assert may(admin, "decide-correction", correction)
    Pool.objects.filter(pk=pool.pk).update(two_person=False)
    assert may(officer, "decide-correction", Correction.objects.get(pk=asked))


def test_a_demand_says_who_what_and_about_what(pool: Pool) -> None:
    with pytest.raises(Refused) as refused:
        require(User(username="rex", role="reader"), "publish", pool)
    assert refused.value.finding.message() == "rex (reader) may not do this: publish, ladder."


def test_the_last_administrator_stays(admin: User) -> None:
    with pytest.raises(Refused, match="last administrator"):
        change_user(admin, admin, active=False)
    second = new_user(admin, "anna", "administrator", None)
    change_user(second, admin, role="reader", reason="retired")
    admin.refresh_from_db()
    assert admin.role == "reader"


@pytest.mark.parametrize("name", ["", " x", "x\n", "y" * 151])
def test_a_username_is_visible(admin: User, name: str) -> None:
    with pytest.raises(Refused) as refused:
        new_user(admin, name, "reader", None)
    assert refused.value.finding.code == "bad-username"


def test_a_weak_password_is_refused_and_a_good_one_is_kept_hashed(admin: User) -> None:
    with pytest.raises(Refused, match="will not do"):
        new_user(admin, "pat", "reader", "password")
    user = new_user(admin, "pat", "reader", "correct horse battery")
    assert "correct" not in user.password
    assert user.check_password("correct horse battery")
