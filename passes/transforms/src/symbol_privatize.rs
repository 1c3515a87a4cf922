//! Privatization of symbols.

use rmlir::analysis::symbols::is_symbol;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;

/// Mark symbols private.
///
/// All symbols directly in the operation become private, except for those in the option `exclude`. Further passes may
/// then erase unused ones.
#[pass(name = "symbol-privatize", title = "SymbolPrivatize")]
pub struct SymbolPrivatize {
    /// Comma separated list of symbols that should not be marked private
    exclude: Vec<String>,
}

impl Pass for SymbolPrivatize {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let excluded = |op: OpRef| {
            let name = op.symbol_name().map(|name| name.str(op.cx()));
            self.exclude.iter().any(|excluded| Some(excluded.as_str()) == name)
        };
        let ops = cx.op().regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops());
        let symbols: Vec<OpId> = ops.filter(|&op| is_symbol(op) && !excluded(op)).map(|op| op.id).collect();
        let private = cx.str_attr("private");
        let mut rw = cx.rewriter();
        symbols.into_iter().for_each(|op| rw.set_attr(op, "sym_visibility", private));
        Ok(())
    }
}
