//! What the compiler makes of the sample programs, at each stage.

use toy::{Emit, compile};

/// A snapshot of each stage of a program.
macro_rules! stages {
    ($($program:ident)*) => {$(
        #[test]
        fn $program() {
            let name = concat!(stringify!($program), ".toy");
            let text = include_str!(concat!("../programs/", stringify!($program), ".toy"));
            let stages = [
                ("ast", Emit::Ast, false), ("mlir", Emit::Mlir, false), ("mlir.opt", Emit::Mlir, true),
                ("affine", Emit::Affine, false), ("affine.opt", Emit::Affine, true), ("llvm", Emit::Llvm, false),
                ("jit", Emit::Jit, false),
            ];
            for (stage, emit, optimize) in stages {
                let output = compile(name, text, emit, optimize).unwrap_or_else(|errors| panic!("{errors}"));
                insta::assert_snapshot!(format!("{}.{stage}", stringify!($program)), output);
            }
        }
    )*};
}

stages!(fusion ranks scale simplify structs);
