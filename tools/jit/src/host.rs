//! Host functions that machine code calls: operations for which Cranelift has no instruction, and the functions of
//! upstream's runner libraries.
//!
//! The interpreter uses the same functions, so both compute the same bits.

use std::cell::RefCell;

use rmlir::interp::emit::float::fused;
use rmlir::interp::externals::printed;
use rmlir::interp::{Kind, Value, hyperbolic};
use rmlir::num::{ApFloat, ApInt, FloatKind, Rounding};

use crate::host_function::{F32, F64, Function, I8, I32, I64, I128, functions};
use crate::native::raw;
use crate::openmp::OPENMP;
use crate::output::{print, take_output};

const NEAREST: Rounding = Rounding::NearestTiesToEven;

/// Returns the function `name`. Only the compiler calls those with a period in their names.
pub fn find(name: &str) -> Option<&'static Function> {
    [NUMBERS, STACK_MEMORY, PRINTING, MATH, OPENMP].into_iter().flatten().find(|function| function.name == name)
}

/// The same function of one float in both formats.
macro_rules! math {
    (unary { $($single:literal $double:literal $of_single:expr, $of_double:expr;)* }
     binary { $($single2:literal $double2:literal $of_single2:expr, $of_double2:expr;)* }) => {
        functions! {
            $($single (a: F32 f32) -> F32 f32 { let f: fn(f32) -> f32 = $of_single; f(a) }
              $double (a: F64 f64) -> F64 f64 { let f: fn(f64) -> f64 = $of_double; f(a) })*
            $($single2 (a: F32 f32, b: F32 f32) -> F32 f32 { let f: fn(f32, f32) -> f32 = $of_single2; f(a, b) }
              $double2 (a: F64 f64, b: F64 f64) -> F64 f64 { let f: fn(f64, f64) -> f64 = $of_double2; f(a, b) })*
        }
    };
}

/// Functions of the mathematical library, by their C names.
static MATH: &[Function] = math! {
    unary {
        "acosf" "acos" f32::acos, f64::acos;
        "acoshf" "acosh" hyperbolic::acosh, libm::acosh;
        "asinf" "asin" f32::asin, f64::asin;
        "asinhf" "asinh" hyperbolic::asinh, libm::asinh;
        "atanf" "atan" f32::atan, f64::atan;
        "atanhf" "atanh" hyperbolic::atanh, libm::atanh;
        "cbrtf" "cbrt" f32::cbrt, f64::cbrt;
        "cosf" "cos" f32::cos, f64::cos;
        "coshf" "cosh" f32::cosh, f64::cosh;
        "erff" "erf" libm::erff, libm::erf;
        "erfcf" "erfc" libm::erfcf, libm::erfc;
        "expf" "exp" f32::exp, f64::exp;
        "exp10f" "exp10" |a| 10f32.powf(a), |a| 10f64.powf(a);
        "exp2f" "exp2" f32::exp2, f64::exp2;
        "expm1f" "expm1" f32::exp_m1, f64::exp_m1;
        "logf" "log" f32::ln, f64::ln;
        "log10f" "log10" f32::log10, f64::log10;
        "log1pf" "log1p" f32::ln_1p, f64::ln_1p;
        "log2f" "log2" f32::log2, f64::log2;
        "roundf" "round" f32::round, f64::round;
        "sinf" "sin" f32::sin, f64::sin;
        "sinhf" "sinh" f32::sinh, f64::sinh;
        "tanf" "tan" f32::tan, f64::tan;
        "tanhf" "tanh" f32::tanh, f64::tanh;
    }
    binary {
        "atan2f" "atan2" f32::atan2, f64::atan2;
        "fmodf" "fmod" |a, b| a % b, |a, b| a % b;
        "powf" "pow" f32::powf, f64::powf;
    }
};

/// Float formats, indexed by their encoding in machine code.
const FORMATS: [FloatKind; 4] = [FloatKind::F16, FloatKind::BF16, FloatKind::F32, FloatKind::F64];

/// The encoding of a float format in machine code.
pub fn format_number(kind: FloatKind) -> i64 {
    FORMATS.iter().position(|&format| format == kind).expect("only these formats have registers") as i64
}

fn half(kind: u32, bits: u64) -> ApFloat {
    ApFloat::from_bits(FORMATS[kind as usize], bits.into())
}

