//! Outlining of affine regions: loops between operations that are not affine become functions of their own.

use rmlir::analysis::alias::{AliasAnalysis, NOALIAS};
use rmlir::core::clone::CloneMap;
use rmlir::core::effects::is_memory_effect_free;
use rmlir::core::fold::op_constant;
use rmlir::core::symbol::SymbolTable;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_affine::{ForOp, IfOp, LoadOp, ParallelOp, StoreOp, YieldOp};
use rmlir_func::{CallOp, FuncOp, ReturnOp};

/// The attribute of the functions that are made.
pub const OUTLINED: &str = "affine.outlined";

/// Outline affine loops to functions.
///
/// Passes such as `affine-pluto` transform functions that are affine as a whole. In functions with other operations,
/// loops that follow each other, with operations between them that are affine or free of side effects, become a private
/// function, whose arguments are the values that they use. Memrefs that are known to be different memory are arguments
/// with the attribute `llvm.noalias`. `affine-inline-regions` reverses this.
///
/// ```mlir
/// func.func @f(%m: memref<?xf32>, %n: index) {
///   call @g() : () -> ()
///   affine.for %i = 0 to %n { .. }
///   return
/// }
/// // becomes
/// func.func @f(%m: memref<?xf32>, %n: index) {
///   call @g() : () -> ()
///   call @f_affine(%n, %m) : (index, memref<?xf32>) -> ()
///   return
/// }
/// func.func private @f_affine(%n: index, %m: memref<?xf32>) attributes {affine.outlined} {
///   affine.for %i = 0 to %n { .. }
///   return
/// }
/// ```
#[pass(name = "affine-outline-regions", anchor = "builtin.module", depends(rmlir_func::Func))]
pub fn affine_outline_regions(cx: &mut PassCx) -> PassResult {
    let module = cx.body_mut();
    let mut names = SymbolTable::new(module);
    for proxy in module.proxies() {
        if !OpRef::new(module, proxy).is::<FuncOp>() {
            continue;
        }
        let name = OpRef::new(module, proxy).symbol_name().map_or("", |name| name.str(module.cx()));
        let stem = format!("{name}_affine");
        let mut made = Vec::new();
        for region in Region::all(module.nested(proxy).expect("a function has a body of its own")) {
            let callee = names.fresh_name(module, &stem);
            names.insert(callee, proxy);
            let body = module.nested_mut(proxy).expect("a function has a body of its own");
            made.push((callee, region.outline(body, callee)));
        }
        for (callee, function) in made.into_iter().rev() {
            insert_after(module, proxy, callee, function);
        }
    }
    Ok(())
}

/// Operations of a block, from the first to the last affine loop.
struct Region {
    ops: Vec<OpId>,
}

impl Region {
    /// The regions of a function that is not affine as a whole.
    fn all(body: &Body) -> Vec<Self> {
        let mut blocks = Vec::new();
        for &region in body.regions(body.root()) {
            blocks.extend(body.blocks(region));
        }
        if let &[only] = blocks.as_slice()
            && body.ops(only).all(|op| Some(op) == body.last_op(only) || is_affine(body, op))
        {
            return Vec::new();
        }
        let mut all = Vec::new();
        while let Some(block) = blocks.pop() {
            let mut current = Vec::new();
            for op in body.ops(block) {
                if Some(op) != body.last_op(block) && is_affine(body, op) {
                    current.push(op);
                    continue;
                }
                all.extend(Self::trimmed(body, std::mem::take(&mut current)));
                for &region in body.regions(op) {
                    blocks.extend(body.blocks(region));
                }
            }
        }
        all
    }

    fn trimmed(body: &Body, mut ops: Vec<OpId>) -> Option<Self> {
        let is_loop = |&op: &OpId| OpRef::new(body, op).is::<ForOp>() || OpRef::new(body, op).is::<ParallelOp>();
        let (first, last) = (ops.iter().position(is_loop)?, ops.iter().rposition(is_loop)?);
        ops.truncate(last + 1);
        Some(Self { ops: ops.split_off(first) })
    }

    fn contains(&self, body: &Body, op: OpId) -> bool {
        self.ops.iter().any(|&outer| body.is_ancestor(outer, op))
    }

    /// The values from outside that are used inside, in the order of their first use.
    fn captured(&self, body: &Body) -> Vec<Value> {
        let mut found = Vec::new();
        for &op in &self.ops {
            body.walk_preorder(op, |inner| {
                for operand in body.operands(inner) {
                    let is_inside = self.ops.iter().any(|&op| body.is_defined_inside(op, operand))
                        || body.defining_op(operand).is_some_and(|op| self.ops.contains(&op));
                    if !is_inside && !found.contains(&operand) {
                        found.push(operand);
                    }
                }
            });
        }
        found
    }

    /// The values of the region that are used after it.
    fn results(&self, body: &Body) -> Vec<Value> {
        let values = self.ops.iter().flat_map(|&op| body.results(op).iter().copied());
        values.filter(|&value| body.users(value).any(|user| !self.contains(body, user))).collect()
    }

