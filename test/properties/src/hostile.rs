//! Adversarial texts: deep, long, wide, and with many errors or huge integers.
//!
//! Each kind is a function of a size; `run` runs the whole tool on the text and returns the outcome. Requirement: there
//! is a result or a diagnostic, nothing panics, no stack overflows, and the time is linear in the text.

use std::fmt::Write;
use std::time::{Duration, Instant};

use crate::entries;

/// A kind of adversarial text.
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// The flags of the tool.
    pub flags: &'static [&'static str],
    /// The full size, in units of the text's element.
    pub full: usize,
    /// The text of a size.
    pub text: fn(usize) -> String,
}

/// The outcome of a run.
pub struct Went {
    /// The CPU time if the system provides it, else the wall time.
    pub time: Duration,
    /// The bytes of the text.
    pub n_bytes: usize,
    /// The exit code.
    pub code: u8,
    /// The start of the messages.
    pub said: String,
}

/// The exit code of a run that panicked.
pub const PANICKED: u8 = 101;

const DEEP: usize = 100_000;
const NESTED: usize = 3_900;
const LONG: usize = 100_000_000;
const MANY: usize = 1_000_000;

/// Runs `kind` at `size`.
pub fn run(kind: &Kind, size: usize) -> Went {
    let text = (kind.text)(size);
    let (start, cpu_start) = (Instant::now(), cpu_time());
    let ran = entries::run(&text, kind.flags);
    let cpu = cpu_time().zip(cpu_start).map(|(end, start)| end.saturating_sub(start));
    let time = cpu.unwrap_or_else(|| start.elapsed());
    let said = String::from_utf8_lossy(&ran.stderr[..ran.stderr.len().min(2000)]).into_owned();
    Went { time, n_bytes: text.len(), code: ran.code, said }
}

/// The CPU time of this process.
fn cpu_time() -> Option<Duration> {
    // Fields of proc(5), counted after the name in parentheses, in hundredths of a second.
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * 10))
}

impl Went {
    /// The failure, if there is one.
    pub fn complaint(&self) -> Option<&'static str> {
        if self.code == PANICKED {
            return Some("panicked");
        }
        (self.code != 0 && self.said.is_empty()).then_some("failed without a word")
    }
}

/// All kinds.
pub fn kinds() -> Vec<Kind> {
    let mut kinds = Vec::new();
    let mut add = |name, full, flags, text| kinds.push(Kind { name, flags, full, text });
    deep(&mut add);
    long(&mut add);
    wide(&mut add);
    wrong(&mut add);
    kinds
}

type Add<'a> = dyn FnMut(&'static str, usize, &'static [&'static str], fn(usize) -> String) + 'a;

/// `open` repeated n times, `middle`, `close` repeated n times.
fn nest(n: usize, open: &str, middle: &str, close: &str) -> String {
    format!("{}{middle}{}", open.repeat(n), close.repeat(n))
}

/// An operation with an attribute.
fn with_attr(attr: &str) -> String {
    format!("\"a.b\"() {{x = {attr}}} : () -> ()\n")
}

/// `line` for each integer less than `n`, which replaces `#`.
fn lines(n: usize, line: &str) -> String {
    let mut text = String::new();
    for number in 0..n {
        let mut parts = line.split('$');
        text.push_str(parts.next().unwrap_or(""));
        for part in parts {
            write!(text, "{number}{part}").expect("writing to memory does not fail");
        }
    }
    text
}

/// A function with `body`.
fn function(body: &str) -> String {
    format!("func.func @f(%c: i1, %x: i32, %i: index) {{\n{body}return\n}}\n")
}

fn ifs(n: usize) -> String {
    function(&nest(n, "scf.if %c {\n", "\"a.b\"(%x) : (i32) -> ()\n", "}\n"))
}

fn loops(n: usize) -> String {
    let open = lines(n, "scf.for %k$ = %i to %i step %i {\n");
    function(&format!("{open}%v = arith.addi %x, %x : i32\n\"a.b\"(%v) : (i32) -> ()\n{}", "}\n".repeat(n)))
}

