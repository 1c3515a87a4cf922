//! Functions outlined from parts of other ones.

use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rmlir_func::FuncOp;
use rustc_hash::FxHashSet;

/// Clones the constants that the region of `op` uses into it.
pub fn copy_constants(rw: &mut Rewriter, op: OpId) {
    let region = rw.region(op, 0);
    let Some(first) = rw.entry(region).and_then(|entry| rw.first_op(entry)) else { return };
    for value in captures(rw, op) {
        let Some(constant) = rw.defining_op(value).filter(|&made| rw.has_trait(made, TraitSet::CONSTANT_LIKE)) else {
            continue;
        };
        let point = rw.insert_point();
        rw.before(first);
        let copy = rw.clone_op(constant, &mut CloneMap::default());
        rw.set_insert_point(point);
        let copy = rw.result(copy, 0);
        rw.replace_uses_if(value, copy, |body, user, _| user != op && body.is_ancestor(op, user));
    }
}

/// The live-in values of the regions of `op`, in the order of a walk.
pub fn captures(body: &Body, op: OpId) -> Vec<Value> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    body.walk_postorder(op, |inner| {
        if inner == op {
            return;
        }
        for operand in body.operands(inner) {
            if !body.is_defined_inside(op, operand) && seen.insert(operand) {
                found.push(operand);
            }
        }
    });
    found
}

/// A private function without a name, with an empty entry block.
pub fn private_function<'c>(cx: &'c Context, loc: Loc, inputs: &[Type], results: &[Type]) -> Box<Body<'c>> {
    let mut function = Box::new(Body::new(cx, cx.op_name(FuncOp::DEF.name), loc, 1));
    let root = function.root();
    function.set_prop(root, FuncOp::FUNCTION_TYPE, cx.type_attr(cx.function_type(inputs, results)));
    function.set_prop(root, FuncOp::SYM_VISIBILITY, cx.str_attr("private"));
    let entry = function.create_block(inputs, &vec![loc; inputs.len()]);
    let region = function.region(root, 0);
    function.append_block(region, entry);
    function
}

/// The entry block of the function at the root, which has one.
pub fn entry_of(body: &Body) -> BlockId {
    body.entry(body.region(body.root(), 0)).expect("the function was made with an entry")
}

/// Appends a function called `name` to the module at the root of `module`.
pub fn append_function<'c>(module: &mut Body<'c>, mut function: Box<Body<'c>>, name: Ident) -> OpId {
    let cx = module.cx();
    let text = cx.str_attr(name.str(cx));
    function.set_prop(function.root(), FuncOp::SYM_NAME, text);
    let region = module.region(module.root(), 0);
    let block = module.entry(region).expect("a module with something in it has a block");
    let state = FuncOp::build(text, Attr::ABSENT).at(function.loc(function.root())).finish(cx);
    let made = module.create_op(state);
    module.append_op(block, made);
    module.detach(made);
    module.attach(made, function);
    made
}
