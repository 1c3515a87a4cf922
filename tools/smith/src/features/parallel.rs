//! Parallel loops that write: each iteration its own element, of a buffer that nothing in the loop reads.

use crate::module::types;
use crate::options::{Dialect, Feature};
use crate::types::{Element, Type};
use crate::writer::{Buffer, Tensor, Writer};

impl Writer {
    /// `scf.parallel` or `scf.forall`.
    pub fn parallel_writes(&mut self) {
        if !self.options.has(Dialect::Scf) || !self.may_write {
            return;
        }
        match self.numbers.below(4) {
            0 => self.forall_on_tensor(),
            1 => self.forall_on_buffer(),
            2 => self.parallel_reductions(),
            _ => self.parallel_on_buffer(),
        }
    }

    /// A buffer that may be written by a loop in parallel.
    fn private_buffer(&mut self) -> Option<Buffer> {
        let fits = |buffer: &&Buffer| buffer.is_mutable && buffer.layout.is_injective();
        let fitting: Vec<Buffer> = self.buffers.iter().filter(fits).cloned().collect();
        let buffer = (!fitting.is_empty()).then(|| self.numbers.one_of(&fitting).clone())?;
        self.may_repeat(buffer.shape().iter().product::<usize>() as u64).then_some(buffer)
    }

    /// Runs `inside` while nothing may be written and `buffer` may not be read.
    fn apart_from(&mut self, buffer: &Buffer, n: u64, inside: impl FnOnce(&mut Self)) {
        let could_write = std::mem::replace(&mut self.may_write, false);
        let others = self.buffers.iter().filter(|other| other.is_apart_from(buffer)).cloned().collect();
        let before = std::mem::replace(&mut self.buffers, others);
        self.region(n, inside);
        self.buffers = before;
        self.may_write = could_write;
    }

