//! An opt tool with one more pass, of one pattern: a multiplication by two becomes an addition.
use rmlir::core::fold::constant_value;
use rmlir::dialects::arith::{AddIOp, Arith, MulIOp};
use rmlir::prelude::*;

#[pattern]
fn double(op: MulIOp, rw: &mut Rewriter) -> Match {
    let factor = constant_value(rw, op.rhs(rw)).and_then(|factor| factor.as_i64(rw));
    if factor != Some(2) {
        return rw.no_match(op, "the factor is not 2");
    }
    let lhs = op.lhs(rw);
    let sum = rw.value(AddIOp::build(lhs, lhs));
    rw.replace(op, sum)
}

/// Replace multiplications by two with additions
#[pass(name = "double-to-add", depends(Arith))]
fn double_to_add(cx: &mut PassCx) -> PassResult {
    cx.apply_greedily(patterns![double])
}

fn main() -> std::process::ExitCode {
    rmlir::opt_main(|registry| {
        registry.add_pass(double_to_add::DEF);
    })
}

#[cfg(test)]
mod tests;
