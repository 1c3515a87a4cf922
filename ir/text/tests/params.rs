//! Parameter formats parsed and printed, as by the generated C++ code.

mod mock;

use rmlir_core::dialect::{ParamDef, ParamsFormat};
use rmlir_core::opdef::{AttrAsm, AttrConstraint, DefCache, EnumDef, Format};
use rmlir_core::{Context, DialectRegistry, Type};
use rmlir_text::format::{parse_params, read_params_format};

static INT: AttrConstraint = AttrConstraint {
    summary: "int",
    kind: |cx, attr| attr.as_i64(cx).is_some(),
    check: |cx, attr| attr.as_i64(cx).is_some(),
    asm: AttrAsm::Typed(|_| Type::I32),
};
static TYPE: AttrConstraint = AttrConstraint {
    summary: "type",
    kind: |cx, attr| attr.as_type(cx).is_some(),
    check: |cx, attr| attr.as_type(cx).is_some(),
    asm: AttrAsm::Type,
};
static ATTR: AttrConstraint =
    AttrConstraint { summary: "attribute", kind: |_, _| true, check: |_, _| true, asm: AttrAsm::Any };

static FLAG_CASES: EnumDef = EnumDef { name: "Flags", cases: &[("none", 0), ("nsw", 1), ("nuw", 2)], bits: Some(", ") };
static FLAG_ATTR: AttrConstraint =
    AttrConstraint { summary: "flags", kind: |_, _| true, check: |_, _| true, asm: AttrAsm::IntEnum(&FLAG_CASES, 32) };

const FLAGS: ParamDef = ParamDef { name: "flags", constraint: &FLAG_ATTR, optional: false };
const X: ParamDef = ParamDef { name: "x", constraint: &INT, optional: false };
const Y: ParamDef = ParamDef { name: "y", constraint: &TYPE, optional: true };
const Z: ParamDef = ParamDef { name: "z", constraint: &ATTR, optional: false };
const W: ParamDef = ParamDef { name: "w", constraint: &INT, optional: true };

