//! Random functions for vectorization.
//!
//! `@f` has a random graph of blocks. Every block has an argument `gas`, which decreases on each edge; when it is zero,
//! branches go to a return, so every execution terminates. Branch conditions are uniform, linear in the lane index, or
//! loaded for each lane. Lanes write only to their own rows, or all the same value to one element, so that their
//! effects do not depend on their order; blocks count in a log how often each lane has executed them, and divide by a
//! value that is 0 for lanes that do not execute them.

use std::collections::VecDeque;
use std::fmt::Write;

use rmlir::analysis::cfg::{Cfg, DominatorTree, Node};
use rmlir::interp::random::Random;

/// The number of memory rows for lanes.
pub const N_ROWS: i64 = 40;

/// The number of elements of a row.
pub const ROW: i64 = 16;

/// The first lane is a multiple of this if the clause has the alignment.
pub const ALIGNED: i64 = 8;

/// The number of elements of the memory in which lanes are permuted: parts, each for all lanes.
pub const TURNED: i64 = PART * (N_READ + 4);

/// The size of a part.
const PART: i64 = 64;

/// The number of parts that are only read.
const N_READ: i64 = 16;

/// The callees.
const CALLED: &str = "\
func.func @g(%x: i32, %u: i32 {pvec.clause = #pvec.uniform}) -> i32 attributes {pvec.function = #pvec.function<8, both>} {
  %seven = arith.constant 7 : i32
  %three = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %start = arith.andi %x, %seven : i32
  cf.br ^head(%start, %zero : i32, i32)
^head(%n: i32, %sum: i32):
  %more = arith.cmpi sgt, %n, %zero : i32
  cf.cond_br %more, ^body, ^out(%sum : i32)
^body:
  %term = arith.xori %n, %u : i32
  %next = arith.addi %sum, %term : i32
  %less = arith.subi %n, %one : i32
  %bits = arith.andi %next, %three : i32
  %stops = arith.cmpi eq, %bits, %three : i32
  cf.cond_br %stops, ^out(%less : i32), ^head(%less, %next : i32, i32)
^out(%result: i32):
  return %result : i32
}
func.func @r(%x: i32, %n: i32) -> i32 attributes {pvec.function = #pvec.function<8, both>} {
  %three = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %few = arith.andi %n, %three : i32
  %ends = arith.cmpi eq, %few, %zero : i32
  cf.cond_br %ends, ^out(%x : i32), ^more
^more:
  %less = arith.subi %few, %one : i32
  %y = arith.muli %x, %three : i32
  %again = func.call @r(%y, %less) : (i32, i32) -> i32
  cf.br ^out(%again : i32)
^out(%result: i32):
  return %result : i32
}
func.func @s(%x: i32) -> i32 {
  %three = arith.constant 3 : i32
  %y = arith.xori %x, %three : i32
  return %y : i32
}
";

/// A graph every block of which reaches a return.
pub fn ending(mut lists: Vec<Vec<Node>>) -> Vec<Vec<Node>> {
    let toward = toward_end(&lists);
    for (list, toward) in lists.iter_mut().zip(toward) {
        if toward.is_none() {
            list.clear();
        }
    }
    lists
}

/// By block: the successor nearest to a return; `None` if no return is reachable. 0 for returns.
fn toward_end(lists: &[Vec<Node>]) -> Vec<Option<usize>> {
    let mut found: Vec<Option<usize>> = lists.iter().map(|list| list.is_empty().then_some(0)).collect();
    let mut work: VecDeque<usize> = (0..lists.len()).filter(|&block| lists[block].is_empty()).collect();
    while let Some(to) = work.pop_front() {
        for (from, list) in lists.iter().enumerate() {
            let Some(way) = list.iter().position(|&next| next as usize == to) else { continue };
            if found[from].is_none() {
                found[from] = Some(way);
                work.push_back(from);
            }
        }
    }
    found
}

