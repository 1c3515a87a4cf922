//! Constants.

use rmlir_num::{ApFloat, FloatKind};

use super::Writer;
use crate::model::constant::{ConstData, ConstId};
use crate::model::inst::flag;
use crate::model::types::{FloatTy, Ty, TyData};

impl Writer<'_> {
    pub(super) fn typed_constant(&mut self, id: ConstId) {
        self.ty(self.module.constants.ty(id));
        self.text(" ");
        self.constant(id);
    }

    fn typed_constants(&mut self, ids: &[ConstId]) {
        for (index, &id) in ids.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.typed_constant(id);
        }
    }

    pub(super) fn constant(&mut self, id: ConstId) {
        let module = self.module;
        let ty = module.constants.ty(id);
        match module.constants.data(id) {
            ConstData::Int(value) if value.width() == 1 => self.text(if value.is_zero() { "false" } else { "true" }),
            ConstData::Int(value) => self.text(&value.to_string_signed()),
            ConstData::Float(bits) => {
                let format = module.types.float(ty).unwrap_or(FloatTy::Double);
                self.text(&float_text(format, *bits));
            }
            ConstData::Zero => self.text(match module.types.data(ty) {
                TyData::Ptr(_) => "null",
                TyData::Token => "none",
                _ => "zeroinitializer",
            }),
            ConstData::Undef => self.text("undef"),
            ConstData::Poison => self.text("poison"),
            ConstData::Aggregate(parts) => self.aggregate(ty, parts),
            ConstData::Text(text) => {
                self.text("c");
                self.quoted(text);
            }
            ConstData::Splat(element) => self.splat(*element),
            ConstData::Global(global) => self.name('@', &module.global(*global).name),
            ConstData::BlockAddress { function, block } => {
                self.text("blockaddress(");
                self.name('@', &module.global(*function).name);
                self.text(", ");
                self.block_of(*function, *block);
                self.text(")");
            }
            ConstData::DsoLocalEquivalent(global) => {
                self.text("dso_local_equivalent ");
                self.name('@', &module.global(*global).name);
            }
            ConstData::Expr { opcode, operands } => {
                self.print(format_args!("{} (", opcode.word()));
                self.typed_constants(operands);
                if opcode.is_cast() {
                    self.text(" to ");
                    self.ty(ty);
                }
                self.text(")");
            }
            ConstData::Gep { element, flags, operands } => {
                self.text("getelementptr ");
                self.gep_flags(gep_bits(*flags));
                self.text("(");
                self.ty(*element);
                self.text(", ");
                self.typed_constants(operands);
                self.text(")");
            }
        }
    }

    fn splat(&mut self, element: ConstId) {
        self.text("splat (");
        self.typed_constant(element);
        self.text(")");
    }

    fn aggregate(&mut self, ty: Ty, parts: &[ConstId]) {
        let constants = &self.module.constants;
        let element = self.module.types.element(ty);
        match self.module.types.data(ty) {
            TyData::Array { .. } => {
                let byte = |&part: &ConstId| constants.as_int(part).and_then(|value| value.to_u64());
                let text: Option<Vec<u8>> = match element {
                    Some(Ty::I8) => parts.iter().map(|part| byte(part).map(|byte| byte as u8)).collect(),
                    _ => None,
                };
                if let Some(text) = text {
                    self.text("c");
                    return self.quoted(&text);
                }
                self.text("[");
                self.typed_constants(parts);
                self.text("]");
            }
            TyData::Vector { .. } => {
                let is_number = |id| matches!(constants.data(id), ConstData::Int(_) | ConstData::Float(_));
                if is_number(parts[0]) && parts.iter().all(|part| *part == parts[0]) {
                    return self.splat(parts[0]);
                }
                self.text("<");
                self.typed_constants(parts);
                self.text(">");
            }
            _ => {
                let packed = self.module.types.members(ty).is_some_and(|(_, packed)| packed);
                self.text(if packed { "<{ " } else { "{ " });
                self.typed_constants(parts);
                self.text(if packed { " }>" } else { " }" });
            }
        }
    }

    /// `inbounds nusw nuw`
    pub(super) fn gep_flags(&mut self, flags: u32) {
        if flags & flag::INBOUNDS != 0 {
            self.text("inbounds ");
        } else if flags & flag::NUSW != 0 {
            self.text("nusw ");
        }
        if flags & flag::NUW != 0 {
            self.text("nuw ");
        }
    }
}

/// The instruction flags for those of a constant: 1 is `inbounds`, 2 `nusw`, 4 `nuw`.
fn gep_bits(flags: u8) -> u32 {
    [(1, flag::INBOUNDS), (2, flag::NUSW), (4, flag::NUW)]
        .iter()
        .filter(|(bit, _)| flags & bit != 0)
        .fold(0, |all, (_, flag)| all | flag)
}

/// A float as LLVM prints it: in decimals if six digits round-trip, else by its bits.
pub fn float_text(format: FloatTy, bits: u128) -> String {
    let double = match format {
        FloatTy::Half => return format!("0xH{bits:04X}"),
        FloatTy::BFloat => return format!("0xR{bits:04X}"),
        FloatTy::X86Fp80 => return format!("0xK{:04X}{:016X}", (bits >> 64) as u16, bits as u64),
        FloatTy::Fp128 => return format!("0xL{:016X}{:016X}", bits as u64, (bits >> 64) as u64),
        FloatTy::PpcFp128 => return format!("0xM{:016X}{:016X}", bits as u64, (bits >> 64) as u64),
        FloatTy::Float => widen(bits as u32),
        FloatTy::Double => bits as u64,
    };
    let value = ApFloat::from_bits(FloatKind::F64, double.into());
    value.print_short().unwrap_or_else(|| format!("0x{double:X}"))
}

/// The bits of a double with the value of a float; those of a NaN are preserved.
fn widen(bits: u32) -> u64 {
    let value = f32::from_bits(bits);
    if !value.is_nan() {
        return f64::from(value).to_bits();
    }
    let sign = u64::from(bits >> 31) << 63;
    sign | 0x7ff << 52 | u64::from(bits & 0x007f_ffff) << 29
}
