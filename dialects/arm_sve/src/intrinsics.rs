//! The intrinsics of LLVM. Their syntax is generic.

use rmlir::core::constraints::{AnyScalableVectorOfAnyRank, I32, I64, I64Attr};
use rmlir::core::opdef::FieldRule;
use rmlir::prelude::*;
use rmlir_llvm::types::constraint::Compatible;
use rmlir_vector::types::ScalableVectorOfRank1;

use crate::constraints::{FullPredicate, Predicate, predicates};
use crate::eval;

/// Rows of `Op "name" eval (traits) [type of the result] { operand: Constraint, .. } [property: Constraint];`.
macro_rules! intrinsics {
    ($($op:ident $name:literal $eval:ident ($($trait:ident),*) [$($gives:ident)?]
       { $($operand:ident: $of:ident),* } [$($prop:ident: $is:ident)?];)*) => {$(
        #[doc = concat!("The intrinsic `", $name, "`.")]
        #[op(name = $name, eval = eval::$eval, traits($($trait),*), custom_traits($($gives)?))]
        pub struct $op {
            $(
                #[operand]
                $operand: $of,
            )*
            $(
                #[prop]
                $prop: $is,
            )?
            #[result]
            res: Compatible,
        }
    )*};
}

/// Rows of `Op "name" eval;`: operations on three vectors.
macro_rules! ternary {
    ($($op:ident $name:literal $eval:ident;)*) => { intrinsics! {$(
        $op $name $eval () []
            { first: AnyScalableVectorOfAnyRank, second: AnyScalableVectorOfAnyRank, third: AnyScalableVectorOfAnyRank } [];
    )*} };
}

ternary! {
    ScalableMaskedAddFIntrOp "arm_sve.intr.fadd" addf;
    ScalableMaskedAddIIntrOp "arm_sve.intr.add" addi;
    ScalableMaskedDivFIntrOp "arm_sve.intr.fdiv" divf;
    ScalableMaskedMulFIntrOp "arm_sve.intr.fmul" mulf;
    ScalableMaskedMulIIntrOp "arm_sve.intr.mul" muli;
    ScalableMaskedSDivIIntrOp "arm_sve.intr.sdiv" divi_signed;
    ScalableMaskedSubFIntrOp "arm_sve.intr.fsub" subf;
    ScalableMaskedSubIIntrOp "arm_sve.intr.sub" subi;
    ScalableMaskedUDivIIntrOp "arm_sve.intr.udiv" divi_unsigned;
    SdotIntrOp "arm_sve.intr.sdot" sdot;
    SmmlaIntrOp "arm_sve.intr.smmla" smmla;
    UdotIntrOp "arm_sve.intr.udot" udot;
    UmmlaIntrOp "arm_sve.intr.ummla" ummla;
    UsmmlaIntrOp "arm_sve.intr.usmmla" usmmla;
}

intrinsics! {
    ConvertFromSvboolIntrOp "arm_sve.intr.convert.from.svbool" from_svbool () [GIVES_PREDICATE] { svbool: FullPredicate } [];
    ConvertToSvboolIntrOp "arm_sve.intr.convert.to.svbool" to_svbool () [GIVES_FULL_PREDICATE] { mask: Predicate } [];
    DupQLaneIntrOp "arm_sve.intr.dupq_lane" dupq_lane () [] { v: ScalableVectorOfRank1 } [lane: I64Attr];
    PselIntrOp "arm_sve.intr.psel" psel (Pure) [GIVES_FULL_PREDICATE] { p1: FullPredicate, p2: Predicate, index: I32 } [];
    WhileLTIntrOp "arm_sve.intr.whilelt" whilelt (Pure) [GIVES_PREDICATE] { base: I64, n: I64 } [];
    ZipX2IntrOp "arm_sve.intr.zip.x2" zip_structure () [] { v1: AnyScalableVectorOfAnyRank, v2: AnyScalableVectorOfAnyRank } [];
    ZipX4IntrOp "arm_sve.intr.zip.x4" zip_structure () []
        { v1: AnyScalableVectorOfAnyRank, v2: AnyScalableVectorOfAnyRank, v3: AnyScalableVectorOfAnyRank,
          v4: AnyScalableVectorOfAnyRank } [];
}

static GIVES_PREDICATE: FieldRule =
    FieldRule { words: concat!("'res' is ", predicates!()), holds: |op| (Predicate.check)(op.cx(), op.result(0).ty()) };
static GIVES_FULL_PREDICATE: FieldRule =
    FieldRule { words: "'res' is vector<[16]xi1>", holds: |op| (FullPredicate.check)(op.cx(), op.result(0).ty()) };
