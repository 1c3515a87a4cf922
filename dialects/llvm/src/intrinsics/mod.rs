//! The intrinsics.
//!
//! In reading order: [`math`] mathematical functions, [`vector`] vectors and matrices, [`vp`] vector-predicated
//! operations, [`memory`] memory, [`constrained`] floats with explicit rounding mode and exception behavior, [`coro`]
//! coroutines, [`hint`] optimization hints. Most are rows of tables, by the macro here.

pub mod constrained;
pub mod coro;
pub mod hint;
pub mod math;
pub mod memory;
pub mod vector;
pub mod vp;

/// Rows of
/// `Op "name" (traits) [types(T = Constraint)] [interfaces(Interface, ..)] { operand: Constraint, .. } [property: Constraint, ..]
/// [fastmath fastmathFlags] [-> result: Constraint] [= "format"];`
/// Without a format the syntax is generic.
macro_rules! intrinsics {
    ($($(#[$doc:meta])* $op:ident $name:literal ($($trait:ident),*) $(types($ty:ident = $any:ident))? $(interfaces($($interface:ident),*))?
       { $($operand:ident: $of:ident),* } [$($prop:ident: $is:ident),*] $(fastmath $flags:ident)?
       $(-> $result:ident: $gives:ident)? $(= $format:literal)?;)*) => {$(
        #[doc = concat!("The intrinsic `", $name, "`.")]
        $(#[$doc])*
        #[op(name = $name, traits($($trait),*), interfaces(Eval $($(, $interface)*)?) $(, types($ty = $any))? $(, format = $format)?)]
        pub struct $op {
            $(
                #[operand]
                $operand: $of,
            )*
            $(
                #[prop]
                $prop: $is,
            )*
            $(
                #[prop(default = crate::ops::flags::no_fastmath)]
                $flags: FastmathFlags,
            )?
            $(
                #[result]
                $result: $gives,
            )?
        }
    )*};
}
pub(crate) use intrinsics;
