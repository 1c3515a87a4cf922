//! The evaluation of structured operations: a sequential loop nest around the region.
//!
//! Steps: 1. the trip counts of the loops are computed from the sizes of operands; 2. each iteration reads the elements
//! that the indexing maps select, executes the region, and writes the yielded values. Outputs that are tensors are
//! initialized with the inits and updated by the iterations. The region has two exits: `linalg.yield` takes the first,
//! the second is never taken and only lists the registers in which `linalg.index` finds the induction variables.

use std::sync::Arc;

use rmlir::interp::emit::affine::Expr;
use rmlir::interp::emit::loops::{Counter, Range};
use rmlir::interp::{Emit, Emitted, Exit, Fault, Flow, Kind, Machine, Reg, Value};
use rmlir::prelude::*;

use crate::index::IndexOp;
use crate::structured::{Loops, inits};

/// An operand with the indices of the accessed element.
struct Access {
    /// The register of the operand; for a tensor output that of its current value.
    operand: Reg,
    holder: Holder,
    place: Vec<Expr>,
}

/// The container of the elements.
enum Holder {
    /// A memref with elements of this kind.
    MemRef(Kind),
    Tensor,
    /// The operand is a scalar, its own only element.
    Scalar,
}

impl Access {
    fn read(&self, m: &Machine) -> Result<Value, Box<Fault>> {
        match &self.holder {
            Holder::MemRef(element) => {
                element.load(&m.memory, m.affine_element(self.operand, &self.place, element.size())?)
            }
            Holder::Tensor => {
                let tensor = m.tensor(self.operand)?;
                Ok(tensor.elements[tensor.place(&self.indices(m)?)?].clone())
            }
            Holder::Scalar => Ok(m.get(self.operand).clone()),
        }
    }

    fn write(&self, m: &mut Machine, value: Value) -> Result<(), Box<Fault>> {
        match &self.holder {
            Holder::MemRef(element) => {
                let address = m.affine_element(self.operand, &self.place, element.size())?;
                element.store(&mut m.memory, address, &value)
            }
            Holder::Tensor => {
                let place = m.tensor(self.operand)?.place(&self.indices(m)?)?;
                if let Value::Tensor(mut tensor) = m.take(self.operand) {
                    Arc::make_mut(&mut tensor).elements[place] = value;
                    m.set(self.operand, Value::Tensor(tensor));
                }
                Ok(())
            }
            Holder::Scalar => {
                m.set(self.operand, value);
                Ok(())
            }
        }
    }

    fn indices(&self, m: &Machine) -> Result<Vec<i64>, Box<Fault>> {
        self.place.iter().map(|place| place.eval(m)).collect()
    }
}

/// Emits the loop nest of a structured operation.
pub(crate) fn structured<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let loops = Loops::of(op).filter(|loops| loops.maps.len() == op.n_operands());
    let loops = loops.ok_or_else(|| op.error("cannot be interpreted: its maps are not known"))?;
    let places = loops.places().ok_or_else(|| op.error("cannot be interpreted: a loop has no size of its own"))?;
    let inits = inits(op);
    let counters = emit.fresh_many(loops.iterators.len());
    let mut accesses = Vec::new();
    for (number, map) in loops.maps.iter().enumerate() {
        let given = emit.operand(op, number);
        let (operand, holder) = match emit.kind(op, op.operand(number).ty())? {
            Kind::MemRef(memref) => (given, Holder::MemRef(memref.element.clone())),
            Kind::Tensor(_) if inits.contains(&number) => (emit.fresh(), Holder::Tensor),
            Kind::Tensor(_) => (given, Holder::Tensor),
            _ => (given, Holder::Scalar),
        };
        emit.moves(&[given], &[operand]);
        accesses.push(Access { operand, holder, place: Expr::results(map, &counters) });
    }
    let results: Vec<Reg> = accesses[inits.clone()]
        .iter()
        .filter(|access| matches!(access.holder, Holder::Tensor))
        .map(|access| access.operand)
        .collect();
    nest(op, emit, &places, counters, accesses.into(), inits.start)?;
    let into = emit.results(op);
    emit.moves(&results, &into);
    Ok(())
}

