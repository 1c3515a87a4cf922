//! The attributes that belong to no larger family: properties of functions and
//! modules, and the constants that operations fold to.
#![allow(non_upper_case_globals)] // As for the constraints of the core.

use rmlir::core::opdef::AttrConstraint;
use rmlir::prelude::*;

use super::enums::{Comdat, FramePointerKind, ModFlagBehavior, ProfileSummaryFormatKind, UWTableKind};
use super::params::{FlagOr0, List, Number, case, list_of};
use super::{May, Must, attrs};

/// An undefined value, as a constant.
#[attr(name = "llvm.undef")]
pub struct UndefAttr {}

/// Poison, as a constant.
#[attr(name = "llvm.poison")]
pub struct PoisonAttr {}

/// Zero of any type, as a constant.
#[attr(name = "llvm.zero")]
pub struct ZeroAttr {}

/// The address of a function, or of an equivalent one in the same linkage unit, as a constant.
#[attr(name = "llvm.dso_local_equivalent", format = "$sym")]
pub struct DSOLocalEquivalentAttr {
    #[param(constraint = FlatSymbolRefAttr)]
    pub sym: Must,
}

/// An address space.
#[attr(name = "llvm.address_space", format = "`<` $addressSpace `>`")]
pub struct AddressSpaceAttr {
    #[param(constraint = Number)]
    pub addressSpace: Must,
}

