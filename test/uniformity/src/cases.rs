//! Programs with known results, as text: see the header of `cases/known.txt`.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use rmlir_analysis::cfg::Node;
use rmlir_analysis::uniformity::{FlowBuilder, Input, ItemId, ItemKind, Nature};
use rustc_hash::FxHasher;

use crate::llvm::Answers;
use crate::program::{Op, Program};

/// The programs.
pub const KNOWN: &str = include_str!("../cases/known.txt");

/// A program and LLVM's results for it.
pub struct Case {
    /// Its name.
    pub name: String,
    /// The program.
    pub program: Program,
    /// The results, cycles in short form.
    pub expected: Answers,
}

type Names<T> = HashMap<String, T, BuildHasherDefault<FxHasher>>;

/// The common part of all programs: arguments, and the instructions at the start of the entry, each with its operands.
const ARGUMENTS: [&str; 7] = ["a", "b", "c", "n", "cond0", "cond1", "cond2"];
const CONDITIONS: [(&str, &str); 5] = [("d", "tid"), ("d1", "tid"), ("u", "cond0"), ("u1", "cond1"), ("u2", "cond2")];

/// Parses all programs.
///
/// # Panics
/// If the text does not have the form that its header describes: it belongs to the tests.
pub fn read(text: &str) -> Vec<Case> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    let starts: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].starts_with("program ")).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    starts.iter().zip(ends).map(|(&start, end)| read_case(&lines[start..end])).collect()
}

fn read_case(lines: &[&str]) -> Case {
    let name = lines[0]["program ".len()..].to_owned();
    let is_answer = |line: &&str| !line.starts_with(' ') && !line.ends_with(':');
    let end = lines.iter().skip(1).position(is_answer).map_or(lines.len(), |at| at + 1);
    Case { name, program: read_program(&lines[1..end]), expected: read_answers(&lines[end..]) }
}

fn read_answers(lines: &[&str]) -> Answers {
    let mut answers = Answers::default();
    for line in lines {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "cycle" => answers.cycles.push(rest.to_owned()),
            "assumed" => answers.assumed.push(rest.to_owned()),
            "left" => answers.exits.push(rest.to_owned()),
            "values" => answers.values.extend(rest.split(' ').map(str::to_owned)),
            "branches" => answers.branches.extend(rest.split(' ').map(str::to_owned)),
            _ => panic!("no answer starts with '{word}'"),
        }
    }
    answers.assumed.sort();
    answers.exits.sort();
    answers
}

/// A program under construction.
#[derive(Default)]
struct Reader<'t> {
    builder: FlowBuilder,
    ops: Vec<Op>,
    names: Vec<String>,
    items: Names<ItemId>,
    block_names: Vec<String>,
    blocks: Names<Node>,
    successors: Vec<Vec<Node>>,
    /// Items with the names of their inputs, and their blocks.
    pending: Vec<(ItemId, Vec<&'t str>)>,
}

fn read_program(lines: &[&str]) -> Program {
    let mut reader = Reader::default();
    for name in ARGUMENTS {
        let item = reader.builder.argument(Nature::Computed);
        reader.name(item, name, Op::Argument);
    }
    for line in lines.iter().filter_map(|line| line.strip_suffix(':')) {
        reader.blocks.insert(line.to_owned(), reader.block_names.len() as Node);
        reader.block_names.push(line.to_owned());
    }
    for line in lines {
        reader.line(line);
    }
    reader.finish()
}

impl<'t> Reader<'t> {
    fn name(&mut self, item: ItemId, name: &str, op: Op) {
        self.ops.push(op);
        self.names.push(name.to_owned());
        self.items.insert(name.to_owned(), item);
    }

