//! The parser and the reference grammar on the same text.
//!
//! The parser reports why it rejects a text; the message determines whether the error is syntactic or semantic. It
//! stops at the first error, so a text with a semantic error has unknown syntax after it.

use rmlir::core::{Context, DialectRegistry};
use rmlir::diag::Sink;
use rmlir::text::parse::{ParseOptions, parse, parse_attr, parse_type};
use rmlir::text::reference::{Part, check};

use crate::mutate::mutate_roughly;
use crate::numbers::Numbers;
use crate::{entries, program};

/// The result of the parser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// No error.
    Right,
    /// A syntactic error.
    WrongForm(String),
    /// A semantic error: integers out of range, undefined names, type mismatches.
    WrongMeaning(String),
}

/// Prefixes or parts of messages for semantic errors.
const ON_MEANING: [&str; 72] = [
    // Types.
    "invalid integer width",
    "integer bitwidth is limited",
    "invalid element type for complex",
    "failed to verify 'elementType'",
    "vector types must have positive",
    "invalid dimension",
    "invalid tensor element type",
    "cannot apply encoding",
    "invalid memref element type",
    "multiple memory spaces",
    "unsupported memory space",
    "cannot have affine map for unranked",
    "expected memory space to be last",
    "memref layout mismatch",
    "expected the number of strides",
    "undefined symbol alias id",
    // Attributes.
    "duplicate key",
    "expected valid attribute name",
    "integer literal not valid",
    "negative integer literal",
    "integer constant out of range",
    "floating point value not valid",
    "floating point value too large",
    "unexpected decimal integer literal",
    "hexadecimal float",
    "expected a 64-bit signed integer or '?'",
    "expected an unsigned 64-bit integer",
    "referenced attribute does not match",
    "attribute type different",
    // Elements.
    "elements literal",
    "tensor literal is invalid",
    "inferred shape of elements",
    "parsed ",
    "expected unsigned integer elements",
    "expected integer elements, but parsed",
    "expected i1 type",
    "expected 'true' or 'false' values",
    "expected string token, got",
    "expected string containing hex digits",
    "elements hex data size",
    "elements do not fill",
    "expected integer or float type, got",
    "element type bitwidth",
    "expected floating point literal",
    "expected integer literal",
    "sparse index",
    "expected shape ([",
    "expected 1-d tensor",
    "`dense_resource` expected",
    // Locations.
    "expected location attribute, but got",
    "operation location alias was never defined",
    "expected location, but found",
    "number in FileLineColRange",
    // Affine expressions.
    "redefinition of identifier",
    "use of undeclared identifier",
    "non-affine expression",
    "constant too large",
    // Operations and resources.
    "redefinition of",
    "use of undeclared SSA value name",
    "use of value",
    "definition of SSA value",
    "reference to",
    "invalid SSA value result number",
    "expected named operation to have at least 1 result",
    "cannot name an operation with no results",
    "operation defines",
    "empty operation name",
    "null character not allowed",
    "operand type",
    "unknown key",
    "is unknown",
    "hex string blob",
];

/// The result of the parser for `text`, without any dialects.
pub fn parser_finds(part: Part, text: &str) -> Found {
    let cx = Context::new(DialectRegistry::default());
    cx.allow_unregistered(true);
    rmlir::text::install(&cx);
    let mut sink = Sink::new();
    let is_right = match part {
        Part::Type => parse_type(&cx, text, &mut sink).is_some(),
        Part::Attribute => parse_attr(&cx, text, &mut sink).is_some(),
        Part::File => match cx.sources().add("random.mlir", text) {
            Ok(file) => parse(&cx, file, 0..text.len(), &ParseOptions::default(), &mut sink).is_some(),
            Err(_) => false,
        },
    };
    if is_right {
        return Found::Right;
    }
    let said = sink.into_diagnostics();
    let message = said.first().map_or_else(String::new, |first| first.message.clone());
    let is_on_meaning = ON_MEANING.iter().any(|known| message.contains(known)) && !message.starts_with("custom op");
    if is_on_meaning { Found::WrongMeaning(message) } else { Found::WrongForm(message) }
}

