//! Attributes of functions, parameters, results and calls.

use rmlir::core::params::store_enum;
use rmlir::prelude::*;
use rmlir_llvm::attrs::enums::{FramePointerKind, ModRefInfo, UWTableKind};
use rmlir_llvm::attrs::memory::MemoryEffectsAttr;
use rmlir_llvm::attrs::misc::{
    ConstantRangeAttr, FramePointerKindAttr, TargetFeaturesAttr, UWTableKindAttr, VScaleRangeAttr,
};
use rmlir_llvm_ir::model::attribute::{Attribute, AttributeSet, MemoryEffects, Value};

use super::Importer;
use crate::export::PARAMETERS;

/// LLVM's names of flags of functions and calls, with the corresponding properties.
pub const FLAGS: &[(&str, &str)] = &[
    ("noinline", "no_inline"),
    ("alwaysinline", "always_inline"),
    ("inlinehint", "inline_hint"),
    ("optnone", "optimize_none"),
    ("convergent", "convergent"),
    ("nounwind", "no_unwind"),
    ("willreturn", "will_return"),
];

/// LLVM's names of attributes with string values, with the corresponding properties.
const TEXTS: &[(&str, &str)] = &[
    ("target-cpu", "target_cpu"),
    ("tune-cpu", "tune_cpu"),
    ("reciprocal-estimates", "reciprocal_estimates"),
    ("prefer-vector-width", "prefer_vector_width"),
    ("denormal-fp-math", "denormal_fp_math"),
    ("denormal-fp-math-f32", "denormal_fp_math_f32"),
    ("fp-contract", "fp_contract"),
    ("instrument-function-entry", "instrument_function_entry"),
    ("instrument-function-exit", "instrument_function_exit"),
];

/// LLVM's names of attributes with boolean values, with the corresponding properties.
const TRUTHS: &[(&str, &str)] = &[
    ("no-infs-fp-math", "no_infs_fp_math"),
    ("no-nans-fp-math", "no_nans_fp_math"),
    ("no-signed-zeros-fp-math", "no_signed_zeros_fp_math"),
];

const ARM: &[(&str, &str)] = &[
    ("aarch64_pstate_sm_enabled", "arm_streaming"),
    ("aarch64_pstate_sm_body", "arm_locally_streaming"),
    ("aarch64_pstate_sm_compatible", "arm_streaming_compatible"),
    ("aarch64_new_za", "arm_new_za"),
    ("aarch64_in_za", "arm_in_za"),
    ("aarch64_out_za", "arm_out_za"),
    ("aarch64_inout_za", "arm_inout_za"),
    ("aarch64_preserves_za", "arm_preserves_za"),
];

/// Further attributes with a corresponding property, which are not added to `passthrough`.
const NOT_PASSED: &[&str] = &["frame-pointer", "memory", "target-features", "uwtable", "vscale_range"];

/// Attributes that upstream adds to `passthrough` although they have a property.
const PASSED_TOO: &[&str] = &["target-cpu", "reciprocal-estimates", "prefer-vector-width"];

