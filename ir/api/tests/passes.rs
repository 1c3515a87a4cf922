//! The expansion of `#[pass]`: definitions, options, passes that run.
#![allow(missing_docs)]

extern crate rmlir_ir as rmlir;

use rmlir::pass::{OptionKind, OptionValue, OptionValues, Pass, PassCx, PassDef, PassResult};
use rmlir::prelude::*;

dialect! { Sample = "sample" { passes: [mark_all, Repeat] } }
dialect! { Bare = "bare" {} }

/// Mark every operation.
///
/// With a mark.
#[pass(name = "sample-mark-all", anchor = "func.func", depends(Bare))]
fn mark_all(cx: &mut PassCx) -> PassResult {
    let mark = Attr::UNIT;
    let root = cx.op().id;
    cx.rewriter().set_attr(root, "mark", mark);
    Ok(())
}

/// Repeat it.
#[pass(name = "sample-repeat", title = "RepeatIt", summary = "Do it again", check = Repeat::check,
       schedule = |def| def.has(TraitSet::SYMBOL_TABLE), stats("num-done" = "How often it was done"))]
pub struct Repeat {
    /// How often.
    #[option(default = 4)]
    max_times: u32,
    #[option(name = "loud", default = true)]
    is_loud: bool,
    only: Vec<String>,
}

impl Repeat {
    fn check(&self) -> Result<(), String> {
        if self.max_times == 0 && self.is_loud { Err("there is nothing to be loud about".into()) } else { Ok(()) }
    }
}

impl Pass for Repeat {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        *cx.stat("num-done") += u64::from(self.max_times) + self.only.len() as u64;
        Ok(())
    }
}

#[test]
fn functions_are_passes() {
    let def = mark_all::DEF;
    assert_eq!((def.name, def.title, def.summary), ("sample-mark-all", "MarkAll", "Mark every operation"));
    assert_eq!((def.doc, def.anchor), ("Mark every operation.\n\nWith a mark.", Some("func.func")));
    assert_eq!(def.depends[0].name, "bare");
    assert!((def.create)(&OptionValues::new(def.options)).is_ok());
}

#[test]
fn fields_are_options() {
    let def = Repeat::DEF;
    assert_eq!((def.title, def.summary, def.stats[0].name), ("RepeatIt", "Do it again", "num-done"));
    let options: Vec<_> = def.options.iter().map(|option| (option.name, option.default)).collect();
    assert_eq!(options, [("max-times", Some("4")), ("loud", Some("true")), ("only", None)]);
    assert_eq!((def.options[0].doc, def.options[0].kind), ("How often", OptionKind::U32));
    let mut values = OptionValues::new(def.options);
    assert!((def.create)(&values).is_ok());
    values.set("max-times", OptionValue::Int(0));
    assert_eq!((def.create)(&values).err().as_deref(), Some("there is nothing to be loud about"));
    assert!(def.schedule.is_some());
}

#[test]
fn dialects_bring_passes() {
    let defs = Sample::PASSES.iter().map(|pass| pass.downcast_ref::<&'static PassDef>().expect("it is a pass"));
    assert_eq!(defs.map(|def| def.name).collect::<Vec<_>>(), ["sample-mark-all", "sample-repeat"]);
    assert!(Bare::PASSES.is_empty());
}