    /// Replaces the region by a call of `callee`, and returns the body of that function.
    fn outline<'c>(&self, body: &mut Body<'c>, callee: Ident) -> Box<Body<'c>> {
        let (constants, captured): (Vec<Value>, Vec<Value>) =
            self.captured(body).into_iter().partition(|&value| is_constant(body, value));
        let results = self.results(body);
        let function = self.function(body, callee, &constants, &captured, &results);
        let mut rw = Rewriter::new(body);
        rw.set_loc(rw.loc(self.ops[0]));
        rw.before(self.ops[0]);
        let types: Vec<Type> = results.iter().map(|&result| rw.ty(result)).collect();
        let symbol = rw.cx().symbol_ref(callee);
        let call = rw.create(CallOp::build(&types, &captured, symbol)).id();
        for (index, &result) in results.iter().enumerate() {
            let new = rw.result(call, index);
            rw.replace_all_uses(result, new);
        }
        for &op in self.ops.iter().rev() {
            rw.erase(op);
        }
        function
    }

    fn function<'c>(
        &self,
        body: &Body<'c>,
        name: Ident,
        constants: &[Value],
        captured: &[Value],
        results: &[Value],
    ) -> Box<Body<'c>> {
        let (cx, loc) = (body.cx(), body.loc(self.ops[0]));
        let types_of = |values: &[Value]| values.iter().map(|&value| body.ty(value)).collect::<Vec<Type>>();
        let locs: Vec<Loc> = captured.iter().map(|&value| body.value_loc(value)).collect();
        let mut function = Box::new(Body::new(cx, cx.op_name_of(FuncOp::DEF), loc, 1));
        let root = function.root();
        let ty = cx.function_type(&types_of(captured), &types_of(results));
        function.set_prop(root, FuncOp::SYM_NAME, cx.str_attr(name.str(cx)));
        function.set_prop(root, FuncOp::FUNCTION_TYPE, cx.type_attr(ty));
        function.set_prop(root, FuncOp::SYM_VISIBILITY, cx.str_attr("private"));
        Rewriter::new(&mut function).set_attr(root, OUTLINED, Attr::UNIT);
        function.set_prop(root, FuncOp::ARG_ATTRS, noalias_attrs(body, captured));
        let block = function.create_block(&types_of(captured), &locs);
        let region = function.region(root, 0);
        function.append_block(region, block);
        let mut map = CloneMap::default();
        for (&value, &arg) in captured.iter().zip(function.args(block)) {
            map.values.insert(value, arg);
        }
        let constants = constants.iter().filter_map(|&value| body.defining_op(value));
        for op in constants.chain(self.ops.iter().copied()) {
            let copy = function.clone_op_from(body, op, &mut map);
            function.append_op(block, copy);
        }
        let returned: Vec<Value> = results.iter().map(|&result| map.value(result)).collect();
        let end = function.create_op(ReturnOp::build(&returned).at(loc).finish(cx));
        function.append_op(block, end);
        function
    }
}

/// Whether `op` and all in it are operations on affine loops, conditions and accesses, or free of side effects.
fn is_affine(body: &Body, op: OpId) -> bool {
    let mut affine = true;
    body.walk_preorder(op, |inner| {
        let view = OpRef::new(body, inner);
        let is_structure = view.is::<ForOp>() || view.is::<ParallelOp>() || view.is::<IfOp>() || view.is::<YieldOp>();
        let is_access = view.is::<LoadOp>() || view.is::<StoreOp>();
        affine &= is_structure || is_access || view.n_regions() == 0 && is_memory_effect_free(view);
    });
    affine
}

fn is_constant(body: &Body, value: Value) -> bool {
    body.defining_op(value).is_some_and(|op| op_constant(body, op).is_some())
}

/// Attributes for the arguments: memrefs that alias none of the others.
fn noalias_attrs(body: &Body, captured: &[Value]) -> Attr {
    let cx = body.cx();
    let analysis = AliasAnalysis::new(body);
    let marked = cx.dict(vec![NamedAttr { name: cx.ident(NOALIAS), value: Attr::UNIT }]);
    let is_memref = |&value: &Value| body.ty(value).is_memref(cx);
    let attrs = captured.iter().map(|value| {
        let mut others = captured.iter().filter(|other| *other != value && is_memref(other));
        let is_alone = is_memref(value) && others.all(|&other| !analysis.may_alias(*value, other));
        if is_alone { marked } else { Attr::EMPTY_DICT }
    });
    let attrs: Vec<Attr> = attrs.collect();
    if attrs.contains(&marked) { cx.array_attr(&attrs) } else { Attr::ABSENT }
}

/// Inserts the function with this body after `proxy`.
fn insert_after<'c>(module: &mut Body<'c>, proxy: OpId, name: Ident, function: Box<Body<'c>>) {
    let mut rw = Rewriter::new(module);
    rw.after(proxy);
    let ty = function.props(function.root())[FuncOp::FUNCTION_TYPE];
    let made = rw.create(FuncOp::build(rw.cx().str_attr(name.str(rw.cx())), ty).at(function.loc(function.root()))).id();
    rw.body_mut().detach(made);
    rw.body_mut().attach(made, function);
}
