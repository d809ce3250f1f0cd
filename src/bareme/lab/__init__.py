"""The lab: should we change the rule? Rulebooks evaluated, compared, tuned and simulated on real results.

history.py      the games a rulebook counts, each with what it predicted before
scoring.py      how good predictions are: log loss, Brier, accuracy, AUC, calibration
"""
