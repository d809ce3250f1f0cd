"""The API itself: its addresses, and how what is wrong is answered."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import ValidationError

import bareme
from bareme.findings import Finding, Refused
from bareme.portal.api import calculating, reading, shapes, uploading
from bareme.portal.api.answering import as_json
from bareme.portal.site.gate import STATUS, for_outside

_ABOUT = """Everything the public pages show, as JSON, and uploads of results.

Reading needs no key. Numbers are unrounded; `published` holds them as the list prints them. What is wrong is answered with
a code, a message and what to do next, in the language of Accept-Language. Uploads need a token: `Authorization: Bearer ...`,
made on the page of one's own account."""


class Described(NinjaAPI):
    """Its description says of every address what is answered when something is wrong."""

    def get_openapi_schema(self, **options: Any) -> Any:
        """The description, as openapi.json has it."""
        schema = super().get_openapi_schema(**options)
        schema["components"]["schemas"]["Fault"] = shapes.Fault.json_schema()
        fault = {"$ref": "#/components/schemas/Fault"}
        for path in schema["paths"].values():
            for operation in path.values():
                wrong = {"description": shapes.Fault.__doc__, "content": {"application/json": {"schema": fault}}}
                operation["responses"]["default"] = wrong
        return schema


api = Described(
    title="Barème",
    version=bareme.__version__,
    description=_ABOUT,
    openapi_url="openapi.json",
    docs_url=None,
    urls_namespace="api",
)
api.add_router("", reading.router)
api.add_router("", calculating.router)
api.add_router("", uploading.router)


@api.exception_handler(Refused)
def _refused(request: HttpRequest, error: Refused) -> HttpResponse:
    return as_json(for_outside(error), STATUS.get(error.finding.code, 400))


@api.exception_handler(ValidationError)
def _misunderstood(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """What was sent has not the shape that openapi.json says: where, and why."""
    faults: list[dict[str, Any]] = error.errors
    why = "; ".join(".".join(map(str, fault.get("loc", ()))) + ": " + str(fault.get("msg", "")) for fault in faults[:5])
    return as_json(Finding("bad-question", details={"why": why}), 422)
