//! The greedy driver: the operations it visits, and its termination.

mod common;

use common::{append, binary, constant, context, function, sink};
use rmlir_core::{Body, Context, Listener, Loc, Match, OpId, OpState, Pattern, PatternSet, Rewriter, Type, Value};
use rmlir_rewrite::{
    FrozenPatterns, GreedyConfig, NotConverged, OpsOutcome, SimplifyRegions, Strictness, apply_ops_greedily,
    apply_patterns_greedily, canonicalization_patterns, walk_and_apply_patterns,
};

/// Patterns that rename operations, so that visits are visible.
fn renames(cx: &Context, pairs: &[(&'static str, &'static str)]) -> FrozenPatterns {
    let mut set = PatternSet::new();
    for &(from, to) in pairs {
        set.on(from, to, move |rw, op| {
            let operands: Vec<Value> = rw.operands(op).collect();
            let types: Vec<Type> = rw.result_types(op).collect();
            let new = rw.create_state(OpState::named(rw.cx(), to).operands(&operands).results(&types));
            let values = rw.results(new).to_vec();
            rw.replace(op, values)
        });
    }
    FrozenPatterns::new(cx, set)
}

fn names(body: &Body) -> Vec<String> {
    let entry = body.entry(body.region(body.root(), 0)).expect("a function has a block");
    body.ops(entry).map(|op| body.name(op).str(body.cx()).to_owned()).collect()
}

#[test]
fn patterns_fold_and_rewrite_to_a_fixed_point() {
    let cx = context();
    let (mut body, entry) = function(&cx, &[Type::I32], &[]);
    let x = body.arg(entry, 0);
    let mut sum = x;
    for value in [1, 2, 0] {
        let c = constant(&mut body, entry, Type::I32, value);
        sum = binary(&mut body, entry, "arith.addi", c, sum);
    }
    sink(&mut body, entry, "test.use", &[sum]);
    let patterns = canonicalization_patterns(&cx);
    assert_eq!(apply_patterns_greedily(&mut body, &patterns, &GreedyConfig::default(), None), Ok(true));
    let expected = "\
\"func.func\"() <{sym_name = \"f\", function_type = (i32) -> ()}> ({
^bb0(%0: i32):
  %1 = \"arith.constant\"() <{value = 3 : i32}> : () -> (i32)
  %2 = \"arith.addi\"(%0, %1) : (i32, i32) -> (i32)
  \"test.use\"(%2) : (i32) -> ()
}) : () -> ()
";
    assert_eq!(common::dump(&body), expected);
}

#[test]
fn benefits_decide_what_is_tried_first() {
    let cx = context();
    let mut set = PatternSet::new();
    for (name, benefit) in [("one", 1), ("three", 3), ("two", 2), ("also three", 3)] {
        set.add(Pattern::new("test.a", name, |rw, op| rw.no_match(op, "no")).benefit(benefit));
    }
    let mut any = Pattern::new("", "any", |rw, op| rw.no_match(op, "no")).benefit(2);
    any.root = rmlir_core::pattern::PatternRoot::Any;
    set.add(any);
    let patterns = FrozenPatterns::new(&cx, set);
    let tried: Vec<&str> = patterns.for_name(cx.op_name("test.a")).map(|pattern| pattern.name).collect();
    assert_eq!(tried, ["three", "also three", "two", "any", "one"]);
    let tried: Vec<&str> = patterns.for_name(cx.op_name("test.b")).map(|pattern| pattern.name).collect();
    assert_eq!(tried, ["any"]);
}

/// `test.a`, `test.b` that uses it, and `test.b` that uses the latter.
fn a_b_b(cx: &Context) -> Body<'_> {
    let (mut body, entry) = function(cx, &[Type::I32], &[]);
    let mut last = body.arg(entry, 0);
    for name in ["test.a", "test.b", "test.b"] {
        let op = append(&mut body, entry, OpState::named(cx, name).operands(&[last]).results(&[Type::I32]));
        last = body.result(op, 0);
    }
    sink(&mut body, entry, "test.use", &[last]);
    body
}

