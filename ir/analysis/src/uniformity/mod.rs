//! Uniformity analysis: values that are the same for all converged threads.
//!
//! Threads execute the same program; those that are at the same instruction, in the same iteration of every cycle
//! around it, are *converged* there. A value is *uniform* if it is always the same for converged threads, else
//! *divergent*; a branch is divergent if they may take different edges. The terms and the rules of convergence are
//! LLVM's ("Convergence and Uniformity"); the propagation extends Rosemann, Moll and Hack ("An Abstract Interpretation
//! for SPMD Divergence on Reducible Control Flow Graphs", 2021) to irreducible graphs.
//!
//! [`flow`] is the representation of a program that is analysed: blocks, and per block its phis, instructions and
//! terminator. Structured operations become blocks and edges of it, so that both kinds of control flow have the same
//! results. [`from_ir`] converts a function to it, and [`source`] has the interfaces by which operations declare their
//! uniformity. [`Context`] is that representation with the analyses of its graph: [`order`] numbers blocks so that
//! nested cycles are units; [`sync`] finds the joins of a divergent branch, and `possible` the cycles that some walk
//! finds; [`llvm`] and [`sound`] propagate divergence with these: the first reproduces LLVM 22.1.8 with its faults, the
//! second is sound and more precise; it uses `variance` for values that vary between iterations, `leaving` for the
//! exits of cycles, and [`decisions`] for dead edges. [`result`] holds the results. [`convergence`] has the rules of
//! convergence control tokens.

mod context;
pub mod convergence;
pub mod decisions;
pub mod flow;
pub mod from_ir;
mod leaving;
pub mod llvm;
pub mod order;
mod possible;
pub mod result;
pub mod sound;
pub mod source;
pub mod sync;
mod variance;

pub use self::context::{Context, Mode};
pub use self::flow::{Flow, FlowBuilder, Input, Item, ItemId, ItemKind, Nature};
pub use self::from_ir::FunctionFlow;
pub use self::result::{Cause, Uniformity};
pub use self::source::{InferArgumentUniformity, InferUniformity, Target};
use crate::cfg::DfsOrder;

/// Analyses `flow`.
pub fn analyze(flow: &Flow, mode: Mode) -> Uniformity {
    analyze_with(Context::new(flow, DfsOrder::LastFirst, mode))
}

/// As [`analyze`], by the hierarchy of cycles in `context`.
pub fn analyze_with(context: Context) -> Uniformity {
    match context.mode {
        Mode::Llvm | Mode::Repaired => llvm::analyze(context),
        Mode::Sound => sound::analyze(context),
    }
}
