//! Dialect hooks: discardable attributes.

use rmlir::core::attrs::AttrData;
use rmlir::core::dialect::DialectHooks;
use rmlir::core::effects::has_effect;
use rmlir::prelude::*;

/// On an argument of a function: whether the caller's buffer may be written to.
pub const WRITABLE: &str = "bufferization.writable";
/// On an argument of a function: whether it is read, written, both or neither.
pub const BUFFER_ACCESS: &str = "bufferization.access";
/// On an argument of a function: the layout of its buffer.
pub const BUFFER_LAYOUT: &str = "bufferization.buffer_layout";
/// On an operation that allocates or frees: automatic deallocation does not manage the buffer.
pub const MANUAL_DEALLOCATION: &str = "bufferization.manual_deallocation";

pub(crate) struct Hooks;

impl DialectHooks for Hooks {
    fn is_legal_to_inline_op(&self, _op: OpRef, _into: OpRef, _would_be_cloned: bool) -> bool {
        true
    }

    fn verify_arg_attr(&self, op: OpRef, _region: usize, _arg: usize, name: &str, value: Attr) -> Checked {
        let cx = op.cx();
        let on_function = || {
            let function = op.interface::<dyn FunctionOp>();
            if function.is_some() {
                return Ok(());
            }
            Err(op.plain_error(format!("expected '{name}' to be used on function-like operations")))
        };
        match name {
            WRITABLE => {
                if value.as_bool(cx).is_none() {
                    return Err(op.plain_error(format!("'{name}' is expected to be a boolean attribute")));
                }
                on_function()?;
                if op.region(0).is_empty() {
                    return Err(op.plain_error(format!("'{name}' is invalid on external functions")));
                }
                Ok(())
            }
            BUFFER_ACCESS => {
                let Some(text) = value.as_bytes(cx) else {
                    return Err(op.plain_error(format!("'{name}' is expected to be a string attribute")));
                };
                if !matches!(text, b"none" | b"read" | b"write" | b"read-write") {
                    return Err(op.plain_error(format!("invalid value for '{name}'")));
                }
                on_function()
            }
            BUFFER_LAYOUT => {
                if !matches!(value.data(cx), AttrData::AffineMap(_) | AttrData::Strided { .. }) {
                    return Err(op.plain_error(format!("'{name}' is expected to be a memref layout attribute")));
                }
                on_function()
            }
            _ => Err(op.plain_error(format!(
                "attribute '{BUFFER_LAYOUT}' not supported as a region arg attribute by the bufferization dialect"
            ))),
        }
    }

    fn verify_op_attr(&self, op: OpRef, name: &str, _value: Attr) -> Checked {
        if name != MANUAL_DEALLOCATION {
            return Err(op.plain_error(format!(
                "attribute '\"{name}\"' not supported as an op attribute by the bufferization dialect"
            )));
        }
        if has_effect(op, EffectKind::Allocate) || has_effect(op, EffectKind::Free) {
            return Ok(());
        }
        Err(op.error(format!(
            "attribute '{name}' can be used only on ops that have an allocation and/or free side effect"
        )))
    }
}
