//! The output of machine code.

use std::cell::RefCell;

thread_local! {
    /// The output since the last call of [`take_output`].
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Takes the output of this thread and clears it.
pub fn take_output() -> String {
    OUTPUT.with_borrow_mut(std::mem::take)
}

/// Prints a text, which is buffered until [`take_output`] is called.
pub(crate) fn print(text: &str) {
    OUTPUT.with_borrow_mut(|output| output.push_str(text));
}
