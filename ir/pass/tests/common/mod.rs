//! A small dialect with modules and functions, and passes on them.
#![allow(dead_code)] // Each test file uses a part.

use rmlir_core::dialect::{DialectDef, NoHooks};
use rmlir_core::opdef::{Interface, OpBehavior, OpDef, RegionDef, RegionShape};
use rmlir_core::{Body, Context, DialectRegistry, Ident, Loc, OpId, OpRef, OpState, TraitSet};
use rmlir_pass::instrument::timing::TimerStack;
use rmlir_pass::options::{EnumCase, OptionDef, OptionKind};
use rmlir_pass::output::Request;
use rmlir_pass::*;

const REGION: &[RegionDef] = &[RegionDef { name: "body", variadic: false, shape: RegionShape::Any }];

const fn op(name: &'static str, traits: TraitSet, regions: &'static [RegionDef], behavior: Option<Interface>) -> OpDef {
    let mut def = OpDef::new(name, "");
    def.regions = regions;
    def.traits = traits;
    def.behavior = behavior;
    def
}

const ISOLATED: TraitSet = TraitSet::ISOLATED_FROM_ABOVE.union(TraitSet::NO_TERMINATOR);
static MODULE: OpDef = op("builtin.module", ISOLATED, REGION, None);
static FUNC: OpDef = op("func.func", ISOLATED, REGION, None);
static LEAF: OpDef = op(
    "t.leaf",
    TraitSet::NONE,
    &[],
    Some(Interface::of(&&OpBehavior {
        verify: Some(|op| if op.attr("bad").is_some() { Err(op.error("is bad")) } else { Ok(()) }),
        ..OpBehavior::NONE
    })),
);
static OPEN: OpDef = op("t.open", TraitSet::NO_TERMINATOR, REGION, None);
static DIALECT: DialectDef = DialectDef {
    name: "t",
    doc: "",
    ops: &[&MODULE, &FUNC, &LEAF, &OPEN],
    types: &[],
    attrs: &[],
    depends: &[],
    hooks: NoHooks::INTERFACE,
};

pub fn context() -> Context {
    let mut dialects = DialectRegistry::default();
    dialects.add(&DIALECT);
    Context::new(dialects)
}

/// A module with these functions, each with one `t.leaf`.
pub fn module<'c>(cx: &'c Context, functions: &[&str]) -> Body<'c> {
    let mut body = Body::new(cx, cx.op_name("builtin.module"), Loc::UNKNOWN, 1);
    let block = first_block(&mut body);
    for name in functions {
        let mut nested = Box::new(Body::new(cx, cx.op_name("func.func"), Loc::UNKNOWN, 1));
        let inner = first_block(&mut nested);
        let leaf = nested.create_op(OpState::named(cx, "t.leaf"));
        nested.append_op(inner, leaf);
        let func = body.create_isolated(OpState::named(cx, "func.func"), nested);
        body.set_attr(func, "sym_name", cx.str_attr(name));
        body.append_op(block, func);
    }
    body
}

pub fn first_block(body: &mut Body) -> rmlir_core::BlockId {
    let region = body.regions(body.root())[0];
    let block = body.create_block(&[], &[]);
    body.append_block(region, block);
    block
}

fn leaf_of(cx: &PassCx) -> Option<OpId> {
    let block = cx.op().region(0).entry()?;
    block.ops().find(|op| op.name_str() == "t.leaf").map(|op| op.id)
}

/// Adds an operation to the block of the function or module, and increments a statistic.
fn grow(cx: &mut PassCx) -> PassResult {
    let block = cx.op().region(0).entry().expect("the body has a block").id;
    let mut rw = cx.rewriter();
    rw.at_end(block);
    let state = OpState::named(rw.cx(), "t.leaf");
    rw.create_state(state);
    *cx.stat("num-grown") += 1;
    Ok(())
}

fn nothing(_: &mut PassCx) -> PassResult {
    Ok(())
}

fn spoil(cx: &mut PassCx) -> PassResult {
    let leaf = leaf_of(cx).expect("there is a leaf");
    let bad = cx.cx().str_attr("very");
    cx.rewriter().set_attr(leaf, "bad", bad);
    Ok(())
}

fn refuse(cx: &mut PassCx) -> PassResult {
    let name = cx.op().symbol_name().unwrap_or(Ident::EMPTY).str(cx.cx());
    match name {
        "keep" => Ok(()),
        _ => cx.fail(cx.op().id, format!("is refused as @{name}")),
    }
}

fn crash(cx: &mut PassCx) -> PassResult {
    panic!("a crash on {}", cx.op().name_str())
}

fn say(cx: &mut PassCx) -> PassResult {
    let name = cx.op().symbol_name().unwrap_or(Ident::EMPTY).str(cx.cx());
    // The first functions take longest, so that a merge in order of completion is detected.
    std::thread::sleep(std::time::Duration::from_millis(match name {
        "a" => 20,
        "b" => 5,
        _ => 0,
    }));
    cx.emit(cx.op().plain_error(format!("at @{name} below {} bodies", cx.ancestors().len())));
    Ok(())
}

const CASES: &[EnumCase] = &[
    EnumCase { name: "disabled", doc: "Nothing" },
    EnumCase { name: "normal", doc: "Something" },
    EnumCase { name: "aggressive", doc: "Everything" },
];

const fn option(name: &'static str, kind: OptionKind, default: Option<&'static str>) -> OptionDef {
    OptionDef { name, doc: "", kind, default }
}

