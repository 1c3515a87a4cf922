//! The outcome of the checks of one body.

use rmlir_diag::Diagnostic;

use crate::arena::OpId;
use crate::opref::OpRef;

/// An error and the operation that it is reported for.
pub(super) type Failure<'a> = (OpRef<'a>, Box<Diagnostic>);

/// The operations of a body that [`check_body`] leaves to later checks, in program order.
#[derive(Default)]
pub(super) struct Rest {
    /// Operations with operands whose definitions do not precede them in their block.
    pub(super) distant: Vec<OpId>,
    /// Operations that refer to symbols.
    pub symbol_users: Vec<OpId>,
}