/// Compares both on `text`: returns whether the parser checked its syntax, or the difference.
pub fn compare(part: Part, text: &str) -> Result<bool, String> {
    let (found, checked) = (parser_finds(part, text), check(part, text));
    match (found, checked) {
        (Found::Right, Ok(())) | (Found::WrongForm(_), Err(_)) => Ok(true),
        (Found::WrongMeaning(_), _) => Ok(false),
        (Found::Right, Err(refused)) => {
            Err(format!("only the grammar refuses it, at byte {}: {}", refused.pos, refused.message))
        }
        (Found::WrongForm(message), Ok(())) => Err(format!("only the parser refuses it: {message}")),
    }
}

/// Valid texts, by part.
pub struct Texts {
    /// The part and the text.
    pub right: Vec<(Part, String)>,
}

impl Texts {
    /// The generic form with locations of `cases` and random modules, and a few texts of each part.
    pub fn new(cases: &[String]) -> Self {
        let mut right = Vec::new();
        for (part, texts) in [(Part::Type, &TYPES[..]), (Part::Attribute, &ATTRS[..]), (Part::File, &FILES[..])] {
            right.extend(texts.iter().map(|&text| (part, text.to_owned())));
        }
        let modules: Vec<String> = (0..40).map(program::module).collect();
        for (index, text) in cases.iter().chain(&modules).enumerate() {
            right.extend(generic(text, index % 2 == 0).into_iter().map(|text| (Part::File, text)));
        }
        Self { right }
    }

    /// A mutation of one of them; a type, an attribute and a file are equally likely.
    pub fn changed(&self, numbers: &mut Numbers) -> (Part, String) {
        // In long files, most mutations are far from interesting places.
        const MAX_BYTES: usize = 2000;
        let wanted = *numbers.one_of(&[Part::Type, Part::Attribute, Part::File]);
        let fitting = self.right.iter().filter(|(part, text)| *part == wanted && text.len() < MAX_BYTES);
        let fitting: Vec<&str> = fitting.map(|(_, text)| text.as_str()).collect();
        let start = *numbers.one_of(&fitting);
        (wanted, mutate_roughly(start, &[], numbers))
    }
}

/// The splits of `text` in generic form, with or without aliases.
fn generic(text: &str, has_aliases: bool) -> Vec<String> {
    let flags = ["--mlir-print-op-generic", "--mlir-print-debuginfo", "--split-input-file", "--mlir-print-local-scope"];
    let ran = entries::run(text, &flags[..if has_aliases { 3 } else { 4 }]);
    let printed = String::from_utf8_lossy(&ran.stdout);
    let texts = printed.split("// -----").filter(|text| !text.trim().is_empty());
    texts.filter(|text| !needs_its_dialect(text)).map(str::to_owned).collect()
}

/// Whether `text` contains a memory space, a location, or an element type of memrefs and vectors that is valid only if
/// its dialect is registered.
fn needs_its_dialect(text: &str) -> bool {
    const MESSAGES: [&str; 4] = [
        "unsupported memory space",
        "expected location attribute, but got",
        "invalid memref element type",
        "failed to verify 'elementType'",
    ];
    let said = |why: &String| MESSAGES.iter().any(|message| why.starts_with(message));
    matches!(parser_finds(Part::File, text), Found::WrongMeaning(why) if said(&why))
}

