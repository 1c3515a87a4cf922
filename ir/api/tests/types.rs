//! The expansion of `#[ty]` and `#[attr]`: handles, enumerations, and constraints.
#![allow(missing_docs)]

extern crate rmlir_ir as rmlir;

use rmlir::core::dialect::ParamsFormat;
use rmlir::core::opdef::AttrAsm;
use rmlir::prelude::*;

dialect! { Sample = "sample" { types: [Unit, Boxed], attrs: [Mode, Flags, Info], ops: [Use] } }

#[ty(name = "sample.unit")]
struct Unit;

/// A box of things.
#[ty(name = "sample.box", format = "`<` $element `,` $label (`,` $size^)? `x` $shape `>`", verify = verify_boxed)]
pub struct Boxed {
    /// The type of the content.
    pub element: Type,
    pub label: &str,
    pub size: Option<i64>,
    pub shape: Vec<i64>,
}

fn verify_boxed(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let element = params[0].as_type(cx).ok_or("the element is no type")?;
    if element == Type::NONE { Err("there is nothing in the box".into()) } else { Ok(()) }
}

#[attr(name = "sample.mode", called = "::sample::Mode")]
pub enum Mode {
    Fast,
    #[case("really-exact")]
    Exact,
    SomewhereBetween = 7,
}

/// Which rules hold.
#[attr(name = "sample.flags", bits = ",", format = "$value")]
pub enum Flags {
    #[case("none")]
    Empty = 0,
    NoNan,
    NoInf,
    Signed = 8,
    All = 11,
}

#[attr(int = 64)]
pub enum Predicate {
    Eq,
    Ne,
    Slt,
}

#[attr(name = "sample.info", summary = "some info", format = "`<` $mode `,` $predicate `,` $value `>`",
       typed = |_, params| (params.len() == 3).then_some(Type::I8))]
pub struct Info {
    mode: Mode,
    predicate: Predicate,
    #[param(constraint = I64Attr)]
    value: Attr,
}

#[op(name = "sample.use")]
struct Use {
    #[operand]
    boxed: Boxed,
    #[prop]
    mode: Mode,
    #[prop]
    predicate: Option<Predicate>,
    #[prop]
    info: Option<Info>,
}

fn context() -> Context {
    let mut registry = rmlir::core::context::DialectRegistry::default();
    registry.add(Sample::DEF);
    Context::new(registry)
}

#[test]
fn types_have_parameters() {
    let cx = context();
    let boxed = Boxed::get(&cx, Type::F32, "a", None, vec![1, 2]);
    assert_eq!((boxed.element(&cx), boxed.label(&cx), boxed.size(&cx)), (Type::F32, "a", None));
    assert_eq!(boxed.shape(&cx), [1, 2]);
    assert_eq!(Boxed::get(&cx, Type::F32, "a", Some(4), vec![]).size(&cx), Some(4));
    assert_eq!(Boxed::from_type(&cx, boxed.ty()), Some(boxed));
    assert_eq!((Boxed::from_type(&cx, Type::F32), Unit::from_type(&cx, boxed.ty())), (None, None));
    assert_eq!(Type::from(Unit::get(&cx)), Unit::get(&cx).ty());
}

#[test]
fn types_have_definitions() {
    let cx = context();
    let def = cx.type_def("sample.box").unwrap();
    assert!(std::ptr::eq(def, Boxed::DEF) && def.verify.is_some());
    assert!(matches!(def.format, ParamsFormat::Spec(_)) && matches!(Unit::DEF.format, ParamsFormat::Empty));
    let params: Vec<_> = def.params.iter().map(|param| (param.name, param.optional)).collect();
    assert_eq!(params, [("element", false), ("label", false), ("size", true), ("shape", false)]);
    assert_eq!(def.params[1].constraint.summary, "string attribute");
}

#[test]
fn types_are_constraints() {
    let cx = context();
    let constraint = Use::DEF.operands[0].constraint;
    assert_eq!(constraint.summary, "A box of things");
    assert!((constraint.check)(&cx, Boxed::get(&cx, Type::I1, "", None, vec![]).ty()));
    assert!(!(constraint.check)(&cx, Unit::get(&cx).ty()));
}

#[test]
fn enums_are_attributes() {
    let cx = context();
    let exact = Mode::Exact.attr(&cx);
    assert_eq!(Mode::from_attr(&cx, exact), Some(Mode::Exact));
    assert_eq!(Mode::from_attr(&cx, Attr::UNIT), None);
    assert_eq!(Mode::ENUM.cases, [("fast", 0), ("really-exact", 1), ("somewhere_between", 7)]);
    assert_eq!(Mode::ENUM.name, "::sample::Mode");
    assert!(std::ptr::eq(exact.dialect_attr(&cx).unwrap().0, cx.attr_def("sample.mode").unwrap()));
    let constraint = Use::DEF.props[Use::MODE].constraint;
    assert!((constraint.check)(&cx, exact) && !(constraint.check)(&cx, cx.i64_attr(1)));
    assert!(matches!(constraint.asm, AttrAsm::Stripped(def) if std::ptr::eq(def, Mode::DEF)));
}

#[test]
fn enums_are_sets_of_bits() {
    let cx = context();
    let both = Flags::NoNan.union(Flags::NoInf);
    assert_eq!(Flags::ENUM.cases, [("none", 0), ("no_nan", 1), ("no_inf", 2), ("signed", 8), ("all", 11)]);
    assert_eq!(Flags::ENUM.keyword(both.value()).unwrap(), "no_nan,no_inf");
    assert!(Flags::All.contains(both) && !both.contains(Flags::Signed));
    assert_eq!(both.intersection(Flags::NoInf), Flags::NoInf);
    assert_eq!(Flags::from_attr(&cx, both.attr(&cx)), Some(both));
    assert_eq!((Flags::from_value(4), Flags::from_value(9).is_some()), (None, true));
    assert_eq!(Flags::Empty.value(), 0);
}

#[test]
fn enums_are_integers() {
    let cx = context();
    assert_eq!(Predicate::Slt.attr(&cx), cx.i64_attr(2));
    assert_eq!(Predicate::from_attr(&cx, cx.i64_attr(1)), Some(Predicate::Ne));
    let constraint = Use::DEF.props[Use::PREDICATE].constraint;
    assert_eq!(constraint.summary, "allowed 64-bit signless integer cases: 0, 1, 2");
    assert!(!(constraint.kind)(&cx, cx.i64_attr(3)) && !(constraint.kind)(&cx, cx.i32_attr(2)));
    assert!(matches!(constraint.asm, AttrAsm::IntEnum(table, 64) if std::ptr::eq(table, Predicate::ENUM)));
}

#[test]
fn attributes_have_parameters() {
    let cx = context();
    let info = Info::get(&cx, Mode::Fast, Predicate::Ne, cx.i64_attr(3));
    assert_eq!((info.mode(&cx), info.predicate(&cx)), (Mode::Fast, Predicate::Ne));
    assert_eq!((info.value(&cx), info.attr().ty(&cx)), (cx.i64_attr(3), Some(Type::I8)));
    assert_eq!(Info::from_attr(&cx, Attr::from(info)), Some(info));
    assert_eq!(Info::DEF.params[2].constraint.summary, "64-bit signless integer attribute");
    assert!(matches!(Info::DEF.params[1].constraint.asm, AttrAsm::IntEnum(_, 64)));
    assert_eq!(Use::DEF.props[Use::INFO].constraint.summary, "some info");
}
