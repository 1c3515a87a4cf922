//! Random loops with the statistics that the paper reports: sizes about 15 and at most 376, 1.1 to 1.25 dependences per
//! operation, two of five with recurrences over 1 to 3 iterations, one of eight with a division or root; on two units
//! each for loads and stores, additions, multiplications, divisions.

use rmlir_interp::random::Random;
use rmlir_modulo::{Graph, Machine};
use rmlir_problems::Problem;

/// A uniform random number in 0..1.
fn part(random: &mut Random) -> f64 {
    (random.draw() >> 11) as f64 / (1u64 << 53) as f64
}

/// A normally distributed random number, by the sum of uniform ones.
fn normal(random: &mut Random) -> f64 {
    (0..12).map(|_| part(random)).sum::<f64>() - 6.0
}

/// A uniform random integer less than `limit`.
fn below(random: &mut Random, limit: usize) -> usize {
    random.below(limit as u64) as usize
}

/// Classes of the machine and their latencies.
const CLASSES: [(&str, usize, u32, i64); 6] = [
    ("load", 0, 1, 2),
    ("store", 0, 1, 1),
    ("add", 1, 1, 4),
    ("mul", 2, 1, 4),
    ("div", 3, 17, 17),
    ("sqrt", 3, 30, 30),
];
const LOAD: usize = 0;
const STORE: usize = 1;
const ADD: usize = 2;
const MUL: usize = 3;
const DIV: usize = 4;
const SQRT: usize = 5;

/// The machine of the paper's evaluation.
fn machine() -> Machine {
    let mut machine = Machine::new("perfect");
    ["memory", "adder", "multiplier", "divider"].iter().for_each(|name| _ = machine.add_unit(*name, 2));
    CLASSES.iter().for_each(|&(name, unit, cycles, _)| _ = machine.add_class(name, Some((unit, cycles))));
    machine
}

/// The loop of this seed.
pub fn problem(seed: u64) -> Problem {
    let mut random = Random::new(seed);
    let size = (2.35 + 0.85 * normal(&mut random)).exp();
    let n = (size as usize).clamp(3, 376);
    let mut graph = Graph::new();
    let divides = part(&mut random) < 0.12;
    let classes: Vec<usize> = (0..n).map(|index| class(&mut random, index, n, divides)).collect();
    for (index, &class) in classes.iter().enumerate() {
        graph.add_node(format!("n{index}"), class);
    }
    let latency = |node: usize| CLASSES[classes[node]].3;
    let makes = |node: usize| classes[node] != STORE;
    // Every operation that is no load has a dependence, and some have several.
    for (to, &class) in classes.iter().enumerate().skip(1) {
        let wanted =
            if class == LOAD { usize::from(part(&mut random) < 0.2) } else { 1 + usize::from(part(&mut random) < 0.5) };
        for _ in 0..wanted {
            let from = to - 1 - below(&mut random, to.min(8));
            if makes(from) {
                graph.add_flow(from, to, latency(from), 0);
            }
        }
    }
    if part(&mut random) < 0.4 {
        for _ in 0..1 + below(&mut random, 2) {
            let to = below(&mut random, n);
            let from = to + below(&mut random, (n - to).min(6));
            if makes(from) && !(divides && matches!(classes[from], DIV | SQRT)) {
                graph.add_flow(from, to, latency(from), 1 + below(&mut random, 3) as u32);
            }
        }
    }
    Problem { graph, machine: machine() }
}

fn class(random: &mut Random, index: usize, n: usize, divides: bool) -> usize {
    if divides && index == n / 2 {
        return if part(random) < 0.7 { DIV } else { SQRT };
    }
    match part(random) {
        _ if index + 1 == n => STORE,
        part if part < 0.32 => LOAD,
        part if part < 0.42 => STORE,
        part if part < 0.73 => ADD,
        _ => MUL,
    }
}