pub static CSE: PassDef = PassDef {
    stats: &[StatDef { name: "num-grown", doc: "Number of operations added" }],
    ..PassDef::new("cse", "CSE", "Adds an operation", |_| Ok(Box::new(grow)))
};
pub static CANONICALIZE: PassDef = PassDef {
    options: &[
        option("top-down", OptionKind::Bool, Some("true")),
        option("region-simplify", OptionKind::Enum(CASES), Some("normal")),
        option("max-iterations", OptionKind::I64, Some("10")),
        option("max-num-rewrites", OptionKind::I64, Some("-1")),
        option("test-convergence", OptionKind::Bool, Some("false")),
        option("disable-patterns", OptionKind::List(&OptionKind::Text), None),
        option("enable-patterns", OptionKind::List(&OptionKind::Text), None),
    ],
    ..PassDef::new("canonicalize", "Canonicalizer", "Canonicalize operations", |_| Ok(Box::new(nothing)))
};
pub static OPTIONS: PassDef = PassDef {
    options: &[
        option("list", OptionKind::List(&OptionKind::I32), None),
        option("string-list", OptionKind::List(&OptionKind::Text), None),
        option("string", OptionKind::Text, None),
        option(
            "enum",
            OptionKind::Enum(&[
                EnumCase { name: "zero", doc: "" },
                EnumCase { name: "one", doc: "" },
                EnumCase { name: "two", doc: "" },
            ]),
            None,
        ),
    ],
    ..PassDef::new("test-options-pass", "TestOptions", "Options of all kinds", |_| Ok(Box::new(nothing)))
};
pub static FUSION: PassDef = PassDef {
    options: &[
        option("compute-tolerance", OptionKind::F64, Some("0.3")),
        option("fast-mem-space", OptionKind::U32, Some("0")),
    ],
    ..PassDef::new("affine-loop-fusion", "AffineLoopFusion", "", |_| Ok(Box::new(nothing)))
};
pub static INLINE: PassDef = PassDef {
    options: &[
        option("default-pipeline", OptionKind::Text, Some("canonicalize")),
        option("inlining-threshold", OptionKind::U32, Some("4294967295")),
        option("max-iterations", OptionKind::U32, Some("4")),
        option("op-pipelines", OptionKind::List(&OptionKind::Pipeline), None),
    ],
    ..PassDef::new("inline", "Inliner", "", |_| Ok(Box::new(nothing)))
};
pub static TILE: PassDef = PassDef {
    anchor: Some("func.func"),
    ..PassDef::new("affine-loop-tile", "AffineLoopTiling", "", |_| Ok(Box::new(nothing)))
};
pub static SPOIL: PassDef = PassDef::new("spoil", "Spoil", "", |_| Ok(Box::new(spoil)));
pub static REFUSE: PassDef = PassDef::new("refuse", "Refuse", "", |_| Ok(Box::new(refuse)));
pub static CRASH: PassDef = PassDef::new("crash", "Crash", "", |_| Ok(Box::new(crash)));
pub static SAY: PassDef = PassDef::new("say", "OutputSink", "", |_| Ok(Box::new(say)));
pub static BOTH: PipelineDef = PipelineDef {
    name: "both",
    summary: "CSE, then tiling",
    options: &[],
    build: |pipeline, _, _| {
        pipeline.add_default(&CSE)?;
        pipeline.nest("func.func").add_default(&TILE).map(|_| ())
    },
};

pub fn registry() -> PassRegistry {
    let mut registry = PassRegistry::default();
    for def in [&CSE, &CANONICALIZE, &OPTIONS, &FUSION, &INLINE, &TILE, &SPOIL, &REFUSE, &CRASH, &SAY] {
        registry.add_pass(def);
    }
    registry.add_pipeline(&BOTH);
    registry
}

pub fn parse(text: &str) -> Pipeline {
    pipeline::parse(text, &registry()).expect("the pipeline is right")
}

/// Prints an operation as its name and the nested names.
pub struct Short;

impl Texts for Short {
    fn ir(&self, op: OpRef, nested: bool) -> String {
        short(op) + if nested { "" } else { "\n" }
    }

    fn operation(&self, _op: OpRef) -> Option<String> {
        None
    }

    fn reproducer(&self, body: &Body, request: &Request) -> String {
        format!("{}\n{request:?}\n", short(OpRef::root(body)))
    }
}

pub fn short(op: OpRef) -> String {
    let name = op.symbol_name().map_or(String::new(), |name| format!("@{}", name.str(op.cx())));
    let inner: Vec<String> =
        op.regions().flat_map(|region| region.blocks().flat_map(|block| block.ops())).map(short).collect();
    let inner = if inner.is_empty() { String::new() } else { format!("({})", inner.join(" ")) };
    format!("{}{name}{inner}", op.name_str())
}

/// Returns the output of an execution, one line per item, and whether it succeeded.
pub fn run(manager: &mut PassManager, body: &mut Body) -> (bool, String) {
    let mut text = String::new();
    let mut say = |said: PassOutput| match said {
        PassOutput::Diagnostic(diagnostic) => text += &format!("{diagnostic}\n"),
        PassOutput::Remark(remark) => text += &format!("{remark}\n"),
        PassOutput::Pattern(outcome) => text += &format!("{}\n", outcome.diagnostic()),
        PassOutput::Text(said) | PassOutput::Output(said) => text += &said,
    };
    let result = manager.run(body, &Short, &mut TimerStack::disabled(), &mut say);
    (result.is_ok(), text)
}
