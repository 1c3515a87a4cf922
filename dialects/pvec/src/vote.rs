//! Votes: uniform queries of all instances of a function that are executed together.
//!
//! In a scalar function the only instance votes, in a vector variant the active lanes. Code may branch on the result to
//! be faster; its results must not depend on it.

use rmlir::analysis::uniformity::{InferUniformity, Nature, Target};
use rmlir::prelude::*;

use crate::eval;

/// Rows of `"name" Handle eval result "documentation";`: queries of all instances that are executed together.
macro_rules! votes {
    ($($name:literal $op:ident $eval:ident $result:ident $($doc:literal)*;)*) => {$(
        $(#[doc = $doc])*
        #[op(name = $name, interfaces(InferUniformity), eval = eval::vote::$eval, format = "$bit attr-dict")]
        pub struct $op {
            #[operand]
            bit: I1,
            #[result]
            result: $result,
        }

        impl InferUniformity for $op {
            fn result_nature(&self, _op: OpRef, _result: usize, _target: Target) -> Nature {
                Nature::Uniform
            }
        }
    )*};
}

votes! {
    "pvec.vote_all" VoteAllOp all I1
        "Whether all instances that run this together have the bit set."
        ""
        "One instance alone has the answer in its bit."
        ""
        "```mlir"
        "%all = pvec.vote_all %bit"
        "```";
    "pvec.vote_count" VoteCountOp count Index
        "How many of the instances that run this together have the bit set."
        ""
        "For one instance alone that is 0 or 1."
        ""
        "```mlir"
        "%n = pvec.vote_count %bit"
        "```";
}
