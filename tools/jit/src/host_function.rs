//! Functions that machine code may call.

use rmlir::num::FloatKind;

use crate::leaf::Leaf;
pub(crate) const F32: Leaf = Leaf::Float(FloatKind::F32);
pub(crate) const F64: Leaf = Leaf::Float(FloatKind::F64);
pub(crate) const I128: Leaf = Leaf::Int(128);
pub(crate) const I64: Leaf = Leaf::Int(64);
pub(crate) const I32: Leaf = Leaf::Int(32);
pub(crate) const I8: Leaf = Leaf::Int(8);

/// A function that machine code may call.
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// Returns its address.
    pub address: fn() -> usize,
    /// The leaves of its arguments.
    pub inputs: &'static [Leaf],
    /// The leaf of its result.
    pub output: Option<Leaf>,
}

/// Defines a function for each closure: name, arguments and result, both as leaves and as Rust types.
macro_rules! functions {
    ($($name:literal ($($arg:ident: $leaf:ident $ty:ty),*) $(-> $out_leaf:ident $out:ty)? $body:block)*) => {
        &[$(Function {
            name: $name,
            address: || {
                extern "C" fn call($($arg: $ty),*) $(-> $out)? $body
                call as *const () as usize
            },
            inputs: &[$($leaf),*],
            output: $crate::host_function::functions!(@output $($out_leaf)?),
        }),*]
    };
    (@output) => { None };
    (@output $leaf:ident) => { Some($leaf) };
}
pub(crate) use functions;
