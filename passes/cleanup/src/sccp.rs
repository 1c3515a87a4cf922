//! Sparse conditional constant propagation.
//!
//! Plan: 1. find the values that are the same constant on every execution, by
//! the sparse data-flow solver with folding as the transfer function; 2. replace
//! them, body by body. Unreachable code is left as it is.
//!
//! Folders may change an operation in place, so they are run on copies of the
//! bodies ([`Shadow`]); the copies are put back as they were.

use rmlir::analysis::dataflow::sparse::{Solution, SparseForward, solve};
use rmlir::analysis::program::{In, Program};
use rmlir::core::clone::CloneMap;
use rmlir::core::effects::would_be_trivially_dead;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::Folder;
use rmlir::rewrite::fold::fold_op_with;
use rustc_hash::FxHashMap;

/// Sparse Conditional Constant Propagation.
///
/// Finds the values that are the same constant on every execution, assuming
/// that only the blocks run that constant conditions lead to, and replaces them.
///
/// ```mlir
/// %true = arith.constant true
/// %one = arith.constant 1 : i32
/// cf.cond_br %true, ^a(%one : i32), ^b
/// ^a(%x: i32):                        // %x is 1 if nothing else comes here
/// ```
#[pass(name = "sccp", title = "SCCP")]
pub fn sccp(cx: &mut PassCx) -> PassResult {
    let constants = find_constants(&Program::new(cx.body()));
    let mut constants = constants.into_iter();
    replace_in_bodies(cx.body_mut(), &mut constants);
    Ok(())
}

/// Replaces in `body`, then in the bodies nested in it: the order of programs.
fn replace_in_bodies(body: &mut Body, constants: &mut dyn Iterator<Item = Constants>) {
    let own = constants.next().expect("there is a table for every body of the program");
    let proxies = body.proxies();
    for proxy in proxies {
        let nested = body.nested_mut(proxy).expect("a proxy has a body");
        replace_in_bodies(nested, constants);
    }
    replace_constants(&mut Rewriter::new(body), &own);
}

/// What is known of a value: nothing reached it yet, it is always this constant
/// (and which dialect's operation made it), or it varies.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum ConstantFact {
    /// No execution gets here.
    #[default]
    Unreached,
    /// Always this constant; the dialect that materializes it.
    Constant(Attr, &'static str),
    /// Not always the same, or not known.
    Varies,
}

/// The constants of a program, for one body.
pub type Constants = FxHashMap<Value, (Attr, &'static str)>;

/// The constant values of every body of `program`, by number.
pub fn find_constants(program: &Program) -> Vec<Constants> {
    let solution = find_reachable(program);
    (0..program.bodies().len() as u32).map(|number| constants_of(program, &solution, number)).collect()
}

/// What is known of every value of `program`, and which blocks can be executed.
pub fn find_reachable(program: &Program) -> Solution<ConstantFact> {
    let shadows = program.bodies().iter().map(|body| Shadow::new(body)).collect();
    solve(program, &mut Propagation { program, shadows })
}

fn constants_of(program: &Program, solution: &Solution<ConstantFact>, number: u32) -> Constants {
    let body = program.body(number);
    let mut constants = Constants::default();
    let mut note = |value: Value| {
        if let ConstantFact::Constant(attr, dialect) = solution.fact(In { body: number, id: value }) {
            constants.insert(value, (*attr, *dialect));
        }
    };
    body.walk_preorder(body.root(), |op| {
        body.results(op).iter().for_each(|&result| note(result));
        for &region in body.regions(op) {
            body.blocks(region).for_each(|block| body.args(block).iter().for_each(|&arg| note(arg)));
        }
    });
    constants
}

struct Propagation<'p, 'a> {
    program: &'p Program<'a>,
    shadows: Vec<Shadow<'a>>,
}

/// A copy of a body for folders to work on.
struct Shadow<'c> {
    body: Box<Body<'c>>,
    to_copy: CloneMap,
    to_original: FxHashMap<Value, Value>,
}

impl<'c> Shadow<'c> {
    fn new(original: &Body<'c>) -> Self {
        let (body, to_copy) = original.clone_body_with_map();
        let to_original = to_copy.values.iter().map(|(&old, &new)| (new, old)).collect();
        Self { body, to_copy, to_original }
    }
}

impl SparseForward for Propagation<'_, '_> {
    type Fact = ConstantFact;

    fn join(&self, old: &mut ConstantFact, new: &ConstantFact) -> bool {
        let joined = match (&*old, new) {
            (ConstantFact::Unreached, new) => new.clone(),
            (old, ConstantFact::Unreached) => old.clone(),
            (ConstantFact::Constant(a, dialect), ConstantFact::Constant(b, _)) if a == b => {
                ConstantFact::Constant(*a, dialect)
            }
            _ => ConstantFact::Varies,
        };
        let changed = *old != joined;
        *old = joined;
        changed
    }

