//! Modes of operations, constraints on their attributes, and the target environment.
#![allow(non_upper_case_globals)] // Constraints are named like types.

use rmlir::core::asm::Delimiter;
use rmlir::core::opdef::{AttrAsm, AttrConstraint};
use rmlir::core::{DialectAttr, EnumAttr};
use rmlir::prelude::*;

/// How a value between elements is computed when an image is resized.
#[attr(
    name = "tosa.resize_mode",
    called = "::mlir::tosa::ResizeMode",
    summary = "Supported resize/upsampling strategies"
)]
pub enum ResizeMode {
    /// It is the nearest element.
    #[case("NEAREST_NEIGHBOR")]
    NearestNeighbor,
    /// It is the linear interpolation along both dimensions.
    #[case("BILINEAR")]
    Bilinear,
}

/// Whether a NaN that is compared is the result.
#[attr(
    name = "tosa.nan_mode",
    called = "::mlir::tosa::NanPropagationMode",
    summary = "Supported NaN propagation strategies"
)]
pub enum NanPropagationMode {
    /// NaN is the result.
    #[case("PROPAGATE")]
    Propagate,
    /// The other value is the result.
    #[case("IGNORE")]
    Ignore,
}

/// The rounding of a scaled integer.
#[attr(name = "tosa.rounding_mode", called = "::mlir::tosa::RoundingMode", summary = "Supported rounding modes")]
pub enum RoundingMode {
    /// To the nearest integer, ties toward positive infinity.
    #[case("SINGLE_ROUND")]
    SingleRound,
    /// To one of the nearest integers, which one is not specified.
    #[case("INEXACT_ROUND")]
    InexactRound,
    /// In two steps, for shifts above 31: ties away from zero.
    #[case("DOUBLE_ROUND")]
    DoubleRound,
}

/// The number of values that share a scale.
#[attr(
    name = "tosa.block_size",
    called = "::mlir::tosa::BlockSize",
    summary = "Block size for the block_scaled formats"
)]
pub enum BlockSize {
    /// 32 values.
    #[case("BLOCK_SIZE_32")]
    BlockSize32,
}

/// A profile of the specification: a set of operations and types.
#[attr(name = "tosa.prof", called = "::mlir::tosa::Profile", summary = "supported TOSA profiles")]
#[allow(missing_docs)] // They are called by what they support.
pub enum Profile {
    ProInt,
    ProFp,
    None,
}

/// An extension of the specification.
#[attr(name = "tosa.ext", called = "::mlir::tosa::Extension", summary = "supported TOSA extensions")]
#[allow(missing_docs)] // They are called by what they support.
pub enum Extension {
    None,
    Int16,
    Int4,
    Bf16,
    Fp8e4m3,
    Fp8e5m2,
    Fft,
    Variable,
    Controlflow,
    Doubleround,
    Inexactround,
    Dynamic,
    Mxfp,
    Int64,
    Shape,
}

/// The limits on ranks and sizes.
#[attr(name = "tosa.level", called = "::mlir::tosa::Level", summary = "supported TOSA levels")]
pub enum Level {
    /// There are no limits.
    None,
    /// Those of level 8K.
    #[case("8k")]
    EightK,
}

/// The version of the specification.
#[attr(
    name = "tosa.specification_version",
    called = "::mlir::tosa::SpecificationVersion",
    summary = "TOSA specification version"
)]
pub enum SpecificationVersion {
    /// Version 1.0.
    #[case("1.0")]
    V1_0,
    /// The draft of version 1.1.
    #[case("1.1.draft")]
    V1_1Draft,
}

/// What the target supports.
///
/// ```mlir
/// #tosa.target_env<specification_version = "1.0", level = "8k", profiles = [pro_int, pro_fp], extensions = [int16]>
/// ```
#[attr(name = "tosa.target_env", parse = parse_target_env, print = print_target_env)]
pub struct TargetEnvAttr {
    /// The version of the specification.
    pub specification_version: Attr,
    /// The limits.
    pub level: Attr,
    /// The profiles.
    pub profiles: Vec<Attr>,
    /// The extensions.
    pub extensions: Vec<Attr>,
}

/// Parses the parameters of a target environment between `<` and `>`.
fn parse_target_env(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let version = parse_entry(parser, "specification_version", parse_value::<SpecificationVersion>)?;
    parser.token(",")?;
    let level = parse_entry(parser, "level", parse_value::<Level>)?;
    parser.token(",")?;
    let profiles = parse_entry(parser, "profiles", parse_values::<Profile>)?;
    parser.token(",")?;
    let extensions = parse_entry(parser, "extensions", parse_values::<Extension>)?;
    parser.token(">")?;
    Ok(vec![version, level, profiles, extensions])
}

fn parse_entry(parser: &mut dyn AsmParser, name: &str, parse: fn(&mut dyn AsmParser) -> Parsed<Attr>) -> Parsed<Attr> {
    parser.keyword(name)?;
    parser.token("=")?;
    parse(parser)
}

