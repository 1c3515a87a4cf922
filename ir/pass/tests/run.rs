//! Execution of test passes on hand-written bodies.

mod common;

use common::{context, module, parse, run, short};
use rmlir_core::{Body, Context, Loc, OpRef, OpState};
use rmlir_pass::PassManager;
use rmlir_pass::instrument::print_ir::{Filter, PrintIr};
use rmlir_pass::instrument::reproducer::Reproducer;
use rmlir_pass::instrument::{statistics, timing};

fn manager(text: &str) -> PassManager {
    PassManager::new(parse(text))
}

fn on_one_thread(text: &str) -> PassManager {
    let mut manager = manager(text);
    manager.config.threads = false;
    manager
}

#[test]
fn runs_on_direct_children_only() {
    let cx = context();
    let mut outer = module(&cx, &["f"]);
    let inner = Box::new(module(&cx, &["g"]));
    let proxy = outer.create_isolated(OpState::named(&cx, "builtin.module"), inner);
    let block = OpRef::root(&outer).region(0).entry().expect("the module has a block").id;
    outer.append_op(block, proxy);
    for threads in [false, true] {
        let mut manager = manager("builtin.module(func.func(cse),cse)");
        manager.config.threads = threads;
        assert_eq!(run(&mut manager, &mut outer), (true, String::new()));
    }
    assert_eq!(
        short(OpRef::root(&outer)),
        "builtin.module(func.func@f(t.leaf t.leaf t.leaf) builtin.module(func.func@g(t.leaf)) t.leaf t.leaf)"
    );
}

#[test]
fn diagnostics_come_in_program_order() {
    let cx = context();
    let expected = "error: at @a below 1 bodies\nerror: at @b below 1 bodies\nerror: at @c below 1 bodies\n";
    for threads in [false, true] {
        let mut body = module(&cx, &["a", "b", "c"]);
        let mut manager = manager("builtin.module(func.func(say))");
        manager.config.threads = threads;
        assert_eq!(run(&mut manager, &mut body), (true, expected.to_owned()));
    }
}

#[test]
fn a_child_that_fails_does_not_stop_its_siblings() {
    let cx = context();
    for threads in [false, true] {
        let mut body = module(&cx, &["a", "keep", "b"]);
        let mut manager = manager("builtin.module(func.func(refuse,cse),cse)");
        manager.config.threads = threads;
        let said = "error: 'func.func' op is refused as @a\nerror: 'func.func' op is refused as @b\n";
        assert_eq!(run(&mut manager, &mut body), (false, said.to_owned()));
        let text = short(OpRef::root(&body));
        assert_eq!(text, "builtin.module(func.func@a(t.leaf) func.func@keep(t.leaf t.leaf) func.func@b(t.leaf))");
    }
}

#[test]
fn the_verifier_runs_after_each_pass() {
    let cx = context();
    let mut body = module(&cx, &["a"]);
    let spoilt = "error: 't.leaf' op is bad\n".to_owned();
    assert_eq!(run(&mut manager("builtin.module(func.func(spoil,say))"), &mut body), (false, spoilt));
    let mut body = module(&cx, &["a"]);
    let mut lenient = manager("builtin.module(func.func(spoil))");
    lenient.config.verify_each = false;
    assert_eq!(run(&mut lenient, &mut body), (true, String::new()));
    // No change, so no verification.
    assert_eq!(run(&mut manager("builtin.module(canonicalize)"), &mut body), (true, String::new()));
    let mut suspicious = manager("builtin.module(canonicalize)");
    suspicious.config.input_is_verified = false;
    assert!(!run(&mut suspicious, &mut body).0);
}

#[test]
fn wrong_anchors_are_errors() {
    let cx = context();
    let mut body = module(&cx, &["a"]);
    let said = |text: &str, body: &mut Body| {
        let (succeeded, said) = run(&mut manager(text), body);
        assert!(!succeeded);
        said
    };
    assert_eq!(said("func.func(cse)", &mut body), "error: can't run 'func.func' pass manager on 'builtin.module' op\n");
    assert_eq!(
        said("any(affine-loop-tile)", &mut body),
        "error: 'builtin.module' op trying to schedule pass 'AffineLoopTiling' on an unsupported operation\n"
    );
    let run_on = |name: &str, cx: &Context| said("any(cse)", &mut Body::new(cx, cx.op_name(name), Loc::UNKNOWN, 0));
    assert_eq!(
        run_on("t.leaf", &cx),
        "error: 't.leaf' op trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'\n"
    );
    assert_eq!(run_on("t.what", &cx), "error: 't.what' op trying to schedule a pass on an unregistered operation\n");
    let open = body.create_op({
        let mut state = OpState::named(&cx, "t.open");
        state.n_new_regions = 1;
        state
    });
    let block = OpRef::root(&body).region(0).entry().expect("the module has a block").id;
    body.append_op(block, open);
    assert_eq!(
        said("builtin.module(t.open(cse))", &mut body),
        "error: 't.open' op trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'\n"
    );
}

