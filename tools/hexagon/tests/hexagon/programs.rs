//! Programs of C and of our code, linked and executed.

use std::path::PathBuf;

use rmlir::text::parse::parse_verified;
use rmlir_hexagon_codegen::run::Tools;
use rmlir_hexagon_codegen::{Options, assembly};

/// A sum over an array of what a function of C returns, a struct of results, and arguments on the stack.
const OURS: &str = "
func.func private @scaled(i32, i32) -> i32

func.func @sum(%n: i32, %x: memref<?xi32>, %by: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> i32 : i32 {
    %at = arith.index_cast %i : i32 to index
    %v = memref.load %x[%at] : memref<?xi32>
    %w = func.call @scaled(%v, %by) : (i32, i32) -> i32
    %t = arith.addi %s, %w : i32
    scf.yield %t : i32
  }
  return %r : i32
}

func.func @many(%a: i32, %b: i64, %c: i32, %d: i64, %e: i32, %f: i64) -> (i64, i32, i64) {
  %s = arith.addi %b, %d : i64
  %t = arith.addi %s, %f : i64
  %u = arith.addi %a, %c : i32
  %v = arith.muli %u, %e : i32
  %w = arith.muli %b, %f : i64
  return %t, %v, %w : i64, i32, i64
}
";

const MAIN: &str = r#"
int sum(int n, int *x, int by);
struct results { long long t; int v; long long w; };
struct results many(int a, long long b, int c, long long d, int e, long long f);
void print(long long number);

int numbers[100];

void _start(void) {
    for (int i = 0; i < 100; i++)
        numbers[i] = i * i - 1000;
    print(sum(0, numbers, 3));
    print(sum(100, numbers, 7));
    struct results r = many(1, -2000000000000LL, 30, 4, 5, 600000000000LL);
    print(r.t);
    print(r.v);
    print(r.w);
    register int status __asm__("r0") = 0;
    register int call __asm__("r6") = 94;
    __asm__ volatile("trap0(#1)" : : "r"(status), "r"(call));
    __builtin_unreachable();
}
"#;

const OTHER: &str = r#"
int scaled(int value, int by) { return value * by + 1; }

void print(long long number) {
    char text[24];
    int at = 24;
    text[--at] = '\n';
    unsigned long long rest = number < 0 ? -(unsigned long long)number : number;
    do {
        unsigned long long quotient = 0;
        for (int bit = 60; bit >= 0; bit--)
            if ((rest >> bit) >= 10) {
                rest -= 10ULL << bit;
                quotient |= 1ULL << bit;
            }
        text[--at] = '0' + rest;
        rest = quotient;
    } while (rest);
    if (number < 0)
        text[--at] = '-';
    register int file __asm__("r0") = 1;
    register char *begin __asm__("r1") = text + at;
    register int length __asm__("r2") = 24 - at;
    register int call __asm__("r6") = 64;
    __asm__ volatile("trap0(#1)" : "+r"(file) : "r"(begin), "r"(length), "r"(call) : "memory");
}
"#;

#[test]
fn files_of_c_and_ours_are_one_program() {
    let Ok(tools) = Tools::find() else { return };
    let cx = crate::support::context();
    let module = parse_verified(&cx, "ours.mlir", OURS).expect("the module is right");
    let code = assembly(&module, Options::default()).expect("there are instructions");
    let folder = tempfile::tempdir().expect("there is room");
    let compiled = |name: &str, text: &str| -> PathBuf {
        let [source, object] = ["c", "o"].map(|extension| folder.path().join(name).with_extension(extension));
        std::fs::write(&source, text).expect("there is room");
        tools.compile(&source, &object).expect("it is C");
        object
    };
    let ours = tools.assemble(&code.text, folder.path(), "ours").expect("the assembler accepts it");
    let objects = [compiled("main", MAIN), compiled("other", OTHER), ours];
    let output = tools.execute(&objects, folder.path()).expect("it runs");
    let sum = |n: i64, by: i64| (0..n).map(|i| (i * i - 1000) * by + 1).sum::<i64>();
    let wanted = [
        0,
        sum(100, 7),
        -2_000_000_000_000 + 4 + 600_000_000_000,
        31 * 5,
        (-2_000_000_000_000i64).wrapping_mul(600_000_000_000),
    ];
    assert_eq!(String::from_utf8_lossy(&output), wanted.map(|number| format!("{number}\n")).concat());
}
