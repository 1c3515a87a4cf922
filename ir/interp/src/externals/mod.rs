//! The functions of upstream's runner libraries that print or copy, and those of the C library that programs may
//! declare: all except those of [`math`].

mod math;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::fault::Fault;
use crate::kind::Kind;
use crate::machine::{External, Machine};
use crate::memory::Origin;
use crate::value::{Computed, MemRef, Value, indices, sign_extend};
use crate::{FreshRead, Limits};

type Print = fn(&Value) -> String;

/// A function with one result.
type One = fn(&mut Machine, &[Value]) -> Computed;

/// The known functions by name.
pub fn standard() -> BTreeMap<String, External> {
    let mut known: BTreeMap<String, External> = BTreeMap::new();
    let prints: [(&str, Print); 12] = [
        ("printI64", |value| shown(value, |bits| (bits as i64).to_string())),
        ("printU64", |value| shown(value, |bits| bits.to_string())),
        ("printI32", |value| shown(value, |bits| sign_extend(bits, 32).to_string())),
        ("printF32", |value| shown(value, |bits| c_general(f64::from(f32::from_bits(bits as u32))))),
        ("printF64", |value| shown(value, |bits| c_general(f64::from_bits(bits)))),
        ("printOpen", |_| "( ".to_owned()),
        ("printClose", |_| " )".to_owned()),
        ("printComma", |_| ", ".to_owned()),
        ("printNewline", |_| "\n".to_owned()),
        ("putchar", |value| shown(value, |bits| char::from(bits as u8).to_string())),
        ("print_i64", |value| shown(value, |bits| format!("{}\n", bits as i64))),
        ("print_f64", |value| shown(value, |bits| format!("{}\n", c_general(f64::from_bits(bits))))),
    ];
    for (name, print) in prints {
        let external = move |machine: &mut Machine, args: &[Value]| {
            let text = print(args.first().unwrap_or(&Value::Poison));
            machine.output.push_str(&text);
            Ok(args.first().cloned().into_iter().collect())
        };
        known.insert(name.to_owned(), Arc::new(external));
    }
    let functions: [(&str, One); 13] = [
        ("malloc", |machine, args| allocate(machine, number(args, 0)?)),
        ("aligned_alloc", |machine, args| allocate(machine, number(args, 1)?)),
        ("calloc", calloc),
        ("free", free),
        ("_mlir_memref_to_llvm_alloc", |machine, args| allocate(machine, number(args, 0)?)),
        ("_mlir_memref_to_llvm_aligned_alloc", |machine, args| allocate(machine, number(args, 1)?)),
        ("_mlir_memref_to_llvm_free", free),
        ("printString", print_string),
        ("abort", |_, _| Err(Fault::stopped("stops the program"))),
        ("puts", |machine, args| puts(machine, number(args, 0)?)),
        ("memrefCopy", copy_memref),
        ("memcpy", copy),
        ("memmove", copy),
    ];
    for (name, function) in functions {
        let external = move |machine: &mut Machine, args: &[Value]| Ok(vec![function(machine, args)?]);
        known.insert(name.to_owned(), Arc::new(external));
    }
    math::add(&mut known);
    known
}

fn shown(value: &Value, show: impl Fn(u64) -> String) -> String {
    value.bits().map_or_else(|| "poison".to_owned(), show)
}

/// A scalar as printed by the print functions.
pub fn printed(value: &Value, kind: &Kind, unsigned: bool) -> String {
    match kind {
        Kind::Float(float) => {
            value.float(*float).map_or_else(|| "poison".to_owned(), |value| c_general(value.to_f64()))
        }
        _ => {
            let value = kind.width().and_then(|width| value.int(width));
            let show = |value: rmlir_num::ApInt| match (kind, unsigned) {
                (Kind::Int(1), _) | (_, true) => value.to_string_unsigned(),
                _ => value.to_string_signed(),
            };
            value.map_or_else(|| "poison".to_owned(), show)
        }
    }
}