/// The text of a module with function `f` of this graph. With `is_aligned` the first lane is a multiple of [`ALIGNED`].
pub fn text(random: &mut Random, lists: &[Vec<Node>], is_aligned: bool) -> String {
    let cfg = Cfg::new(lists);
    let dominators = DominatorTree::new(&cfg);
    let n_args: Vec<u64> = (0..lists.len()).map(|block| if block == 0 { 0 } else { random.below(3) }).collect();
    let toward = toward_end(lists);
    let (values, places) = (vec![Vec::new(); lists.len()], vec![Vec::new(); lists.len()]);
    let out = CALLED.to_owned();
    let mut writer = Writer { random, lists, dominators, n_args, toward, is_aligned, values, places, next: 0, out };
    let n = lists.len();
    let clause = match is_aligned {
        true => format!("[#pvec.linear<1>, #pvec.aligned<{ALIGNED}>]"),
        false => "#pvec.linear<1>".to_owned(),
    };
    _ = writeln!(
        writer.out,
        "func.func @f(%i: index {{pvec.clause = {clause}}}, %u: i32 {{pvec.clause = #pvec.uniform}}, %x: i32,\n\
         \x20   %in: memref<{N_ROWS}x{ROW}xi32>, %shared: memref<{ROW}xi32>, %div: memref<{N_ROWS}x{n}xi32>,\n\
         \x20   %log: memref<{N_ROWS}x{n}xi32>, %row: memref<{N_ROWS}x{ROW}xi32>, %line: memref<?xi32>, %flag: memref<{n}xi32>,\n\
         \x20   %turned: memref<{TURNED}xi32>) -> (i32, i32) attributes {{pvec.function = #pvec.function<8, both>}} {{"
    );
    for number in [0, 1, 2, 3, 5, 7, 15, -8] {
        let name = if number < 0 { "m8".to_owned() } else { number.to_string() };
        writer.line(&format!("%c{name} = arith.constant {number} : i32"));
        writer.line(&format!("%k{name} = arith.constant {number} : index"));
    }
    writer.line("%gas0 = arith.constant 24 : i32");
    writer.line("%wide = arith.index_cast %i : index to i32");
    writer.line("%flips = arith.andi %u, %c15 : i32");
    writer.line("%flip = arith.index_cast %flips : i32 to index");
    (0..lists.len()).for_each(|block| writer.block(block));
    writer.out.push_str("}\n");
    writer.out
}

