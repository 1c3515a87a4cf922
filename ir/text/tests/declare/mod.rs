//! Operations with the formats of well-known ones, and some corner cases.

mod directives;

use std::sync::LazyLock;

use rmlir_core::dialect::{AttrDef, ParamsFormat};
use rmlir_core::opdef::*;
use rmlir_core::opdef::{Interface, OpBehavior};
use rmlir_core::{Attr, AttrData, Context, TraitSet, Type, TypeData};
use rmlir_text::format::read_op_format;

macro_rules! constraint {
    ($name:ident, $summary:literal, $check:expr, $builds:expr) => {
        pub static $name: TypeConstraint = TypeConstraint { summary: $summary, check: $check, builds: $builds };
    };
}
constraint!(ANY, "any type", |_, _| true, None);
constraint!(I1, "1-bit signless integer", |_, ty| ty == Type::I1, Some(|_| Type::I1));
constraint!(INDEX, "index", |_, ty| ty.is_index(), Some(|_| Type::INDEX));
constraint!(INT_LIKE, "signless-integer-like", |cx, ty| ty.signless_width(cx).is_some(), None);
constraint!(MEMREF, "memref of any type values", |cx, ty| ty.is_memref(cx), None);
constraint!(FUNCTION, "function type", |cx, ty| ty.function(cx).is_some(), None);
constraint!(VECTOR, "vector of any type values", |cx, ty| ty.is_vector(cx), None);

macro_rules! attr {
    ($name:ident, $summary:literal, $asm:expr, $check:expr) => {
        pub static $name: AttrConstraint = AttrConstraint { summary: $summary, kind: $check, check: $check, asm: $asm };
    };
}
attr!(ANY_ATTR, "any attribute", AttrAsm::Any, |_, _| true);
attr!(I64, "64-bit signless integer attribute", AttrAsm::Typed(|_| Type::I64), |cx, a| a.ty(cx) == Some(Type::I64));
attr!(STRING, "string attribute", AttrAsm::Any, |cx, a| a.as_str(cx).is_some());
attr!(SYMBOL, "flat symbol reference attribute", AttrAsm::Any, |cx, a| a.as_flat_symbol(cx).is_some());
attr!(SYM_NAME, "string attribute", AttrAsm::SymbolName, |cx, a| a.as_str(cx).is_some());
attr!(UNIT, "unit attribute", AttrAsm::Unit, |_, a| a == Attr::UNIT);
attr!(TYPE, "any type attribute", AttrAsm::Type, |cx, a| a.as_type(cx).is_some());
attr!(I64S, "i64 dense array attribute", AttrAsm::DenseArray(|_| Type::I64), |cx, a| a.as_int_array(cx).is_some());
attr!(I32S, "i32 dense array attribute", AttrAsm::DenseArray(|_| Type::I32), |cx, a| a.as_int_array(cx).is_some());
attr!(OVERFLOW, "Integer overflow arith flags", AttrAsm::Stripped(&FLAGS), |cx, a| a.dialect_attr(cx).is_some());
attr!(PREDICATE, "predicate", AttrAsm::IntEnum(&CASES, 64), |cx, a| a.as_i64(cx).is_some());
attr!(BIT_SET, "bits", AttrAsm::IntEnum(&BITS, 32), |cx, a| a.as_i64(cx).is_some());

pub static FLAGS: AttrDef = AttrDef {
    name: "t.overflow",
    doc: "",
    params: &[],
    format: ParamsFormat::Empty,
    verify: None,
    typed: None,
    interfaces: &[],
    is_location: false,
    cache: DefCache::new(),
};
static CASES: EnumDef = EnumDef { name: "predicate", cases: &[("eq", 0), ("ne", 1), ("slt", 2)], bits: None };
static BITS: EnumDef =
    EnumDef { name: "bits", cases: &[("none", 0), ("a", 1), ("b", 2), ("both", 3)], bits: Some("|") };

fn no_overflow(cx: &Context) -> Attr {
    cx.attr(AttrData::Dialect { def: &FLAGS, params: Box::from([cx.str_attr("none")]) })
}

