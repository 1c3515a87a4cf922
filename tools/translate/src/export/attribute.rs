//! Attributes of functions, parameters, results and calls.

use rmlir::core::function;
use rmlir::prelude::*;
use rmlir_llvm::attrs::enums::{FramePointerKind, ModRefInfo, UWTableKind};
use rmlir_llvm::attrs::memory::MemoryEffectsAttr;
use rmlir_llvm::attrs::misc::ConstantRangeAttr;
use rmlir_llvm::ops::func::LLVMFuncOp as Func;

use super::{Exporter, text_prop, word_of};
use crate::model::attribute::{Attribute, AttributeSet, MemoryEffects, Value, is_int, kind};

/// Flag attributes of functions: the property and LLVM's name.
const FLAGS: &[(usize, &str)] = &[
    (Func::NO_INLINE, "noinline"),
    (Func::ALWAYS_INLINE, "alwaysinline"),
    (Func::INLINE_HINT, "inlinehint"),
    (Func::OPTIMIZE_NONE, "optnone"),
    (Func::CONVERGENT, "convergent"),
    (Func::NO_UNWIND, "nounwind"),
    (Func::WILL_RETURN, "willreturn"),
];

/// Function attributes whose value is a string or a boolean: the property and LLVM's name.
const TEXTS: &[(usize, &str)] = &[
    (Func::TARGET_CPU, "target-cpu"),
    (Func::TUNE_CPU, "tune-cpu"),
    (Func::RECIPROCAL_ESTIMATES, "reciprocal-estimates"),
    (Func::PREFER_VECTOR_WIDTH, "prefer-vector-width"),
    (Func::NO_INFS_FP_MATH, "no-infs-fp-math"),
    (Func::NO_NANS_FP_MATH, "no-nans-fp-math"),
    (Func::NO_SIGNED_ZEROS_FP_MATH, "no-signed-zeros-fp-math"),
    (Func::DENORMAL_FP_MATH, "denormal-fp-math"),
    (Func::DENORMAL_FP_MATH_F32, "denormal-fp-math-f32"),
    (Func::FP_CONTRACT, "fp-contract"),
    (Func::INSTRUMENT_FUNCTION_ENTRY, "instrument-function-entry"),
    (Func::INSTRUMENT_FUNCTION_EXIT, "instrument-function-exit"),
];

/// Of each group, the first attribute that is present is exported.
const ARM: &[&[(usize, &str)]] = &[
    &[
        (Func::ARM_STREAMING, "aarch64_pstate_sm_enabled"),
        (Func::ARM_LOCALLY_STREAMING, "aarch64_pstate_sm_body"),
        (Func::ARM_STREAMING_COMPATIBLE, "aarch64_pstate_sm_compatible"),
    ],
    &[
        (Func::ARM_NEW_ZA, "aarch64_new_za"),
        (Func::ARM_IN_ZA, "aarch64_in_za"),
        (Func::ARM_OUT_ZA, "aarch64_out_za"),
        (Func::ARM_INOUT_ZA, "aarch64_inout_za"),
        (Func::ARM_PRESERVES_ZA, "aarch64_preserves_za"),
    ],
];

/// The attributes of parameters and results: the dialect's names, and LLVM's.
pub const PARAMETERS: &[(&str, &str)] = &[
    ("align", "align"),
    ("alignstack", "alignstack"),
    ("allocalign", "allocalign"),
    ("allocptr", "allocptr"),
    ("byref", "byref"),
    ("byval", "byval"),
    ("dereferenceable", "dereferenceable"),
    ("dereferenceable_or_null", "dereferenceable_or_null"),
    ("elementtype", "elementtype"),
    ("inalloca", "inalloca"),
    ("inreg", "inreg"),
    ("nest", "nest"),
    ("noalias", "noalias"),
    ("nocapture", "captures"),
    ("nofree", "nofree"),
    ("nonnull", "nonnull"),
    ("noundef", "noundef"),
    ("preallocated", "preallocated"),
    ("range", "range"),
    ("readnone", "readnone"),
    ("readonly", "readonly"),
    ("returned", "returned"),
    ("signext", "signext"),
    ("sret", "sret"),
    ("writeonly", "writeonly"),
    ("zeroext", "zeroext"),
];

