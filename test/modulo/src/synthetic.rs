//! Random loops with the statistics that the paper gives of its own: sizes about 15 and at most 376, 1.1 to 1.25
//! dependences an operation, two of five with recurrences over 1 to 3 iterations, one of eight with a division or root;
//! on two units each for loads and stores, additions, multiplications, divisions.

use rmlir_modulo::{Graph, Machine};

use crate::hatschet::Problem;

/// Numbers from a seed (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// In 0..1.
    fn part(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Normal, by the sum of uniform ones.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.part()).sum::<f64>() - 6.0
    }
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
    let mut random = Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let size = (2.35 + 0.85 * random.normal()).exp();
    let n = (size as usize).clamp(3, 376);
    let mut graph = Graph::new();
    let divides = random.part() < 0.12;
    let classes: Vec<usize> = (0..n).map(|index| class(&mut random, index, n, divides)).collect();
    for (index, &class) in classes.iter().enumerate() {
        graph.add_node(format!("n{index}"), class);
    }
    let latency = |node: usize| CLASSES[classes[node]].3;
    let makes = |node: usize| classes[node] != STORE;
    // Every operation that is no load reads something, and some more than one thing.
    for (to, &class) in classes.iter().enumerate().skip(1) {
        let wanted =
            if class == LOAD { usize::from(random.part() < 0.2) } else { 1 + usize::from(random.part() < 0.5) };
        for _ in 0..wanted {
            let from = to - 1 - random.below(to.min(8));
            if makes(from) {
                graph.add_flow(from, to, latency(from), 0);
            }
        }
    }
    if random.part() < 0.4 {
        for _ in 0..1 + random.below(2) {
            let to = random.below(n);
            let from = to + random.below((n - to).min(6));
            if makes(from) && !(divides && matches!(classes[from], DIV | SQRT)) {
                graph.add_flow(from, to, latency(from), 1 + random.below(3) as u32);
            }
        }
    }
    Problem { graph, machine: machine() }
}

fn class(random: &mut Random, index: usize, n: usize, divides: bool) -> usize {
    if divides && index == n / 2 {
        return if random.part() < 0.7 { DIV } else { SQRT };
    }
    match random.part() {
        _ if index + 1 == n => STORE,
        part if part < 0.32 => LOAD,
        part if part < 0.42 => STORE,
        part if part < 0.73 => ADD,
        _ => MUL,
    }
}