/// Rows of `/// doc`, `Name "name" parameter Constraint;`: attributes of one keyword.
macro_rules! keywords {
    ($($(#[$doc:meta])* $name:ident $spelled:literal $format:literal $field:ident $case:ident = $kind:ident;)*) => {$(
        static $case: AttrConstraint = case::<$kind>();
        $(#[$doc])*
        #[attr(name = $spelled, format = $format)]
        pub struct $name {
            #[param(constraint = $case)]
            pub $field: Must,
        }
    )*};
}

keywords! {
    /// The linker's rule for selecting among COMDAT sections of one name.
    ComdatAttr "llvm.comdat" "$comdat" comdat ComdatCase = Comdat;
    /// Whether a function keeps a frame pointer.
    FramePointerKindAttr "llvm.framePointerKind" "`<` $framePointerKind `>`" framePointerKind FramePointerCase =
        FramePointerKind;
    /// The kind of unwind table.
    UWTableKindAttr "llvm.uwtableKind" "`<` $uwtableKind `>`" uwtableKind UWTableCase = UWTableKind;
}

attrs! {
    /// The range of the runtime multiple of scalable vectors' sizes (`vscale`).
    VScaleRangeAttr "llvm.vscale_range" { minRange: Must IntegerAttr, maxRange: Must IntegerAttr }
    /// A target: triple, chip and features.
    TargetAttr "llvm.target" { triple: Must StrAttr, chip: Must StrAttr, features: May TargetFeaturesAttr }
    /// A label that a block address refers to.
    BlockTagAttr "llvm.blocktag" { id: Must Number }
    /// The address of a block, by its function and label.
    BlockAddressAttr "llvm.blockaddress" { function: Must FlatSymbolRefAttr, tag: Must BlockTagAttr }
    /// The vector type that most operations of a function use.
    VecTypeHintAttr "llvm.vec_type_hint" { hint: Must TypeAttr, is_signed: May FlagOr0 }
    /// The number of calls from one function to another, of a profile.
    ModuleFlagCGProfileEntryAttr "llvm.cgprofile_entry" {
        from: May FlatSymbolRefAttr, to: May FlatSymbolRefAttr, count: Must Number,
    }
    /// An entry of the detailed summary of a profile.
    ModuleFlagProfileSummaryDetailedAttr "llvm.profile_summary_detailed" {
        cut_off: Must Number, min_count: Must Number, num_counts: Must Number,
    }
    /// The summary of a profile.
    ModuleFlagProfileSummaryAttr "llvm.profile_summary" {
        format: Must FormatCase, total_count: Must Number, max_count: Must Number, max_internal_count: Must Number,
        max_function_count: Must Number, num_counts: Must Number, num_functions: Must Number,
        is_partial_profile: May Number, partial_profile_ratio: May AnyAttr, detailed_summary: Must DetailedSummary,
    }
}

static FormatCase: AttrConstraint = case::<ProfileSummaryFormatKind>();
static BehaviorCase: AttrConstraint = case::<ModFlagBehavior>();
static DetailedSummary: AttrConstraint = list_of::<ModuleFlagProfileSummaryDetailedAttr>();

/// A flag of a module.
#[attr(name = "llvm.mlir.module_flag", format = "`<` $behavior `,` $key `,` $value `>`")]
pub struct ModuleFlagAttr {
    #[param(constraint = BehaviorCase)]
    pub behavior: Must,
    #[param(constraint = StrAttr)]
    pub key: Must,
    pub value: Must,
}

/// Memory that a group of threads shares, as an argument of a kernel.
#[attr(name = "llvm.mlir.workgroup_attribution", format = "`<` $num_elements `,` $element_type `>`")]
pub struct WorkgroupAttributionAttr {
    #[param(constraint = IntegerAttr)]
    pub num_elements: Must,
    #[param(constraint = TypeAttr)]
    pub element_type: Must,
}

/// The libraries a module is linked with.
#[attr(name = "llvm.dependent_libraries", format = "`<` $libs `>`")]
pub struct DependentLibrariesAttr {
    #[param(constraint = List)]
    pub libs: Must,
}

/// The features of a target.
#[attr(name = "llvm.target_features", parse = parse_features, print = print_features, verify = verify_features)]
pub struct TargetFeaturesAttr {
    pub features: Must,
}

fn parse_features(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let mut features = Vec::new();
    parser.list(Delimiter::Square, |parser| {
        features.push(parser.parse_attr(None)?);
        Ok(())
    })?;
    parser.token(">")?;
    Ok(vec![parser.cx().array_attr(&features)])
}

fn print_features(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    printer.text("<[");
    super::params::separated(printer, params[0], |printer, feature| printer.attr(feature));
    printer.text("]>");
}

fn verify_features(cx: &Context, params: &[Attr]) -> Result<(), String> {
    for feature in params[0].as_array(cx).unwrap_or_default() {
        let text = feature.as_str(cx).unwrap_or_default();
        if text.is_empty() {
            return Err("target features can not be null or empty".to_owned());
        }
        if !text.starts_with(['+', '-']) {
            return Err("target features must start with '+' or '-'".to_owned());
        }
        if text.contains(',') {
            return Err("target features can not contain ','".to_owned());
        }
    }
    Ok(())
}

/// The integers from `lower` up to, but not including, `upper`.
#[attr(name = "llvm.constant_range", parse = parse_range, print = print_range)]
pub struct ConstantRangeAttr {
    pub lower: Must,
    pub upper: Must,
}

fn parse_range(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let pos = parser.pos();
    let ty = parser.parse_type()?;
    let Some(width) = ty.int_width(parser.cx()) else {
        return Err(parser.error_at(pos, "expected integer type"));
    };
    parser.token(",")?;
    let lower = parse_bound(parser, ty, width)?;
    parser.token(",")?;
    let upper = parse_bound(parser, ty, width)?;
    parser.token(">")?;
    Ok(vec![lower, upper])
}

fn parse_bound(parser: &mut dyn AsmParser, ty: Type, width: u32) -> Parsed<Attr> {
    let Some(value) = parser.try_integer()? else { return Err(parser.error("expected integer value")) };
    Ok(parser.cx().apint_attr(ty, value.sext_or_trunc(width)))
}

fn print_range(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    printer.text("<");
    let ty = params[0].ty(printer.cx()).unwrap_or(Type::NONE);
    printer.ty(ty);
    for bound in params {
        printer.text(", ");
        let value = bound.as_integer(printer.cx()).map(|(value, _)| value.to_string_signed());
        printer.text(&value.unwrap_or_default());
    }
    printer.text(">");
}

/// The `undef` constant.
pub fn undef_attr(cx: &Context) -> Attr {
    UndefAttr::get(cx).attr()
}

/// The `poison` constant.
pub fn poison_attr(cx: &Context) -> Attr {
    PoisonAttr::get(cx).attr()
}

/// The zero constant of type `ty`: a builtin attribute if one exists.
pub fn zero_attr(cx: &Context, ty: Type) -> Attr {
    cx.zero_attr(ty).unwrap_or_else(|| ZeroAttr::get(cx).attr())
}
