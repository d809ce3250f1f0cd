"""Home: pools with their official lists, search."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from bareme.office.people.search import MOST
from bareme.office.people.search import find as find_members
from bareme.office.pools.models import Pool


def home(request: HttpRequest) -> HttpResponse:
    """Where everything begins."""
    return render(request, "public/home.html", {"pools": Pool.objects.order_by("name")})


def find(request: HttpRequest) -> HttpResponse:
    """Players by words of the name in any order, with or without accents, by code or by number."""
    text = request.GET.get("q", "")[:100].replace("\0", "").strip()
    found = find_members(text) if text else []
    return render(request, "public/find.html", {"q": text, "found": found, "most": MOST})