fn generic_regions(n: usize) -> String {
    nest(n, "\"a.b\"() ({\n", "", "}) : () -> ()\n")
}

fn modules(n: usize) -> String {
    nest(n, "module {\n", "", "}\n")
}

fn deep(add: &mut Add) {
    add("regions", DEEP, &[], generic_regions);
    add("open regions", DEEP, &[], |n| "\"a.b\"() ({\n".repeat(n));
    add("modules", DEEP, &[], modules);
    add("ifs", DEEP, &[], ifs);
    // Texts that are not rejected for their depth.
    add("ifs, canonicalize", NESTED, &["--canonicalize"], ifs);
    add("ifs, cse", NESTED, &["--cse"], ifs);
    add("ifs, sccp", NESTED, &["--sccp"], ifs);
    add("ifs, remove-dead-values", NESTED, &["--remove-dead-values"], ifs);
    add("ifs, convert-scf-to-cf", NESTED, &["--convert-scf-to-cf"], ifs);
    add("loops, loop-invariant-code-motion", NESTED, &["--loop-invariant-code-motion"], loops);
    add("modules, canonicalize", NESTED, &["--canonicalize"], modules);
    add("closing braces", DEEP, &[], |n| "}".repeat(n));
    add("function types", DEEP, &[], |n| with_attr(&nest(n, "(", "i1", ") -> i1")));
    add("open parentheses", DEEP, &[], |n| with_attr(&"(".repeat(n)));
    add("result types", DEEP, &[], |n| with_attr(&nest(n, "() -> (", "i1", ")")));
    add("tuples", DEEP, &[], |n| with_attr(&nest(n, "tuple<", "i1", ">")));
    add("open tuples", DEEP, &[], |n| with_attr(&"tuple<".repeat(n)));
    add("encodings", DEEP, &[], |n| with_attr(&nest(n, "tensor<1xi1, ", "1", ">")));
    add("types of dialects", DEEP, &[], |n| with_attr(&nest(n, "!a.b<", "i1", ">")));
    add("arrays", DEEP, &[], |n| with_attr(&nest(n, "[", "", "]")));
    add("open arrays", DEEP, &[], |n| with_attr(&"[".repeat(n)));
    add("dictionaries", DEEP, &[], |n| with_attr(&nest(n, "{a = ", "1", "}")));
    add("distinct", DEEP, &[], |n| with_attr(&nest(n, "distinct[0]<", "1", ">")));
    add("element lists", DEEP, &[], |n| with_attr(&format!("dense<{}> : tensor<1xi1>", nest(n, "[", "1", "]"))));
    add("open element lists", DEEP, &[], |n| with_attr(&format!("dense<{}", "[".repeat(n))));
    add("complex elements", DEEP, &[], |n| with_attr(&format!("dense<{}", "(".repeat(n))));
    add("affine parentheses", DEEP, &[], |n| with_attr(&format!("affine_map<(d0) -> ({})>", nest(n, "(", "d0", ")"))));
    add("open affine parentheses", DEEP, &[], |n| with_attr(&format!("affine_map<(d0) -> ({}", "(".repeat(n))));
    add("affine signs", DEEP, &[], |n| with_attr(&format!("affine_map<(d0) -> ({}d0)>", "- ".repeat(n))));
    add("affine sums", DEEP, &[], |n| with_attr(&format!("affine_map<(d0)[s0] -> (d0{})>", " + s0 mod 7".repeat(n))));
    add("affine quotients", DEEP, &[], |n| {
        with_attr(&format!("affine_map<(d0) -> ({})>", nest(n, "(1 + ", "d0", " floordiv 2)")))
    });
    add("call sites", DEEP, &[], |n| with_attr(&format!("loc({})", nest(n, "callsite(", "\"a\"", " at \"b\")"))));
    add("fused locations", DEEP, &[], |n| with_attr(&format!("loc({})", nest(n, "fused<1>[", "\"a\", \"b\"", "]"))));
    add("named locations", DEEP, &[], |n| with_attr(&format!("loc({})", nest(n, "\"a\"(", "\"b\"", ")"))));
    add("open locations", DEEP, &[], |n| format!("\"a.b\"() : () -> () loc({}", "callsite(".repeat(n)));
    add("aliases of aliases", DEEP, &[], |n| {
        let chain: String = (1..n).map(|k| format!("#a{k} = [#a{}]\n", k - 1)).collect();
        format!("#a0 = 1\n{chain}{}", with_attr(&format!("#a{}", n - 1)))
    });
    add("a chain of blocks", DEEP, &["--cse"], |n| {
        format!("func.func @f() {{\n{}  return\n}}\n", lines(n, "cf.br ^b$\n^b$:\n"))
    });
    add("a chain of blocks, canonicalize", DEEP, &["--canonicalize"], |n| {
        format!("func.func @f() {{\n{}  return\n}}\n", lines(n, "cf.br ^b$\n^b$:\n\"a.b\"() : () -> ()\n"))
    });
    add("values used far down a chain of blocks", DEEP, &["--cse", "--canonicalize"], |n| {
        let blocks = lines(n, "cf.br ^b$\n^b$:\n\"a.b\"(%x) : (i32) -> ()\n");
        format!("func.func @f(%c: i32) {{\n%x = arith.addi %c, %c : i32\n{blocks}  return\n}}\n")
    });
    add("a chain of values", DEEP, &["--canonicalize", "--cse", "--sccp"], |n| {
        let chain: String = (1..n).map(|k| format!("%v{k} = arith.addi %v{}, %x : i32\n", k - 1)).collect();
        function(&format!("%v0 = arith.muli %x, %x : i32\n{chain}\"a.b\"(%v{}) : (i32) -> ()\n", n - 1))
    });
}