/// A float in the format `%g` of C's `printf`.
fn c_general(value: f64) -> String {
    if value.is_nan() {
        return if value.is_sign_negative() { "-nan".into() } else { "nan".into() };
    }
    if value.is_infinite() || value == 0.0 {
        return value.to_string();
    }
    /// The precision of `%g`.
    const PRECISION: i32 = 6;
    let scientific = format!("{value:.*e}", PRECISION as usize - 1);
    let (digits, exponent) = scientific.split_once('e').expect("the form has an exponent");
    let exponent: i32 = exponent.parse().expect("the exponent is a number");
    let trim = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if !(-4..PRECISION).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", trim(digits), exponent.abs());
    }
    trim(&format!("{value:.*}", (PRECISION - 1 - exponent) as usize))
}

fn number(args: &[Value], at: usize) -> Result<u64, Box<Fault>> {
    args.get(at).and_then(Value::bits).ok_or_else(|| Fault::undefined("passes poison to a function of the C library"))
}

fn allocate(machine: &mut Machine, size: u64) -> Computed {
    machine.memory.site = machine.site();
    Ok(Value::Bits(machine.memory.allocate(size, Origin::Heap)?))
}

fn calloc(machine: &mut Machine, args: &[Value]) -> Computed {
    let size = number(args, 0)?.saturating_mul(number(args, 1)?);
    let address = allocate(machine, size)?;
    machine.memory.fill(number(std::slice::from_ref(&address), 0)?, Some(0), size)?;
    Ok(address)
}

fn free(machine: &mut Machine, args: &[Value]) -> Computed {
    if let address @ 1.. = number(args, 0)? {
        machine.memory.free(address)?;
    }
    Ok(Value::Poison)
}

fn copy(machine: &mut Machine, args: &[Value]) -> Computed {
    machine.memory.copy(number(args, 0)?, number(args, 1)?, number(args, 2)?)?;
    Ok(args[0].clone())
}

fn puts(machine: &mut Machine, text: u64) -> Computed {
    let text = machine.memory.c_string(text)?;
    machine.output.push_str(&text);
    machine.output.push('\n');
    Ok(Value::Bits(0))
}

fn print_string(machine: &mut Machine, args: &[Value]) -> Computed {
    let text = machine.memory.c_string(number(args, 0)?)?;
    machine.output.push_str(&text);
    Ok(Value::Poison)
}

/// Copies the elements of a memref: the arguments are the element size, then the addresses of two pairs of a rank and
/// the address of a descriptor.
fn copy_memref(machine: &mut Machine, args: &[Value]) -> Computed {
    let size = number(args, 0)?;
    let (from, to) = (read_unranked(machine, number(args, 1)?)?, read_unranked(machine, number(args, 2)?)?);
    for at in indices(&from.sizes) {
        let place = |memref: &MemRef| {
            let address = memref.address(at.iter().copied(), size);
            address.ok_or_else(|| Fault::undefined("copies between memrefs of other sizes"))
        };
        machine.memory.copy(place(&to)?, place(&from)?, size)?;
    }
    Ok(Value::Poison)
}

fn read_unranked(machine: &Machine, address: u64) -> Result<MemRef, Box<Fault>> {
    let word = |address: u64, at: u64| {
        let word = machine.memory.load(address.wrapping_add(8 * at), 8)?;
        word.ok_or_else(|| Fault::undefined("reads a descriptor that is poison"))
    };
    let (rank, descriptor) = (word(address, 0)?, word(address, 1)?);
    let words = |first: u64| (first..first + rank).map(|at| Ok(word(descriptor, at)? as i64)).collect();
    let (sizes, strides): (Result<_, Box<Fault>>, Result<_, Box<Fault>>) = (words(3), words(3 + rank));
    Ok(MemRef { base: word(descriptor, 1)?, offset: word(descriptor, 2)? as i64, sizes: sizes?, strides: strides? })
}

impl Default for Limits {
    /// A billion instructions, ten thousand calls, a gigabyte.
    fn default() -> Self {
        let externals = crate::externals::standard();
        let fresh_read = FreshRead::Poison;
        let declared = Arc::default();
        Self { steps: 1_000_000_000, depth: 10_000, bytes: 1 << 30, fresh_read, seed: 0, externals, declared }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_shown_as_c_does() {
        let shown = [1.0, 0.5, 1e10, 123456.0, 1234567.0, 0.0001, 0.00001234567, -0.0, f64::INFINITY].map(c_general);
        assert_eq!(shown, ["1", "0.5", "1e+10", "123456", "1.23457e+06", "0.0001", "1.23457e-05", "-0", "inf"]);
    }
}