/// Parses a keyword, or a string if the value is not spelled as a keyword.
fn parse_value<E: EnumAttr + DialectAttr>(parser: &mut dyn AsmParser) -> Parsed<Attr> {
    let pos = parser.pos();
    let spelled = match parser.try_string()? {
        Some(text) => Some(String::from_utf8_lossy(&text).into_owned()),
        None => parser.try_any_keyword().map(|keyword| keyword.str(parser.cx()).to_owned()),
    };
    let value = spelled.and_then(|spelled| E::ENUM.value(&spelled)).and_then(E::from_value);
    match value {
        Some(value) => Ok(value.attr(parser.cx())),
        None => {
            let cases: Vec<&str> = E::ENUM.cases.iter().map(|(name, _)| *name).collect();
            let message = format!("expected {} to be one of: {}", E::ENUM.name, cases.join(", "));
            Err(parser.error_at(pos, &message))
        }
    }
}

fn parse_values<E: EnumAttr + DialectAttr>(parser: &mut dyn AsmParser) -> Parsed<Attr> {
    let mut values = Vec::new();
    parser.list(Delimiter::Square, |parser| {
        values.push(parse_value::<E>(parser)?);
        Ok(())
    })?;
    Ok(parser.cx().array_attr(&values))
}

fn print_target_env(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    let &[version, level, profiles, extensions] = params else { return };
    let version = shown::<SpecificationVersion>(printer.cx(), version);
    let level = shown::<Level>(printer.cx(), level);
    let profiles = shown_list::<Profile>(printer.cx(), profiles);
    let extensions = shown_list::<Extension>(printer.cx(), extensions);
    printer.text(&format!("<specification_version = \"{version}\", level = "));
    printer.keyword_or_string(&level);
    printer.text(&format!(", profiles = [{profiles}], extensions = [{extensions}]>"));
}

fn shown<E: EnumAttr + DialectAttr>(cx: &Context, attr: Attr) -> String {
    E::from_attr(cx, attr)
        .map(|value| E::ENUM.keyword(value.value()).unwrap_or_default().into_owned())
        .unwrap_or_default()
}

fn shown_list<E: EnumAttr + DialectAttr>(cx: &Context, list: Attr) -> String {
    let list = list.as_array(cx).unwrap_or_default();
    list.iter().map(|&attr| shown::<E>(cx, attr)).collect::<Vec<_>>().join(", ")
}

/// Rows of `Name = n, "summary";`: `n` 64-bit integers.
macro_rules! int_arrays {
    ($($name:ident = $n:literal, $summary:literal;)*) => {$(
        #[doc = concat!("An ", $summary, ".")]
        pub static $name: AttrConstraint = DenseI64ArrayAttr.refined($summary, |cx, attr| {
            (DenseI64ArrayAttr.check)(cx, attr) && attr.as_int_array(cx).is_some_and(|numbers| numbers.len() == $n)
        });
        /// The type of attributes that satisfy it.
        pub type $name = DenseI64ArrayAttr;
    )*};
}

int_arrays! {
    IntArray2 = 2, "i64 dense array attribute with exactly 2 elements";
    IntArray3 = 3, "i64 dense array attribute with exactly 3 elements";
    IntArray4 = 4, "i64 dense array attribute with exactly 4 elements";
    IntArray6 = 6, "i64 dense array attribute with exactly 6 elements";
}

/// An integer or a float.
pub static IntOrFloatAttr: AttrConstraint =
    AttrConstraint::new("arbitrary integer attribute or arbitrary float attribute", |cx, attr| {
        attr.as_integer(cx).is_some() || attr.as_float(cx).is_some()
    });
/// The type of attributes that satisfy it.
pub type IntOrFloatAttr = AnyAttr;

/// The type of the accumulator of a sum of products.
pub static AccType: AttrConstraint = AttrConstraint {
    summary: "type attribute of 32-bit signless integer or 48-bit signless integer or 16-bit float or 32-bit float",
    kind: |cx, attr| attr.as_type(cx).is_some(),
    check: |cx, attr| attr.as_type(cx).is_some_and(|ty| is_acc_type(cx, ty)),
    asm: AttrAsm::Type,
};
/// The type of attributes that satisfy it.
pub type AccType = TypeAttr;

fn is_acc_type(cx: &Context, ty: Type) -> bool {
    ty == Type::F16 || ty == Type::F32 || matches!(ty.signless_width(cx), Some(32 | 48))
}

/// The default mode: NaN is propagated.
pub(crate) fn propagate(cx: &Context) -> Attr {
    NanPropagationMode::Propagate.attr(cx)
}

/// The default of `local_bound`.
pub(crate) fn no(cx: &Context) -> Attr {
    cx.bool_attr(false)
}
