//! Our results in LLVM's form, and their differences.

use rmlir_analysis::uniformity::{ItemKind, Mode, Uniformity, analyze};

use crate::llvm::Answers;
use crate::program::Program;

/// The results of our analysis for `program`.
pub fn ours(program: &Program, mode: Mode) -> Answers {
    answers(program, &analyze(&program.flow, mode))
}

/// `result` in LLVM's form.
pub fn answers(program: &Program, result: &Uniformity) -> Answers {
    let flow = &program.flow;
    let cycles = result.cycles();
    let show = |cycle| cycles.show(cycle, &|block| program.block_name(block));
    let mut found = Answers::default();
    for item in flow.item_ids().filter(|&item| result.is_divergent(item)) {
        match flow[item].kind {
            ItemKind::Terminator => found.branches.insert(program.block_name(flow[item].block)),
            _ => found.values.insert(program.name(item)),
        };
    }
    found.assumed = result.assumed_divergent().iter().map(|&cycle| show(cycle)).collect();
    found.exits = result.divergent_exits().iter().map(|&cycle| show(cycle)).collect();
    found.cycles = cycles.preorder().into_iter().map(show).collect();
    found.assumed.sort();
    found.exits.sort();
    found
}

/// The differences of two results, a line each.
pub fn differences(ours: &Answers, theirs: &Answers) -> Vec<String> {
    let mut found = Vec::new();
    let mut compare = |what: &str, ours: String, theirs: String| {
        if ours != theirs {
            found.push(format!("{what}: ours {ours}, theirs {theirs}"));
        }
    };
    compare("cycles", format!("{:?}", ours.cycles), format!("{:?}", theirs.cycles));
    compare("values", format!("{:?}", ours.values), format!("{:?}", theirs.values));
    compare("branches", format!("{:?}", ours.branches), format!("{:?}", theirs.branches));
    compare("assumed divergent", format!("{:?}", ours.assumed), format!("{:?}", theirs.assumed));
    compare("divergent exits", format!("{:?}", ours.exits), format!("{:?}", theirs.exits));
    found
}
