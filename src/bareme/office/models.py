"""Every table of the office. Each slice keeps its own models; docs/office.md shows how they hang together."""

from bareme.office.audit.models import Act
from bareme.office.corrections.models import Correction, CorrectionDecision, Evidence
from bareme.office.editions.models import Edition, EditionRow
from bareme.office.imports.models import Erasure, FileContent, Import, ImportedFile
from bareme.office.ledger.models import Adjustment, Bye, Event, EventDetail, Game, Listing, Placement
from bareme.office.people.models import Affiliation, Licence, Member, MemberName, MemberNumber, Merge, PersonalData
from bareme.office.pools.models import Pool
from bareme.office.runs.models import Checkpoint, JournalLine, LiveStanding, Run, RunLease
from bareme.office.users.models import EventReporter, PoolReporter, User

__all__ = [
    "Act",
    "Adjustment",
    "Affiliation",
    "Bye",
    "Checkpoint",
    "Correction",
    "CorrectionDecision",
    "Edition",
    "EditionRow",
    "Erasure",
    "Event",
    "EventDetail",
    "EventReporter",
    "Evidence",
    "FileContent",
    "Game",
    "Import",
    "ImportedFile",
    "JournalLine",
    "Licence",
    "Listing",
    "LiveStanding",
    "Member",
    "MemberName",
    "MemberNumber",
    "Merge",
    "PersonalData",
    "Placement",
    "Pool",
    "PoolReporter",
    "Run",
    "RunLease",
    "User",
]
