"""The lab: should we change the rule? Rulebooks evaluated, compared, tuned and simulated on real results.

history.py      the games a rulebook counts, each with what it predicted before
scoring.py      how good predictions are: log loss, Brier, accuracy, AUC, calibration
intervals.py    how far a mean could be off: players drawn again
evaluating.py   rulebooks, baselines and betting odds on the same games
comparing.py    two rules: who moves, what becomes of the pool
placements.py   the same for rulebooks of placements; statements.py for published changes
tuning.py       which values of the parameters predict best
simulating.py   pools whose skills are known
report/         what was found, as pages
"""
