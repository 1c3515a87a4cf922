//! References of constraints to definitions.

use rmlir::core::symbol::SymbolScope;
use rmlir::prelude::*;

use crate::constraints::{BaseOp, ParametricOp};
use crate::definitions::{AttributeOp, DialectOp, TypeOp, inside};

/// References in a dialect are resolved in the symbol table around it: they begin with the name of a dialect.
impl SymbolUser for DialectOp {
    fn verify_symbol_uses(&self, _op: OpRef, _symbols: &mut SymbolScope) -> Checked {
        Ok(())
    }

    fn verify_uses_inside<'a>(
        &self,
        op: OpRef<'a>,
        symbols: &mut SymbolScope<'a>,
    ) -> Result<(), (OpRef<'a>, Box<Diagnostic>)> {
        for inner in inside(op).flat_map(inside) {
            let name = match () {
                () if inner.is::<BaseOp>() => inner.get(BaseOp::base_ref),
                () if inner.is::<ParametricOp>() => Some(inner.get(ParametricOp::base_type)),
                () => None,
            };
            if let Some(name) = name {
                check_reference(inner, name, symbols).map_err(|error| (inner, error))?;
            }
        }
        Ok(())
    }
}

/// Verifies that `name` in `op` refers to the definition of a type or an attribute.
fn check_reference(op: OpRef, name: SymbolRef, symbols: &mut SymbolScope) -> Checked {
    let shown = op.cx().show_attr(op.cx().symbol_ref(name));
    let Some(found) = symbols.lookup(name) else {
        return Err(op.error(format!("symbol '{shown}' not found")));
    };
    if found.is::<TypeOp>() || found.is::<AttributeOp>() {
        return Ok(());
    }
    let words = format!("symbol '{shown}' does not refer to a type or attribute definition");
    Err(op.error(format!("{words} (refers to '{}')", found.name_str())))
}
