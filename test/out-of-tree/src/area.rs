//! An interface of this crate for operations of other dialects, and a pass that shows what it says of a module.
use rmlir::{Registry, dialects::arith::{AddIOp, MulIOp}, diag::Diagnostic, prelude::*};

/// The area of the hardware that executes an operation, in gates.
pub trait Area: Send + Sync {
    /// The area for `op`, whose integers have `width` bits.
    fn area(&self, width: u64) -> u64;
}

/// A ripple-carry adder of five gates for each bit.
struct Adder;
impl Area for Adder {
    fn area(&self, width: u64) -> u64 { 5 * width }
}

/// An array multiplier of six gates for each pair of bits.
struct Multiplier;
impl Area for Multiplier {
    fn area(&self, width: u64) -> u64 { 6 * width * width }
}

/// Attaches the interface to the operations that have an area.
pub fn attach(registry: &mut Registry) {
    registry.attach::<dyn Area>(AddIOp::DEF, &Adder).attach::<dyn Area>(MulIOp::DEF, &Multiplier);
}

/// The area of all operations of a module.
pub fn area_of(module: OpRef) -> u64 {
    let mut total = 0;
    module.walk_preorder(|op| {
        let Some(area) = op.interface::<dyn Area>() else { return };
        let width = op.result(0).ty().int_width(op.cx());
        total += width.map_or(0, |width| area.area(width.into()));
    });
    total
}

/// Emit the area of the module as a remark
#[pass(name = "toy-area", anchor = "builtin.module")]
pub fn toy_area(cx: &mut PassCx) -> PassResult {
    let place = cx.op().loc().place(cx.cx());
    let remark = Diagnostic::remark(place, format!("area: {} gates", area_of(cx.op())));
    cx.emit(remark);
    Ok(())
}

#[cfg(test)]
mod tests;
