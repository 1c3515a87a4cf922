//! LLVM IR through our importer, against what LLVM says of the same text.
//!
//! Imported values have no names, so answers are compared by their place: block by block, what each defines in order,
//! and its terminator. Constants are no definitions in LLVM and are left out here.

use rmlir_analysis::uniformity::from_ir::Origin;
use rmlir_analysis::uniformity::source::functions;
use rmlir_analysis::uniformity::{FunctionFlow, ItemKind, Mode, Target, analyze};
use rmlir_top::Registry;
use rmlir_top::core::{Context, OpRef};
use rmlir_translate::{import, read};

use crate::llvm::{self, Listed};

/// How many functions of a text were compared, and what differs.
#[derive(Default, Debug)]
pub struct Compared {
    /// Functions that LLVM answers for.
    pub n_functions: usize,
    /// Of these compared.
    pub n_compared: usize,
    /// Whose answers differ, by their number in the text.
    pub different: Vec<usize>,
    /// Why the text, or a function of it, was not compared.
    pub skipped: Vec<String>,
}

/// Compares all functions of an LLVM IR text.
pub fn compare(text: &str, target: Target) -> Result<Compared, std::io::Error> {
    let theirs = llvm::run(text)?;
    let mut compared = Compared { n_functions: theirs.len(), ..Compared::default() };
    let cx = Context::new(Registry::everything().dialects);
    let body = match read::read(text.as_bytes()).map_err(|failure| failure.message) {
        Ok(module) => import::import(&cx, module),
        Err(message) => Err(message),
    };
    let body = match body {
        Ok(body) => body,
        Err(message) => {
            compared.skipped.push(message);
            return Ok(compared);
        }
    };
    let functions = functions(OpRef::root(&body));
    if functions.len() != theirs.len() {
        compared.skipped.push(format!("{} functions and not {}", functions.len(), theirs.len()));
        return Ok(compared);
    }
    for (number, (function, theirs)) in functions.into_iter().zip(&theirs).enumerate() {
        let ours = listed(&FunctionFlow::new(function, target));
        let shape = |listed: &[Listed]| listed.iter().map(|block| block.values.len()).collect::<Vec<usize>>();
        // Without any divergence LLVM lists nothing.
        let is_quiet = theirs.listed.is_empty();
        if !is_quiet && shape(&ours) != shape(&theirs.listed) {
            compared.skipped.push(format!("function {number} has another shape"));
            continue;
        }
        compared.n_compared += 1;
        let is_same = match is_quiet {
            true => ours.iter().all(|block| !block.is_branch_divergent && !block.values.contains(&true)),
            false => ours == theirs.listed,
        };
        if !is_same {
            compared.different.push(number);
        }
    }
    Ok(compared)
}

/// Our answers, block by block.
fn listed(flow: &FunctionFlow) -> Vec<Listed> {
    let result = analyze(&flow.flow, Mode::Llvm);
    let block = |block| {
        let items = flow.flow.items_of(block);
        let is_value =
            |&item: &u32| flow.flow[item].kind != ItemKind::Terminator && flow.origins[item as usize] != Origin::Hidden;
        Listed {
            values: items.filter(is_value).map(|item| result.is_divergent(item)).collect(),
            is_branch_divergent: result.has_divergent_branch(&flow.flow, block),
        }
    };
    flow.flow.cfg.blocks().map(block).collect()
}
