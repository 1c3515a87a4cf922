//! More values than there are registers, in straight-line code and in loops.

use std::fmt::Write;

use rmlir::interp::Data;
use rmlir::interp::random::Random;
use rmlir_hexagon_codegen::run::Tools;

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
    let sources = [straight(12, "i32"), straight(60, "i32"), straight(30, "i64"), carried(8), carried(20), carried(50)];
    let mut random = Random::new(7);
    for source in sources {
        assert_eq!(crate::support::compare(&tools, &source, 10, &mut |kind| Data::random(kind, &mut random)), 10);
    }
}