fn long(add: &mut Add) {
    add("a long string", LONG, &[], |n| with_attr(&format!("\"{}\"", "a".repeat(n))));
    add("an open string", LONG, &[], |n| format!("\"{}", "a".repeat(n)));
    add("a long comment", LONG, &[], |n| format!("//{}", "a".repeat(n)));
    add("a long name", LONG, &[], |n| "a".repeat(n));
    add("a long number", LONG, &[], |n| with_attr(&"9".repeat(n)));
    add("a long hexadecimal number", LONG, &[], |n| with_attr(&format!("0x{}", "F".repeat(n))));
    add("a long fraction", LONG, &[], |n| with_attr(&format!("1.{}", "3".repeat(n))));
    add("a long exponent", LONG, &[], |n| with_attr(&format!("1.0e{}", "9".repeat(n))));
    add("many opening parentheses", LONG, &[], |n| "(".repeat(n));
    add("many slashes and bars", LONG, &[], |n| "/|".repeat(n / 2));
    add("a long shape", LONG, &[], |n| with_attr(&format!("tensor<{}i1>", "1x".repeat(n / 2))));
    add("a long list", LONG / 10, &[], |n| with_attr(&format!("[{}1]", "1,".repeat(n / 2))));
    add("long elements", LONG / 10, &[], |n| {
        with_attr(&format!("dense<[{}1]> : tensor<{}xi8>", "1,".repeat(n / 2), n / 2 + 1))
    });
    add("long data", LONG, &[], |n| with_attr(&format!("dense<\"0x{}\"> : tensor<{}xi8>", "01".repeat(n / 2), n / 2)));
    add("a long body of a type", LONG, &[], |n| with_attr(&format!("!a.b<{}>", "a ".repeat(n / 2))));
    add("blank lines", LONG, &[], |n| "\n".repeat(n));
    add("zeros", LONG, &[], |n| "\0".repeat(n));
}

