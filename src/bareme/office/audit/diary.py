"""The audit trail as an officer reads it."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from bareme.findings import shown
from bareme.office.audit.details import details
from bareme.office.audit.models import Act
from bareme.office.pools.models import Pool

WORDS = {
    "new-user": ("made the user {about}", "a créé l'utilisateur {about}"),
    "change-user": ("changed the user {about}", "a modifié l'utilisateur {about}"),
    "let-report": ("let {about} bring results", "a autorisé {about} à apporter des résultats"),
    "new-pool": ("made the pool {about}", "a créé le classement {about}"),
    "change-pool": ("changed the pool {about}", "a modifié le classement {about}"),
    "new-member": ("made the member {about}", "a inscrit {about}"),
    "rename-member": ("gave {about} another name", "a changé le nom de {about}"),
    "affiliate-member": ("changed where {about} belongs", "a changé l'affiliation de {about}"),
    "number-member": ("gave {about} a number", "a donné un numéro à {about}"),
    "license-member": ("noted a licence of {about}", "a noté une licence de {about}"),
    "personal-data": ("kept personal data of {about}", "a noté des données personnelles de {about}"),
    "erase-personal-data": ("erased personal data of {about}", "a effacé les données personnelles de {about}"),
    "erase-file": ("erased the bytes of the file {about}", "a effacé le contenu du fichier {about}"),
    "import": ("imported {about}", "a importé {about}"),
    "run": ("rated {about}", "a calculé {about}"),
    "rollover": ("turned the season of {about}", "a passé la saison de {about}"),
    "publish": ("published the list {about}", "a publié la liste {about}"),
    "correct": ("corrected {about}", "a corrigé {about}"),
    "merge": ("merged {about}", "a fusionné {about}"),
    "split": ("undid the merge of {about}", "a défait la fusion de {about}"),
    "decide": ("decided: {about}", "a décidé : {about}"),
    "ask-correction/decision": ("asked for the decision {about}", "a demandé la décision {about}"),
    "accept-correction/decision": ("accepted the decision {about}", "a accepté la décision {about}"),
    "ask-correction": ("asked to correct {about}", "a demandé de corriger {about}"),
    "accept-correction": ("accepted the correction of {about}", "a accepté la correction de {about}"),
    "refuse-correction": ("refused the correction of {about}", "a refusé la correction de {about}"),
    "claim": ("says that something is wrong with {about}", "dit que quelque chose est faux dans {about}"),
    "answer-claim": ("answered the claim about {about}", "a répondu à la réclamation sur {about}"),
    "withdraw-correction": ("withdrew the correction of {about}", "a retiré la correction de {about}"),
}

KINDS = {
    "new-user": ("new user", "nouvel utilisateur"),
    "change-user": ("user changed", "utilisateur modifié"),
    "let-report": ("leave to bring results", "autorisation d'apporter des résultats"),
    "new-pool": ("new ranking", "nouveau classement"),
    "change-pool": ("settings of a ranking", "réglages d'un classement"),
    "new-member": ("new member", "nouveau membre"),
    "rename-member": ("name of a member", "nom d'un membre"),
    "affiliate-member": ("affiliation of a member", "affiliation d'un membre"),
    "number-member": ("number of a member", "numéro d'un membre"),
    "license-member": ("licence of a member", "licence d'un membre"),
    "personal-data": ("personal data", "données personnelles"),
    "erase-personal-data": ("personal data erased", "données personnelles effacées"),
    "erase-file": ("file erased", "fichier effacé"),
    "import": ("import", "import"),
    "run": ("run", "calcul"),
    "rollover": ("turn of the season", "passage de saison"),
    "publish": ("publication of a list", "publication d'une liste"),
    "correct": ("correction", "correction"),
    "merge": ("merge of members", "fusion de membres"),
    "split": ("merge undone", "fusion défaite"),
    "decide": ("decision", "décision"),
    "ask-correction": ("correction asked for", "correction demandée"),
    "accept-correction": ("correction accepted", "correction acceptée"),
    "refuse-correction": ("correction refused", "correction refusée"),
    "withdraw-correction": ("correction withdrawn", "correction retirée"),
    "claim": ("claim", "réclamation"),
    "answer-claim": ("claim answered", "réponse à une réclamation"),
}

FACTS = {"game": "partie", "bye": "exemption", "placement": "place", "adjustment": "décision", "listing": "ligne de liste"}
_FACTS = re.compile(rf"^({'|'.join(FACTS)})(?= [0-9]+(?:, [0-9.]+)*(?: \(|$))")
_DAY = re.compile(r"(?<= )[0-9]{4}-[0-9]{2}-[0-9]{2}(?=$| \()")
OF_A_DAY = ("run", "rollover", "publish")


def topic(act: Act, language: str) -> str:
    """What an act is about. The trail keeps it in English, with days as machines write them: its text is hashed."""
    about = str(act.about)
    if language == "fr":
        about = _FACTS.sub(lambda found: FACTS[found[0]], about)
        if act.action in OF_A_DAY:
            about = _DAY.sub(lambda found: shown(date.fromisoformat(found[0]), "fr"), about)
    return shown(about)


def kind(action: str, language: str) -> str:
    """A kind of act in a few words; as it is written in the trail where it has none."""
    english, french = KINDS.get(action, (action, action))
    return french if language == "fr" else english


def acts(*, pool: Pool | None = None, action: str | None = None, user: str | None = None, last: int | None = None) -> list[Act]:
    """Acts, oldest first."""
    query = Act.objects.order_by("-pk").select_related("pool")
    if pool:
        query = query.filter(pool=pool)
    if action:
        query = query.filter(action=action)
    if user:
        query = query.filter(by__username=user)
    found = list(query[:last] if last is not None else query)
    return found[::-1]


def sentence(act: Act, language: str) -> str:
    """What was done, in one sentence."""
    kind = "/decision" if "kind" in act.after and f"{act.action}/decision" in WORDS else ""
    english, french = WORDS.get(f"{act.action}{kind}", (f"{act.action} {{about}}",) * 2)
    text = (french if language == "fr" else english).format(about=topic(act, language))
    told = act.pool is None or act.about.split(" ")[0] == act.pool.slug
    more = details(act.before, act.after, language)
    return f"{text}{'' if told else f' [{act.pool.slug}]'}{f' ({more})' if more else ''}"


def whole(act: Act) -> dict[str, Any]:
    """Everything of an act."""
    return {
        "act": act.pk,
        "at": act.at.isoformat(),
        "by": act.by_name,
        "action": act.action,
        "pool": act.pool.slug if act.pool else None,
        "about": act.about,
        "reason": act.reason,
        "before": act.before,
        "after": act.after,
        "hash": act.hash,
    }
