//! The results of the analysis of bounds on random arithmetic hold for the computed integers.
//!
//! Plan: generate functions of random operations on two indices and a condition; compute their results for some
//! arguments; let the analysis fold comparisons of the results with nearby integers; every folded comparison has to
//! hold for all arguments.

use std::fmt::Write;

use rmlir_properties::threads::try_to_run;

/// The number of functions.
const N_FUNCTIONS: usize = 100;
/// The number of operations in each.
const N_OPERATIONS: usize = 6;
/// The arguments of the functions.
const ARGUMENTS: [[i64; 3]; 8] =
    [[0, 0, 0], [0, 1, 1], [3, 5, 0], [7, 2, 1], [13, 13, 0], [40, 6, 1], [1, 99, 0], [250, 31, 1]];

/// Pseudorandom numbers that are the same in each run (Knuth's multiplier).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// A value: its name, and its integer for each of [`ARGUMENTS`].
#[derive(Clone)]
struct Known {
    name: String,
    numbers: [i64; ARGUMENTS.len()],
}

fn of_two(a: &Known, b: &Known, name: String, compute: impl Fn(i64, i64) -> i64) -> Known {
    Known { name, numbers: std::array::from_fn(|index| compute(a.numbers[index], b.numbers[index])) }
}

/// Writes an operation on `known` values; returns its result.
fn add_operation(random: &mut Random, known: &[Known], text: &mut String) -> Known {
    let name = format!("%v{}", known.len());
    let pick = |random: &mut Random| known[random.below(known.len())].clone();
    let (a, b) = (pick(random), pick(random));
    let by = random.below(9) as i64 + 1;
    let constant = Known { name: format!("%c{by}"), numbers: [by; ARGUMENTS.len()] };
    type Row = (&'static str, bool, fn(i64, i64) -> i64);
    let rows: [Row; 9] = [
        ("addi", false, |a, b| a + b),
        ("subi", false, |a, b| a - b),
        ("muli", true, |a, b| a * b),
        ("minsi", false, i64::min),
        ("maxsi", false, i64::max),
        ("floordivsi", true, i64::div_euclid),
        ("ceildivsi", true, |a, b| -(-a).div_euclid(b)),
        ("divsi", true, |a, b| a / b),
        ("remsi", true, |a, b| a % b),
    ];
    let choice = random.below(rows.len() + 2);
    if let Some(&(operation, is_by_constant, compute)) = rows.get(choice) {
        let b = if is_by_constant { constant } else { b };
        writeln!(text, "  {name} = arith.{operation} {}, {} : index", a.name, b.name).expect("strings take all");
        return of_two(&a, &b, name, compute);
    }
    if choice == rows.len() {
        writeln!(text, "  {name} = arith.select %which, {}, {} : index", a.name, b.name).expect("strings take all");
        let numbers = std::array::from_fn(|index| [b.numbers[index], a.numbers[index]][ARGUMENTS[index][2] as usize]);
        return Known { name, numbers };
    }
    let loop_text = format!(
        "  {name} = scf.for %i = %c0 to {} step %c1 iter_args(%n = {}) -> index {{\n    \
         %more = arith.addi %n, %i : index\n    scf.yield %more : index\n  }}\n",
        constant.name, a.name
    );
    text.push_str(&loop_text);
    Known { name, numbers: a.numbers.map(|start| start + by * (by - 1) / 2) }
}

/// A comparison: whether it holds for all arguments, and for none.
struct Asked {
    holds: bool,
    fails: bool,
}

/// A function and the comparisons in it, by line number.
fn add_function(random: &mut Random, number: usize, text: &mut String, asked: &mut Vec<(usize, Asked)>) {
    writeln!(text, "func.func @f{number}(%a: index, %b: index, %which: i1) {{").expect("strings take all");
    for value in 0..10 {
        writeln!(text, "  %c{value} = arith.constant {value} : index").expect("strings take all");
    }
    // The bounds of arguments come from the remainders.
    text.push_str("  %v0 = arith.remui %a, %c7 : index\n  %v1 = arith.remui %b, %c9 : index\n");
    let first = Known { name: "%v0".to_owned(), numbers: ARGUMENTS.map(|[a, ..]| a % 7) };
    let second = Known { name: "%v1".to_owned(), numbers: ARGUMENTS.map(|[_, b, _]| b % 9) };
    let mut known = vec![first, second];
    for _ in 0..N_OPERATIONS {
        let new = add_operation(random, &known, text);
        known.push(new);
    }
    let last = known.last().expect("there are values").clone();
    for (relation, holds) in
        [("LE", i64::le as fn(&i64, &i64) -> bool), ("GE", i64::ge), ("LT", i64::lt), ("GT", i64::gt), ("EQ", i64::eq)]
    {
        let near = last.numbers[random.below(ARGUMENTS.len())] + random.below(9) as i64 - 4;
        let line = text.matches('\n').count() + 1;
        writeln!(
            text,
            "  \"test.compare\"({}) {{cmp = \"{relation}\", rhs_map = affine_map<() -> ({near})>}} : (index) -> ()",
            last.name
        )
        .expect("strings take all");
        let answers = last.numbers.map(|number| holds(&number, &near));
        asked.push((line, Asked { holds: !answers.contains(&false), fails: !answers.contains(&true) }));
    }
    text.push_str("  return\n}\n");
}

#[test]
fn what_is_said_of_bounds_holds() {
    let (mut random, mut text, mut asked) = (Random(42), String::new(), Vec::new());
    for number in 0..N_FUNCTIONS {
        add_function(&mut random, number, &mut text, &mut asked);
    }
    let pipeline = "--pass-pipeline=builtin.module(func.func(test-affine-reify-value-bounds))";
    let (_, said) = try_to_run(&text, &[pipeline], 1);
    let said = String::from_utf8(said).expect("text is text");
    let (mut n_true, mut n_false) = (0, 0);
    for (line, Asked { holds, fails }) in asked {
        let answer = |word: &str| said.lines().any(|said| said.contains(&format!(":{line}:3: remark: {word}")));
        if answer("true") {
            n_true += 1;
            assert!(holds, "line {line} is said to hold:\n{text}");
        }
        if answer("false") {
            n_false += 1;
            assert!(fails, "line {line} is said not to hold:\n{text}");
        }
    }
    assert!(n_true > 20 && n_false > 20, "{n_true} and {n_false} answers prove little");
}
