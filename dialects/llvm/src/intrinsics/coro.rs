//! Coroutines.

use rmlir::interp::Eval;
use rmlir::prelude::*;

use super::intrinsics;
use crate::types::constraint::*;

intrinsics! {
    CoroIdIntr "llvm.intr.coro.id" () { align: I32, promise: Pointer, coroaddr: Pointer, fnaddrs: Pointer } [] -> res: Compatible = "$align `,` $promise `,` $coroaddr `,` $fnaddrs attr-dict `:` functional-type(operands, results)";
    CoroBeginIntr "llvm.intr.coro.begin" () { token: Token, mem: Pointer } [] -> res: Compatible = "$token `,` $mem attr-dict `:` functional-type(operands, results)";
    CoroSizeIntr "llvm.intr.coro.size" () {} [] -> res: Compatible = "attr-dict `:` type($res)";
    CoroAlignIntr "llvm.intr.coro.align" () {} [] -> res: Compatible = "attr-dict `:` type($res)";
    CoroSaveIntr "llvm.intr.coro.save" () { handle: Pointer } [] -> res: Compatible = "$handle attr-dict `:` functional-type(operands, results)";
    CoroSuspendIntr "llvm.intr.coro.suspend" () { save: Token, final_: I1 } [] -> res: Compatible = "$save `,` $final_ attr-dict `:` type($res)";
    CoroEndIntr "llvm.intr.coro.end" () { handle: Pointer, unwind: I1, retvals: Token } [] -> res: Compatible = "$handle `,` $unwind `,` $retvals attr-dict `:` functional-type(operands, results)";
    CoroFreeIntr "llvm.intr.coro.free" () { id: Token, handle: Pointer } [] -> res: Compatible = "$id `,` $handle attr-dict `:` functional-type(operands, results)";
    CoroResumeIntr "llvm.intr.coro.resume" () { handle: Pointer } [] = "$handle attr-dict `:` qualified(type($handle))";
    CoroPromiseIntr "llvm.intr.coro.promise" () { handle: Pointer, align: I32, from: I1 } [] -> res: Pointer = "$handle `,` $align `,` $from attr-dict `:` functional-type(operands, results)";
}
