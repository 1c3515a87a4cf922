"""Checks the lines that `isl.rs` prints with islpy. Exits with 1 if one is wrong."""

import sys

import islpy as isl


def lexmin(text, n):
    """The smallest point as numbers, none if there is none."""
    least = isl.Set(text).lexmin()
    if least.is_empty():
        return []
    point = least.sample_point()
    return [point.get_coordinate_val(isl.dim_type.set, at).to_python() for at in range(n)]


def is_right(line):
    a, b, is_empty, least, both, less, shadow, gist, fewer = line.rstrip("\n").split(";")
    left, right = isl.Set(a), isl.Set(b)
    said = [int(number) for number in least.split(",")] if least else []
    return (
        left.is_empty() == (is_empty == "true")
        and lexmin(a, 3) == said
        and left.intersect(right).is_equal(isl.Set(both))
        and left.subtract(right).is_equal(isl.Set(less))
        and left.project_out(isl.dim_type.set, 1, 1).is_equal(isl.Set(shadow))
        and isl.Set(gist).intersect(right).is_equal(left.intersect(right))
        and left.union(right).is_equal(isl.Set(fewer))
    )


n_lines, n_wrong = 0, 0
for line in sys.stdin:
    n_lines += 1
    if not is_right(line):
        n_wrong += 1
        print("wrong:", line)
print(f"{n_lines} pairs of systems, {n_wrong} wrong")
sys.exit(n_wrong != 0)