    fn parallel_on_buffer(&mut self) {
        let Some(buffer) = self.private_buffer() else { return };
        let shape = buffer.shape();
        let variables: Vec<String> = shape.iter().map(|_| self.name()).collect();
        let is_dynamic = self.options.shows(Feature::Bounds) && self.numbers.below(2) == 0;
        let (mut starts, mut ends, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        for &size in &shape {
            let step = 1 + self.numbers.below(3);
            let start = self.numbers.below(2).min(size - 1);
            starts.push(self.index(start));
            steps.push(self.index(step));
            ends.push(match is_dynamic {
                // At most the size, maybe less than the lower bound.
                true => {
                    let (small, size) = (self.small(Type::INDEX), self.index(size));
                    self.define_hidden(format_args!("arith.minsi {small}, {size} : index"))
                }
                false => self.index(size),
            });
        }
        self.line(format_args!(
            "scf.parallel ({}) = ({}) to ({}) step ({}) {{",
            variables.join(", "),
            starts.join(", "),
            ends.join(", "),
            steps.join(", ")
        ));
        self.apart_from(&buffer.clone(), shape.iter().product::<usize>() as u64, |writer| {
            variables.iter().for_each(|name| writer.add(name.clone(), Type::INDEX));
            writer.some_statements();
            let value = writer.any(Type::scalar(buffer.element));
            writer.store("memref.store", &value, &buffer, &variables.join(", "));
            writer.line(format_args!("scf.reduce"));
        });
        self.line(format_args!("}}"));
    }

    /// A loop with several reductions of integers.
    fn parallel_reductions(&mut self) {
        const HOW: [&str; 6] = ["arith.addi", "arith.muli", "arith.maxsi", "arith.minui", "arith.xori", "arith.andi"];
        let n = self.numbers.below(5);
        if !self.may_repeat((2 * n).max(1) as u64) {
            return;
        }
        let carried: Vec<Type> = (0..1 + self.numbers.below(2))
            .map(|_| *self.numbers.one_of(&[Type::I32, Type::INDEX, Type::scalar(Element::Int(64))]))
            .collect();
        let starts: Vec<String> = carried.iter().map(|&ty| self.any(ty)).collect();
        let [zero, one, two, end] = [0, 1, 2, n].map(|at| self.index(at));
        let (name, [i, j]) = (self.name(), [(); 2].map(|()| self.name()));
        let number = if carried.len() == 1 { String::new() } else { format!(":{}", carried.len()) };
        let list = types(&carried);
        self.line(format_args!(
            "{name}{number} = scf.parallel ({i}, {j}) = ({zero}, {zero}) to ({end}, {two}) step ({one}, {one}) init ({}) \
             -> ({list}) {{",
            starts.join(", ")
        ));
        let could_write = std::mem::replace(&mut self.may_write, false);
        self.region((2 * n).max(1) as u64, |writer| {
            writer.add(i, Type::INDEX);
            writer.add(j, Type::INDEX);
            writer.some_statements();
            let values: Vec<String> = carried.iter().map(|&ty| writer.any(ty)).collect();
            writer.line(format_args!("scf.reduce({} : {list}) {{", values.join(", ")));
            for (at, ty) in carried.iter().enumerate() {
                let (left, right) = (writer.name(), writer.name());
                let how = *writer.numbers.one_of(&HOW);
                writer.line(format_args!("^bb{at}({left}: {ty}, {right}: {ty}):"));
                let sum = writer.define_hidden(format_args!("{how} {left}, {right} : {ty}"));
                let next = if at + 1 < carried.len() { "}, {" } else { "}" };
                writer.line(format_args!("scf.reduce.return {sum} : {ty}"));
                writer.line(format_args!("{next}"));
            }
        });
        self.may_write = could_write;
        self.line(format_args!("}}"));
        self.add_all(&name, &carried);
    }

    fn forall_on_buffer(&mut self) {
        let Some(buffer) = self.private_buffer() else { return };
        let shape = buffer.shape();
        let variables: Vec<String> = shape.iter().map(|_| self.name()).collect();
        let sizes: Vec<String> = shape.iter().map(ToString::to_string).collect();
        self.line(format_args!("scf.forall ({}) in ({}) {{", variables.join(", "), sizes.join(", ")));
        self.apart_from(&buffer.clone(), shape.iter().product::<usize>() as u64, |writer| {
            variables.iter().for_each(|name| writer.add(name.clone(), Type::INDEX));
            writer.some_statements();
            let value = writer.any(Type::scalar(buffer.element));
            writer.store("memref.store", &value, &buffer, &variables.join(", "));
        });
        self.line(format_args!("}}"));
    }

    /// Threads that each insert a slice into a tensor.
    fn forall_on_tensor(&mut self) {
        let fits = |tensor: &&Tensor| matches!(tensor.shape[..], [size] if size % 2 == 0 && size > 2);
        let Some(tensor) = self.tensors.iter().rev().find(fits).cloned() else { return };
        let (n, ty) = (tensor.shape[0] / 2, tensor.ty());
        if !self.may_repeat(n as u64) {
            return;
        }
        let slice = Tensor { name: String::new(), shape: vec![2], element: tensor.element };
        let (name, variable, inner) = (self.name(), self.name(), self.name());
        self.line(format_args!(
            "{name} = scf.forall ({variable}) in ({n}) shared_outs({inner} = {}) -> ({ty}) {{",
            tensor.name
        ));
        let could_write = std::mem::replace(&mut self.may_write, false);
        self.region(n as u64, |writer| {
            writer.add(variable.clone(), Type::INDEX);
            writer.some_statements();
            let two = writer.index(2);
            let start = writer.define_hidden(format_args!("arith.muli {variable}, {two} : index"));
            let scalar = Type::scalar(tensor.element);
            let values = [writer.any(scalar), writer.any(scalar)].join(", ");
            let part = writer.define_hidden(format_args!("tensor.from_elements {values} : {}", slice.ty()));
            writer.line(format_args!("scf.forall.in_parallel {{"));
            writer.line(format_args!(
                "  tensor.parallel_insert_slice {part} into {inner}[{start}] [2] [1] : {} into {ty}",
                slice.ty()
            ));
            writer.line(format_args!("}}"));
        });
        self.may_write = could_write;
        self.line(format_args!("}}"));
        self.tensors.push(Tensor { name, ..tensor });
    }
}