const fn one(name: &'static str, constraint: &'static TypeConstraint) -> ValueDef {
    ValueDef { name, arity: Arity::One, constraint, group: 0, derived: None }
}
const fn optional(name: &'static str, constraint: &'static TypeConstraint) -> ValueDef {
    ValueDef { name, arity: Arity::Optional, constraint, group: 0, derived: None }
}
const fn variadic(name: &'static str, constraint: &'static TypeConstraint) -> ValueDef {
    ValueDef { name, arity: Arity::Variadic, constraint, group: 0, derived: None }
}
const fn prop(name: &'static str, constraint: &'static AttrConstraint) -> PropDef {
    PropDef { name, constraint, optional: false, default: None }
}
const fn maybe(name: &'static str, constraint: &'static AttrConstraint) -> PropDef {
    PropDef { name, constraint, optional: true, default: None }
}

/// The fields that differ between the operations.
#[derive(Clone, Copy)]
pub struct Fields {
    operands: &'static [ValueDef],
    results: &'static [ValueDef],
    props: &'static [PropDef],
    regions: &'static [RegionDef],
    successors: &'static [SuccessorDef],
    traits: TraitSet,
    infer: Option<InferFn>,
    directives: &'static [(&'static str, CustomDirective)],
}

const NONE: Fields = Fields {
    operands: &[],
    results: &[],
    props: &[],
    regions: &[],
    successors: &[],
    traits: TraitSet::NONE,
    infer: None,
    directives: &[],
};

/// An operation without a syntax.
pub fn op(name: &'static str, fields: Fields) -> OpDef {
    let behavior = OpBehavior { custom_directives: fields.directives, infer: fields.infer, ..OpBehavior::NONE };
    let behavior: &OpBehavior = Box::leak(Box::new(behavior));
    OpDef {
        operands: fields.operands,
        results: fields.results,
        props: fields.props,
        regions: fields.regions,
        successors: fields.successors,
        traits: fields.traits,
        behavior: Some(Interface::of(Box::leak(Box::new(behavior)))),
        ..OpDef::new(name, "")
    }
}

/// An operation with the format `text`.
fn formatted(name: &'static str, text: &'static str, fields: Fields) -> &'static OpDef {
    let def = op(name, fields);
    let format = read_op_format(&def, text).unwrap_or_else(|why| panic!("format of '{name}': {why}"));
    Box::leak(Box::new(OpDef { format, ..def }))
}

/// The fields of an operation for invalid formats.
pub const WRONG: Fields = Fields { operands: &[one("a", &ANY)], props: &[maybe("p", &I64)], ..NONE };

macro_rules! ops {
    ($($id:ident = $name:literal $format:literal { $($field:ident: $value:expr),* $(,)? })*) => {
        $(const $id: Fields = Fields { $($field: $value,)* ..NONE };)*
        /// The operations.
        pub static OPS: LazyLock<Vec<&OpDef>> = LazyLock::new(|| vec![$(formatted($name, $format, $id)),*]);
    };
}

static I1_SHAPE: DerivedType = DerivedType {
    from: "lhs",
    derive: |_, _| Some(Type::I1),
    summary: "result type has i1 element type and same shape as operands",
};
static OF_VALUE: DerivedType =
    DerivedType { from: "value", derive: |_, ty| Some(ty), summary: "all of {value, result} have same type" };
static INPUTS: DerivedType = DerivedType {
    from: "callee",
    derive: |cx, ty| Some(cx.ty(TypeData::Tuple(ty.function(cx)?.0.into()))),
    summary: "callee input types match argument types",
};
static RESULTS: DerivedType = DerivedType {
    from: "callee",
    derive: |cx, ty| Some(cx.ty(TypeData::Tuple(ty.function(cx)?.1.into()))),
    summary: "callee result types match result types",
};
static ELEMENT: DerivedType = DerivedType {
    from: "memref",
    derive: |cx, ty| ty.element(cx),
    summary: "result type matches element type of 'memref'",
};
const SEGMENTS: PropDef = prop("operandSegmentSizes", &I32S);