/// Emits the loop nest; the outputs are the accesses from `first_init` on.
fn nest<'a>(
    op: OpRef<'a>,
    emit: &mut Emit<'a, '_>,
    places: &[(usize, usize)],
    counters: Vec<Reg>,
    accesses: Arc<[Access]>,
    first_init: usize,
) -> Emitted {
    let (sizes, total, number, end) = (emit.fresh(), emit.fresh(), emit.fresh(), emit.label());
    let sized: Vec<(Reg, usize)> = places.iter().map(|&(operand, dim)| (emit.operand(op, operand), dim)).collect();
    let fixed = fixed_dims(op, emit);
    emit.push(move |m| {
        let size = |&(operand, dim): &(Reg, usize)| Ok(m.sizes(operand)?[dim]);
        let list = sized.iter().map(size).collect::<Result<Vec<i64>, Box<Fault>>>()?;
        for (operand, dim, loop_number) in &fixed {
            if m.sizes(*operand)?[*dim] != list[*loop_number] {
                return Err(Fault::undefined("has operands whose sizes do not agree"));
            }
        }
        let product = list.iter().try_fold(1i64, |product, &size| product.checked_mul(size));
        m.set(total, Value::index(product.ok_or_else(|| Fault::limit("has too many iterations"))?));
        m.set(sizes, Value::list(list.into_iter().map(Value::index).collect()));
        Ok(Flow::Next)
    });
    let (zero, one) = (emit.constant(Value::index(0)), emit.constant(Value::index(1)));
    let range = Range { lower: zero, upper: total, step: one };
    let args = emit.region_args(op.region(0));
    let yielded = emit.fresh_many(op.n_operands() - first_init);
    emit.counted_loop(Counter::INDEX, range, number, end, |emit, next| {
        let (iteration, read) = (counters.clone(), accesses.clone());
        emit.push(move |m| {
            let mut rest = m.index(number, "a number")?;
            for (dim, &counter) in iteration.iter().enumerate().rev() {
                let size = m.get(sizes).part(dim).bits().unwrap_or(1) as i64;
                m.set(counter, Value::index(rest % size));
                rest /= size;
            }
            for (access, &arg) in read.iter().zip(&args) {
                let value = access.read(m)?;
                m.set(arg, value);
            }
            Ok(Flow::Next)
        });
        let store = emit.label();
        let out = Exit { label: store, into: yielded.clone() };
        emit.region(op.region(0), vec![out, Exit { label: store, into: counters }])?;
        emit.bind(store);
        emit.push(move |m| {
            for (access, &value) in accesses[first_init..].iter().zip(&yielded) {
                let value = m.get(value).clone();
                access.write(m, value)?;
            }
            Ok(Flow::Jump(next))
        });
        Ok(())
    })?;
    emit.bind(end);
    Ok(())
}

/// The dimensions of operands whose size is a trip count: the register of the operand, the dimension, and the loop.
fn fixed_dims<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Vec<(Reg, usize, usize)> {
    let mut fixed = Vec::new();
    for (number, map) in Loops::of(op).unwrap_or_default().maps.iter().enumerate() {
        let operand = emit.operand(op, number);
        let dims = map.results().iter().enumerate();
        fixed.extend(dims.filter_map(|(dim, result)| Some((operand, dim, result.as_dim()? as usize))));
    }
    fixed
}

#[eval(IndexOp)]
fn index<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let dim = op.get(IndexOp::dim) as usize;
    let counter = emit.exit(op, 1)?.into.get(dim).copied();
    let counter = counter.ok_or_else(|| op.error("cannot be interpreted: there is no such loop"))?;
    let into = emit.result(op, 0);
    emit.moves(&[counter], &[into]);
    Ok(())
}
