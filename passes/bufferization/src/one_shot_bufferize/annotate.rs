//! The decisions of the analysis as attributes, for tests.

use rmlir::core::body::ValueDefinition;
use rmlir::prelude::*;
use rmlir::text::print::{PrintOptions, ValueNames};
use rmlir_bufferization::bufferizable::{State, Use, is_tensor, owner_of};

use super::order::post_order;

/// The attribute with the decision for each operand.
const IN_PLACE: &str = "__inplace_operands_attr__";

/// The attribute that lists, for each result, the values that may alias it.
const RESULT_ALIASES: &str = "__opresult_alias_set_attr__";
/// The same for the arguments of each block of each region.
const ARG_ALIASES: &str = "__bbarg_alias_set_attr__";

/// The conflicts that were found.
#[derive(Default)]
pub struct Marks {
    n_conflicts: u64,
    n_read_only: u64,
    attrs: Vec<(OpId, String)>,
}

/// The operation and the description of a value.
fn place(value: ValueRef) -> (OpId, String) {
    let words = match value.def() {
        ValueDefinition::Result(_, index) => format!("result {index}"),
        ValueDefinition::Argument(_, index) => format!("bbArg {index}"),
    };
    (owner_of(value).id, words)
}

impl Marks {
    /// Adds a write between a definition and a read.
    pub(super) fn add_conflict(&mut self, read: Use, write: Use, definition: ValueRef) {
        let number = self.n_conflicts;
        self.n_conflicts += 1;
        self.attrs.push((write.op, format!("C_{number}[CONFL-WRITE: {}]", write.index)));
        self.attrs.push((read.op, format!("C_{number}[READ: {}]", read.index)));
        let (op, words) = place(definition);
        self.attrs.push((op, format!("C_{number}[DEF: {words}]")));
    }

    /// Adds a read-only buffer.
    pub(super) fn add_read_only(&mut self, value: ValueRef) {
        let (op, words) = place(value);
        self.attrs.push((op, format!("W_{}[NOT-WRITABLE: {words}]", self.n_read_only)));
        self.n_read_only += 1;
    }

    /// Adds the attributes to the operations of `body`.
    pub(super) fn apply(&mut self, body: &mut Body) {
        for (op, name) in std::mem::take(&mut self.attrs) {
            body.set_attr(op, &name, Attr::UNIT);
        }
    }
}

/// The in-place attribute of each operation with tensor operands.
pub(super) fn mark_in_place(body: &Body, state: &State) -> Vec<(OpId, &'static str, Attr)> {
    let mut found = Vec::new();
    for op in post_order(body) {
        let word = |(index, value): (usize, Value)| match is_tensor(body, body.ty(value)) {
            false => "none",
            true if state.is_in_place(body, Use { op, index }) => "true",
            true => "false",
        };
        let words: Vec<&str> = body.operands(op).enumerate().map(word).collect();
        if words.iter().any(|&word| word != "none") {
            let words: Vec<Attr> = words.into_iter().map(|word| body.str_attr(word)).collect();
            found.push((op, IN_PLACE, body.array_attr(&words)));
        }
    }
    found
}

/// The alias set attributes of values.
pub(super) fn mark_alias_sets(body: &Body, state: &State) -> Vec<(OpId, &'static str, Attr)> {
    let mut names = ValueNames::new(OpRef::root(body), &PrintOptions::default());
    let mut set_of = |value: ValueRef| {
        let names: Vec<Attr> = state
            .aliases(value.id)
            .iter()
            .map(|&alias| body.str_attr(&names.get(ValueRef::new(body, alias))))
            .collect();
        body.array_attr(&names)
    };
    let is = |value: &ValueRef| is_tensor(body, value.ty());
    let mut found = Vec::new();
    for op in post_order(body) {
        let view = OpRef::new(body, op);
        let results: Vec<Attr> = view.results().filter(is).map(&mut set_of).collect();
        if !results.is_empty() {
            found.push((op, RESULT_ALIASES, body.array_attr(&results)));
        }
        let mut has_tensors = false;
        let mut regions = Vec::new();
        for region in view.regions() {
            let mut blocks = Vec::new();
            for block in region.blocks() {
                let args: Vec<Attr> = block.args().filter(is).map(&mut set_of).collect();
                has_tensors |= !args.is_empty();
                blocks.push(body.array_attr(&args));
            }
            regions.push(body.array_attr(&blocks));
        }
        if has_tensors {
            found.push((op, ARG_ALIASES, body.array_attr(&regions)));
        }
    }
    found
}