/// Renames `test.b` to `test.c` if `applies`.
fn rename_b(applies: fn(&Body, OpId) -> bool) -> Pattern {
    Pattern::new("test.b", "rename_b", move |rw, op| {
        if !applies(rw, op) {
            return rw.no_match(op, "not wanted");
        }
        let operand = rw.operand(op, 0);
        let new = rw.create_state(OpState::named(rw.cx(), "test.c").operands(&[operand]).results(&[Type::I32]));
        let result = rw.result(new, 0);
        rw.replace(op, [result])
    })
}

#[test]
fn a_pattern_applies_where_its_maker_makes_an_operand() {
    let cx = context();
    let mut set = PatternSet::new();
    let is_of_a = |body: &Body, op: OpId| {
        body.defining_op(body.operand(op, 0)).is_some_and(|maker| body.name(maker).str(body.cx()) == "test.a")
    };
    set.add(rename_b(is_of_a).operand_of("test.a"));
    let patterns = FrozenPatterns::new(&cx, set);
    let mut body = a_b_b(&cx);
    assert_eq!(apply_patterns_greedily(&mut body, &patterns, &GreedyConfig::default(), None), Ok(true));
    assert_eq!(names(&body), ["test.a", "test.c", "test.b", "test.use"]);
}

#[test]
fn strictness_limits_what_is_visited() {
    let cx = context();
    let patterns = renames(&cx, &[("test.a", "test.b"), ("test.b", "test.c")]);
    let all =
        [(Strictness::AnyOp, "test.c"), (Strictness::ExistingAndNewOps, "test.c"), (Strictness::ExistingOps, "test.b")];
    for (strictness, expected) in all {
        let (mut body, entry) = function(&cx, &[], &[]);
        let op = sink(&mut body, entry, "test.a", &[]);
        let config = GreedyConfig { strictness, ..GreedyConfig::default() };
        let outcome = apply_ops_greedily(&mut body, &[op], &patterns, &config, None);
        assert_eq!(outcome, Ok(OpsOutcome { changed: true, all_erased: true }));
        assert_eq!(names(&body), [expected]);
    }
}

#[test]
fn limits_stop_the_driver() {
    let cx = context();
    let patterns = renames(&cx, &[("test.a", "test.b"), ("test.b", "test.a")]);
    let (mut body, entry) = function(&cx, &[], &[]);
    sink(&mut body, entry, "test.a", &[]);
    let config = GreedyConfig { max_rewrites: Some(3), max_iterations: Some(2), ..GreedyConfig::default() };
    let outcome = apply_patterns_greedily(&mut body, &patterns, &config, None);
    assert_eq!(outcome, Err(NotConverged { changed: true, kept_applying: Vec::new() }));
    assert_eq!(names(&body), ["test.a"]);
}

#[test]
fn patterns_that_undo_each_other_are_named() {
    let cx = context();
    let patterns = renames(&cx, &[("test.a", "test.b"), ("test.b", "test.a")]);
    let mut module = Body::new(&cx, cx.op_name("builtin.module"), rmlir_core::Loc::UNKNOWN, 1);
    let block = module.create_block(&[], &[]);
    let region = module.region(module.root(), 0);
    module.append_block(region, block);
    let (mut inner, entry) = function(&cx, &[], &[]);
    sink(&mut inner, entry, "test.a", &[]);
    let op = module.create_isolated(OpState::named(&cx, "func.func"), Box::new(inner));
    module.append_op(block, op);
    for top_down in [true, false] {
        let config = GreedyConfig { top_down, max_iterations: None, ..GreedyConfig::default() };
        let outcome = apply_patterns_greedily(&mut module, &patterns, &config, None);
        let NotConverged { changed, kept_applying } = outcome.expect_err("the patterns undo each other");
        assert!(changed);
        assert_eq!(kept_applying.len(), 2, "{kept_applying:?}");
    }
}