#[test]
fn a_panic_is_a_diagnostic() {
    let cx = context();
    for threads in [false, true] {
        let mut body = module(&cx, &["a", "b"]);
        let mut manager = manager("builtin.module(func.func(crash))");
        manager.config.threads = threads;
        let (succeeded, said) = run(&mut manager, &mut body);
        assert!(!succeeded);
        let line = "error: pass 'Crash' panicked: a crash on func.func\nhelp: ";
        assert_eq!(said.matches(line).count(), 2);
    }
}

#[test]
fn dumps_are_headed_as_upstream_heads_them() {
    let cx = context();
    let mut body = module(&cx, &["a", "b"]);
    let mut manager = manager("builtin.module(func.func(cse,canonicalize),cse)");
    manager.config.print_ir = Some(PrintIr {
        before: Filter::Named(vec!["canonicalize".to_owned()]),
        after: Filter::Named(vec!["cse".to_owned()]),
        ..PrintIr::default()
    });
    let expected = "\
// -----// IR Dump After CSE (cse) //----- //
func.func@a(t.leaf t.leaf)

// -----// IR Dump Before Canonicalizer (canonicalize) //----- //
func.func@a(t.leaf t.leaf)

// -----// IR Dump After CSE (cse) //----- //
func.func@b(t.leaf t.leaf)

// -----// IR Dump Before Canonicalizer (canonicalize) //----- //
func.func@b(t.leaf t.leaf)

// -----// IR Dump After CSE (cse) //----- //
builtin.module(func.func@a(t.leaf t.leaf) func.func@b(t.leaf t.leaf) t.leaf)


";
    assert_eq!(run(&mut manager, &mut body), (true, expected.to_owned()));
}

#[test]
fn dumps_may_show_the_module_or_changes_or_failures_only() {
    let cx = context();
    let after = |print_ir: PrintIr, text: &str| {
        let mut manager = on_one_thread(text);
        manager.config.print_ir = Some(PrintIr { after: Filter::All, ..print_ir });
        run(&mut manager, &mut module(&cx, &["a"])).1
    };
    assert_eq!(
        after(PrintIr { module_scope: true, ..PrintIr::default() }, "builtin.module(func.func(cse),canonicalize)"),
        "// -----// IR Dump After CSE (cse) ('func.func' operation: @a) //----- //\n\
         builtin.module(func.func@a(t.leaf t.leaf))\n\n\n\
         // -----// IR Dump After Canonicalizer (canonicalize) ('builtin.module' operation) //----- //\n\
         builtin.module(func.func@a(t.leaf t.leaf))\n\n\n"
    );
    let changes = after(PrintIr { on_change: true, ..PrintIr::default() }, "builtin.module(canonicalize,cse)");
    assert!(changes.contains("CSE") && !changes.contains("Canonicalizer"));
    assert_eq!(
        after(PrintIr { on_failure: true, ..PrintIr::default() }, "builtin.module(func.func(cse,refuse))"),
        "error: 'func.func' op is refused as @a\n\
         // -----// IR Dump After Refuse Failed (refuse) //----- //\nfunc.func@a(t.leaf t.leaf)\n\n"
    );
}

#[test]
fn dumps_go_into_a_tree_of_files() {
    let cx = context();
    let dir = std::env::temp_dir().join(format!("rmlir-pass-tree-{}", std::process::id()));
    let mut manager = manager("builtin.module(func.func(cse),canonicalize,func.func(cse))");
    manager.config.print_ir =
        Some(PrintIr { before: Filter::All, after: Filter::All, tree_dir: Some(dir.clone()), ..PrintIr::default() });
    assert_eq!(run(&mut manager, &mut module(&cx, &["a/b", "c"])), (true, String::new()));
    let names = |dir: &std::path::Path| {
        let entries = std::fs::read_dir(dir).expect("the folder was made");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("it can be read").file_name().into_string().expect("plain names"))
            .collect();
        names.sort();
        names
    };
    let top = dir.join("builtin_module_no-symbol-name");
    assert_eq!(names(&top), ["1_canonicalize.mlir", "2_canonicalize.mlir", "func_func_a_b", "func_func_c"]);
    let files = ["0_0_cse.mlir", "0_1_cse.mlir", "2_2_cse.mlir", "2_3_cse.mlir"];
    assert_eq!(names(&top.join("func_func_c")), files);
    std::fs::remove_dir_all(dir).expect("the folder is ours");
}

