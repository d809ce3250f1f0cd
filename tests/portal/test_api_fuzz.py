"""Questions nobody thought of: whatever is asked, the API answers as its own description says, and never fails."""

from __future__ import annotations

from typing import Any

import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance

from portal.made_up import MadeUp

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]


def test_every_answer_is_as_described(office: MadeUp) -> None:
    described = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())
    operations = [one.ok() for one in described.get_all_operations() if isinstance(one, Ok)]
    assert len(operations) > 15
    for operation in operations:

        @given(case=operation.as_strategy())
        @settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        def asked(case: Any) -> None:
            case.call_and_validate(checks=CHECKS, headers={"Accept-Encoding": "identity"})

        asked()