fn wide(add: &mut Add) {
    add("entries", DEEP, &[], |n| with_attr(&format!("{{{}}}", lines(n, "a$, ").trim_end_matches(", "))));
    add("attributes", DEEP, &["--cse"], |n| {
        format!("\"a.b\"() {{{}}} : () -> ()", lines(n, "a$ = $, ").trim_end_matches(", "))
    });
    add("dimensions", DEEP, &[], |n| {
        with_attr(&format!("affine_map<({}) -> ()>", lines(n, "d$, ").trim_end_matches(", ")))
    });
    add("fused", DEEP, &[], |n| with_attr(&format!("loc(fused[{}])", lines(n, "\"a\":$:1, ").trim_end_matches(", "))));
    add("results", DEEP, &[], |n| {
        let types = "i1, ".repeat(n);
        format!("%a:{n} = \"a.b\"() : () -> ({})\n\"a.c\"(%a#{}) : (i1) -> ()", types.trim_end_matches(", "), n - 1)
    });
    add("results before their definition", DEEP, &[], |n| {
        let uses: String = (0..n).rev().map(|k| format!("\"a.c\"(%a#{k}) : (i1) -> ()\n")).collect();
        let types = "i1, ".repeat(n);
        format!("\"a.r\"() ({{\n{uses}%a:{n} = \"a.b\"() : () -> ({})\n}}) : () -> ()", types.trim_end_matches(", "))
    });
    add("operands", DEEP, &["--canonicalize"], |n| {
        let operands = "%x, ".repeat(n);
        let types = "i32, ".repeat(n);
        let (operands, types) = (operands.trim_end_matches(", "), types.trim_end_matches(", "));
        function(&format!("\"a.b\"({operands}) : ({types}) -> ()\n"))
    });
    add("cases of a switch", DEEP / 10, &["--canonicalize"], |n| {
        let cases = lines(n, ",\n$: ^b");
        format!("func.func @f(%x: i32) {{\ncf.switch %x : i32, [default: ^b{cases}]\n^b:\nreturn\n}}")
    });
    add("functions", DEEP, &["--canonicalize", "--symbol-dce"], |n| lines(n, "func.func private @f$()\n"));
    add("functions with locations", DEEP, &[], |n| {
        format!(
            "{}{}",
            lines(n, "func.func @f$() {\nreturn loc(#l$)\n} loc(#l$)\n"),
            lines(n, "#l$ = loc(\"f\":$:1)\n")
        )
    });
    add("calls", DEEP, &["--inline"], |n| {
        format!("func.func private @g()\nfunc.func @f() {{\n{}return\n}}", "call @g() : () -> ()\n".repeat(n))
    });
    add("constants", DEEP, &["--canonicalize", "--cse"], |n| {
        function(&lines(n, "%c$ = arith.constant $ : i32\n\"a.b\"(%c$) : (i32) -> ()\n"))
    });
    add("blocks that branch to one", DEEP, &["--canonicalize"], |n| {
        let blocks = lines(n, "^b$:\n\"a.b\"() : () -> ()\ncf.cond_br %c, ^end, ^end\n");
        format!("func.func @f(%c: i1) {{\ncf.br ^end\n{blocks}^end:\nreturn\n}}")
    });
    add("splits", DEEP, &["--split-input-file"], |n| "func.func @f() {\nreturn\n}\n// -----\n".repeat(n));
    add("aliases", DEEP, &[], |n| {
        format!("{}{}", lines(n, "#a$ = $ : i17\n"), lines(n, "\"a.b\"() {x = #a$} : () -> ()\n"))
    });
    add("resources", DEEP, &[], |n| {
        let data = lines(n, "a$: \"0x0400000001\", ");
        format!("{{-# dialect_resources: {{builtin: {{{}}}}} #-}}", data.trim_end_matches(", "))
    });
}