#[test]
fn nested_bodies_are_worked_on_too() {
    let cx = context();
    let mut module = Body::new(&cx, cx.op_name("builtin.module"), rmlir_core::Loc::UNKNOWN, 1);
    let block = module.create_block(&[], &[]);
    let region = module.region(module.root(), 0);
    module.append_block(region, block);
    let (mut inner, entry) = function(&cx, &[], &[]);
    sink(&mut inner, entry, "test.a", &[]);
    let op = module.create_isolated(OpState::named(&cx, "func.func"), Box::new(inner));
    module.append_op(block, op);
    let patterns = renames(&cx, &[("test.a", "test.b")]);
    assert_eq!(apply_patterns_greedily(&mut module, &patterns, &GreedyConfig::default(), None), Ok(true));
    assert_eq!(names(module.nested(op).expect("a function has a body")), ["test.b"]);
    assert_eq!(module.check_links(), Ok(()));
}

/// A listener that records its notifications.
#[derive(Default)]
struct Trace(Vec<String>);

impl Listener for Trace {
    fn created(&mut self, body: &Body, op: OpId) {
        self.0.push(format!("created {}", body.name(op).str(body.cx())));
    }
    fn erasing(&mut self, body: &Body, op: OpId) {
        self.0.push(format!("erasing {}", body.name(op).str(body.cx())));
    }
    fn pattern_begin(&mut self, _body: &Body, _op: OpId, pattern: &'static str) {
        self.0.push(format!("try {pattern}"));
    }
    fn pattern_end(&mut self, _body: &Body, _op: OpId, _pattern: &'static str, outcome: Match) {
        self.0.push(format!("{outcome:?}"));
    }
    fn no_match(&mut self, _body: &Body, _op: OpId, reason: &dyn Fn() -> String) {
        self.0.push(reason());
    }
}

/// A listener that records changes in place.
#[derive(Default)]
struct Changes(Vec<String>);

impl Listener for Changes {
    fn modifying(&mut self, body: &Body, op: OpId) {
        self.0.push(format!("modifying {} in {:?}", body.ty(body.result(op, 0)).id(), body.loc(op)));
    }
    fn modified(&mut self, body: &Body, op: OpId) {
        self.0.push(format!("modified {} in {:?}", body.ty(body.result(op, 0)).id(), body.loc(op)));
    }
    fn arg_added(&mut self, body: &Body, arg: Value) {
        self.0.push(format!("added {}", body.ty(arg).id()));
    }
    fn arg_modifying(&mut self, body: &Body, arg: Value) {
        self.0.push(format!("modifying argument {}", body.ty(arg).id()));
    }
    fn arg_modified(&mut self, body: &Body, arg: Value) {
        self.0.push(format!("modified argument {}", body.ty(arg).id()));
    }
    fn arg_erasing(&mut self, body: &Body, arg: Value) {
        self.0.push(format!("erasing {}", body.ty(arg).id()));
    }
}

#[test]
fn a_listener_hears_of_types_locations_and_arguments() {
    let cx = context();
    let (mut body, entry) = function(&cx, &[Type::I32], &[]);
    let x = body.arg(entry, 0);
    let sum = binary(&mut body, entry, "arith.addi", x, x);
    let op = body.defining_op(sum).expect("a sum is a result");
    let mut changes = Changes::default();
    let mut rw = Rewriter::with_listener(&mut body, &mut changes);
    rw.set_type(sum, Type::I64);
    rw.set_op_loc(op, Loc::at(7));
    let arg = rw.add_arg(entry, Type::I1, Loc::UNKNOWN);
    rw.set_type(arg, Type::I8);
    rw.erase_arg(entry, 1);
    let (i1, i8, i32, i64) = (Type::I1.id(), Type::I8.id(), Type::I32.id(), Type::I64.id());
    let (old, new) = (Loc::UNKNOWN, Loc::at(7));
    let expected = [
        format!("modifying {i32} in {old:?}"),
        format!("modified {i64} in {old:?}"),
        format!("modifying {i64} in {old:?}"),
        format!("modified {i64} in {new:?}"),
        format!("added {i1}"),
        format!("modifying argument {i1}"),
        format!("modified argument {i8}"),
        format!("erasing {i8}"),
    ];
    assert_eq!(changes.0, expected);
}

