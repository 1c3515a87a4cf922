//! Models are found for the operation they are attached to, in contexts that know it.

use super::*;
use crate::dialect::{DialectDef, NoHooks};

trait Area: Send + Sync {
    fn area(&self) -> u32;
}

trait Delay: Send + Sync {}

struct Fixed(u32);

impl Area for Fixed {
    fn area(&self) -> u32 {
        self.0
    }
}

static ADD: OpDef = OpDef::new("foreign.add", "Adds.");
static MUL: OpDef = OpDef::new("foreign.mul", "Multiplies.");

static FOREIGN: DialectDef = DialectDef {
    name: "foreign",
    doc: "A dialect of another crate.",
    ops: &[&ADD, &MUL],
    types: &[],
    attrs: &[],
    depends: &[],
    hooks: NoHooks::INTERFACE,
};

fn area(cx: &Context, op: &OpDef) -> Option<u32> {
    cx.external_model::<dyn Area>(cx.op_name(op.name)).map(Area::area)
}

#[test]
fn the_first_model_of_an_operation_is_found() {
    let mut registry = DialectRegistry::default();
    registry.attach::<dyn Area>(&MUL, &Fixed(7));
    registry.attach::<dyn Area>(&MUL, &Fixed(8));
    registry.add(&FOREIGN);
    let cx = Context::new(registry);
    assert_eq!((area(&cx, &ADD), area(&cx, &MUL)), (None, Some(7)));
    assert!(cx.external_model::<dyn Delay>(cx.op_name(MUL.name)).is_none());
}

#[test]
fn a_model_without_its_dialect_has_no_effect() {
    let mut registry = DialectRegistry::default();
    registry.attach::<dyn Area>(&MUL, &Fixed(7));
    assert_eq!(area(&Context::new(registry), &MUL), None);
}