impl<'a> Exporter<'a> {
    /// The attributes of a function.
    pub(super) fn function_attrs(&mut self, op: OpRef<'a>) -> Result<AttributeSet, Box<Diagnostic>> {
        let cx = self.cx;
        let mut attrs = AttributeSet::default();
        for (_, name) in FLAGS.iter().filter(|(slot, _)| op.prop(*slot).is_some()) {
            attrs.add(Attribute::flag(name));
        }
        if let Some(features) = op.get(Func::target_features) {
            let features = features.features(cx).as_array(cx).unwrap_or_default();
            let features: Vec<&str> = features.iter().filter_map(|feature| feature.as_str(cx)).collect();
            attrs.add(Attribute::text("target-features", &features.join(",")));
        }
        if let Some(frame) = op.get(Func::frame_pointer) {
            let kind = rmlir::core::params::load_enum::<FramePointerKind>(cx, frame.framePointerKind(cx));
            let word = kind.map_or("none", word_of);
            attrs.add(Attribute::text("frame-pointer", word));
        }
        if let Some(table) = op.get(Func::uwtable_kind) {
            let kind = rmlir::core::params::load_enum::<UWTableKind>(cx, table.uwtableKind(cx));
            if let Some(kind) = kind.filter(|kind| kind.value() != 0) {
                attrs.add(Attribute::known("uwtable", Value::Int(kind.value())));
            }
        }
        if let Some(effects) = self.memory_effects(op, Func::MEMORY_EFFECTS) {
            attrs.add(effects);
        }
        self.passthrough(op, op.get(Func::passthrough), "passthrough", &mut attrs)?;
        Ok(attrs)
    }

    /// The additional attributes of a function with a body.
    pub(super) fn body_attrs(&mut self, op: OpRef<'a>, attrs: &mut AttributeSet) {
        let cx = self.cx;
        for group in ARM {
            if let Some((_, name)) = group.iter().find(|(slot, _)| op.prop(*slot).is_some()) {
                attrs.add(Attribute::text(name, ""));
            }
        }
        for (slot, name) in TEXTS {
            let Some(value) = op.prop(*slot) else { continue };
            let text = match value.as_bool(cx) {
                Some(value) => value.to_string(),
                None => text_prop(op, *slot).unwrap_or_default(),
            };
            attrs.add(Attribute::text(name, &text));
        }
        if let Some(range) = op.get(Func::vscale_range) {
            let bound = |attr: Attr| attr.as_i64(cx).unwrap_or(0) as u64;
            let value = bound(range.minRange(cx)) << 32 | bound(range.maxRange(cx));
            attrs.add(Attribute::known("vscale_range", Value::Int(value)));
        }
    }

    /// The memory effects in property `slot`.
    pub(super) fn memory_effects(&self, op: OpRef, slot: usize) -> Option<Attribute> {
        let cx = self.cx;
        let effects = op.prop(slot).and_then(|attr| MemoryEffectsAttr::from_attr(cx, attr))?;
        let value = |attr: Attr| {
            rmlir::core::params::load_enum::<ModRefInfo>(cx, attr).map_or(3, |effect| effect.value() as u8)
        };
        let effects = MemoryEffects([
            value(effects.argMem(cx)),
            value(effects.inaccessibleMem(cx)),
            value(effects.errnoMem(cx)),
            value(effects.other(cx)),
            value(effects.targetMem0(cx)),
            value(effects.targetMem1(cx)),
        ]);
        Some(Attribute::known("memory", Value::Words(effects.words())))
    }