#[test]
fn a_failure_leaves_a_reproducer() {
    let cx = context();
    let path = std::env::temp_dir().join(format!("rmlir-pass-reproducer-{}.mlir", std::process::id()));
    let leaves = |text: &str, local: bool, threads: bool| {
        let mut manager = manager(text);
        manager.config.threads = threads;
        manager.config.reproducer = Some(Reproducer { path: path.clone(), local });
        let (succeeded, said) = run(&mut manager, &mut module(&cx, &["a"]));
        assert!(!succeeded);
        let said = said.replace(&path.display().to_string(), "FILE");
        (said, std::fs::read_to_string(&path).expect("a reproducer was written"))
    };
    let (said, text) = leaves("builtin.module(func.func(cse,crash))", false, true);
    assert_eq!(
        said,
        "error: Failures have been detected while processing an MLIR pass pipeline\n\
         note: Pipeline failed while executing [`Crash` on 'func.func' operation: @a]: reproducer generated at `FILE`\n"
    );
    assert_eq!(
        text,
        "builtin.module(func.func@a(t.leaf))\nRequest { pipeline: \"builtin.module(func.func(cse,crash))\", \
         disable_threading: false, verify_each: true }\n"
    );
    let (said, text) = leaves("builtin.module(func.func(cse,refuse))", true, false);
    assert!(said.ends_with("executing `Refuse` on 'func.func' operation: @a: reproducer generated at `FILE`\n"));
    assert_eq!(
        text,
        "builtin.module(func.func@a(t.leaf t.leaf))\nRequest { pipeline: \"builtin.module(func.func(refuse))\", \
         disable_threading: true, verify_each: true }\n"
    );
    std::fs::remove_file(path).expect("the file is ours");
}

#[test]
fn fuel_stops_passes() {
    let cx = context();
    let mut body = module(&cx, &["a", "b"]);
    let mut manager = manager("builtin.module(func.func(cse,cse))");
    cx.limit_steps(3);
    assert!(run(&mut manager, &mut body).0);
    let text = short(OpRef::root(&body));
    assert_eq!(text, "builtin.module(func.func@a(t.leaf t.leaf t.leaf) func.func@b(t.leaf t.leaf))");
}

#[test]
fn statistics_are_summed_over_bodies() {
    let cx = context();
    let mut manager = manager("builtin.module(func.func(cse),canonicalize,builtin.module(cse),func.func(cse))");
    assert!(run(&mut manager, &mut module(&cx, &["a", "b"])).0);
    let rule = format!("==={}===\n", "-".repeat(73));
    let head = format!("{rule}{:25}... Pass statistics report ...\n{rule}", "");
    let nested = "\
'func.func' Pipeline
  CSE
    (S) 2 num-grown - Number of operations added
Canonicalizer
Pipeline Collection : ['builtin.module', 'func.func']
  'builtin.module' Pipeline
    CSE
      (S) 0 num-grown - Number of operations added
  'func.func' Pipeline
    CSE
      (S) 2 num-grown - Number of operations added

";
    assert_eq!(statistics::report(&manager.pipeline, statistics::Display::Pipeline), format!("{head}{nested}"));
    let list = "  CSE\n    (S) 4 num-grown - Number of operations added\n\n";
    assert_eq!(statistics::report(&manager.pipeline, statistics::Display::List), format!("{head}{list}"));
}

#[test]
fn times_are_reported_by_pipeline() {
    let cx = context();
    let report = |threads: bool, format| {
        let mut manager = manager("builtin.module(builtin.module(cse),func.func(cse,canonicalize),cse)");
        manager.config.threads = threads;
        let mut timers = timing::TimerStack::enabled();
        let mut body = module(&cx, &["a", "b"]);
        manager.run(&mut body, &common::Short, &mut timers, &mut |_| {}).expect("the passes succeed");
        timers.report(timing::Display::Tree, format)
    };
    for threads in [false, true] {
        let report = report(threads, timing::Format::Text);
        let names: Vec<&str> = report.lines().skip(6).map(|line| line.rsplit("%)  ").next().unwrap_or("")).collect();
        let expected = [
            "Pipeline Collection : ['builtin.module', 'func.func']",
            "  'func.func' Pipeline",
            "    CSE",
            "    Canonicalizer",
            "CSE",
            "Rest",
            "Total",
        ];
        assert_eq!(names, expected);
    }
    let json = report(false, timing::Format::Json);
    assert!(
        json.starts_with("[\n{\"wall\": {\"duration\": ") && json.ends_with(", \"name\": \"Total\"}\n]\n"),
        "{json}"
    );
}
