//! Optional listeners.

use rmlir_core::Listener;

/// A shorter borrow of an optional listener.
pub(crate) fn reborrow<'a>(listener: &'a mut Option<&mut dyn Listener>) -> Option<&'a mut dyn Listener> {
    match listener {
        Some(listener) => Some(&mut **listener),
        None => None,
    }
}
