//! Prints the results of the alias analysis: for each pair of values defined by marked operations, or the number of
//! pairs that it distinguishes.

use std::fmt::Write;

use rmlir::analysis::alias::{AliasAnalysis, AliasResult};
use rmlir::core::opdef::OpDef;
use rmlir::core::types::TypeData;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;

/// Test alias analysis results.
///
/// Results and block arguments of operations with the attribute `test.ptr` are compared, each with each; their names are
/// that attribute. With `count`, how many pairs of all values that refer to memory are NoAlias and MustAlias is printed.
/// All output is written to standard error.
#[pass(
    name = "test-alias-analysis",
    title = "TestAliasAnalysisPass",
    schedule = is_function,
    summary = "Test alias analysis results."
)]
pub struct TestAliasAnalysis {
    /// Count pairs of all memrefs and pointers
    count: bool,
    /// Use only the facts that upstream's LocalAliasAnalysis has
    local: bool,
    /// Compare values of any two iterations of the loop with the attribute `test.loop`
    across: bool,
    /// Different arguments of the function are different memory
    noalias_arguments: bool,
}

fn is_function(def: &OpDef) -> bool {
    def.interface::<dyn FunctionOp>().is_some()
}

impl Pass for TestAliasAnalysis {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let text = self.describe(cx.body());
        cx.emit_text(text);
        Ok(())
    }
}

impl TestAliasAnalysis {
    fn describe(&self, body: &Body) -> String {
        let mut aliases = AliasAnalysis::new(body).noalias_arguments(self.noalias_arguments);
        if self.local {
            aliases = aliases.local();
        }
        if let Some(around) = marked(body, "test.loop").into_iter().next().filter(|_| self.across) {
            aliases = aliases.across(around);
        }
        let name = OpRef::root(body).symbol_name().map_or("", |name| name.str(body.cx()));
        if self.count {
            return count(body, aliases, name);
        }
        let values: Vec<Value> = marked(body, "test.ptr").into_iter().flat_map(|op| values_of(body, op)).collect();
        let mut text = format!("Testing : \"{name}\"\n");
        for (place, &second) in values.iter().enumerate() {
            for &first in &values[..place] {
                let found = aliases.alias(first, second);
                let _ = writeln!(text, "{} <-> {}: {found:?}", shown(body, first), shown(body, second));
            }
        }
        text
    }
}

/// The operations with an attribute, in postorder.
fn marked(body: &Body, attr: &str) -> Vec<OpId> {
    let mut found = Vec::new();
    body.walk_postorder(body.root(), |op| found.extend(OpRef::new(body, op).attr(attr).map(|_| op)));
    found
}

/// The results of an operation and the arguments of its blocks.
fn values_of(body: &Body, op: OpId) -> Vec<Value> {
    let regions = OpRef::new(body, op).regions();
    let arguments = regions.flat_map(|region| region.blocks()).flat_map(|block| block.args()).map(|arg| arg.id);
    body.results(op).iter().copied().chain(arguments).collect()
}

fn shown(body: &Body, value: Value) -> String {
    let name = |op: OpId| {
        let given = body.attr(op, "test.ptr").and_then(|attr| attr.as_str(body.cx()));
        given.unwrap_or_else(|| body.name(op).str(body.cx())).to_owned()
    };
    match body.value_def(value) {
        ValueDefinition::Result(op, index) => format!("{}#{index}", name(op)),
        ValueDefinition::Argument(block, index) => {
            let region = body.region_of(block).expect("the block is in a region");
            let mut text = format!("{}.region{}", name(body.region_owner(region)), body.region_index(region));
            let number = body.blocks(region).position(|other| other == block).unwrap_or(0);
            if number > 0 {
                let _ = write!(text, ".block{number}");
            }
            format!("{text}#{index}")
        }
    }
}

fn count(body: &Body, aliases: AliasAnalysis, name: &str) -> String {
    let mut values = Vec::new();
    body.walk_preorder(body.root(), |op| values.extend(values_of(body, op)));
    values.retain(|&value| is_address(body, value));
    let (mut n_pairs, mut n_no, mut n_must) = (0, 0, 0);
    for (place, &second) in values.iter().enumerate() {
        for &first in &values[..place] {
            let found = aliases.alias(first, second);
            n_pairs += 1;
            n_no += u64::from(found == AliasResult::NoAlias);
            n_must += u64::from(found == AliasResult::MustAlias);
        }
    }
    format!("{name}: {n_pairs} pairs, {n_no} NoAlias, {n_must} MustAlias\n")
}

/// Whether a value is a memref or a pointer.
fn is_address(body: &Body, value: Value) -> bool {
    let ty = body.ty(value);
    let is_pointer = matches!(ty.data(body.cx()), TypeData::Dialect { def, .. } if def.name == "llvm.ptr");
    ty.is_memref(body.cx()) || is_pointer
}