#[test]
fn a_listener_hears_of_patterns_and_changes() {
    let cx = context();
    let (mut body, entry) = function(&cx, &[Type::I32], &[]);
    let x = body.arg(entry, 0);
    let sum = binary(&mut body, entry, "arith.addi", x, x);
    sink(&mut body, entry, "test.a", &[sum]);
    let mut set = PatternSet::new();
    set.on("test.a", "erase", |rw, op| rw.erase(op));
    set.on("arith.addi", "never", |rw, op| rw.no_match(op, "never applies"));
    let patterns = FrozenPatterns::new(&cx, set);
    let mut trace = Trace::default();
    let config =
        GreedyConfig { simplify_regions: SimplifyRegions::Disabled, top_down: true, ..GreedyConfig::default() };
    assert_eq!(apply_patterns_greedily(&mut body, &patterns, &config, Some(&mut trace)), Ok(true));
    let expected = ["try never", "never applies", "No", "try erase", "erasing test.a", "Yes", "erasing arith.addi"];
    assert_eq!(trace.0, expected);
}

#[test]
fn the_walk_visits_once_inside_out_and_skips_the_unreachable() {
    let cx = context();
    let (mut body, entry) = function(&cx, &[], &[]);
    let outer = append(&mut body, entry, OpState::named(&cx, "test.region").new_regions(1));
    let inner = body.create_block(&[], &[]);
    let region = body.region(outer, 0);
    body.append_block(region, inner);
    sink(&mut body, inner, "test.a", &[]);
    sink(&mut body, entry, "test.a", &[]);
    sink(&mut body, entry, "func.return", &[]);
    let dead = common::new_block(&mut body, &[]);
    let untouched = sink(&mut body, dead, "test.a", &[]);
    walk_and_apply_patterns(&mut body, &renames(&cx, &[("test.a", "test.b"), ("test.b", "test.c")]), None);
    assert_eq!(names(&body), ["test.region", "test.b", "func.return"]);
    assert_eq!(body.name(body.first_op(inner).expect("it was replaced")).str(&cx), "test.b");
    assert!(body.contains_op(untouched));
}

/// A module with an operation `beside` and two functions, `test.a` in one of them and `test.look` in the other. Returns
/// the number of visits of `test.look` while `test.a` is rewritten to `test.b`.
fn visits_of_quiet_function(beside: &str) -> usize {
    let cx = context();
    let mut module = Body::new(&cx, cx.op_name("builtin.module"), Loc::UNKNOWN, 1);
    let entry = module.create_block(&[], &[]);
    let region = module.region(module.root(), 0);
    module.append_block(region, entry);
    sink(&mut module, entry, beside, &[]);
    for inside in ["test.a", "test.look"] {
        let (mut body, block) = function(&cx, &[], &[]);
        sink(&mut body, block, inside, &[]);
        let proxy = module.create_isolated(OpState::named(&cx, "func.func"), Box::new(body));
        module.append_op(entry, proxy);
    }
    let mut set = PatternSet::new();
    set.on("test.look", "look", |rw, op| rw.no_match(op, "only looks"));
    set.on("test.a", "rename", |rw, op| {
        rw.create_state(OpState::named(rw.cx(), "test.b"));
        rw.erase(op)
    });
    let mut trace = Trace::default();
    let patterns = FrozenPatterns::new(&cx, set);
    let done = apply_patterns_greedily(&mut module, &patterns, &GreedyConfig::default(), Some(&mut trace));
    assert_eq!(done, Ok(true));
    trace.0.iter().filter(|line| *line == "try look").count()
}

#[test]
fn a_body_is_left_alone_once_an_iteration_changes_nothing_in_it_and_around() {
    assert_eq!(visits_of_quiet_function("test.c"), 1, "the other function needs a second iteration, this does not");
    assert_eq!(visits_of_quiet_function("test.a"), 2, "the module around has changed");
}