    fn line(&mut self, line: &'t str) {
        if line.ends_with(':') {
            if self.builder.block() == 0 {
                self.entry();
            }
            return;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        if let [name, "=", op, taken @ ..] = words.as_slice() {
            let (kind, op) = match *op {
                "phi" => (ItemKind::Phi, Op::Phi),
                "mix" => (ItemKind::Instruction, Op::Mix),
                "less" => (ItemKind::Instruction, Op::Compare),
                other => panic!("nothing computes by '{other}'"),
            };
            let item = self.builder.item(kind, Nature::Computed);
            self.name(item, name, op);
            self.pending.push((item, taken.to_vec()));
            return;
        }
        let (op, n_taken) = match words[0] {
            "to" => (Op::Jump, 0),
            "by" => (Op::Branch, 1),
            "switch" => (Op::Switch, 1),
            "end" => (Op::Return, 0),
            other => panic!("control does not go '{other}'"),
        };
        let item = match op {
            Op::Branch => self.builder.branch_on_bit(),
            _ => self.builder.item(ItemKind::Terminator, Nature::Computed),
        };
        self.ops.push(op);
        self.names.push(String::new());
        self.pending.push((item, words[1..1 + n_taken].to_vec()));
        self.successors.push(words[1 + n_taken..].iter().map(|&name| self.blocks[name]).collect());
    }

    /// The start of the entry block.
    fn entry(&mut self) {
        let lane = self.builder.item(ItemKind::Instruction, Nature::Divergent);
        self.name(lane, "tid", Op::Lane);
        for (name, taken) in CONDITIONS {
            let item = self.builder.item(ItemKind::Instruction, Nature::Computed);
            self.name(item, name, Op::Compare);
            let number = if name == "d" { "0" } else { "7" };
            self.pending.push((item, vec![taken, number]));
        }
    }

    fn input(&self, word: &str) -> Input {
        match (self.items.get(word), word) {
            (Some(&item), _) => Input::Item(item),
            (None, "undef") => Input::Undefined,
            (None, "F") => Input::Constant(0),
            (None, number) => Input::Constant(number.parse::<i32>().expect("a value or a number") as u32),
        }
    }

    fn finish(mut self) -> Program {
        for (item, words) in std::mem::take(&mut self.pending) {
            if self.ops[item as usize] != Op::Phi {
                let inputs: Vec<Input> = words.iter().map(|word| self.input(word)).collect();
                self.builder.set_inputs(item, inputs);
                continue;
            }
            let mut inputs = Vec::new();
            for word in words {
                let (from, value) = word.split_once(':').expect("a block and a value");
                let from = self.blocks[from];
                // A block may branch here twice; then the text has one entry for each.
                let n_before = inputs.iter().filter(|&&(_, (other, _)): &&(Input, (Node, u32))| other == from).count();
                let ways = self.successors[from as usize].iter().zip(0..);
                let block = self.block_of(item);
                let way = ways.filter(|&(&to, _)| to == block).nth(n_before).expect("the block leads here").1;
                inputs.push((self.input(value), (from, way)));
            }
            self.builder.set_phi(item, inputs);
        }
        let flow = self.builder.finish(&self.successors);
        Program { flow, ops: self.ops, names: self.names, block_names: self.block_names }
    }

    /// The block of `item`: its index is the number of earlier terminators.
    fn block_of(&self, item: ItemId) -> Node {
        let is_end = |op: &&Op| matches!(op, Op::Jump | Op::Branch | Op::Switch | Op::Return);
        self.ops[..item as usize].iter().filter(is_end).count() as Node
    }
}

/// The short form of a cycle's line: depth, entries, other blocks.
pub fn short(line: &str) -> String {
    let line = line.trim_start_matches("depth=").replace(": entries", "");
    match line.split_once(") ") {
        Some((entries, blocks)) => format!("{entries})+{blocks}"),
        None => line,
    }
}

/// `answers` in the form of cases: cycles in short form, and without the common part of all programs.
pub fn shortened(answers: &Answers) -> Answers {
    let all = |lines: &[String]| {
        let mut lines: Vec<String> = lines.iter().map(|line| short(line)).collect();
        lines.sort();
        lines
    };
    let mut values = answers.values.clone();
    values.retain(|value| !["tid", "d", "d1"].contains(&value.as_str()));
    Answers {
        values,
        branches: answers.branches.clone(),
        assumed: all(&answers.assumed),
        exits: all(&answers.exits),
        cycles: answers.cycles.iter().map(|line| short(line)).collect(),
        listed: Vec::new(),
    }
}
