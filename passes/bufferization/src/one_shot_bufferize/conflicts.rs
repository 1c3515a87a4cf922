//! Read-after-write conflicts.
//!
//! A *read-after-write conflict*: a value is defined, another operation writes to its buffer, then it is read and must
//! have its defined elements. If the three operations execute in a fixed order, dominance decides; in loops, and cycles
//! of blocks, the write may be that of another iteration.

use rmlir::prelude::*;
use rmlir_bufferization::bufferizable::{Traversal, Use, regions};

use super::analysis::Analysis;

impl<'b> Analysis<'b, '_> {
    fn op(&self, operand: Use) -> OpRef<'b> {
        OpRef::new(self.body, operand.op)
    }

    /// Collects in-place uses that write to a buffer that may be that of `value`.
    fn collect_writes(&self, value: Value, found: &mut Vec<Use>) {
        for &alias in self.state.aliases(value) {
            for operand in Use::all(self.body, alias) {
                let is_write = self.state.writes(self.body, operand) && self.state.is_in_place(self.body, operand);
                if is_write && !found.contains(&operand) {
                    found.push(operand);
                }
            }
        }
    }

    /// Collects uses that read a buffer that may be that of `value`: also those that alias it, without writing, to a
    /// value that is read.
    fn collect_reads(&self, value: Value, found: &mut Vec<Use>) {
        for &alias in self.state.aliases(value) {
            for operand in Use::all(self.body, alias) {
                if !found.contains(&operand) && self.is_read(operand) {
                    found.push(operand);
                }
            }
        }
    }

    fn is_read(&self, operand: Use) -> bool {
        let (state, body) = (&self.state, self.body);
        state.reads(body, operand)
            || (!state.writes(body, operand)
                && state.aliasing_values(body, operand).iter().any(|alias| state.is_value_read(body, alias.value)))
    }

    /// Whether bufferizing `operand` in place would be a conflict; with `only_check`, whether the decisions so far are
    /// one.
    pub(super) fn would_interfere(&mut self, operand: Use, only_check: bool) -> bool {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        let mut values = vec![operand.value(self.body)];
        values.extend(self.state.aliasing_values(self.body, operand).iter().map(|alias| alias.value));
        for value in values {
            self.collect_reads(value, &mut reads);
            self.collect_writes(value, &mut writes);
        }
        if !only_check && self.state.writes(self.body, operand) && !writes.contains(&operand) {
            writes.push(operand);
        }
        self.is_interference(&reads, &writes)
    }

    /// Whether bufferizing `operand` in place would write to a read-only buffer; with `only_check`, whether an
    /// operation does.
    pub(super) fn writes_to_read_only(&mut self, operand: Use, only_check: bool) -> bool {
        let mut values = vec![operand.value(self.body)];
        values.extend(self.state.aliasing_values(self.body, operand).iter().map(|alias| alias.value));
        if only_check || !self.state.writes(self.body, operand) {
            let mut writes = Vec::new();
            for &value in &values {
                self.collect_writes(value, &mut writes);
            }
            if writes.is_empty() {
                return false;
            }
        }
        let mut found = false;
        for value in values {
            for alias in self.state.aliases(value).to_vec() {
                if !self.state.is_writable(ValueRef::new(self.body, alias)) {
                    found = true;
                    if self.state.session.options.print_conflicts {
                        self.marks.add_read_only(ValueRef::new(self.body, alias));
                    }
                }
            }
        }
        found
    }

    fn is_interference(&mut self, reads: &[Use], writes: &[Use]) -> bool {
        if self.state.session.options.check_parallel_regions && !reads.is_empty() {
            for &write in writes {
                if self.leaves_parallel_region(write) {
                    return true;
                }
            }
        }
        for &read in reads {
            let definitions = self.definitions_of(read);
            if definitions.is_empty() {
                continue;
            }
            for &write in writes {
                if let Some(definition) = self.conflicting_definition(read, write, &definitions) {
                    if self.state.session.options.print_conflicts {
                        self.marks.add_conflict(read, write, ValueRef::new(self.body, definition));
                    }
                    return true;
                }
            }
        }
        false
    }

    /// Whether `write` is in a parallel region in which the written tensor is not defined.
    fn leaves_parallel_region(&self, write: Use) -> bool {
        let options = &self.state.session.options;
        let is_definition = |value: ValueRef| self.state.is_defined_with_elements(value);
        let sources = self.state.find_in_chain(self.body, write, &is_definition, Traversal::default());
        let here = regions::enclosing_parallel(regions::of_op(self.op(write)), options);
        sources.into_iter().any(|source| {
            let source = regions::of_value(ValueRef::new(self.body, source));
            regions::enclosing_parallel(source, options) != here
        })
    }

    /// The definition such that the write `write` is between it and `read`, if there is one.
    fn conflicting_definition(&self, read: Use, write: Use, definitions: &[Value]) -> Option<Value> {
        let (reading, writing) = (self.op(read), self.op(write));
        if self.can_use_dominance(read, write, definitions)
            && (self.happens_before(read.op, write.op)
                || read == write
                || regions::are_mutually_exclusive(reading, writing)
                || self.is_elementwise(read, write))
        {
            return None;
        }
        if self.are_disjoint_subsets(read, write) {
            return None;
        }
        let accepts = |op: OpRef| {
            self.state.model(op).is_some_and(|model| model.is_not_conflicting(op, read, write, &self.state))
        };
        if accepts(reading) || (read.op != write.op && accepts(writing)) {
            return None;
        }
        definitions.iter().copied().find(|&definition| self.is_written_after(definition, write))
    }

    /// Whether `write` may execute after `definition`, and is not the definition.
    fn is_written_after(&self, definition: Value, write: Use) -> bool {
        match self.body.defining_op(definition) {
            Some(op) => {
                let is_inside = op != write.op && self.body.is_ancestor(op, write.op);
                if is_inside || self.happens_before(write.op, op) {
                    return false;
                }
            }
            None => {
                let block = self.block_of(definition).expect("an argument is in a block");
                if self.body.ancestor_in_block(write.op, block).is_none() {
                    return false;
                }
            }
        }
        !matches!(self.state.aliasing_values(self.body, write)[..], [alias] if alias.value == definition)
    }

    /// Whether `first`, or an operation around it, always executes before `second`.
    fn happens_before(&self, first: OpId, second: OpId) -> bool {
        let mut at = Some(first);
        while let Some(op) = at {
            if op != second && self.body.is_ancestor(op, second) {
                return false;
            }
            if self.dominance.properly_dominates_op(op, second, true) {
                return true;
            }
            at = self.body.parent_op(op);
        }
        false
    }

    /// Whether dominance decides, since no other iteration can be in between.
    fn can_use_dominance(&self, read: Use, write: Use, definitions: &[Value]) -> bool {
        self.is_in_one_iteration(read, write, definitions) && !self.is_on_cycle(read, write, definitions)
    }

    /// Whether, for each definition outside of a loop around the read, the write is outside of that loop too.
    fn is_in_one_iteration(&self, read: Use, write: Use, definitions: &[Value]) -> bool {
        let options = &self.state.session.options;
        definitions.iter().all(|&definition| {
            let defined = regions::of_value(ValueRef::new(self.body, definition));
            let defined = regions::enclosing_repetitive(defined, options);
            let mut around = regions::enclosing_repetitive(regions::of_op(self.op(read)), options);
            let mut outermost = None;
            while around != defined {
                let Some(region) = around else { break };
                outermost = Some(region);
                around = regions::enclosing_repetitive(regions::parent(region), options);
            }
            outermost.is_none_or(|region| !self.body.is_ancestor(region.owner().id, write.op))
        })
    }

    /// Whether read and write are in blocks of a cycle without the definition.
    fn is_on_cycle(&self, read: Use, write: Use, definitions: &[Value]) -> bool {
        if self.body.parent_region(read.op) != self.body.parent_region(write.op) {
            return false;
        }
        let (Some(reads), Some(writes)) = (self.body.block_of(read.op), self.body.block_of(write.op)) else {
            return false;
        };
        definitions.iter().any(|&definition| {
            let without = self.block_of(definition);
            self.is_reachable(reads, writes, without) && self.is_reachable(writes, reads, without)
        })
    }

    /// Whether `to` is reachable from the end of `from` without passing `without`.
    fn is_reachable(&self, from: BlockId, to: BlockId, without: Option<BlockId>) -> bool {
        let successors = |block: BlockId| {
            let last = self.body.last_op(block);
            last.map_or(Vec::new(), |last| self.body.successors(last).collect::<Vec<_>>())
        };
        let mut seen: Vec<BlockId> = without.into_iter().collect();
        let mut work = successors(from);
        while let Some(block) = work.pop() {
            if block == to {
                return true;
            }
            if !seen.contains(&block) {
                seen.push(block);
                work.extend(successors(block));
            }
        }
        false
    }

    /// Whether one operation reads and writes the same elements, elementwise.
    fn is_elementwise(&self, read: Use, write: Use) -> bool {
        if read.op != write.op {
            return false;
        }
        let op = self.op(read);
        let says_so = self.state.model(op).is_some_and(|model| model.is_elementwise(op, [read, write], &self.state));
        says_so && (self.comes_from(read, write.value(self.body)) || self.comes_from(write, read.value(self.body)))
    }

    /// Whether the buffer of `operand` is that of `value`, following the backward slice.
    fn comes_from(&self, operand: Use, value: Value) -> bool {
        let config = Traversal {
            include_leaves: false,
            equivalent_only: true,
            same_type_or_casts_only: true,
            ..Traversal::default()
        };
        !self.state.find_in_chain(self.body, operand, &|found| found.id == value, config).is_empty()
    }

    /// Whether the read and the written subsets are disjoint, or the written subset is the one that was read and is
    /// inserted again.
    fn are_disjoint_subsets(&self, read: Use, write: Use) -> bool {
        if let Some(insertion) = self.state.subset_insertion(self.op(read)) {
            if read.index == insertion.destination() && self.comes_from_subset(write, read.op) {
                return true;
            }
            if read.index == insertion.source()
                && write == (Use { op: read.op, index: insertion.destination() })
                && self.comes_from_subset(read, read.op)
            {
                return true;
            }
        }
        let Some(insertion) = self.state.subset_insertion(self.op(write)) else { return false };
        let source = Use { op: write.op, index: insertion.source() };
        write.index == insertion.destination()
            && self.state.are_equivalent(read.value(self.body), source.value(self.body))
            && self.comes_from_subset(source, write.op)
    }

    /// Whether all definitions of `operand` extract the subset that `inserting` inserts into.
    fn comes_from_subset(&self, operand: Use, inserting: OpId) -> bool {
        let op = OpRef::new(self.body, inserting);
        let Some(insertion) = self.state.subset_insertion(op) else { return false };
        let same = |left: Value, right: Value| self.state.are_equivalent(left, right);
        let is_subset =
            |value: ValueRef| value.defining_op().is_some() && insertion.is_equivalent_subset(op, value, &same);
        let found = self.state.find_in_chain(self.body, operand, &is_subset, Traversal::default());
        found.into_iter().all(|value| is_subset(ValueRef::new(self.body, value)))
    }
}
