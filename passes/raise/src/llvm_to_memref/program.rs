//! What is known of the program around a function.

use rmlir::prelude::*;
use rmlir_llvm::layout::Layout;
use rmlir_llvm::ops::global::GlobalOp;
use rustc_hash::FxHashSet;

/// The program around a function.
pub(super) struct Program {
    /// The data layout.
    pub layout: Layout,
    /// The global variables: different ones are different memory, other than aliases.
    pub globals: FxHashSet<Ident>,
}

impl Program {
    /// The program in the bodies around, outermost first.
    pub(super) fn around(ancestors: &[&Body]) -> Self {
        let blocks = ancestors.iter().flat_map(|body| OpRef::root(body).regions()).flat_map(|region| region.blocks());
        let globals = blocks.flat_map(|block| block.ops()).filter(|op| op.is::<GlobalOp>());
        Self { layout: Layout::of(ancestors), globals: globals.filter_map(|op| op.symbol_name()).collect() }
    }
}