fn wrong(add: &mut Add) {
    add("undeclared values", MANY, &[], |n| lines(n, "\"a.b\"(%v$) : (i1) -> ()\n"));
    add("undefined blocks", MANY, &[], |n| {
        format!("\"a.r\"() ({{\n\"a.b\"()[{}] : () -> ()\n}}) : () -> ()", lines(n, "^b$, ").trim_end_matches(", "))
    });
    add("operations that do not verify", MANY, &[], |n| "\"arith.constant\"() : () -> i32\n".repeat(n));
    add("functions that do not verify", MANY / 10, &[], |n| lines(n, "func.func @f$() -> i32 {\nreturn\n}\n"));
    add("unexpected errors", MANY / 10, &["--split-input-file", "--verify-diagnostics"], |n| "}\n// -----\n".repeat(n));
    add("expected errors that are not there", MANY, &["--verify-diagnostics"], |n| {
        "// expected-error {{a}}\n".repeat(n)
    });
    add("splits with errors", MANY / 10, &["--split-input-file"], |n| "}\n// -----\n".repeat(n));
    add("unknown operations", MANY / 10, &["--split-input-file"], |n| "arith.adi\n// -----\n".repeat(n));
    add("redefined symbols", DEEP, &[], |n| "func.func private @f()\n".repeat(n));
}

/// Texts with integers that are out of range.
pub const NUMBERS: [&str; 48] = [
    "tensor<99999999999999999999xi32>",
    "tensor<9223372036854775807x9223372036854775807xi32>",
    "vector<9223372036854775807x9223372036854775807xi32>",
    "memref<9223372036854775807x9223372036854775807xi32>",
    "memref<4x9223372036854775807x9223372036854775807xi32, strided<[9223372036854775807, 9223372036854775807, 1]>>",
    "dense<1> : tensor<9223372036854775807x9223372036854775807xi32>",
    "dense<1> : vector<9223372036854775807x9223372036854775807xi32>",
    "dense<\"0x01\"> : tensor<9223372036854775807x9223372036854775807xi8>",
    "dense<\"0x01\"> : tensor<9223372036854775807xi64>",
    "dense<\"0x01\"> : tensor<9223372036854775807xi1>",
    "dense<\"0xFF\"> : tensor<9223372036854775807xi1>",
    "dense<\"0x01\"> : tensor<4611686018427387904xcomplex<f64>>",
    "dense<(1, 2)> : tensor<9223372036854775807x2xcomplex<i8>>",
    "dense<[(1, 2)]> : tensor<9223372036854775807xcomplex<i8>>",
    "dense<[[(1, 2)]]> : tensor<1x1x9223372036854775807xcomplex<i8>>",
    "dense<[1]> : tensor<9223372036854775807xi32>",
    "dense<> : tensor<0x9223372036854775807x9223372036854775807xi32>",
    "dense<1> : tensor<0x9223372036854775807x9223372036854775807xi32>",
    "dense<1> : tensor<1xi16777215>",
    "dense<\"0x01\"> : tensor<1xi16777215>",
    "sparse<[[0, 0]], [1]> : tensor<9223372036854775807x9223372036854775807xi32>",
    "sparse<0, 1> : tensor<9223372036854775807x9223372036854775807xi32>",
    "array<i16777208: 1>",
    "array<i99999999999: 1>",
    "i99999999999",
    "i16777216",
    "1 : i16777215",
    "-1 : i16777215",
    "99999999999999999999999999 : i16777215",
    "9223372036854775808",
    "-9223372036854775809 : i64",
    "18446744073709551616 : ui64",
    "1.0e99999999999999999999",
    "1.0e-99999999999999999999 : f16",
    "0x99999999999999999999999999 : f32",
    "strided<[9223372036854775808]>",
    "strided<[-9223372036854775808, -9223372036854775807], offset: -9223372036854775808>",
    "distinct[18446744073709551616]<>",
    "affine_map<() -> (9223372036854775807 + 1, 9223372036854775807 * 9223372036854775807)>",
    "affine_map<() -> (-9223372036854775807 - 2, (-9223372036854775807 - 1) floordiv -1)>",
    "affine_map<() -> ((-9223372036854775807 - 1) ceildiv -1, (-9223372036854775807 - 1) mod -1, 1 mod 0)>",
    "affine_map<(d0) -> (d0 * 9223372036854775807 * 9223372036854775807 + d0 * 9223372036854775807)>",
    "affine_map<(d0) -> (d0 floordiv 0, d0 ceildiv 0, d0 mod 0, d0 floordiv 9223372036854775807 floordiv 2)>",
    "affine_map<() -> (99999999999999999999)>",
    "affine_set<(d0) : (d0 - 9223372036854775807 - 9223372036854775807 >= -9223372036854775807 - 1)>",
    "loc(\"f\":4294967295:4294967295 to 4294967295:4294967295)",
    "loc(\"f\":4294967296:1)",
    "loc(\"f\":1:1 to 0:0)",
];

