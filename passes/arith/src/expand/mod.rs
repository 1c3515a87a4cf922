//! Expansion of operations that a target lacks to simpler ones.
//!
//! Files: `integers` rounding divisions, and maxima and minima; `scaled` floats with a scale; `formats` conversions of
//! small floats by their bits.

mod formats;
mod integers;
mod scaled;

use rmlir::core::pattern::PatternSet;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionTarget};
use rmlir_arith as arith;

/// Legalize Arith ops to be convertible to LLVM.
///
/// Divisions that round up or down, maxima and minima, and conversions of floats with a scale are always expanded;
/// conversions of small floats if the option is set.
///
/// ```mlir
/// %m = arith.maxsi %a, %b : i32
/// // becomes
/// %c = arith.cmpi sgt, %a, %b : i32
/// %m = arith.select %c, %a, %b : i32
/// ```
///
/// The expansions of `arith.minimumf` and `arith.maximumf` distinguish -0.0 from 0.0 where operands may be both, unless
/// flags allow to ignore the signs of zeros.
#[pass(name = "arith-expand", title = "ArithExpandOpsPass", depends(rmlir_arith::Arith))]
pub struct ArithExpand {
    /// Enable the BF16 expansion patterns.
    #[option(name = "include-bf16", default = false)]
    bf16: bool,
    /// Enable the F8E8M0 expansion patterns.
    #[option(name = "include-f8e8m0", default = false)]
    f8e8m0: bool,
    /// Enable the F4E2M1 expansion patterns.
    #[option(name = "include-f4e2m1", default = false)]
    f4e2m1: bool,
}

/// The illegal operations.
const ILLEGAL: [&str; 13] = [
    arith::CeilDivSIOp::NAME,
    arith::CeilDivUIOp::NAME,
    arith::FloorDivSIOp::NAME,
    arith::MaxSIOp::NAME,
    arith::MaxUIOp::NAME,
    arith::MinSIOp::NAME,
    arith::MinUIOp::NAME,
    arith::MaximumFOp::NAME,
    arith::MinimumFOp::NAME,
    arith::MaxNumFOp::NAME,
    arith::MinNumFOp::NAME,
    arith::ScalingExtFOp::NAME,
    arith::ScalingTruncFOp::NAME,
];

/// The patterns that expand divisions that round up or down.
pub fn division_patterns() -> PatternSet {
    let mut set = PatternSet::new();
    integers::add_divisions(&mut set);
    set
}

impl ArithExpand {
    fn patterns(&self) -> ConversionPatterns {
        let mut set = PatternSet::new();
        integers::add_divisions(&mut set);
        scaled::add(&mut set);
        integers::add_choices(&mut set);
        if self.bf16 {
            set.extend(patterns![formats::extend_bf16, formats::truncate_to_bf16]);
        }
        if self.f8e8m0 {
            set.extend(patterns![formats::extend_f8e8m0, formats::truncate_to_f8e8m0]);
        }
        if self.f4e2m1 {
            set.extend(patterns![formats::extend_f4e2m1, formats::truncate_to_f4e2m1]);
        }
        let mut patterns = ConversionPatterns::new();
        set.patterns.into_iter().for_each(|pattern| _ = patterns.add(ConversionPattern::plain(pattern)));
        patterns
    }

    /// Whether a conversion between `narrow` and `wide` is legal.
    fn allows(&self, cx: &Context, narrow: Type, wide: Type) -> bool {
        let kind = |ty: Type| ty.element_or_self(cx).float_kind(cx);
        match kind(narrow) {
            Some(FloatKind::BF16) => !self.bf16 || kind(wide) != Some(FloatKind::F32),
            Some(FloatKind::F8E8M0FNU) => !self.f8e8m0,
            Some(FloatKind::F4E2M1FN) => !self.f4e2m1,
            _ => true,
        }
    }
}

impl Pass for ArithExpand {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut target = ConversionTarget::new(cx.cx());
        target.legal_dialects(&["arith", "vector"]).illegal_ops(&ILLEGAL);
        let own = Self { ..*self };
        target.dynamic_op(arith::ExtFOp::NAME, move |op| {
            own.allows(op.cx(), op.value(arith::ExtFOp::input).ty(), op.result(0).ty())
        });
        let own = Self { ..*self };
        target.dynamic_op(arith::TruncFOp::NAME, move |op| {
            own.allows(op.cx(), op.result(0).ty(), op.value(arith::TruncFOp::input).ty())
        });
        cx.convert_partially(&target, &self.patterns())
    }
}