/// The format `spec` of `params`, which is right.
fn format(params: &[ParamDef], spec: &'static str) -> &'static Format {
    match read_params_format(params, spec) {
        Ok(ParamsFormat::Spec(format)) => Box::leak(Box::new(format)),
        Ok(_) => panic!("what is read is declarative"),
        Err(why) => panic!("{why}"),
    }
}

/// Parses `text` and returns the printed form, or the errors.
fn run(params: &'static [ParamDef], spec: &'static str, text: &str) -> Result<String, String> {
    let cx = Context::new(DialectRegistry::default());
    let cache: &'static DefCache = Box::leak(Box::new(DefCache::new()));
    let mut parser = mock::Parser::new(&cx, text);
    let format = format(params, spec);
    let Ok(values) = parse_params(params, format, cache, &mut parser, None) else {
        return Err(parser.errors.join("; "));
    };
    assert_eq!(parser.rest(), "", "all of {text:?} is read");
    Ok(mock::print_params(&parser, params, format, cache, &values))
}

#[track_caller]
fn same(params: &'static [ParamDef], spec: &'static str, text: &str) {
    assert_eq!(run(params, spec, text).as_deref(), Ok(text), "{spec}");
}

#[track_caller]
fn fails(params: &'static [ParamDef], spec: &'static str, text: &str, errors: &str) {
    assert_eq!(run(params, spec, text), Err(errors.to_owned()), "{spec}");
}

#[test]
fn variables() {
    same(&[X], "`<` $x `>`", "<5>");
    fails(&[X], "`<` $x `>`", "<a>", "1: expected integer value");
    fails(&[X], "`<` $x `>`", "<5 6>", "3: expected '>'");
    same(&[X, Y, Z], "$x `foo` $y `,` $z", " -5 foo i32, \"a\"");
    same(&[X, Y], "`<` qualified($x) `:` $y `>`", "<5 : i1>");
}

#[test]
fn lists() {
    const SPEC: &str = "`<` params `>`";
    same(&[X, Y, Z], SPEC, "<5, i32, \"a\">");
    same(&[X, Y, Z], SPEC, "<5, \"a\">");
    same(&[X, Y], SPEC, "<5>");
    same(&[X, Y], SPEC, "<5, i32>");
    fails(&[X, Y, Z], SPEC, "<5>", "2: expected ','");
}

#[test]
fn structs() {
    const SPEC: &str = "`<` struct(params) `>`";
    same(&[X, Y, Z], SPEC, "<x = 5, y = i32, z = \"a\">");
    assert_eq!(run(&[X, Y, Z], SPEC, "<z = 1, x = 5>").as_deref(), Ok("<x = 5, z = 1 : i64>"));
    fails(&[X, Y, Z], SPEC, "<x = 5>", "6: struct is missing required parameter: z");
    fails(&[X, Y, Z], SPEC, "<x = 5, x = 6>", "12: duplicate or unknown struct parameter name: x");
    fails(&[X, Z], SPEC, "<x = 5>", "6: expected ','");
    fails(&[X, Y], SPEC, "<5>", "1: expected valid keyword; 1: expected a parameter name in struct");
    same(&[X, Y, Z], "`<` $x (`,` $y^)? `:` struct($z) `>`", "<5, i32 : z = \"a\">");
    same(&[X, Y, Z], "`<` $x (`,` $y^)? `:` struct($z) `>`", "<5 : z = \"a\">");
}

#[test]
fn spaces() {
    const A: ParamDef = ParamDef { name: "a", constraint: &INT, optional: false };
    const B: ParamDef = ParamDef { name: "b", constraint: &INT, optional: false };
    let written = run(&[X, A, B, Z], "`x` ` ` $x `(` ` ` $a `x` `` $b `\\n` $z", "x 1 (2 x 3 4");
    assert_eq!(written.as_deref(), Ok(" x  1( 2 x3\n 4 : i64"));
    const GROUPS: &str = "($y^ `foo`) : (`(`)? $x (`a` $w^) : (`(` `)`)?";
    assert_eq!(run(&[Y, X, W], GROUPS, "i32 foo 1 a 2").as_deref(), Ok(" i32 foo1 a 2"));
    const OTHERS: &str = "($y^ `foo`) : (`[`)? $x (`a` $w^) : (`[` `]`)?";
    same(&[Y, X, W], OTHERS, "[1[]");
}

#[test]
fn enumerations() {
    const SPEC: &str = "`<` $flags `>`";
    same(&[FLAGS], SPEC, "<none>");
    same(&[FLAGS], SPEC, "<nsw, nuw>");
    assert_eq!(run(&[FLAGS], SPEC, "<none, \"nuw\">").as_deref(), Ok("<nuw>"));
    fails(&[FLAGS], SPEC, "<nsw nuw>", "5: expected '>'");
    fails(&[FLAGS], SPEC, "<>", "1: expected valid keyword or string");
    fails(&[FLAGS], SPEC, "<nsw, a>", "1: expected Flags to be one of: none, nsw, nuw");
}

#[test]
fn groups() {
    same(&[Y, W], "(`<` $w^ `>`)? (`[` $y^ `]`) : (`none`)?", "<4>[i32]");
    same(&[Y, W], "(`<` $w^ `>`)? (`[` $y^ `]`) : (`none`)?", " none");
    same(&[Y, W], "(`<` struct(params)^ `>`)?", "");
    same(&[Y, W], "(`<` struct(params)^ `>`)?", "<w = 3>");
    same(&[Y], "`<` (`?`) : ($y^)? `>`", "<?>");
}

#[test]
fn mistakes_are_explained() {
    let says = |params: &[ParamDef], spec, message: &str| {
        let why = read_params_format(params, spec).err().map(|error| error.message).unwrap_or_default();
        assert_eq!(why, message, "{spec}");
    };
    says(&[X], "`<` `>`", "format is missing reference to parameter: x");
    says(&[X], "$x $x", "duplicate parameter 'x'");
    says(&[X], "$y", "no parameter named 'y'");
    says(&[X], "($x^)?", "an anchor is an optional parameter, or `params` or `struct` of such");
}
