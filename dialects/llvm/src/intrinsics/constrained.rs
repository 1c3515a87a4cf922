//! Constrained floating-point casts: the rounding mode and the exception behavior are explicit.

use rmlir::interp::Eval;
use rmlir::prelude::*;

use super::intrinsics;
use crate::attrs::enums::{FPExceptionBehavior, RoundingMode};
use crate::types::constraint::*;

intrinsics! {
    ConstrainedUitofpIntr "llvm.intr.experimental.constrained.uitofp" (Pure) { arg_0: Compatible }
        [roundingmode: RoundingMode, fpExceptionBehavior: FPExceptionBehavior] -> res: Compatible
        = "$arg_0 $roundingmode $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)";
    ConstrainedSitofpIntr "llvm.intr.experimental.constrained.sitofp" (Pure) { arg_0: Compatible }
        [roundingmode: RoundingMode, fpExceptionBehavior: FPExceptionBehavior] -> res: Compatible
        = "$arg_0 $roundingmode $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)";
    ConstrainedFptruncIntr "llvm.intr.experimental.constrained.fptrunc" (Pure) { arg_0: Compatible }
        [roundingmode: RoundingMode, fpExceptionBehavior: FPExceptionBehavior] -> res: Compatible
        = "$arg_0 $roundingmode $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)";
    ConstrainedFpextIntr "llvm.intr.experimental.constrained.fpext" (Pure) { arg_0: Compatible }
        [fpExceptionBehavior: FPExceptionBehavior] -> res: Compatible
        = "$arg_0 $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)";
}
