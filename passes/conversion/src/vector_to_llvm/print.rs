//! `vector.print` of scalars, punctuation and text, by functions of a runtime library.

use std::sync::atomic::AtomicU32;

use rmlir::core::types::TypeData;
use rmlir::num::FloatKind;
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionRewriter};
use rmlir_arith::{ExtSIOp, ExtUIOp};
use rmlir_llvm::ops::cast::{BitcastOp, ZExtOp};
use rmlir_llvm::ops::constant::{AddressOfOp, ConstantOp};
use rmlir_llvm::types::{FunctionType, VoidType};
use rmlir_vector::{PrintOp, PrintPunctuation};

use crate::llvm_common::emit::{GepIndex, call, gep};
use crate::llvm_common::patterns::LlvmPatterns;
use crate::llvm_common::symbols::{Callee, add_text, find_or_declare};
use crate::llvm_common::type_converter::{LlvmTypes, pointer};

pub(super) fn add_patterns(patterns: &mut LlvmPatterns) {
    let types = patterns.types.clone();
    let n_texts = AtomicU32::new(0);
    patterns.add(ConversionPattern::new(
        PrintOp::DEF.name,
        PrintOp::DEF.name,
        move |rw, op, operands| match lower_print(rw, &types, op, operands, &n_texts) {
            Some(()) => rw.erase(op),
            None => rw.no_match(op, "there is no function that prints it"),
        },
    ));
}

/// The conversion of a scalar to the parameter type of its function.
#[derive(Clone, Copy)]
enum Change {
    None,
    /// Zero-extension to 64 bits.
    ExtendZero,
    /// Sign-extension to 64 bits.
    ExtendSign,
    /// Its 16 bits.
    Bits,
}

/// The function that prints scalars of type `ty`, its parameter type, and the conversion of the scalar to that.
fn printer_of(cx: &Context, ty: Type) -> Option<(&'static str, Type, Change)> {
    if ty.is_index() {
        return Some(("printU64", Type::I64, Change::None));
    }
    match *ty.data(cx) {
        TypeData::Float(FloatKind::F32) => Some(("printF32", ty, Change::None)),
        TypeData::Float(FloatKind::F64) => Some(("printF64", ty, Change::None)),
        TypeData::Float(FloatKind::F16) => Some(("printF16", cx.int_type(16), Change::Bits)),
        TypeData::Float(FloatKind::BF16) => Some(("printBF16", cx.int_type(16), Change::Bits)),
        TypeData::Integer { width, sign } if width <= 64 => {
            let is_unsigned = sign == Signedness::Unsigned;
            let name = if is_unsigned { "printU64" } else { "printI64" };
            let change = match width {
                64 => Change::None,
                // Booleans are 1 or 0, not -1.
                1 => Change::ExtendZero,
                _ if is_unsigned => Change::ExtendZero,
                _ => Change::ExtendSign,
            };
            Some((name, Type::I64, change))
        }
        _ => None,
    }
}

/// The encoding of type `ty` for the printer of small float formats.
fn format_number(cx: &Context, ty: Type) -> Option<i64> {
    let TypeData::Float(kind) = *ty.data(cx) else { return None };
    // The encoding is that of LLVM's enumeration of float semantics.
    Some(match kind {
        FloatKind::F8E5M2 => 7,
        FloatKind::F8E5M2FNUZ => 8,
        FloatKind::F8E4M3 => 9,
        FloatKind::F8E4M3FN => 10,
        FloatKind::F8E4M3FNUZ => 11,
        FloatKind::F8E4M3B11FNUZ => 12,
        FloatKind::F8E3M4 => 13,
        FloatKind::F8E8M0FNU => 15,
        FloatKind::F6E3M2FN => 16,
        FloatKind::F6E2M3FN => 17,
        FloatKind::F4E2M1FN => 18,
        _ => return None,
    })
}

fn declare(rw: &mut ConversionRewriter, name: &str, takes: &[Type]) -> Option<Callee> {
    let ty = FunctionType::get(rw.cx(), VoidType::get(rw.cx()).ty(), takes.to_vec(), false);
    find_or_declare(rw, name, ty)
}

fn call_printer(rw: &mut ConversionRewriter, callee: &Callee, arguments: &[Value]) {
    rw.with(|rw| _ = call(rw, &callee.name, callee.ty, arguments));
}

fn lower_print(
    rw: &mut ConversionRewriter,
    types: &LlvmTypes,
    op: OpId,
    operands: &[Value],
    n_texts: &AtomicU32,
) -> Option<()> {
    let own = PrintOp::from_id(op);
    if let (Some(source), Some(&value)) = (own.source(rw), operands.first()) {
        print_scalar(rw, types, rw.ty(source), value)?;
    }
    if let Some(text) = rw.prop(op, PrintOp::STRING_LITERAL) {
        let text = text.as_bytes(rw.cx())?.to_vec();
        return print_text(rw, text, rw.loc(op), n_texts);
    }
    let name = match own.punctuation(rw) {
        PrintPunctuation::NoPunctuation => return Some(()),
        PrintPunctuation::NewLine => "printNewline",
        PrintPunctuation::Comma => "printComma",
        PrintPunctuation::Open => "printOpen",
        PrintPunctuation::Close => "printClose",
    };
    let callee = declare(rw, name, &[])?;
    call_printer(rw, &callee, &[]);
    Some(())
}

fn print_scalar(rw: &mut ConversionRewriter, types: &LlvmTypes, ty: Type, value: Value) -> Option<()> {
    types.convert(rw.cx(), ty)?;
    if let Some(format) = format_number(rw.cx(), ty) {
        return print_small_float(rw, format, value);
    }
    let (name, takes, change) = printer_of(rw.cx(), ty)?;
    let callee = declare(rw, name, &[takes])?;
    let value = rw.with(|rw| match change {
        Change::None => value,
        Change::ExtendZero => rw.value(ExtUIOp::build(takes, value)),
        Change::ExtendSign => rw.value(ExtSIOp::build(takes, value)),
        Change::Bits => rw.value(BitcastOp::build(takes, value)),
    });
    call_printer(rw, &callee, &[value]);
    Some(())
}

/// Floats of small formats are printed by one function, from their bits.
fn print_small_float(rw: &mut ConversionRewriter, format: i64, value: Value) -> Option<()> {
    let (number, bits) = (rw.int_type(32), Type::I64);
    let arguments = rw.with(|rw| {
        let format = rw.int_attr(number, format);
        [rw.value(ConstantOp::build(number, format)), rw.value(ZExtOp::build(bits, value))]
    });
    let callee = declare(rw, "printApFloat", &[number, bits])?;
    call_printer(rw, &callee, &arguments);
    Some(())
}

fn print_text(rw: &mut ConversionRewriter, text: Vec<u8>, loc: Loc, n_texts: &AtomicU32) -> Option<()> {
    let (symbol, array) = add_text(rw, "vector_print_str", text, loc, n_texts)?;
    let ty = pointer(rw.cx());
    let start = rw.with(|rw| {
        let address = rw.value(AddressOfOp::build(ty, symbol));
        gep(rw, ty, array, address, &[GepIndex::Constant(0)])
    });
    let callee = declare(rw, "printString", &[ty])?;
    call_printer(rw, &callee, &[start]);
    Some(())
}
