//! Tensors: construction, slices, reshapes, and operations in destination-passing style.

use crate::module::types;
use crate::options::Dialect;
use crate::types::{Element, Type, sizes};
use crate::writer::{Tensor, Writer};

const SHAPES: [&[usize]; 4] = [&[8], &[8], &[4], &[4, 8]];

const ELEMENTS: [Element; 3] = [Element::Int(32), Element::Float(32), Element::Index];

type Step = fn(&mut Writer, Tensor);

const STEPS: [Step; 11] = [
    Writer::extract_element,
    Writer::extract_element,
    Writer::insert_element,
    Writer::extract_slice,
    Writer::insert_slice,
    Writer::pad,
    Writer::reshape_tensor,
    Writer::tensor_cast,
    Writer::map,
    Writer::generic,
    Writer::select_tensor,
];

impl Writer {
    /// An operation of `tensor` or `linalg`.
    pub fn tensor(&mut self) {
        if self.tensors.is_empty() || self.numbers.below(6) == 0 {
            return self.make_tensor();
        }
        let tensor = self.numbers.one_of(&self.tensors).clone();
        let step = *self.numbers.one_of(&STEPS);
        step(self, tensor);
    }

    fn add_tensor(&mut self, shape: &[usize], element: Element, text: &str) -> Tensor {
        let tensor = Tensor { name: self.name(), shape: shape.to_vec(), element };
        self.line(format_args!("{} = {text}", tensor.name));
        self.tensors.push(tensor.clone());
        tensor
    }

    fn make_tensor(&mut self) {
        let (shape, element) = (*self.numbers.one_of(&SHAPES), *self.numbers.one_of(&ELEMENTS));
        let (ty, scalar) = (format!("tensor<{}{element}>", sizes(shape)), Type::scalar(element));
        let n: usize = shape.iter().product();
        let text = match self.numbers.below(5) {
            0 => {
                let values: Vec<String> = (0..n).map(|_| self.any(scalar)).collect();
                format!("tensor.from_elements {} : {ty}", values.join(", "))
            }
            1 => format!("tensor.splat {} : {ty}", self.any(scalar)),
            2 => {
                let value = self.any(scalar);
                let empty = self.define_hidden(format_args!("tensor.empty() : {ty}"));
                format!("linalg.fill ins({value} : {scalar}) outs({empty} : {ty}) -> {ty}")
            }
            3 if self.may_repeat(n as u64) => return self.generate(shape, element),
            _ => {
                let values: Vec<String> = (0..n).map(|_| self.literal(element)).collect();
                match shape {
                    [_] => format!("arith.constant dense<[{}]> : {ty}", values.join(", ")),
                    _ => format!("arith.constant dense<{}> : {ty}", values[0]),
                }
            }
        };
        self.add_tensor(shape, element, &text);
    }

    fn generate(&mut self, shape: &[usize], element: Element) {
        let (name, variables) = (self.name(), shape.iter().map(|_| self.name()).collect::<Vec<_>>());
        let tensor = Tensor { name, shape: shape.to_vec(), element };
        let block: Vec<String> = variables.iter().map(|name| format!("{name}: index")).collect();
        self.line(format_args!("{} = tensor.generate {{", tensor.name));
        self.line(format_args!("^bb0({}):", block.join(", ")));
        let could_write = std::mem::replace(&mut self.may_write, false);
        self.region(shape.iter().product::<usize>() as u64, |writer| {
            variables.iter().for_each(|name| writer.add(name.clone(), Type::INDEX));
            writer.elementwise();
            let value = writer.any(Type::scalar(element));
            writer.line(format_args!("tensor.yield {value} : {element}"));
        });
        self.may_write = could_write;
        self.line(format_args!("}} : {}", tensor.ty()));
        self.tensors.push(tensor);
    }

    fn position(&mut self, shape: &[usize]) -> String {
        let at: Vec<String> = shape.iter().map(|&size| self.at_most(size - 1)).collect();
        at.join(", ")
    }

