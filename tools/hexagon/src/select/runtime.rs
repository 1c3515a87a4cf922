//! Operations that call a function: division, and what the machine has no instructions for on floats.
//!
//! The names are those that compilers for Hexagon call. `src/runtime.s` and `src/runtime.c` have most functions; what is
//! not in these is in the C library, with which a program has to be linked then.

use rmlir::prelude::*;
use rmlir_hexagon::code::Reg;
use rmlir_hexagon::op::File;

use super::state::{Selected, Selector, file_of};

/// The division of trip counts.
pub(super) const UNSIGNED_DIVISION: &str = "__hexagon_udivsi3";

/// By operation: the functions for results of 32 and 64 bits.
const ROWS: [(&str, Option<&str>, Option<&str>); 38] = [
    ("arith.divsi", Some("__hexagon_divsi3"), Some("__hexagon_divdi3")),
    ("arith.divui", Some(UNSIGNED_DIVISION), Some("__hexagon_udivdi3")),
    ("arith.remsi", Some("__hexagon_modsi3"), Some("__hexagon_moddi3")),
    ("arith.remui", Some("__hexagon_umodsi3"), Some("__hexagon_umoddi3")),
    ("arith.mulf", None, Some("__hexagon_muldf3")),
    ("arith.divf", None, Some("__hexagon_divdf3")),
    ("arith.remf", Some("fmodf"), Some("fmod")),
    ("math.fma", None, Some("fma")),
    ("math.sqrt", Some("sqrtf"), Some("sqrt")),
    ("math.floor", Some("floorf"), Some("floor")),
    ("math.ceil", Some("ceilf"), Some("ceil")),
    ("math.trunc", Some("truncf"), Some("trunc")),
    ("math.round", Some("roundf"), Some("round")),
    ("math.roundeven", Some("roundevenf"), Some("roundeven")),
    ("math.exp", Some("expf"), Some("exp")),
    ("math.exp2", Some("exp2f"), Some("exp2")),
    ("math.expm1", Some("expm1f"), Some("expm1")),
    ("math.log", Some("logf"), Some("log")),
    ("math.log2", Some("log2f"), Some("log2")),
    ("math.log10", Some("log10f"), Some("log10")),
    ("math.log1p", Some("log1pf"), Some("log1p")),
    ("math.powf", Some("powf"), Some("pow")),
    ("math.cbrt", Some("cbrtf"), Some("cbrt")),
    ("math.erf", Some("erff"), Some("erf")),
    ("math.sin", Some("sinf"), Some("sin")),
    ("math.cos", Some("cosf"), Some("cos")),
    ("math.tan", Some("tanf"), Some("tan")),
    ("math.asin", Some("asinf"), Some("asin")),
    ("math.acos", Some("acosf"), Some("acos")),
    ("math.atan", Some("atanf"), Some("atan")),
    ("math.atan2", Some("atan2f"), Some("atan2")),
    ("math.sinh", Some("sinhf"), Some("sinh")),
    ("math.cosh", Some("coshf"), Some("cosh")),
    ("math.tanh", Some("tanhf"), Some("tanh")),
    ("math.asinh", Some("asinhf"), Some("asinh")),
    ("math.acosh", Some("acoshf"), Some("acosh")),
    ("math.atanh", Some("atanhf"), Some("atanh")),
    ("math.erfc", Some("erfcf"), Some("erfc")),
];

/// The function that an operation calls.
pub(super) fn callee(body: &Body, op: OpRef) -> Option<&'static str> {
    let &(_, word, pair) = ROWS.iter().find(|(name, ..)| *name == op.name_str())?;
    match file_of(body, op.result(0).ty())? {
        File::R => word,
        File::D => pair,
        File::P => None,
    }
}

impl<'a> Selector<'a> {
    /// Selects a call of a function that returns the result of an operation.
    pub(super) fn call_runtime(&mut self, op: OpRef<'a>, callee: &str) -> Selected<()> {
        let is_signed = op.name_str().ends_with("si");
        let mut args = Vec::new();
        for operand in op.operands() {
            args.push(self.extended(op, operand.id, is_signed)?);
        }
        let file = self.file_of(op, op.result(0).ty())?;
        let result = self.call_function(callee, &args, file);
        self.define(op.result(0).id, result);
        Ok(())
    }

    /// Calls a function with one result.
    pub(super) fn call_function(&mut self, name: &str, args: &[Reg], file: File) -> Reg {
        self.call_symbol(name, args);
        self.copy(Reg::physical(file, 0))
    }
}
