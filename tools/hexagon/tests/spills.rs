//! More values than there are registers, in straight-line code and in loops.

use std::fmt::Write;

use rmlir::core::dialect::Dialect;
use rmlir::interp::random::Random;
use rmlir::interp::{Data, Limits, Program, Settings};
use rmlir::text::parse::parse_verified;
use rmlir_hexagon_codegen::run::{self, Tools};
use rmlir_hexagon_codegen::{Options, assembly};

/// A function with as many values that are needed at once, of a type, computed from elements of a memref; predicates of
/// each are needed at the end, too.
fn straight(n: usize, ty: &str) -> String {
    let mut text = format!("func.func @f(%x: memref<{n}x{ty}>) -> {ty} {{\n");
    for i in 0..n {
        _ = writeln!(text, "  %c{i} = arith.constant {i} : index\n  %v{i} = memref.load %x[%c{i}] : memref<{n}x{ty}>");
        _ = writeln!(text, "  %p{i} = arith.cmpi slt, %v{i}, %v0 : {ty}");
    }
    _ = writeln!(text, "  %s0 = arith.addi %v0, %v0 : {ty}");
    for i in 1..n {
        _ = writeln!(text, "  %t{i} = arith.muli %v{i}, %v{} : {ty}", n - i);
        _ = writeln!(text, "  %q{i} = arith.select %p{i}, %t{i}, %v{i} : {ty}");
        _ = writeln!(text, "  %s{i} = arith.addi %s{}, %q{i} : {ty}", i - 1);
    }
    _ = writeln!(text, "  return %s{} : {ty}\n}}", n - 1);
    text
}

/// A loop with as many loop-carried values, each of which is added to the next one.
fn carried(n: usize) -> String {
    let list = |f: &dyn Fn(usize) -> String| (0..n).map(f).collect::<Vec<_>>().join(", ");
    let types = list(&|_| "i32".to_owned());
    let mut text = "func.func @f(%x: memref<40xi32>) -> i32 {\n  %lower = arith.constant 0 : index\n".to_owned();
    text +=
        "  %upper = arith.constant 40 : index\n  %step = arith.constant 1 : index\n  %one = arith.constant 1 : i32\n";
    _ = writeln!(
        text,
        "  %r:{n} = scf.for %i = %lower to %upper step %step iter_args({}) -> ({types}) {{",
        list(&|i| format!("%a{i} = %one"))
    );
    _ = writeln!(text, "    %v = memref.load %x[%i] : memref<40xi32>");
    for i in 0..n {
        _ = writeln!(text, "    %m{i} = arith.muli %a{i}, %v : i32");
        _ = writeln!(text, "    %b{i} = arith.addi %m{i}, %a{} : i32", (i + 1) % n);
    }
    _ = writeln!(text, "    scf.yield {} : {types}\n  }}", list(&|i| format!("%b{i}")));
    _ = writeln!(text, "  %s0 = arith.addi %r#0, %one : i32");
    for i in 1..n {
        _ = writeln!(text, "  %s{i} = arith.xori %s{}, %r#{i} : i32", i - 1);
    }
    _ = writeln!(text, "  return %s{} : i32\n}}", n - 1);
    text
}

#[test]
fn values_without_a_register_are_in_memory() {
    let Ok(tools) = Tools::find() else { return };
    let dialects = [
        rmlir_builtin::Builtin::DEF,
        rmlir_func::Func::DEF,
        rmlir_arith::Arith::DEF,
        rmlir_scf::Scf::DEF,
        rmlir_memref::MemRef::DEF,
    ];
    let sources = [straight(12, "i32"), straight(60, "i32"), straight(30, "i64"), carried(8), carried(20), carried(50)];
    for source in sources {
        let cx = rmlir::text::context(dialects.into_iter().collect());
        let module = parse_verified(&cx, "spills.mlir", source).expect("the module is right");
        let code = assembly(&module, Options::default()).expect("there are instructions");
        let program = Program::compile(&module, Settings::default()).expect("it can be interpreted");
        let function = program.function("f").expect("it is there");
        let mut calls = run::Program::default();
        let mut wanted = Vec::new();
        let mut random = Random::new(7);
        for _ in 0..10 {
            let args: Vec<Data> = function.inputs.iter().map(|kind| Data::random(kind, &mut random)).collect();
            wanted.push(program.run("f", &args, &Limits::default()).expect("it ends").results);
            calls.call("f", &function.inputs, &function.outputs, &args).expect("the kinds are known");
        }
        let found = calls.run(&tools, &code.text).expect("it runs");
        assert_eq!(found.into_iter().map(|(results, _)| results).collect::<Vec<_>>(), wanted);
    }
}