    /// An index value that is at most `most`.
    fn at_most(&mut self, most: usize) -> String {
        if self.numbers.below(2) == 0 {
            let at = self.numbers.below(most + 1);
            return self.index(at);
        }
        let (value, most) = (self.any(Type::INDEX), self.index(most));
        self.define_hidden(format_args!("arith.minui {value}, {most} : index"))
    }

    fn extract_element(&mut self, tensor: Tensor) {
        let at = self.position(&tensor.shape);
        let (name, ty) = (&tensor.name, tensor.ty());
        self.define(Type::scalar(tensor.element), format_args!("tensor.extract {name}[{at}] : {ty}"));
    }

    fn insert_element(&mut self, tensor: Tensor) {
        let (at, value) = (self.position(&tensor.shape), self.any(Type::scalar(tensor.element)));
        let text = format!("tensor.insert {value} into {}[{at}] : {}", tensor.name, tensor.ty());
        self.add_tensor(&tensor.shape, tensor.element, &text);
    }

    /// Offsets, sizes and strides of a slice, as text and as integers.
    fn slice_of(&mut self, tensor: &Tensor) -> (String, Vec<usize>) {
        let (mut lists, mut shape) = ([const { Vec::new() }; 3], Vec::new());
        for &whole in &tensor.shape {
            let size = (whole >> self.numbers.below(3)).max(1);
            let step = if 2 * size <= whole { 1 + self.numbers.below(2) } else { 1 };
            let most = whole - (size - 1) * step - 1;
            let start = match self.numbers.below(3) {
                0 => self.at_most(most),
                _ => self.numbers.below(most + 1).to_string(),
            };
            lists.iter_mut().zip([start, size.to_string(), step.to_string()]).for_each(|(list, text)| list.push(text));
            shape.push(size);
        }
        (lists.map(|list| format!("[{}]", list.join(", "))).join(" "), shape)
    }

    fn extract_slice(&mut self, tensor: Tensor) {
        let (slice, mut shape) = self.slice_of(&tensor);
        if shape.len() == 2 && shape[0] == 1 && self.numbers.below(2) == 0 {
            shape.remove(0);
        }
        let to = format!("tensor<{}{}>", sizes(&shape), tensor.element);
        let text = format!("tensor.extract_slice {}{slice} : {} to {to}", tensor.name, tensor.ty());
        self.add_tensor(&shape, tensor.element, &text);
    }

    fn insert_slice(&mut self, tensor: Tensor) {
        let (slice, shape) = self.slice_of(&tensor);
        let scalar = Type::scalar(tensor.element);
        let fits = |other: &&Tensor| other.shape == shape && other.element == tensor.element;
        let source = match self.tensors.iter().rev().find(fits) {
            Some(source) => source.clone(),
            None => {
                let value = self.any(scalar);
                let text = format!("tensor.splat {value} : tensor<{}{scalar}>", sizes(&shape));
                self.add_tensor(&shape, tensor.element, &text)
            }
        };
        let (from, to) = (source.ty(), tensor.ty());
        let text = format!("tensor.insert_slice {} into {}{slice} : {from} into {to}", source.name, tensor.name);
        self.add_tensor(&tensor.shape, tensor.element, &text);
    }

