//! Functions with a given graph of blocks.
//!
//! The arguments of `@f` are the decisions of branches, a log with the next position to write, and for each block a
//! divisor and a bit. A block writes its number and its arguments to the log, divides, and asserts its bit: if it is
//! executed wrongly, it is visible in the log, divides by zero, or stops. The run stops after a maximum number of
//! blocks, so that loops terminate.

use std::fmt::Write;

use rmlir::analysis::cfg::{Cfg, DominatorTree, Node};
use rmlir::interp::random::Random;

/// The maximum number of blocks that a run executes.
pub const MAX_PATH: i64 = 48;

/// The number of decisions.
pub const N_DECISIONS: i64 = 64;

/// The text of a module with function `f`.
pub fn text(random: &mut Random, lists: &[Vec<Node>]) -> String {
    let cfg = Cfg::new(lists);
    let dominators = DominatorTree::new(&cfg);
    let n_args: Vec<u64> = (0..lists.len()).map(|block| if block == 0 { 0 } else { random.below(3) }).collect();
    let mut writer = Writer { random, cfg: &cfg, dominators: &dominators, n_args, out: String::new() };
    let n = lists.len();
    _ = writeln!(
        writer.out,
        "func.func @f(%in: memref<{N_DECISIONS}xi32>, %log: memref<{MAX_PATH}x4xi32>, %place: memref<index>,\n\
         \x20            %div: memref<{n}xi32>, %bits: memref<{n}xi1>) -> (i32, i32) {{"
    );
    for number in 0..4 {
        writer.line(&format!("%k{number} = arith.constant {number} : index"));
    }
    writer.line(&format!("%max = arith.constant {MAX_PATH} : index"));
    writer.line("%mask = arith.constant 63 : index");
    writer.line("%three = arith.constant 3 : i32");
    writer.line("%one = arith.constant 1 : i32");
    writer.line("%many = arith.constant 1000 : i32");
    cfg.blocks().for_each(|block| writer.block(block));
    writer.out.push_str("}\n");
    writer.out
}

struct Writer<'a> {
    random: &'a mut Random,
    cfg: &'a Cfg,
    dominators: &'a DominatorTree,
    /// By block: the number of its arguments.
    n_args: Vec<u64>,
    out: String,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        _ = writeln!(self.out, "  {text}");
    }

    fn block(&mut self, b: Node) {
        if b > 0 {
            let args: Vec<String> = (0..self.n_args[b as usize]).map(|at| format!("%a{b}_{at}: i32")).collect();
            let args = if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
            _ = writeln!(self.out, "^b{b}{args}:");
        }
        // Some blocks only forward values.
        if b == 0 || self.random.below(6) > 0 {
            self.effects(b);
        } else {
            self.line(&format!("%v{b} = arith.constant {b} : i32"));
            self.line(&format!("%x{b} = arith.addi %v{b}, %three : i32"));
        }
        self.branch(b);
    }

    fn effects(&mut self, b: Node) {
        let shown = [self.value(b), self.value(b)];
        let lines = [
            format!("%c{b} = arith.constant {b} : i32"),
            format!("%i{b} = arith.constant {b} : index"),
            format!("%n{b} = memref.load %place[] : memref<index>"),
            format!("%inside{b} = arith.cmpi ult, %n{b}, %max : index"),
            format!("cf.assert %inside{b}, \"too long\""),
            format!("memref.store %c{b}, %log[%n{b}, %k0] : memref<{MAX_PATH}x4xi32>"),
            format!("memref.store {}, %log[%n{b}, %k1] : memref<{MAX_PATH}x4xi32>", shown[0]),
            format!("memref.store {}, %log[%n{b}, %k2] : memref<{MAX_PATH}x4xi32>", shown[1]),
            format!("%next{b} = arith.addi %n{b}, %k1 : index"),
            format!("memref.store %next{b}, %place[] : memref<index>"),
            format!("%d{b} = memref.load %div[%i{b}] : memref<{}xi32>", self.cfg.n_blocks()),
            format!("%v{b} = arith.divui %many, %d{b} : i32"),
            format!("%bit{b} = memref.load %bits[%i{b}] : memref<{}xi1>", self.cfg.n_blocks()),
            format!("cf.assert %bit{b}, \"stopped\""),
            format!("%p{b} = arith.andi %n{b}, %mask : index"),
            format!("%in{b} = memref.load %in[%p{b}] : memref<{N_DECISIONS}xi32>"),
            format!("%x{b} = arith.xori %in{b}, {} : i32", shown[0]),
        ];
        lines.iter().for_each(|line| self.line(line));
    }

    /// A value that may be used at the end of a block, or at its start if it is defined elsewhere.
    fn value(&mut self, b: Node) -> String {
        let n_args = self.n_args[b as usize];
        let place = self.random.below(n_args + 2);
        if place < n_args {
            return format!("%a{b}_{place}");
        }
        let above: Vec<Node> = self.cfg.blocks().filter(|&a| self.dominators.strictly_dominates(a, b)).collect();
        if above.is_empty() || !self.dominators.is_reachable(b) {
            return "%many".into();
        }
        format!("%v{}", above[self.random.below(above.len() as u64) as usize])
    }

    fn target(&mut self, from: Node, to: Node) -> String {
        let mut values = Vec::new();
        for _ in 0..self.n_args[to as usize] {
            values.push(if self.random.below(2) == 0 { format!("%v{from}") } else { self.value(from) });
        }
        match values.is_empty() {
            true => format!("^b{to}"),
            false => format!("^b{to}({} : {})", values.join(", "), vec!["i32"; values.len()].join(", ")),
        }
    }

    fn branch(&mut self, b: Node) {
        let targets: Vec<Node> = self.cfg.successors(b).to_vec();
        let shown: Vec<String> = targets.iter().map(|&to| self.target(b, to)).collect();
        match &shown[..] {
            [] => {
                let other = self.value(b);
                self.line(&format!("return %v{b}, {other} : i32, i32"));
            }
            [only] => self.line(&format!("cf.br {only}")),
            [yes, no] => {
                self.line(&format!("%r{b} = arith.andi %x{b}, %one : i32"));
                self.line(&format!("%t{b} = arith.trunci %r{b} : i32 to i1"));
                let weights = match self.random.below(3) {
                    0 => format!(" weights([{}, {}])", 1 + self.random.below(20), 1 + self.random.below(20)),
                    _ => String::new(),
                };
                self.line(&format!("cf.cond_br %t{b}{weights}, {yes}, {no}"));
            }
            [default, cases @ ..] => {
                self.line(&format!("%s{b} = arith.andi %x{b}, %three : i32"));
                let cases: Vec<String> =
                    cases.iter().zip(1..).map(|(case, number)| format!("{number}: {case}")).collect();
                self.line(&format!("cf.switch %s{b} : i32, [default: {default}, {}]", cases.join(", ")));
            }
        }
    }
}
