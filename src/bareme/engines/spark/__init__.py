"""The engine `spark`: many pools rated in parallel on a cluster, and FIDE's periods of one huge pool as joins and sums.

Written once against Spark's Connect client (extra `spark`); Apache Spark and Sail both answer it. See docs/scale.md.
"""
