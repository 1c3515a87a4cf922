//! Macros that declare families of similar operations in rows.

/// Rows of `/// doc`, `Op "name" (traits) operands [fold] [(patterns)];`: two operands and a result of one type.
macro_rules! binary {
    ($($(#[$doc:meta])* $op:ident $name:literal ($($trait:ident),*) $type:ident
       $($fold:ident $(($($pattern:path),*))?)?;)*) => {
        binary! { @ (Pure) ()
            $($(#[$doc])* $op $name ($($trait),*) $type $($fold $(($($pattern),*))?)?;)* }
    };
    (@ ($pure:ident) $interfaces:tt $($(#[$doc:meta])* $op:ident $name:literal ($($trait:ident),*) $type:ident
       $($fold:ident $(($($pattern:path),*))?)?;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits($pure $(, $trait)*), interfaces $interfaces, types(T = $type),
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

/// Rows of `/// doc`, `Op "name" (traits) operands [fold];`: comparisons of two values of one type.
macro_rules! questions {
    ($($(#[$doc:meta])* $op:ident $name:literal ($($trait:ident),*) $type:ident $($fold:ident)?;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits(Pure, SameOperandsAndResultShape, SameTypeOperands $(, $trait)*), $(fold = $fold,)?
             format = "$operand1 `,` $operand2 `:` type($operand1) attr-dict")]
        pub struct $op {
            #[operand]
            operand1: $type,
            #[operand]
            operand2: $type,
            #[result(derive(from = "operand1", with = truth_of,
                            summary = "type of result to correspond to the `i1` equivalent of the operand"))]
            result: Bools,
        }
    )*};
}