/// Conversions and arithmetic that Cranelift does not have.
static NUMBERS: &[Function] = functions! {
    "int.udiv" (a: I128 u128, b: I128 u128) -> I128 u128 { a.checked_div(b).unwrap_or_else(|| raw::stop("division by zero")) }
    "int.urem" (a: I128 u128, b: I128 u128) -> I128 u128 { a.checked_rem(b).unwrap_or_else(|| raw::stop("division by zero")) }
    "int.sdiv" (a: I128 i128, b: I128 i128) -> I128 i128 {
        if b == 0 { raw::stop("division by zero") } else { a.wrapping_div(b) }
    }
    "int.srem" (a: I128 i128, b: I128 i128) -> I128 i128 {
        if b == 0 { raw::stop("division by zero") } else { a.wrapping_rem(b) }
    }
    "int.umul_overflows" (a: I128 u128, b: I128 u128) -> I8 u8 { a.checked_mul(b).is_none().into() }
    "int.smul_overflows" (a: I128 i128, b: I128 i128) -> I8 u8 { a.checked_mul(b).is_none().into() }
    "int.from_f64" (a: F64 f64) -> I128 i128 { a as i128 }
    "int.from_f64_unsigned" (a: F64 f64) -> I128 u128 { a as u128 }
    "float.convert" (bits: I64 u64, from: I32 u32, to: I32 u32) -> I64 u64 {
        half(from, bits).convert(FORMATS[to as usize], NEAREST).value.bits() as u64
    }
    "float.class" (bits: I64 u64, kind: I32 u32) -> I64 u64 { 1 << class(half(kind, bits)) }
    "float.from_int" (value: I128 i128, kind: I32 u32) -> I64 u64 { from_int(value.to_le_bytes(), kind, true) }
    "float.from_unsigned" (value: I128 u128, kind: I32 u32) -> I64 u64 { from_int(value.to_le_bytes(), kind, false) }
    "powi.f32" (a: F32 f32, by: I64 u64) -> F32 f32 {
        let (mut base, mut result, mut left) = (a, 1f32, (by as i64).unsigned_abs());
        while left != 0 {
            result = if left & 1 == 1 { result * base } else { result };
            base *= base;
            left >>= 1;
        }
        if (by as i64) < 0 { 1.0 / result } else { result }
    }
    "powi.f64" (a: F64 f64, by: I64 u64) -> F64 f64 {
        let (mut base, mut result, mut left) = (a, 1f64, (by as i64).unsigned_abs());
        while left != 0 {
            result = if left & 1 == 1 { result * base } else { result };
            base *= base;
            left >>= 1;
        }
        if (by as i64) < 0 { 1.0 / result } else { result }
    }
    "float.fma" (a: F64 f64, b: F64 f64, c: F64 f64, kind: I32 u32) -> I64 u64 {
        fused(FORMATS[kind as usize], a, b, c).bits().unwrap_or_default()
    }
};

/// The index of the class of a float, in the order of `llvm.intr.is.fpclass`: two classes of NaN, then from negative
/// infinity through the zeros to positive infinity.
fn class(float: ApFloat) -> u32 {
    if float.is_nan() {
        return u32::from(!float.is_signaling());
    }
    // From the zeros outwards.
    let distance = match () {
        () if float.is_zero() => 0,
        () if float.is_denormal() => 1,
        () if float.is_finite() => 2,
        () => 3,
    };
    if float.is_negative() { 5 - distance } else { 6 + distance }
}

fn from_int(bytes: [u8; 16], kind: u32, signed: bool) -> u64 {
    ApFloat::from_int(FORMATS[kind as usize], &ApInt::from_le_bytes(128, &bytes), signed, NEAREST).bits() as u64
}

thread_local! {
    /// Memory of dynamic stack allocations.
    static STACK: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

fn print_number(bits: u64, kind: &Kind, unsigned: bool) {
    print(&printed(&Value::Bits(bits), kind, unsigned));
}

/// The stack of memory that is freed when a function returns: Cranelift only has stack slots of constant size.
static STACK_MEMORY: &[Function] = functions! {
    "stack.allocate" (size: I64 u64, alignment: I64 u64) -> I64 u64 {
        let mut memory = Vec::new();
        if memory.try_reserve_exact(size.saturating_add(alignment) as usize).is_err() {
            raw::stop("there is not so much memory");
        }
        let address = memory.as_mut_ptr() as u64;
        STACK.with_borrow_mut(|stack| stack.push(memory));
        address.next_multiple_of(alignment)
    }
    "stack.height" () -> I64 u64 { STACK.with_borrow(|stack| stack.len() as u64) }
    "stack.restore" (height: I64 u64) { STACK.with_borrow_mut(|stack| stack.truncate(height as usize)) }
    "trap" (place: I64 u64) { raw::stop(&raw::text(place)) }
};

/// The functions of upstream's runner libraries, and C functions that print.
static PRINTING: &[Function] = functions! {
    "printI64" (value: I64 u64) { print_number(value, &Kind::Int(64), false) }
    "printU64" (value: I64 u64) { print_number(value, &Kind::Int(64), true) }
    "printI32" (value: I32 u32) { print_number(value.into(), &Kind::Int(32), false) }
    "printF32" (value: F32 f32) { print_number(value.to_bits().into(), &Kind::Float(FloatKind::F32), false) }
    "printF64" (value: F64 f64) { print_number(value.to_bits(), &Kind::Float(FloatKind::F64), false) }
    "printOpen" () { print("( ") }
    "printClose" () { print(" )") }
    "printComma" () { print(", ") }
    "printNewline" () { print("\n") }
    "printString" (text: I64 u64) { print(&raw::text(text)) }
    "putchar" (value: I32 u32) -> I32 u32 { print(char::from(value as u8).encode_utf8(&mut [0; 4])); value }
    "puts" (text: I64 u64) -> I32 u32 { print(&format!("{}\n", raw::text(text))); 0 }
    "abort" () { raw::stop(&format!("{}the program aborts", take_output())) }
    "memrefCopy" (size: I64 u64, from: I64 u64, to: I64 u64) { raw::copy_memref(size, from, to) }
};
