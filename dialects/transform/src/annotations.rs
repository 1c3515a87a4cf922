//! Verification of the argument attributes of sequences.
//!
//! An argument that a sequence consumes has the attribute `transform.consumed`, others have `transform.readonly`. A
//! sequence that is called needs one of them on each argument.

use rmlir::core::function;
use rmlir::prelude::*;

use crate::effects;

/// The attribute of arguments that a sequence consumes.
pub(crate) const CONSUMED: &str = "transform.consumed";
/// The attribute of arguments that a sequence only reads.
const READ_ONLY: &str = "transform.readonly";

/// The attributes of an argument.
#[derive(Clone, Copy)]
struct Marks {
    consumed: bool,
    read_only: bool,
}

fn marks_of(sequence: OpRef) -> Vec<Marks> {
    let cx = sequence.cx();
    let slots = sequence.interface::<dyn FunctionOp>().expect("a sequence is a function");
    let n_args = function::types_of(sequence, slots.type_prop()).0.len();
    let has = |attrs: Attr, mark: &str| cx.find_ident(mark).is_some_and(|mark| attrs.dict_get(cx, mark).is_some());
    let attrs = function::attrs_of(sequence, slots.attr_props().0, n_args);
    attrs.into_iter().map(|attrs| Marks { consumed: has(attrs, CONSUMED), read_only: has(attrs, READ_ONLY) }).collect()
}

/// Whether each argument of `sequence` has the attribute for consumed arguments.
pub(crate) fn marked_as_consumed(sequence: OpRef) -> Vec<bool> {
    marks_of(sequence).into_iter().map(|marks| marks.consumed).collect()
}

/// Verifies the argument attributes of a sequence. If it is called, each argument needs one.
pub(crate) fn check_marks(sequence: OpRef, is_called: bool) -> Checked {
    let wrong = |message: String| Err(Box::new(sequence.plain_error(message).without_operation()));
    let block = sequence.region(0).entry();
    for (index, marks) in marks_of(sequence).into_iter().enumerate() {
        if marks.consumed && marks.read_only {
            return wrong(format!("argument #{index} cannot be both readonly and consumed"));
        }
        if (is_called || block.is_none()) && !marks.consumed && !marks.read_only {
            let message = "must provide consumed/readonly status for arguments of external or called ops";
            return wrong(message.to_owned());
        }
        let arg = block.and_then(|block| block.args().nth(index));
        let is_consumed = block.zip(arg).is_some_and(|(block, arg)| {
            let mut ops = block.ops();
            ops.any(|op| effects::consumes(op, arg.id))
        });
        if is_consumed && !marks.consumed && marks.read_only {
            return wrong(format!("argument #{index} is consumed in the body but is not marked as such"));
        }
    }
    Ok(())
}