/// Whole files with integers that are out of range.
pub const NUMBERED_FILES: [&str; 15] = [
    "func.func @f(%x: i32) {\n\"cf.switch\"(%x)[^b, ^b] <{case_operand_segments = array<i32: 0>, case_values = dense<1> : tensor<1000000000000xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()\n^b:\nreturn\n}",
    "\"a.b\"(%a#4294967295) : (i1) -> ()",
    "\"a.b\"(%a#4294967296) : (i1) -> ()",
    "\"a.r\"() ({\"a.b\"(%a#4294967295) : (i1) -> ()\n%a:2 = \"a.c\"() : () -> (i1, i1)}) : () -> ()",
    "%a:4294967295 = \"a.b\"() : () -> i1",
    "%a:4294967295, %b:4294967295 = \"a.b\"() : () -> i1",
    "%a:4294967295, %b:2 = \"a.b\"() : () -> i1",
    "%a:99999999999 = \"a.b\"() : () -> i1",
    "%0 = \"arith.constant\"() <{value = dense<1> : tensor<9223372036854775807x2xi32>}> : () -> tensor<9223372036854775807x2xi32>\n%1 = arith.addi %0, %0 : tensor<9223372036854775807x2xi32>\n\"a.b\"(%1) : (tensor<9223372036854775807x2xi32>) -> ()",
    "%0 = arith.constant dense<1> : tensor<1000000000000xi32>\n%1 = arith.constant dense<2> : tensor<1000000000000xi32>\n%2 = arith.cmpi slt, %0, %1 : tensor<1000000000000xi32>\n%3 = arith.select %2, %0, %1 : tensor<1000000000000xi1>, tensor<1000000000000xi32>\n%4 = arith.sitofp %3 : tensor<1000000000000xi32> to tensor<1000000000000xf32>\n\"a.b\"(%4) : (tensor<1000000000000xf32>) -> ()",
    "%0 = arith.constant 9223372036854775807 : index\n%1 = arith.muli %0, %0 : index\n%2 = arith.addi %1, %0 : index\n%3 = arith.divsi %2, %0 : index\n\"a.b\"(%3) : (index) -> ()",
    "%0 = arith.constant -9223372036854775808 : i64\n%1 = arith.constant -1 : i64\n%2 = arith.divsi %0, %1 : i64\n%3 = arith.remsi %0, %1 : i64\n%4 = arith.ceildivsi %0, %1 : i64\n%5 = arith.floordivsi %0, %1 : i64\n%6 = arith.shli %0, %0 : i64\n\"a.b\"(%2, %3, %4, %5, %6) : (i64, i64, i64, i64, i64) -> ()",
    "%0 = arith.constant 1 : i16777215\n%1 = arith.shli %0, %0 : i16777215\n%2 = arith.muli %1, %1 : i16777215\n\"a.b\"(%2) : (i16777215) -> ()",
    "%l = arith.constant -9223372036854775808 : index\n%u = arith.constant 9223372036854775807 : index\n%s = arith.constant 1 : index\nscf.for %i = %l to %u step %s {\n\"a.b\"(%i) : (index) -> ()\n}",
    "%l = arith.constant 0 : index\n%u = arith.constant 9223372036854775807 : index\n%s = arith.constant 9223372036854775806 : index\nscf.for %i = %l to %u step %s {\n\"a.b\"(%i) : (index) -> ()\n}",
];