    fn pad(&mut self, tensor: Tensor) {
        let low: Vec<usize> = tensor.shape.iter().map(|_| self.numbers.below(3)).collect();
        let high: Vec<usize> = tensor.shape.iter().map(|_| self.numbers.below(3)).collect();
        let value = self.any(Type::scalar(tensor.element));
        let shape: Vec<usize> =
            tensor.shape.iter().zip(low.iter().zip(&high)).map(|(size, (low, high))| size + low + high).collect();
        let padded = Tensor { name: self.name(), shape, element: tensor.element };
        let block: Vec<String> = tensor.shape.iter().map(|_| format!("{}: index", self.name())).collect();
        self.line(format_args!("{} = tensor.pad {} low{low:?} high{high:?} {{", padded.name, tensor.name));
        self.line(format_args!("^bb0({}):", block.join(", ")));
        self.line(format_args!("  tensor.yield {value} : {}", tensor.element));
        self.line(format_args!("}} : {} to {}", tensor.ty(), padded.ty()));
        // The result is sliced back to the previous shape.
        let starts: Vec<usize> = low.iter().zip(&high).map(|(low, high)| self.numbers.below(low + high + 1)).collect();
        let text = format!(
            "tensor.extract_slice {}{starts:?} {:?} {:?} : {} to {}",
            padded.name,
            tensor.shape,
            vec![1; tensor.shape.len()],
            padded.ty(),
            tensor.ty()
        );
        self.add_tensor(&tensor.shape, tensor.element, &text);
    }

    fn reshape_tensor(&mut self, tensor: Tensor) {
        let (name, ty) = (&tensor.name, tensor.ty());
        match tensor.shape[..] {
            [outer, inner] => {
                let shape = [outer * inner];
                let to = format!("tensor<{}{}>", sizes(&shape), tensor.element);
                self.add_tensor(
                    &shape,
                    tensor.element,
                    &format!("tensor.collapse_shape {name} [[0, 1]] : {ty} into {to}"),
                );
            }
            [size] if size % 2 == 0 => {
                let shape = [size / 2, 2];
                let to = format!("tensor<{}{}>", sizes(&shape), tensor.element);
                let text = format!("tensor.expand_shape {name} [[0, 1]] output_shape {shape:?} : {ty} into {to}");
                self.add_tensor(&shape, tensor.element, &text);
            }
            _ => {}
        }
    }

    /// A cast to a type without static sizes and back, or a `tensor.dim`.
    fn tensor_cast(&mut self, tensor: Tensor) {
        let ty = tensor.ty();
        let open = format!("tensor<{}{}>", "?x".repeat(tensor.shape.len()), tensor.element);
        let cast = self.define_hidden(format_args!("tensor.cast {} : {ty} to {open}", tensor.name));
        if self.numbers.below(2) == 0 {
            let dim = self.numbers.below(tensor.shape.len());
            let dim = self.index(dim);
            self.define(Type::INDEX, format_args!("tensor.dim {cast}, {dim} : {open}"));
        }
        self.add_tensor(&tensor.shape, tensor.element, &format!("tensor.cast {cast} : {open} to {ty}"));
    }

    /// Another tensor of the same type: the destination.
    fn same_type(&mut self, tensor: &Tensor) -> Tensor {
        let fits = |other: &&Tensor| other.shape == tensor.shape && other.element == tensor.element;
        let fitting: Vec<Tensor> = self.tensors.iter().filter(fits).cloned().collect();
        self.numbers.one_of(&fitting).clone()
    }

