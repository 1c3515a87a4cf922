//! What an iteration may do before it is known that there is one.

use rmlir::prelude::*;
use rmlir_ifconvert_passes::promote::may_run_always;
use rmlir_memref::LoadOp;
use rmlir_vliw::{DismissibleLoadOp, Model};

use crate::shape::Loop;

/// How an operation of a loop is executed where iterations may be none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speculation {
    /// Always, even where a guard around it does not hold.
    Free,
    /// Under the guard around it, if there is one.
    Guarded,
    /// Always, as an operation of this class of the machine that ignores what is not there.
    Dismissible {
        /// The class.
        class: usize,
    },
    /// Only in iterations of the loop.
    Never,
}

/// How `op` is executed.
pub fn speculation(body: &Body, of: Loop, model: &Model, op: OpId) -> Speculation {
    let view = OpRef::new(body, op);
    if may_run_always(view) {
        return Speculation::Free;
    }
    if !view.is::<LoadOp>() {
        return Speculation::Never;
    }
    let ty = view.result(0).ty();
    let class = model.class_for(DismissibleLoadOp::DEF.name, Some(ty));
    let _ = of;
    class.map_or(Speculation::Never, |class| Speculation::Dismissible { class })
}
