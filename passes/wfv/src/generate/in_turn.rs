//! Scalarization as a loop over the active lanes, for expensive operations without a vector form.

use super::*;

impl Generator<'_, '_, '_, '_> {
    /// Copies `op` into a loop over the active lanes.
    pub(super) fn in_turn(&mut self, op: OpId, forms: &[Form], mask: Value) -> Result<(), Declined> {
        let source = self.known.graph.body;
        let types = self.lane_types(op)?;
        let mut start = Vec::new();
        for &ty in &types {
            let ty = self.make.wide(ty);
            start.push(self.variables.poison(self.make.rw, ty));
        }
        let results = self.make.in_turn(mask, &start, |make, lane| {
            let operands: Vec<Value> = forms.iter().map(|&form| lane_at(make, form, lane)).collect();
            let copy = make.copy_of(source, op, &operands, &types);
            Ok(make.rw.results(copy).to_vec())
        })?;
        for (&result, given) in source.results(op).iter().zip(results) {
            self.define_wide(result, given);
        }
        Ok(())
    }
}

/// Extracts the value of a lane at a dynamic lane index.
fn lane_at(make: &mut Maker, form: Form, lane: Value) -> Value {
    match form {
        Form::Uniform(value) => value,
        Form::Strided(base, stride) => make.strided_lane(base, stride, lane),
        Form::Wide(vector) => make.lane_at(vector, lane),
    }
}
