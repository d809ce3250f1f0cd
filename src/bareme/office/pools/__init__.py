"""Pools: a rulebook with its house rules, and the members it rates."""