    /// Attributes that are given by LLVM's names.
    pub(super) fn passthrough(
        &mut self,
        op: OpRef,
        list: Option<&[Attr]>,
        what: &str,
        attrs: &mut AttributeSet,
    ) -> Checked {
        let cx = self.cx;
        for entry in list.unwrap_or_default() {
            if let Some(name) = entry.as_str(cx) {
                attrs.add(self.by_name(op, name, "")?);
                continue;
            }
            let Some([name, value]) = entry.as_array(cx) else {
                return Err(op.plain_error(format!("expected '{what}' to contain string or array attributes")));
            };
            let (Some(name), Some(value)) = (name.as_str(cx), value.as_str(cx)) else {
                return Err(op.plain_error(format!("expected arrays within '{what}' to contain two strings")));
            };
            attrs.add(self.by_name(op, name, value)?);
        }
        Ok(())
    }

    fn by_name(&self, op: OpRef, name: &str, value: &str) -> Result<Attribute, Box<Diagnostic>> {
        if kind(name).is_none() {
            return Ok(Attribute::text(name, value));
        }
        if is_int(name) {
            if value.is_empty() {
                return Err(op.plain_error(format!("LLVM attribute '{name}' expects a value")));
            }
            return Ok(match parse_number(value) {
                Some(value) if name == "memory" => Attribute::known(name, Value::Words(encoded_effects(value).words())),
                Some(value) => Attribute::known(name, Value::Int(value)),
                None => Attribute::text(name, value),
            });
        }
        if !value.is_empty() {
            let text = format!("LLVM attribute '{name}' does not expect a value, found '{value}'");
            return Err(op.plain_error(text));
        }
        Ok(Attribute::flag(name))
    }

    /// The attributes of one parameter or result.
    pub(super) fn param_attrs(&mut self, op: OpRef, attrs: Attr) -> Result<AttributeSet, Box<Diagnostic>> {
        let cx = self.cx;
        let mut set = AttributeSet::default();
        for entry in attrs.as_dict(cx).unwrap_or_default() {
            let Some(name) = entry.name.str(cx).strip_prefix("llvm.") else { continue };
            let Some((_, name)) = PARAMETERS.iter().find(|(ours, _)| *ours == name) else { continue };
            let name = *name;
            let value = if let Some(ty) = entry.value.as_type(cx) {
                Value::Type(self.ty(ty))
            } else if let Some((value, _)) = entry.value.as_integer(cx) {
                Value::Int(value.zext_value().unwrap_or(0))
            } else if entry.value == Attr::UNIT && name == "captures" {
                Value::Words("none".to_owned())
            } else if entry.value == Attr::UNIT {
                Value::None
            } else if let Some(range) = ConstantRangeAttr::from_attr(cx, entry.value) {
                let bound = |attr: Attr| attr.as_integer(cx).map(|(value, _)| value.clone());
                match (bound(range.lower(cx)), bound(range.upper(cx))) {
                    (Some(lower), Some(upper)) => Value::Range(lower, upper),
                    _ => Value::None,
                }
            } else {
                return Err(op.plain_error("unsupported parameter attribute type"));
            };
            set.add(Attribute::known(name, value));
        }
        Ok(set)
    }

    /// The attributes of `n` parameters or results in property `slot`.
    pub(super) fn all_param_attrs(
        &mut self,
        op: OpRef,
        slot: usize,
        n: usize,
    ) -> Result<Vec<AttributeSet>, Box<Diagnostic>> {
        let lists = function::attrs_of(op, slot, n);
        lists.into_iter().map(|attrs| self.param_attrs(op, attrs)).collect()
    }
}

/// An unsigned integer in any base of C.
fn parse_number(text: &str) -> Option<u64> {
    let (digits, base) = match text.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    u64::from_str_radix(digits, base).ok()
}

/// The effects that an integer encodes in two bits each.
fn encoded_effects(value: u64) -> MemoryEffects {
    let mut effects = [0; 6];
    effects.iter_mut().enumerate().for_each(|(index, effect)| *effect = (value >> (2 * index) & 3) as u8);
    MemoryEffects(effects)
}