ops! {
    ADDI = "t.addi" "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)" {
        operands: &[one("lhs", &INT_LIKE), one("rhs", &INT_LIKE)],
        results: &[one("result", &INT_LIKE)],
        props: &[PropDef { name: "overflowFlags", constraint: &OVERFLOW, optional: false, default: Some(no_overflow) }],
        traits: TraitSet::SAME_OPERANDS_AND_RESULT_TYPE,
    }
    CMPI = "t.cmpi" "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)" {
        operands: &[one("lhs", &INT_LIKE), one("rhs", &INT_LIKE)],
        results: &[ValueDef { name: "result", arity: Arity::One, constraint: &ANY, group: 0, derived: Some(&I1_SHAPE) }],
        props: &[prop("predicate", &PREDICATE)],
        traits: TraitSet::SAME_TYPE_OPERANDS,
    }
    COND_BR = "t.cond_br" "$condition (`weights` `(` $branch_weights^ `)` )? `,`
        $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,`
        $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict" {
        operands: &[one("condition", &I1), variadic("trueDestOperands", &ANY), variadic("falseDestOperands", &ANY)],
        props: &[maybe("branch_weights", &I32S), SEGMENTS],
        successors: &[
            SuccessorDef { name: "trueDest", variadic: false },
            SuccessorDef { name: "falseDest", variadic: false },
        ],
        traits: TraitSet::ATTR_SIZED_OPERANDS,
    }
    CONDITION = "t.condition" "`(` $condition `)` attr-dict ($args^ `:` type($args))?" {
        operands: &[one("condition", &I1), variadic("args", &ANY)],
    }
    LOAD = "t.load" "$memref `[` $indices `]` attr-dict `:` type($memref)" {
        operands: &[one("memref", &MEMREF), variadic("indices", &INDEX)],
        results: &[ValueDef { name: "result", arity: Arity::One, constraint: &ANY, group: 0, derived: Some(&ELEMENT) }],
        props: &[maybe("nontemporal", &ANY_ATTR)],
    }
    CALL = "t.call" "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)" {
        operands: &[variadic("operands", &ANY)],
        results: &[variadic("results", &ANY)],
        props: &[prop("callee", &SYMBOL), maybe("no_inline", &UNIT)],
    }
    SHUFFLE = "t.shuffle" "operands $mask attr-dict `:` type(operands)" {
        operands: &[one("v1", &VECTOR), one("v2", &VECTOR)],
        results: &[one("vector", &VECTOR)],
        props: &[prop("mask", &I64S)],
        infer: Some(|cx, state, operands| {
            let mask = state.get_attr(cx, "mask").and_then(|mask| mask.as_int_array(cx)).unwrap_or_default();
            match operands[0].element(cx) {
                Some(element) if !mask.is_empty() => Ok(vec![cx.vector_type(&[mask.len() as i64], element)]),
                _ => Err("mask is empty".into()),
            }
        }),
    }
    ALLOC = "t.alloc" "`(`$dynamicSizes`)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)" {
        operands: &[variadic("dynamicSizes", &INDEX), variadic("symbolOperands", &INDEX)],
        results: &[one("memref", &MEMREF)],
        props: &[maybe("alignment", &I64), SEGMENTS],
        traits: TraitSet::ATTR_SIZED_OPERANDS,
    }
    RETURN = "t.return" "attr-dict ($operands^ `:` type($operands))?" {
        operands: &[variadic("operands", &ANY)],
    }
    ASSERT = "t.assert" "$arg `,` $msg attr-dict" {
        operands: &[one("arg", &I1)],
        props: &[prop("msg", &STRING)],
    }
    CONSTANT = "t.constant" "attr-dict $value" {
        results: &[ValueDef { name: "result", arity: Arity::One, constraint: &ANY, group: 0, derived: Some(&OF_VALUE) }],
        props: &[prop("value", &ANY_ATTR)],
    }
    MANY = "t.many" "(`unit` $u^)? ($i^ `abc`)? ($o^ `:` type($o))? (`x` $g^)? ($v^ `k` type($v)):(`none`)?
        $s $ss attr-dict (`->` type($r)^)?" {
        operands: &[optional("o", &ANY), variadic("v", &ANY)],
        results: &[variadic("r", &ANY)],
        props: &[maybe("u", &UNIT), maybe("i", &I64), SEGMENTS],
        regions: &[RegionDef { name: "g", variadic: false, shape: RegionShape::Any }],
        successors: &[SuccessorDef { name: "s", variadic: false }, SuccessorDef { name: "ss", variadic: true }],
        traits: TraitSet::ATTR_SIZED_OPERANDS,
    }
    CLAUSES = "t.clauses" "oilist( `a` `(` $v `:` type($v) `)` | `b` $o | `c` $u | `d` $i) `` `x` ` ` `<` `` `>` attr-dict" {
        operands: &[variadic("v", &ANY), optional("o", &INDEX)],
        props: &[maybe("u", &UNIT), maybe("i", &I64), SEGMENTS],
        traits: TraitSet::ATTR_SIZED_OPERANDS,
    }
    ATTRS = "t.attrs" "$n $sym $ty $arr $any `:` $bits ($osym^)? attr-dict-with-keyword" {
        props: &[
            prop("n", &STRING), prop("sym", &SYM_NAME), prop("ty", &TYPE), prop("arr", &I64S),
            prop("any", &ANY_ATTR), prop("bits", &BIT_SET), maybe("osym", &SYM_NAME),
        ],
    }
    PUNCTUATION = "t.punctuation" "`->` `->` `<` `<` `>` `>` `:` `:` `,` `(` $v `)` `->` type($v) `[` $o `]`
        (`u` $u^)? `*` `+` `?` `{` `}` `x` `` `y` `` `(` ` ` `)` (`o` type($o)^)? attr-dict" {
        operands: &[variadic("v", &ANY), optional("o", &ANY)],
        props: &[maybe("u", &UNIT), SEGMENTS],
        traits: TraitSet::ATTR_SIZED_OPERANDS,
    }
    REGIONS = "t.regions" "$b $a (`more` $rest^)? attr-dict" {
        regions: &[
            RegionDef { name: "a", variadic: false, shape: RegionShape::Any },
            RegionDef { name: "b", variadic: false, shape: RegionShape::Any },
            RegionDef { name: "rest", variadic: true, shape: RegionShape::Any },
        ],
    }
    GROUPS = "t.groups" "$a `,` $b attr-dict `:` type($a)" {
        operands: &[
            ValueDef { name: "a", arity: Arity::One, constraint: &ANY, group: 1, derived: None },
            ValueDef { name: "b", arity: Arity::One, constraint: &ANY, group: 1, derived: None },
        ],
        results: &[ValueDef { name: "c", arity: Arity::One, constraint: &ANY, group: 1, derived: None }],
    }
    CALL_INDIRECT = "t.call_indirect" "$callee `(` $operands `)` attr-dict `:` type($callee)" {
        operands: &[
            one("callee", &FUNCTION),
            ValueDef { name: "operands", arity: Arity::Variadic, constraint: &ANY, group: 0, derived: Some(&INPUTS) },
        ],
        results: &[
            ValueDef { name: "results", arity: Arity::Variadic, constraint: &ANY, group: 0, derived: Some(&RESULTS) },
        ],
    }
    SUBVIEW = "t.subview" "$source `` custom<DynamicIndexList>($offsets, $static_offsets)
        (`else` custom<DynamicIndexList>($more, $static_more)^)? attr-dict `:` type($source)" {
        operands: &[one("source", &MEMREF), variadic("offsets", &INDEX), variadic("more", &INDEX)],
        props: &[prop("static_offsets", &I64S), maybe("static_more", &I64S), SEGMENTS],
        traits: TraitSet::ATTR_SIZED_OPERANDS,
        directives: &[("DynamicIndexList", directives::DYNAMIC_INDEX_LIST)],
    }
    SWITCH = "t.switch" "$flag `:` type($flag) `,` `[` `\\n`
        custom<SwitchOpCases>(ref(type($flag)), $default, $case_values, $cases) `]` attr-dict" {
        operands: &[one("flag", &INT_LIKE)],
        props: &[maybe("case_values", &ANY_ATTR)],
        successors: &[
            SuccessorDef { name: "default", variadic: false },
            SuccessorDef { name: "cases", variadic: true },
        ],
        directives: &[("SwitchOpCases", directives::SWITCH_OP_CASES)],
    }
    INVERTED = "t.inverted" "(`open`) : (`closed` $closed^)? attr-dict" {
        props: &[maybe("closed", &UNIT)],
    }
}
