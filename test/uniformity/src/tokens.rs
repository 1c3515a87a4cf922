//! Random functions with convergence control tokens, as LLVM IR, compared with LLVM's verifier and analysis.
//!
//! Tokens mostly dominate their uses and loop operations are mostly in headers, so that about half of the functions are
//! valid. LLVM's analysis ignores tokens; ours may, see [`rmlir_analysis::uniformity::convergence`].

use std::fmt::Write as _;
use std::io::Error;

use rmlir::core::{Context, OpRef};
use rmlir_analysis::cfg::{Cfg, Cycles, DfsOrder, DominatorTree, Node};
use rmlir_analysis::uniformity::{Target, convergence, source};
use rmlir_llvm_ir::read;
use rmlir_opt::Registry;
use rmlir_translate::import;

use crate::graphs::{GraphShape, random_graph};
use crate::numbers::Numbers;
use crate::{imported, llvm};

/// The functions that may be called.
const PROLOGUE: &str = "\
declare void @together() convergent
declare token @llvm.experimental.convergence.entry()
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.loop()
";

/// The maximum number of blocks of a function.
const MAX_BLOCKS: usize = 9;

/// The function of `seed`, with its callees.
pub fn random_text(seed: u64) -> String {
    let mut numbers = Numbers::new(seed);
    let shape = GraphShape { has_switches: false, ..GraphShape::draw(&mut numbers, MAX_BLOCKS) };
    let cfg = Cfg::new(&random_graph(&mut numbers, shape));
    let tree = DominatorTree::new(&cfg);
    let cycles = Cycles::new(&cfg, DfsOrder::LastFirst);
    let is_controlled = numbers.below(8) != 0;
    let mut writer =
        Writer { numbers, tokens: Vec::new(), lines: vec![Vec::new(); cfg.n_blocks()], tree: &tree, is_controlled };
    for block in tree.preorder() {
        writer.block(&cycles, block);
    }
    let convergent = if writer.numbers.below(10) == 0 { "" } else { " convergent" };
    let mut text = format!("{PROLOGUE}define void @f(i1 %mine, i1 inreg %same){convergent} {{\n");
    for block in cfg.blocks() {
        _ = writeln!(text, "b{block}:");
        let from: Vec<String> = cfg.predecessors(block).iter().map(|from| format!("[ {from}, %b{from} ]")).collect();
        if from.len() > 1 {
            _ = writeln!(text, "  %p{block} = phi i32 {}", from.join(", "));
        }
        writer.lines[block as usize].iter().for_each(|line| _ = writeln!(text, "  {line}"));
        let bit = *writer.numbers.one_of(&["%mine", "%same"]);
        _ = match cfg.successors(block) {
            [] => writeln!(text, "  ret void"),
            [to] => writeln!(text, "  br label %b{to}"),
            [first, second, ..] => writeln!(text, "  br i1 {bit}, label %b{first}, label %b{second}"),
        };
    }
    text.push_str("}\n");
    text
}

struct Writer<'a> {
    numbers: Numbers,
    /// The blocks in which tokens are defined, by token index.
    tokens: Vec<Node>,
    /// By block: its instructions.
    lines: Vec<Vec<String>>,
    tree: &'a DominatorTree,
    /// Whether operations use tokens.
    is_controlled: bool,
}

impl Writer<'_> {
    fn block(&mut self, cycles: &Cycles, block: Node) {
        if block == 0 && self.is_controlled && self.numbers.below(4) != 0 {
            self.make("entry", None, block);
        }
        let header_of = cycles.innermost(block).filter(|&cycle| cycles[cycle].header() == block);
        if let Some(cycle) = header_of.filter(|_| self.is_controlled && self.numbers.below(6) != 0) {
            let token = self.token(block, |from| !cycles.contains(cycle, from));
            self.loop_operation(token, block);
        }
        for _ in 0..self.numbers.below(3) {
            self.operation(block);
        }
    }

    fn operation(&mut self, block: Node) {
        let is_odd = self.numbers.below(40) == 0;
        if self.is_controlled == is_odd {
            return self.lines[block as usize].push("call void @together() convergent".to_owned());
        }
        let token = self.token(block, |_| true);
        match self.numbers.below(16) {
            0 => self.loop_operation(token, block),
            1 => self.make("entry", None, block),
            2..6 => self.make("anchor", None, block),
            _ => {
                let Some(token) = token else { return };
                let line = format!("call void @together() convergent [ \"convergencectrl\"(token %t{token}) ]");
                self.lines[block as usize].push(line);
            }
        }
    }

    /// A loop operation, if there is a token to use.
    fn loop_operation(&mut self, token: Option<usize>, block: Node) {
        if let Some(token) = token {
            self.make("loop", Some(token), block);
        }
    }

    /// A token that dominates `block`, if there is one: more likely a late one, among those whose block satisfies
    /// `is_made_in`.
    fn token(&mut self, block: Node, is_made_in: impl Fn(Node) -> bool) -> Option<usize> {
        let is_wild = self.numbers.below(30) == 0;
        let tokens = self.tokens.iter().enumerate();
        let near = tokens.filter(|&(_, &from)| is_wild || (self.tree.dominates(from, block) && is_made_in(from)));
        let near: Vec<usize> = near.map(|(token, _)| token).collect();
        let last = *near.last()?;
        Some(if self.numbers.below(4) == 0 { *self.numbers.one_of(&near) } else { last })
    }

    fn make(&mut self, how: &str, token: Option<usize>, block: Node) {
        let bundle = token.map_or(String::new(), |token| format!(" [ \"convergencectrl\"(token %t{token}) ]"));
        let line = format!("%t{} = call token @llvm.experimental.convergence.{how}(){bundle}", self.tokens.len());
        self.lines[block as usize].push(line);
        self.tokens.push(block);
    }
}

/// The outcome for one function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It is valid, and has the same results.
    Kept,
    /// It is invalid for both.
    Broken,
}

/// Compares LLVM's results for a text of one function with ours; returns the outcome or the difference.
pub fn compare(text: &str) -> Result<Outcome, String> {
    let theirs = verify(text).map_err(|error| error.to_string())?;
    let cx = Context::new(Registry::everything().dialects);
    let module = read::read(text.as_bytes()).map_err(|failure| failure.message)?;
    let body = match import::import(&cx, module) {
        Ok(body) => body,
        // A token that does not dominate its use cannot be imported.
        Err(_) if theirs.is_some() => return Ok(Outcome::Broken),
        Err(error) => return Err(error),
    };
    let errors: Vec<String> = source::functions(OpRef::root(&body))
        .into_iter()
        .flat_map(convergence::verify)
        .map(|error| error.message.to_string())
        .collect();
    match (theirs, errors.is_empty()) {
        (None, true) => {}
        (Some(_), false) => return Ok(Outcome::Broken),
        (None, false) => return Err(format!("LLVM takes it, we say: {}\n{text}", errors.join("; "))),
        (Some(said), true) => return Err(format!("we take it, LLVM says: {said}\n{text}")),
    }
    let compared = imported::compare(text, Target::Amdgcn);
    match compared.n_compared == 1 && compared.different.is_empty() {
        true => Ok(Outcome::Kept),
        false => Err(format!("the answers differ: {compared:?}\n{text}")),
    }
}

/// The error of LLVM's verifier for a text, unless it is valid.
fn verify(text: &str) -> Result<Option<String>, Error> {
    let output = llvm::opt("verify", None, text)?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok((!output.status.success()).then_some(said))
}
