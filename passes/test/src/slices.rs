//! Backward slices of structured operations, outlined to functions.

use rmlir::analysis::slices::{SliceOptions, backward};
use rmlir::core::clone::CloneMap;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_func::{FuncOp, ReturnOp};
use rmlir_linalg::structured::Structured;

/// Test Slice analysis functionality.
///
/// For each structured operation, its backward slice is cloned to a function before the one it is in.
#[pass(
    name = "slice-analysis-test",
    title = "SliceAnalysisTestPass",
    anchor = "builtin.module",
    summary = "Test Slice analysis functionality."
)]
pub struct SliceAnalysisTest {
    /// Test Slice analysis with multiple blocks but slice omiting block arguments
    #[option(default = true)]
    omit_block_arguments: bool,
}

impl Pass for SliceAnalysisTest {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let functions: Vec<OpId> = cx
            .op()
            .region(0)
            .blocks()
            .flat_map(|block| block.ops())
            .filter(|op| op.is::<FuncOp>())
            .map(|op| op.id)
            .collect();
        let mut n_slices = 0;
        for function in functions {
            let body = cx.body().nested(function).expect("a function has a body of its own");
            let mut starts = Vec::new();
            body.walk_postorder(body.root(), |op| starts.extend(body.interface::<dyn Structured>(op).map(|_| op)));
            for start in starts {
                self.copy_slice(cx, function, start, n_slices)?;
                n_slices += 1;
            }
        }
        Ok(())
    }
}

impl SliceAnalysisTest {
    fn copy_slice(&self, cx: &mut PassCx, function: OpId, start: OpId, number: usize) -> PassResult {
        let body = cx.body();
        let source = body.nested(function).expect("a function has a body of its own");
        let options = SliceOptions {
            block_arguments: !self.omit_block_arguments,
            uses_from_above: true,
            ..SliceOptions::default()
        };
        let slice = backward(source, start, &options);
        if let Some(user) = user_of_others(source, &slice) {
            let error = OpRef::new(source, user).error("uses a value that is not in the slice");
            cx.emit(error);
            return cx.signal_failure();
        }
        let name = body.symbol_name(function).map_or("", |name| name.str(body.cx()));
        let name = body.str_attr(&format!("{name}__backward_slice__{number}"));
        let ty = FuncOp::from_id(function).function_type(body);
        let loc = source.loc(start);
        let mut state = FuncOp::build(name, ty).at(loc).finish(body.cx());
        state.n_new_regions = 0;
        let copy = Box::new(sliced(source, &slice, loc));
        let mut rw = cx.rewriter();
        let copy = rw.body_mut().create_isolated(state, copy);
        rw.before(function);
        rw.insert(copy);
        Ok(())
    }
}

/// An operation of `slice`, or inside of one, that uses a value that is neither an argument of the function nor defined
/// by the slice.
fn user_of_others(source: &Body, slice: &[OpId]) -> Option<OpId> {
    let entry = source.entry(source.region(source.root(), 0));
    let inside: Vec<OpId> = slice.iter().flat_map(|&op| source.ops_under(op)).collect();
    let is_known = |value: Value| {
        let is_argument = entry.is_some_and(|entry| source.args(entry).contains(&value));
        is_argument
            || slice.iter().any(|&op| source.defining_op(value) == Some(op) || source.is_defined_inside(op, value))
    };
    inside.into_iter().find(|&op| !source.operands(op).all(is_known))
}

/// A function body that contains clones of `slice`, and returns nothing.
fn sliced<'c>(source: &Body<'c>, slice: &[OpId], loc: Loc) -> Body<'c> {
    let cx = source.cx();
    let mut body = Body::new(cx, cx.op_name(FuncOp::DEF.name), loc, 1);
    let mut map = CloneMap::default();
    let entry = source.entry(source.region(source.root(), 0)).expect("a function with operations has a block");
    let types: Vec<Type> = source.args(entry).iter().map(|&arg| source.ty(arg)).collect();
    let block = body.create_block(&types, &vec![loc; types.len()]);
    let region = body.region(body.root(), 0);
    body.append_block(region, block);
    for (&old, &new) in source.args(entry).iter().zip(body.args(block)) {
        map.values.insert(old, new);
    }
    for &op in slice {
        let copy = body.clone_op_from(source, op, &mut map);
        body.append_op(block, copy);
    }
    let end = body.create_op(ReturnOp::build(&[]).at(loc).finish(cx));
    body.append_op(block, end);
    body
}