    fn unknown(&self, _value: ValueRef) -> ConstantFact {
        ConstantFact::Varies
    }

    fn constant(&self, fact: &ConstantFact, _value: ValueRef) -> Option<Attr> {
        match fact {
            ConstantFact::Constant(attr, _) => Some(*attr),
            _ => None,
        }
    }

    fn transfer(
        &mut self,
        op: OpRef,
        operands: &[ConstantFact],
        known: &dyn Fn(Value) -> ConstantFact,
        set: &mut dyn FnMut(Value, ConstantFact),
    ) {
        let consts: Vec<Option<Attr>> = operands
            .iter()
            .map(|fact| match fact {
                ConstantFact::Constant(attr, _) => Some(*attr),
                _ => None,
            })
            .collect();
        let number = self.program.number(op.body);
        let results: Vec<Value> = op.results().map(|result| result.id).collect();
        match self.shadows[number as usize].fold(op, &consts) {
            Fold::Results(folded) => {
                let dialect = op.def().expect("only registered operations fold").dialect();
                for (result, folded) in results.into_iter().zip(folded) {
                    let fact = match folded {
                        FoldValue::Attr(attr) => ConstantFact::Constant(attr, dialect),
                        FoldValue::Value(value) => known(self.shadows[number as usize].original(value)),
                    };
                    set(result, fact);
                }
            }
            _ => results.into_iter().for_each(|result| set(result, ConstantFact::Varies)),
        }
    }
}

impl Shadow<'_> {
    /// What `value` of the copy is a copy of.
    fn original(&self, value: Value) -> Value {
        self.to_original.get(&value).copied().expect("folders make no values")
    }

    fn fold(&mut self, op: OpRef, consts: &[Option<Attr>]) -> Fold {
        let Some(first) = op.results().next() else { return Fold::No };
        let copy = self.body.defining_op(self.to_copy.value(first.id)).expect("results are copied to results");
        let folded = fold_op_with(&mut self.body, copy, consts);
        if folded == Fold::InPlace {
            self.restore(op, copy);
            return Fold::No;
        }
        folded
    }

    /// Undoes what a folder did to the copy of `op` in place.
    fn restore(&mut self, op: OpRef, copy: OpId) {
        let operands: Vec<Value> = op.operands().map(|operand| self.to_copy.value(operand.id)).collect();
        self.body.set_operands(copy, &operands);
        for (index, &prop) in op.props().iter().enumerate() {
            self.body.set_prop(copy, index, prop);
        }
        self.body.set_attr_dict(copy, op.body.attr_dict(op.id));
        let types: Vec<Type> = op.results().map(|result| result.ty()).collect();
        for (index, ty) in types.into_iter().enumerate() {
            let result = self.body.result(copy, index);
            self.body.set_type(result, ty);
        }
    }
}

/// Replaces the `constants` of `rw`'s body. Gives how many operations were erased.
pub fn replace_constants(rw: &mut Rewriter, constants: &Constants) -> u64 {
    let mut folder = Folder::new();
    let mut n_erased = 0;
    let root = rw.root();
    let mut work: Vec<BlockId> = Vec::new();
    push_regions(rw, root, &mut work);
    while let Some(block) = work.pop() {
        for op in rw.ops(block).collect::<Vec<_>>() {
            let results = rw.results(op).to_vec();
            let mut all_replaced = !results.is_empty();
            for result in results {
                all_replaced &= replace_value(rw, &mut folder, block, result, constants);
            }
            if all_replaced && would_be_trivially_dead(OpRef::new(rw, op)) {
                rw.erase(op);
                n_erased += 1;
                continue;
            }
            push_regions(rw, op, &mut work);
        }
        for arg in rw.args(block).to_vec() {
            replace_value(rw, &mut folder, block, arg, constants);
        }
    }
    n_erased
}

fn push_regions(body: &Body, op: OpId, work: &mut Vec<BlockId>) {
    for &region in body.regions(op) {
        work.extend(body.blocks(region).rev());
    }
}

fn replace_value(rw: &mut Rewriter, folder: &mut Folder, block: BlockId, value: Value, constants: &Constants) -> bool {
    let Some(&(attr, dialect)) = constants.get(&value) else { return false };
    let ty = rw.ty(value);
    let Some(constant) = folder.get_or_create_constant(rw, block, dialect, attr, ty) else { return false };
    rw.replace_all_uses(value, constant);
    true
}