struct Writer<'a> {
    random: &'a mut Random,
    lists: &'a [Vec<Node>],
    dominators: DominatorTree,
    /// By block: the number of its arguments besides `gas`.
    n_args: Vec<u64>,
    toward: Vec<Option<usize>>,
    is_aligned: bool,
    /// By block: subscripts with which lanes read elements of other lanes.
    places: Vec<Vec<String>>,
    /// By block: the integers that it defines.
    values: Vec<Vec<String>>,
    next: u32,
    out: String,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        _ = writeln!(self.out, "  {text}");
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.random.below(from.len() as u64) as usize]
    }

    /// Appends `%new = text` and records that block `b` defines it.
    fn make(&mut self, b: usize, text: &str) -> String {
        let name = self.fresh();
        self.line(&format!("{name} = {text}"));
        self.values[b].push(name.clone());
        name
    }

    fn block(&mut self, b: usize) {
        if b > 0 {
            let mut args = vec![format!("%gas{b}: i32")];
            for at in 0..self.n_args[b] {
                args.push(format!("%a{b}_{at}: i32"));
                self.values[b].push(format!("%a{b}_{at}"));
            }
            _ = writeln!(self.out, "^b{b}({}):", args.join(", "));
        }
        let n = self.lists.len();
        let count = self.fresh();
        self.line(&format!("%b{b} = arith.constant {b} : index"));
        self.line(&format!("{count} = memref.load %log[%i, %b{b}] : memref<{N_ROWS}x{n}xi32>"));
        let more = self.fresh();
        self.line(&format!("{more} = arith.addi {count}, %c1 : i32"));
        self.line(&format!("memref.store {more}, %log[%i, %b{b}] : memref<{N_ROWS}x{n}xi32>"));
        for _ in 0..self.random.below(5) {
            self.operation(b);
        }
        self.branch(b);
    }

    /// An integer in scope in block `b`.
    fn value(&mut self, b: usize) -> String {
        let kind = self.random.below(10);
        match kind {
            0 => return "%u".into(),
            1 => return "%wide".into(),
            2 => return format!("%gas{b}"),
            3 => return self.pick(&["%x", "%c1", "%c3", "%c5"]).to_owned(),
            _ => {}
        }
        let names = self.above(&self.values, b);
        match names.is_empty() {
            true => "%x".into(),
            false => names[self.random.below(names.len() as u64) as usize].clone(),
        }
    }

    /// The values of `made`, indexed by defining block, that are in scope in block `b`.
    fn above<'n>(&self, made: &'n [Vec<String>], b: usize) -> Vec<&'n String> {
        let node = b as Node;
        let is_above = |a: &usize| self.dominators.dominates(*a as Node, node) && self.dominators.is_reachable(node);
        (0..self.lists.len()).filter(is_above).flat_map(|a| &made[a]).collect()
    }

    /// A subscript within a row.
    fn place(&mut self, b: usize) -> String {
        let value = self.value(b);
        let (low, place) = (self.fresh(), self.fresh());
        self.line(&format!("{low} = arith.andi {value}, %c15 : i32"));
        self.line(&format!("{place} = arith.index_cast {low} : i32 to index"));
        place
    }

    fn operation(&mut self, b: usize) {
        let n = self.lists.len();
        let (x, y) = (self.value(b), self.value(b));
        match self.random.below(if self.is_aligned { 20 } else { 14 }) {
            0 | 1 => {
                let name = self.pick(&["addi", "subi", "muli", "xori", "andi", "minsi"]);
                let flags = if name == "addi" && self.random.below(6) == 0 { " overflow<nsw>" } else { "" };
                // A result that may overflow is not used: it would be poison.
                let made = if flags.is_empty() { None } else { Some(self.fresh()) };
                match made {
                    Some(made) => self.line(&format!("{made} = arith.{name} {x}, {y}{flags} : i32")),
                    None => _ = self.make(b, &format!("arith.{name} {x}, {y} : i32")),
                }
            }
            2 => {
                let (name, by) = (self.pick(&["shli", "shrui", "shrsi"]), self.pick(&["%c1", "%c3", "%c2"]));
                self.make(b, &format!("arith.{name} {x}, {by} : i32"));
            }
            3 => {
                let (name, by) =
                    (self.pick(&["andi", "remui", "divui", "andi"]), self.pick(&["%c7", "%c3", "%c5", "%cm8"]));
                self.make(b, &format!("arith.{name} {x}, {by} : i32"));
            }
            4 => {
                let place = self.place(b);
                self.make(b, &format!("memref.load %in[%i, {place}] : memref<{N_ROWS}x{ROW}xi32>"));
            }
            5 => {
                let place = self.place(b);
                self.make(b, &format!("memref.load %shared[{place}] : memref<{ROW}xi32>"));
            }
            6 => {
                let place = self.place(b);
                self.line(&format!("memref.store {x}, %row[%i, {place}] : memref<{N_ROWS}x{ROW}xi32>"));
            }
            7 => {
                let place = self.place(b);
                self.make(b, &format!("memref.load %row[%i, {place}] : memref<{N_ROWS}x{ROW}xi32>"));
            }
            8 => self.in_line(b, &x),
            9 => {
                let divisor = self.fresh();
                self.line(&format!("{divisor} = memref.load %div[%i, %b{b}] : memref<{N_ROWS}x{n}xi32>"));
                let name = self.pick(&["divui", "remui", "divui"]);
                self.make(b, &format!("arith.{name} {x}, {divisor} : i32"));
            }
            10 => {
                let call = match self.random.below(4) {
                    0 => format!("func.call @g({x}, %u) : (i32, i32) -> i32"),
                    1 => format!("func.call @g({x}, {y}) : (i32, i32) -> i32"),
                    2 => format!("func.call @r({x}, {y}) : (i32, i32) -> i32"),
                    _ => format!("func.call @s({x}) : (i32) -> i32"),
                };
                self.make(b, &call);
            }
            11 => {
                let (order, bit) = (self.pick(&["slt", "ult", "eq", "sge", "ugt"]), self.fresh());
                self.line(&format!("{bit} = arith.cmpi {order}, {x}, {y} : i32"));
                let z = self.value(b);
                self.make(b, &format!("arith.select {bit}, {x}, {z} : i32"));
            }
            12 => {
                let (index, name) = (self.fresh(), self.pick(&["shrui", "andi", "muli", "divsi", "remsi", "addi"]));
                let by = self.pick(&["%k3", "%k7", "%km8", "%k1", "%k5"]);
                let by = if by == "%km8" && name != "andi" { "%k2" } else { by };
                self.line(&format!("{index} = arith.{name} %i, {by} : index"));
                self.make(b, &format!("arith.index_cast {index} : index to i32"));
            }
            13 => {
                let number = self.fresh();
                self.line(&format!("{number} = arith.constant {b} : i32"));
                self.line(&format!("memref.store {number}, %flag[%b{b}] : memref<{n}xi32>"));
            }
            _ => self.turned(b, &x),
        }
    }

    /// Accesses at the lane index with some of its bits inverted: a permutation within blocks of lanes. Elements that
    /// are only read are in a part selected by `gas`; those that are written have one part for each permutation.
    fn turned(&mut self, b: usize, x: &str) {
        let known = self.above(&self.places, b);
        let known =
            if known.is_empty() { None } else { Some(known[self.random.below(known.len() as u64) as usize].clone()) };
        match (self.random.below(4), known) {
            (0, Some(place)) => _ = self.make(b, &format!("memref.load %turned[{place}] : memref<{TURNED}xi32>")),
            (0 | 1, _) => {
                let (part, start, by) = (self.fresh(), self.fresh(), self.pick(&["%k1", "%k3", "%k5", "%flip"]));
                self.line(&format!("{part} = arith.andi %gas{b}, %c15 : i32"));
                self.line(&format!("{start} = arith.index_cast {part} : i32 to index"));
                let place = self.turned_place(&start, by);
                self.places[b].push(place.clone());
                self.make(b, &format!("memref.load %turned[{place}] : memref<{TURNED}xi32>"));
            }
            (kind, _) => {
                let by = self.random.below(4);
                let start = self.fresh();
                self.line(&format!("{start} = arith.constant {} : index", N_READ + by as i64));
                let place = self.turned_place(&start, ["%k1", "%k2", "%k7", "%flip"][by as usize]);
                match kind {
                    2 => self.line(&format!("memref.store {x}, %turned[{place}] : memref<{TURNED}xi32>")),
                    _ => _ = self.make(b, &format!("memref.load %turned[{place}] : memref<{TURNED}xi32>")),
                }
            }
        }
    }

    /// The subscript of a lane in a part, with its bits inverted by `by`.
    fn turned_place(&mut self, part: &str, by: &str) -> String {
        let (size, start, straight, place) = (self.fresh(), self.fresh(), self.fresh(), self.fresh());
        self.line(&format!("{size} = arith.constant {PART} : index"));
        self.line(&format!("{start} = arith.muli {part}, {size} : index"));
        self.line(&format!("{straight} = arith.addi {start}, %i : index"));
        self.line(&format!("{place} = arith.xori {straight}, {by} : index"));
        place
    }

    /// Accesses at consecutive elements for lanes, or with stride two: each has its own part.
    fn in_line(&mut self, b: usize, x: &str) {
        let place = match self.random.below(3) {
            0 => "%i".to_owned(),
            1 => {
                let (twice, place) = (self.fresh(), self.fresh());
                self.line(&format!("{twice} = arith.muli %i, %k2 : index"));
                self.line(&format!("%far{} = arith.constant {N_ROWS} : index", &place[2..]));
                self.line(&format!("{place} = arith.addi {twice}, %far{} : index", &place[2..]));
                place
            }
            _ => {
                let place = self.fresh();
                self.line(&format!("%far{} = arith.constant {} : index", &place[2..], 4 * N_ROWS));
                self.line(&format!("{place} = arith.subi %far{}, %i : index", &place[2..]));
                place
            }
        };
        match self.random.below(2) {
            0 => self.line(&format!("memref.store {x}, %line[{place}] : memref<?xi32>")),
            _ => _ = self.make(b, &format!("memref.load %line[{place}] : memref<?xi32>")),
        }
    }

    fn target(&mut self, from: usize, to: Node, gas: &str) -> String {
        let mut values = vec![gas.to_owned()];
        for _ in 0..self.n_args[to as usize] {
            values.push(self.value(from));
        }
        format!("^b{to}({} : {})", values.join(", "), vec!["i32"; values.len()].join(", "))
    }

    /// The condition of the branch of block `b`: an integer of few bits.
    fn decided(&mut self, b: usize) -> String {
        let value = match self.random.below(5) {
            0 | 1 => {
                let (sum, by) = (self.fresh(), self.pick(&["%c1", "%c2", "%c3"]));
                self.line(&format!("{sum} = arith.addi %u, %gas{b} : i32"));
                let shifted = self.fresh();
                self.line(&format!("{shifted} = arith.shrui {sum}, {by} : i32"));
                shifted
            }
            2 => {
                let place = self.place(b);
                let loaded = self.fresh();
                self.line(&format!("{loaded} = memref.load %in[%i, {place}] : memref<{N_ROWS}x{ROW}xi32>"));
                loaded
            }
            3 => {
                let shifted = self.fresh();
                self.line(&format!("{shifted} = arith.shrui %wide, %c3 : i32"));
                shifted
            }
            _ => self.value(b),
        };
        let low = self.fresh();
        self.line(&format!("{low} = arith.andi {value}, %c3 : i32"));
        low
    }

    fn branch(&mut self, b: usize) {
        let list = &self.lists[b];
        let gas = self.fresh();
        self.line(&format!("{gas} = arith.subi %gas{b}, %c1 : i32"));
        let targets: Vec<String> = list.iter().map(|&to| self.target(b, to, &gas)).collect();
        let toward = self.toward[b].expect("every block can end");
        let is_empty = self.fresh();
        if targets.len() > 1 {
            self.line(&format!("{is_empty} = arith.cmpi sle, %gas{b}, %c0 : i32"));
        }
        match &targets[..] {
            [] => {
                let (x, y) = (self.value(b), self.value(b));
                self.line(&format!("return {x}, {y} : i32, i32"));
            }
            [only] => self.line(&format!("cf.br {only}")),
            [yes, no] => {
                let (low, bit, forced, taken) = (self.decided(b), self.fresh(), self.fresh(), self.fresh());
                let order = self.pick(&["ugt", "eq", "slt"]);
                self.line(&format!("{bit} = arith.cmpi {order}, {low}, %c1 : i32"));
                self.line(&format!("{forced} = arith.constant {}", toward == 0));
                self.line(&format!("{taken} = arith.select {is_empty}, {forced}, {bit} : i1"));
                self.line(&format!("cf.cond_br {taken}, {yes}, {no}"));
            }
            [default, cases @ ..] => {
                let (low, forced, taken) = (self.decided(b), self.fresh(), self.fresh());
                self.line(&format!("{forced} = arith.constant {toward} : i32"));
                self.line(&format!("{taken} = arith.select {is_empty}, {forced}, {low} : i32"));
                let cases: Vec<String> =
                    cases.iter().zip(1..).map(|(case, number)| format!("{number}: {case}")).collect();
                self.line(&format!("cf.switch {taken} : i32, [default: {default}, {}]", cases.join(", ")));
            }
        }
    }
}
