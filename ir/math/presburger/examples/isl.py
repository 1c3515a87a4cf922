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


def numbers(text):
    return [[int(number) for number in row.split(",")] for row in text.split("|")] if text else []


def hermite(rows):
    """The form of a matrix whose rows have three numbers."""
    matrix = isl.Mat.alloc(isl.DEFAULT_CONTEXT, len(rows), 3)
    for at, row in enumerate(rows):
        for column, number in enumerate(row):
            matrix = matrix.set_element_val(at, column, isl.Val(number))
    form = matrix.left_hermite(0)[0]
    return [[form.get_element_val(at, column).to_python() for column in range(3)] for at in range(len(rows))]


def least_points(text):
    """The smallest points for each value of the last of three coordinates, with that."""
    by_last = isl.Set(text).move_dims(isl.dim_type.param, 0, isl.dim_type.set, 2, 1)
    return by_last.lexmin().move_dims(isl.dim_type.set, 2, isl.dim_type.param, 0, 1)


def is_right(line):
    fields = line.rstrip("\n").split(";")
    a, b, is_empty, least, both, less, shadow, gist, fewer, count, by_last, matrix, form = fields
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
        and left.union(right).count_val().to_python() == int(count)
        and least_points(a).is_equal(isl.Set(by_last))
        and hermite(numbers(matrix)) == numbers(form)
    )


n_lines, n_wrong = 0, 0
for line in sys.stdin:
    n_lines += 1
    if not is_right(line):
        n_wrong += 1
        print("wrong:", line)
print(f"{n_lines} pairs of systems, {n_wrong} wrong")
sys.exit(n_wrong != 0)