    fn operation_on(&mut self, element: Element) -> &'static str {
        match element {
            Element::Float(_) => self.numbers.one_of::<&str>(&["arith.addf", "arith.mulf", "arith.maximumf"]),
            _ => self.numbers.one_of::<&str>(&["arith.addi", "arith.muli", "arith.subi", "arith.maxsi"]),
        }
    }

    fn map(&mut self, tensor: Tensor) {
        let (other, to, ty) = (self.same_type(&tensor), self.same_type(&tensor), tensor.ty());
        let how = self.operation_on(tensor.element);
        let text = format!(
            "linalg.map {{ {how} }} ins({}, {} : {ty}, {ty}) outs({} : {ty})",
            tensor.name, other.name, to.name
        );
        self.add_tensor(&tensor.shape, tensor.element, &text);
    }

    /// A `linalg.generic` that reads its destination.
    fn generic(&mut self, tensor: Tensor) {
        let (to, ty, element) = (self.same_type(&tensor), tensor.ty(), tensor.element);
        let how = self.operation_on(element);
        let (dims, iterators) = match tensor.shape.len() {
            1 => ("d0", "\"parallel\""),
            _ => ("d0, d1", "\"parallel\", \"parallel\""),
        };
        let map = format!("affine_map<({dims}) -> ({dims})>");
        let [left, right, sum] = [(); 3].map(|()| self.name());
        let text = format!(
            "linalg.generic {{indexing_maps = [{map}, {map}], iterator_types = [{iterators}]}} \
             ins({} : {ty}) outs({} : {ty}) {{ ^bb0({left}: {element}, {right}: {element}): \
             {sum} = {how} {left}, {right} : {element} linalg.yield {sum} : {element} }} -> {ty}",
            tensor.name, to.name
        );
        self.add_tensor(&tensor.shape, element, &text);
    }

    fn select_tensor(&mut self, tensor: Tensor) {
        let (other, condition) = (self.same_type(&tensor), self.any(Type::BOOL));
        let text = format!("arith.select {condition}, {}, {} : {}", tensor.name, other.name, tensor.ty());
        self.add_tensor(&tensor.shape, tensor.element, &text);
    }

    /// A condition or a loop that forwards tensors.
    pub fn tensor_region(&mut self) {
        if self.tensors.is_empty() || !self.options.has(Dialect::Scf) {
            return;
        }
        let tensor = self.numbers.one_of(&self.tensors).clone();
        match self.numbers.below(2) {
            0 => self.tensor_condition(tensor),
            _ => self.tensor_loop(tensor),
        }
    }

    fn tensor_condition(&mut self, tensor: Tensor) {
        let (condition, name, ty) = (self.any(Type::BOOL), self.name(), tensor.ty());
        self.line(format_args!("{name} = scf.if {condition} -> ({ty}) {{"));
        for end in ["} else {", "}"] {
            self.region(1, |writer| {
                writer.insert_element(tensor.clone());
                writer.some_statements();
                let yielded = writer.same_type(&tensor).name;
                writer.line(format_args!("scf.yield {yielded} : {ty}"));
            });
            self.line(format_args!("{end}"));
        }
        self.tensors.push(Tensor { name, ..tensor });
    }

    /// A loop with two tensors as iter_args, which may be swapped.
    fn tensor_loop(&mut self, tensor: Tensor) {
        let n = self.numbers.below(5);
        if !self.may_repeat(n.max(1) as u64) {
            return;
        }
        let (other, scalar) = (self.same_type(&tensor), Type::scalar(tensor.element));
        let start = self.any(scalar);
        let [low, high, step] = [0, n, 1].map(|at| self.index(at));
        let (name, variable, [one, two, sum]) = (self.name(), self.name(), [(); 3].map(|()| self.name()));
        let list = format!("{ty}, {ty}, {}", types(&[scalar]), ty = tensor.ty());
        self.line(format_args!(
            "{name}:3 = scf.for {variable} = {low} to {high} step {step} \
             iter_args({one} = {}, {two} = {}, {sum} = {start}) -> ({list}) {{",
            tensor.name, other.name
        ));
        self.region(n.max(1) as u64, |writer| {
            writer.add(variable, Type::INDEX);
            writer.add(sum, scalar);
            for name in [one, two] {
                writer.tensors.push(Tensor { name, ..tensor.clone() });
            }
            writer.tensor();
            writer.some_statements();
            let yielded = [writer.same_type(&tensor).name, writer.same_type(&tensor).name];
            let value = writer.any(scalar);
            writer.line(format_args!("scf.yield {}, {value} : {list}", yielded.join(", ")));
        });
        self.line(format_args!("}}"));
        self.add(format!("{name}#2"), scalar);
        for at in 0..2 {
            self.tensors.push(Tensor { name: format!("{name}#{at}"), ..tensor.clone() });
        }
    }
}
