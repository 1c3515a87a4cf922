//! LLVM IR through our importer, compared with LLVM's results for the same text.
//!
//! Imported values have no names, so results are compared by position: block by block, the definitions of each in
//! order, and its terminator. Constants are no definitions in LLVM and are skipped here; so are unreachable blocks,
//! which the importer drops.
//!
//! Where LLVM or our importer rejects a text, its functions are compared one by one, each with all of the text outside
//! of functions, except for declarations that it does not use.

use rmlir::core::{Context, OpRef};
use rmlir_analysis::uniformity::from_ir::Origin;
use rmlir_analysis::uniformity::source::functions;
use rmlir_analysis::uniformity::{FunctionFlow, ItemKind, Mode, Target, analyze};
use rmlir_llvm_ir::read;
use rmlir_opt::Registry;
use rmlir_translate::import;

use crate::llvm::{self, Listed};

/// The number of compared functions of a text, and the differences.
#[derive(Default, Debug)]
pub struct Compared {
    /// The number of functions with results of LLVM.
    pub n_functions: usize,
    /// The number of those that were compared.
    pub n_compared: usize,
    /// The number of functions that LLVM rejects: they are of another version.
    pub n_refused: usize,
    /// The functions with different results, by their index in the text.
    pub different: Vec<usize>,
    /// The reasons why the text, or functions of it, were not compared.
    pub skipped: Vec<String>,
}

/// Compares all functions of an LLVM IR text, one by one if necessary.
pub fn compare(text: &str, target: Target) -> Compared {
    if let Ok(compared) = compare_whole(text, target)
        && compared.n_compared == compared.n_functions
    {
        return compared;
    }
    let mut total = Compared::default();
    for (number, text) in single_functions(text).iter().enumerate() {
        match compare_whole(text, target) {
            Ok(compared) => {
                total.n_functions += compared.n_functions;
                total.n_compared += compared.n_compared;
                total.different.extend(compared.different.iter().map(|_| number));
                total.skipped.extend(compared.skipped.iter().map(|reason| format!("{number}: {reason}")));
            }
            Err(error) => {
                let reason = error.to_string();
                let reason = reason.lines().next().unwrap_or_default();
                total.skipped.push(format!("{number}: {reason}"));
                total.n_refused += 1;
            }
        }
    }
    total
}

/// The text once for each function that it defines, without the others and without declarations that it does not use.
fn single_functions(text: &str) -> Vec<String> {
    let (mut outside, mut functions): (Vec<&str>, Vec<String>) = (Vec::new(), Vec::new());
    let mut is_inside = false;
    for line in text.lines() {
        if line.starts_with("define ") {
            functions.push(String::new());
            is_inside = true;
        }
        match functions.last_mut().filter(|_| is_inside) {
            Some(function) => function.extend([line, "\n"]),
            None => outside.push(line),
        }
        is_inside &= line != "}";
    }
    let names = |line: &str, function: &str| {
        let name = line.split_once('@').and_then(|(_, rest)| rest.split('(').next());
        name.is_none_or(|name| function.contains(&format!("@{name}(")))
    };
    let with_outside = |function: &String| {
        let is_used = |line: &&&str| !line.starts_with("declare ") || names(line, function);
        let outside: Vec<&str> = outside.iter().filter(is_used).copied().collect();
        format!("{}\n{function}", outside.join("\n"))
    };
    functions.iter().map(with_outside).collect()
}

/// Compares all functions of an LLVM IR text that is accepted as a whole.
fn compare_whole(text: &str, target: Target) -> Result<Compared, std::io::Error> {
    let theirs = llvm::run(text)?;
    let mut compared = Compared { n_functions: theirs.len(), ..Compared::default() };
    let cx = Context::new(Registry::everything().dialects);
    let mut reached = Vec::new();
    let body = match read::read(text.as_bytes()).map_err(|failure| failure.message) {
        Ok(module) => {
            reached.extend(
                module.functions().filter_map(|(_, _, function)| function.body.as_ref()).map(import::reached_blocks),
            );
            import::import(&cx, module)
        }
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
    for (number, (function, (theirs, reached))) in functions.into_iter().zip(theirs.iter().zip(&reached)).enumerate() {
        let ours = listed(&FunctionFlow::new(function, target));
        let shape = |listed: &[Listed]| listed.iter().map(|block| block.values.len()).collect::<Vec<usize>>();
        // Without any divergence LLVM prints nothing.
        let is_quiet = theirs.listed.is_empty();
        let theirs: Vec<Listed> =
            reached.iter().filter_map(|&block| theirs.listed.get(block as usize)).cloned().collect();
        if !is_quiet && shape(&ours) != shape(&theirs) {
            compared.skipped.push(format!("function {number} has another shape"));
            continue;
        }
        compared.n_compared += 1;
        let is_same = match is_quiet {
            true => ours.iter().all(|block| !block.is_branch_divergent && !block.values.contains(&true)),
            false => ours == theirs,
        };
        if !is_same {
            compared.different.push(number);
        }
    }
    Ok(compared)
}

/// Our results, block by block.
fn listed(flow: &FunctionFlow) -> Vec<Listed> {
    let result = analyze(&flow.flow, Mode::Llvm);
    let block = |block| {
        let items = flow.flow.items_of(block);
        let is_value = |&item: &u32| {
            flow.flow[item].kind != ItemKind::Terminator && matches!(flow.origins[item as usize], Origin::Value(_))
        };
        Listed {
            values: items.filter(is_value).map(|item| result.is_divergent(item)).collect(),
            is_branch_divergent: result.has_divergent_branch(&flow.flow, block),
        }
    };
    flow.flow.cfg.blocks().map(block).collect()
}