const TYPES: [&str; 24] = [
    "() -> ()",
    "(i1, si8) -> (ui16, index)",
    "(() -> i1) -> (() -> none)",
    "vector<2x[4]xf32>",
    "vector<f32>",
    "tensor<0x4x?xf80>",
    "tensor<*xi1>",
    "tensor<4xi32, #a.b<1>>",
    "tensor<4xi32, {a = 1, b}>",
    "memref<4x?xf32, strided<[?, -1], offset: 2>, 1 : i32>",
    "memref<4xf32, affine_map<(d0) -> (d0 + 1)>>",
    "memref<*xindex, 1 : i32>",
    "complex<bf16>",
    "tuple<>",
    "tuple<i1, tuple<f8E4M3B11FNUZ, tf32>>",
    "!a.b",
    "!a.b<c -> [d {e (f) \"]\"}]>",
    "!a<\"x\">",
    "!a.b.c<<1>, // x\n>",
    "tensor<4x8x!a.b<1x2>>",
    "tensor<1 x 2 x ? x i8>",
    "tensor<0x0x0xi0>",
    "memref<2xmemref<?xf4E2M1FN>>",
    "tensor<1xcomplex<f64>>",
];

const ATTRS: [&str; 50] = [
    "1",
    "-1 : i8",
    "- 0x1F : i64",
    "1.5 : f32",
    "-1.e3",
    "0x7FC00000 : f32",
    "true",
    "false",
    "unit",
    "\"a\\22\\n\" : i1",
    "@a::@\"b c\"::@d",
    "[1, [], [unit, i32]]",
    "{a, b = {}, \"c d\" = 1 : i3}",
    "#a.b",
    "#a.b<{1}> : i32",
    "#a<\"x -> y\">",
    "() -> i32",
    "dense<> : tensor<0xi32>",
    "dense<1> : tensor<4xi32>",
    "dense<[[1, -2], [3, 0x4]]> : tensor<2x2xi32>",
    "dense<[true, false]> : vector<2xi1>",
    "dense<\"0x0102\"> : tensor<2xi8>",
    "dense<(1.0, -2.0)> : tensor<2xcomplex<f32>>",
    "dense<[\"a\", \"b\"]> : tensor<2x!a.s>",
    "array<i32>",
    "array<i8: 1, -2>",
    "array<f32: 1.0, 0x7FC00000>",
    "array<i1: true, false>",
    "sparse<[[0, 1]], [2.0]> : tensor<2x2xf32>",
    "sparse<> : tensor<1xi8>",
    "dense_resource<a.b> : tensor<1xi8>",
    "dense_resource<\"a b\"> : tensor<1xi8>",
    "strided<[]>",
    "strided<[1, ?], offset: ?>",
    "distinct[0]<>",
    "distinct[1]<[1, 2]>",
    "affine_map<() -> ()>",
    "affine_map<(d0, d1)[s0] -> (d0 * 2 + s0, -(d1 floordiv 3), - - 4 mod 2)>",
    "affine_map<(a)[mod] -> (a ceildiv mod)>",
    "affine_set<(d0)[s] : (d0 - s >= 0, d0 == 1, 2 <= s)>",
    "affine_set<() : ()>",
    "loc(unknown)",
    "loc(\"f\":1)",
    "loc(\"f\":1:2)",
    "loc(\"f\":1:2 to 3:4)",
    "loc(\"f\":1:2 to :4)",
    "loc(\"n\"(\"f\":1:2))",
    "loc(callsite(\"a\" at unknown))",
    "loc(fused<\"m\">[\"a\", \"b\":1:1])",
    "loc(fused[])",
];

const FILES: [&str; 6] = [
    "#a = 1 : i32\n!t = tuple<i1>\n\"a.b\"() {x = #a} : () -> !t loc(#l)\n#l = loc(\"x\")\n",
    "%0:2, %a-b = \"a.b\"() : () -> (i1, i2, i3)\n\"c\"(%0#1, %a-b) : (i2, i3) -> ()",
    "\"a\"() <{p = 1}> ({}, {^a(%x: i1 loc(\"z\"), %1: i2):\n  \"b\"()[^a, ^b] : () -> ()\n^b:}) {q} : () -> ()",
    "{-# dialect_resources: {builtin: {a: \"0x040000000102\"}}, external_resources: {x: {k: \"v\", l: true}} #-}",
    "{-# #-} // nothing\n\"a.b\"() ({ \"c.d\"() : () -> () }) : () -> ()",
    "\"a.b\"() : () -> () loc(fused[\"a\", unknown])",
];
