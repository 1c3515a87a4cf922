//! Hooks of the dialect: the message about unknown types.

use rmlir::core::dialect::DialectHooks;

pub(crate) struct Hooks;

impl DialectHooks for Hooks {
    fn on_unknown_type(&self) -> Option<&'static str> {
        Some("unknown quantized type {}")
    }
}