impl Importer<'_> {
    /// The attributes of one parameter or result.
    pub(super) fn param_attrs(&mut self, set: &AttributeSet) -> Attr {
        let cx = self.cx;
        let mut entries = Vec::new();
        for attribute in set.iter() {
            let Some((name, _)) = PARAMETERS.iter().find(|(_, theirs)| *theirs == attribute.name()) else { continue };
            let value = match &attribute.value {
                Value::Words(words) if *name == "nocapture" && words == "none" => Attr::UNIT,
                Value::Words(_) | Value::Text(_) => continue,
                Value::None => Attr::UNIT,
                Value::Int(value) => cx.i64_attr(*value as i64),
                Value::Type(ty) => cx.type_attr(self.ty(*ty)),
                Value::Range(lower, upper) => {
                    let ty = cx.int_type(lower.width());
                    let bound = |bound: &ApInt| cx.apint_attr(ty, bound.clone());
                    ConstantRangeAttr::get(cx, bound(lower), bound(upper)).attr()
                }
            };
            entries.push(NamedAttr { name: cx.ident(&format!("llvm.{name}")), value });
        }
        cx.dict(entries)
    }

    /// The attributes of `n` parameters; `None` if there are no attributes.
    pub(super) fn arg_attrs(&mut self, sets: &[AttributeSet], n: usize) -> Option<Attr> {
        if sets.iter().all(AttributeSet::is_empty) {
            return None;
        }
        let mut attrs: Vec<Attr> = sets.iter().take(n).map(|set| self.param_attrs(set)).collect();
        attrs.resize(n, Attr::EMPTY_DICT);
        Some(self.cx.array_attr(&attrs))
    }

    /// The attributes of the result; `None` if there are none.
    pub(super) fn result_attrs(&mut self, set: &AttributeSet) -> Option<Attr> {
        if set.is_empty() {
            return None;
        }
        let attrs = self.param_attrs(set);
        Some(self.cx.array_attr(&[attrs]))
    }

    /// The attribute for memory effects; `None` for all effects.
    pub(super) fn effects_attr(&self, effects: MemoryEffects) -> Option<Attr> {
        if effects.0 == [3; 6] {
            return None;
        }
        let cx = self.cx;
        let value = |place: usize| {
            let case = ModRefInfo::from_value(effects.0[place].into()).unwrap_or(ModRefInfo::ModRef);
            store_enum(cx, case)
        };
        let [arg, inaccessible, errno, other, target0, target1] = [0, 1, 2, 3, 4, 5].map(value);
        Some(MemoryEffectsAttr::get(cx, other, arg, inaccessible, errno, target0, target1).attr())
    }

    /// The attributes of a function, as properties of `state`.
    pub(super) fn function_attrs(&mut self, set: &AttributeSet, state: &mut OpState) {
        let cx = self.cx;
        if let Some(effects) = self.effects_attr(effects_of(set)) {
            state.set_attr(cx, "memory_effects", effects);
        }
        let features = target_features(set);
        let is_passed =
            |name: &str| is_passed(name) || (name == "target-features" && matches!(features, Features::Other));
        let passed: Vec<Attr> =
            set.iter().filter(|attribute| is_passed(attribute.name())).map(|it| passed(cx, it)).collect();
        if !passed.is_empty() {
            state.set_attr(cx, "passthrough", cx.array_attr(&passed));
        }
        for (name, prop) in FLAGS.iter().chain(ARM) {
            if set.find(name).is_some() {
                state.set_attr(cx, prop, Attr::UNIT);
            }
        }
        let text = |name: &str| match set.find(name).map(|attribute| &attribute.value) {
            Some(Value::Text(text)) => Some(text.clone()),
            Some(_) => Some(String::new()),
            None => None,
        };
        for (name, prop) in TEXTS {
            if let Some(text) = text(name) {
                state.set_attr(cx, prop, cx.str_attr(&text));
            }
        }
        for (name, prop) in TRUTHS {
            if let Some(text) = text(name) {
                state.set_attr(cx, prop, cx.bool_attr(text == "true"));
            }
        }
        if let Features::Signed(features) = features {
            let features: Vec<Attr> = features.iter().map(|feature| cx.str_attr(feature)).collect();
            state.set_attr(cx, "target_features", TargetFeaturesAttr::get(cx, cx.array_attr(&features)).attr());
        }
        if let Some(kind) = text("frame-pointer").and_then(|word| self.case_of::<FramePointerKind>(&word)) {
            let kind = FramePointerKindAttr::get(cx, store_enum(cx, kind)).attr();
            state.set_attr(cx, "frame_pointer", kind);
        }
        if let Some(Value::Int(kind)) = set.find("uwtable").map(|attribute| &attribute.value)
            && let Some(kind) = UWTableKind::from_value(*kind)
        {
            state.set_attr(cx, "uwtable_kind", UWTableKindAttr::get(cx, store_enum(cx, kind)).attr());
        }
        if let Some(Value::Int(range)) = set.find("vscale_range").map(|attribute| &attribute.value) {
            let bound = |value: u64| cx.i32_attr(value as i32);
            let range = VScaleRangeAttr::get(cx, bound(range >> 32), bound(range & 0xffff_ffff)).attr();
            state.set_attr(cx, "vscale_range", range);
        }
    }
}

/// The value of `target-features`.
enum Features {
    /// The attribute is absent.
    None,
    /// Features that are all switched on or off, by a sign.
    Signed(Vec<String>),
    /// Text that is not such a list.
    Other,
}

fn target_features(set: &AttributeSet) -> Features {
    let Some(attribute) = set.find("target-features") else { return Features::None };
    let Value::Text(text) = &attribute.value else { return Features::Signed(Vec::new()) };
    let features: Vec<String> = text.split(',').filter(|feature| !feature.is_empty()).map(str::to_owned).collect();
    match features.iter().all(|feature| feature.starts_with(['+', '-'])) {
        true => Features::Signed(features),
        false => Features::Other,
    }
}

fn is_passed(name: &str) -> bool {
    let has_property = [FLAGS, TEXTS, TRUTHS, ARM].iter().any(|rows| rows.iter().any(|(other, _)| *other == name));
    PASSED_TOO.contains(&name) || !has_property && !NOT_PASSED.contains(&name)
}

/// An attribute by LLVM's name, with its value as a string.
fn passed(cx: &Context, attribute: &Attribute) -> Attr {
    let name = cx.str_attr(attribute.name());
    let value = match &attribute.value {
        Value::Int(value) => value.to_string(),
        Value::Text(text) | Value::Words(text) => text.clone(),
        _ => return name,
    };
    cx.array_attr(&[name, cx.str_attr(&value)])
}

/// The memory effects in attributes: all if there is no `memory` attribute.
pub fn effects_of(set: &AttributeSet) -> MemoryEffects {
    let words = set.find("memory").and_then(|attribute| match &attribute.value {
        Value::Words(words) => MemoryEffects::parse(words),
        _ => None,
    });
    words.unwrap_or(MemoryEffects([3; 6]))
}
