//! Scalarization: operations without a vector form are copied for each active lane, in order.

use rmlir_memref::StoreOp;

use super::*;

/// The depth limit of the search for scalars of a lane in the operands of a vector.
const DEPTH: u32 = 4;

impl Generator<'_, '_, '_, '_> {
    pub(super) fn one_by_one(&mut self, op: OpId, forms: &[Form]) -> Result<(), Declined> {
        let source = self.known.graph.body;
        let types = self.lane_types(op)?;
        let mut results: Vec<Value> = Vec::new();
        for &ty in &types {
            let ty = self.make.wide(ty);
            results.push(self.variables.poison(self.make.rw, ty));
        }
        let mut scalars: Vec<Vec<Value>> = vec![Vec::new(); types.len()];
        for lane in 0..self.width {
            results = self.for_one(op, forms, lane, &types, results, &mut scalars)?;
        }
        for (&vector, scalars) in results.iter().zip(scalars) {
            if scalars.len() == self.width as usize {
                self.scalars.insert(vector, scalars);
            }
        }
        for (&result, given) in source.results(op).iter().zip(results) {
            self.define_wide(result, given);
        }
        Ok(())
    }

    /// The result types of `op` for each lane; declines types that are no vector elements.
    pub(super) fn lane_types(&self, op: OpId) -> Result<Vec<Type>, Declined> {
        let source = self.known.graph.body;
        let types: Vec<Type> = source.result_types(op).collect();
        let is_scalar =
            |ty: &Type| ty.int_or_index_width(source.cx()).is_some() || ty.float_kind(source.cx()).is_some();
        match types.iter().all(is_scalar) {
            true => Ok(types),
            false => Err(Declined::at(source, op, "gives each lane something that vectors do not hold")),
        }
    }

    /// Copies `op` for one lane and inserts its results into the result vectors.
    fn for_one(
        &mut self,
        op: OpId,
        forms: &[Form],
        lane: i64,
        types: &[Type],
        results: Vec<Value>,
        scalars: &mut [Vec<Value>],
    ) -> Result<Vec<Value>, Declined> {
        let operands: Vec<Value> = forms.iter().map(|&form| self.of_lane(form, lane)).collect();
        let Some(mask) = self.mask else {
            let copy = self.copy(op, &operands, types);
            let given = self.make.rw.results(copy).to_vec();
            scalars.iter_mut().zip(&given).for_each(|(scalars, &value)| scalars.push(value));
            return Ok(self.with_lanes(given, results, lane));
        };
        let bit = self.make.lane(mask, lane);
        let otherwise = results.clone();
        let source = self.known.graph.body;
        self.make.only_if(bit, &otherwise, |make| {
            let copy = make.copy_of(source, op, &operands, types);
            let given = make.rw.results(copy).to_vec();
            let with = |(value, vector)| make.with_lane(value, vector, lane);
            Ok(given.into_iter().zip(results).map(with).collect())
        })
    }

    fn with_lanes(&mut self, given: Vec<Value>, results: Vec<Value>, lane: i64) -> Vec<Value> {
        given.into_iter().zip(results).map(|(value, vector)| self.make.with_lane(value, vector, lane)).collect()
    }

    /// Returns the value of one lane.
    pub(super) fn of_lane(&mut self, form: Form, lane: i64) -> Value {
        match form {
            Form::Uniform(value) => value,
            Form::Strided(base, _) if lane == 0 => base,
            Form::Strided(base, stride) => {
                let ty = self.make.rw.ty(base);
                let width = ty.int_or_index_width(self.make.rw.cx()).unwrap_or(64).min(64);
                let distance = ApInt::from_i64(64, stride.wrapping_mul(lane)).trunc(width);
                let distance = self.make.rw.cx().apint_attr(ty, distance);
                let distance = self.make.constant(distance);
                self.make.add(base, distance)
            }
            Form::Wide(vector) => match self.scalars.get(&vector) {
                Some(scalars) => scalars[lane as usize],
                None => self.make.lane_of(vector, lane, DEPTH),
            },
        }
    }

    /// Whether it is profitable to scalarize an operation: the scalars of an operand are available, and the result is
    /// only used by a scalarized store.
    pub(super) fn is_by_lane(&self, op: OpId, forms: &[Form]) -> bool {
        let body = self.known.graph.body;
        let has_lanes = |form: &Form| matches!(form, Form::Wide(vector) if self.scalars.contains_key(vector));
        let is_one = |form: &Form| matches!(form, Form::Uniform(_)) || has_lanes(form);
        if self.mask.is_some() || body.results(op).len() != 1 || !forms.iter().any(has_lanes) {
            return false;
        }
        let users: Vec<OpId> = body.users(body.result(op, 0)).collect();
        let is_stored = |&user: &OpId| {
            OpRef::new(body, user).is::<StoreOp>()
                && body.operand(user, 0) == body.result(op, 0)
                && body.block_of(user) == body.block_of(op)
                && body.operands(user).skip(2).any(|index| self.known.lanes.shape(index).is_varying())
        };
        forms.iter().all(is_one) && !users.is_empty() && users.iter().all(is_stored)
    }
}
