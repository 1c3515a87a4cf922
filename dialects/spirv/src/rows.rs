//! Operations that differ in little, declared in rows.

/// Rows of `/// doc`, `Op "name" (traits) operands [fold] [(patterns)];`: two operands and a result of one type.
macro_rules! binary {
    ($($(#[$doc:meta])* $op:ident $name:literal ($($trait:ident),*) $type:ident
       $($fold:ident $(($($pattern:path),*))?)?;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits(Pure $(, $trait)*), types(T = $type),
             $(fold = $fold, $(canonicalize($($pattern),*),)?)? format = "operands attr-dict `:` type($result)")]
        pub struct $op {
            #[operand]
            operand1: T,
            #[operand]
            operand2: T,
            #[result]
            result: T,
        }
    )*};
}
