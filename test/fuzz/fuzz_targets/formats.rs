//! Any text as a declarative format: it compiles or is rejected.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rmlir_properties::entries::{Op, compile_format, compile_op_format};
use rmlir_odd::SegmentsOp;

fuzz_target!(|spec: &str| {
    let _ = compile_format(spec);
    let _ = compile_op_format(SegmentsOp::DEF, spec);
});
