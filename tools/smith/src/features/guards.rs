//! Operations that are undefined for some operands, guarded by conditions that exclude these.

use crate::options::Dialect;
use crate::types::{Element, Type};
use crate::writer::Writer;

/// Operations that may divide by zero, including those of `llvm` and `index`.
const DIVISIONS: [&str; 9] = [
    "arith.divui",
    "arith.remui",
    "arith.ceildivui",
    "arith.divsi",
    "arith.remsi",
    "arith.floordivsi",
    "arith.ceildivsi",
    "llvm.udiv",
    "llvm.srem",
];

const SHIFTS: [&str; 4] = ["arith.shli", "arith.shrui", "arith.shrsi", "llvm.shl"];

impl Writer {
    /// A condition and an operation that is defined if it holds.
    fn guarded_text(&mut self) -> Option<(String, Type, String)> {
        let ty = self.any_type(|ty| !ty.is_vector() && matches!(ty.element, Element::Int(3..) | Element::Index))?;
        let is_integer = ty != Type::INDEX;
        match self.numbers.below(6) {
            5 if !self.bounds.is_empty() => self.guarded_apply(),
            0 | 1 => {
                let (left, right) = (self.any(ty), self.any(ty));
                let zero = self.define_hidden(format_args!("arith.constant 0 : {ty}"));
                let name = *self.numbers.one_of(if is_integer { &DIVISIONS } else { &DIVISIONS[..7] });
                // The signed division of the least integer by -1 is undefined as well.
                let order = if name.contains('u') { "ne" } else { "sgt" };
                let holds = self.define_hidden(format_args!("arith.cmpi {order}, {right}, {zero} : {ty}"));
                Some((holds, ty, format!("{name} {left}, {right} : {ty}")))
            }
            2 => {
                let width = if let Element::Int(width) = ty.element { width } else { 32 };
                let (left, right) = (self.any(ty), self.any(ty));
                let bits = self.define_hidden(format_args!("arith.constant {} : {ty}", narrow(width, ty)));
                let name = *self.numbers.one_of(if is_integer { &SHIFTS } else { &SHIFTS[..3] });
                let holds = self.define_hidden(format_args!("arith.cmpi ult, {right}, {bits} : {ty}"));
                Some((holds, ty, format!("{name} {left}, {right} : {ty}")))
            }
            3 => self.guarded_load(),
            _ => self.guarded_extract(),
        }
    }

    /// An affine operation that divides by a symbol, which has to be positive.
    fn guarded_apply(&mut self) -> Option<(String, Type, String)> {
        const EXPRESSIONS: [&str; 4] = ["s0 mod s1", "s0 floordiv s1", "s0 ceildiv s1", "s0 - (s0 floordiv s1) * 2"];
        let [left, right] = [(); 2].map(|()| self.numbers.one_of(&self.bounds).clone());
        let zero = self.index(0);
        let holds = self.define_hidden(format_args!("arith.cmpi sgt, {right}, {zero} : index"));
        let expression = *self.numbers.one_of(&EXPRESSIONS);
        let text = match self.numbers.below(4) {
            0 => format!("affine.min affine_map<()[s0, s1] -> ({expression}, s1)>()[{left}, {right}]"),
            1 => format!("affine.max affine_map<()[s0, s1] -> ({expression}, s1)>()[{left}, {right}]"),
            _ => format!("affine.apply affine_map<()[s0, s1] -> ({expression})>()[{left}, {right}]"),
        };
        Some((holds, Type::INDEX, text))
    }

    fn guarded_load(&mut self) -> Option<(String, Type, String)> {
        let buffer = self.any_buffer()?;
        let [size] = buffer.shape()[..] else { return None };
        let (at, size) = (self.any(Type::INDEX), self.index(size));
        let holds = self.define_hidden(format_args!("arith.cmpi ult, {at}, {size} : index"));
        let (name, ty) = (&buffer.name, buffer.ty());
        Some((holds, Type::scalar(buffer.element), format!("memref.load {name}[{at}] : {ty}")))
    }

    fn guarded_extract(&mut self) -> Option<(String, Type, String)> {
        let at = self.any(Type::INDEX);
        let tensor = self.tensors.iter().find(|tensor| tensor.shape.len() == 1).cloned();
        let (size, element, text) = match (tensor, self.any_type(|ty| ty.shape.len() == 1)) {
            (Some(tensor), _) => {
                let text = format!("tensor.extract {}[{at}] : {}", tensor.name, tensor.ty());
                (tensor.shape[0], tensor.element, text)
            }
            (_, Some(ty)) => {
                let vector = self.any(ty);
                (ty.shape[0], ty.element, format!("vector.extract {vector}[{at}] : {} from {ty}", ty.element))
            }
            _ => return None,
        };
        let size = self.index(size);
        let holds = self.define_hidden(format_args!("arith.cmpi ult, {at}, {size} : index"));
        Some((holds, Type::scalar(element), text))
    }

    /// An operation under `scf.if` that would be undefined without the condition.
    pub fn guarded_operation(&mut self) {
        if !self.options.has(Dialect::Scf) {
            return;
        }
        if self.numbers.below(5) == 0 {
            return self.guarded_subview();
        }
        let Some((holds, ty, text)) = self.guarded_text() else { return };
        let other = self.any(ty);
        let name = self.name();
        self.line(format_args!("{name} = scf.if {holds} -> ({ty}) {{"));
        self.region(1, |writer| {
            let value = writer.define(ty, format_args!("{text}"));
            // Operations that depend on it must not be speculated either.
            if writer.numbers.below(2) == 0 {
                writer.elementwise();
            }
            writer.line(format_args!("scf.yield {value} : {ty}"));
        });
        self.line(format_args!("}} else {{"));
        self.line(format_args!("  scf.yield {other} : {ty}"));
        self.line(format_args!("}}"));
        self.add(name, ty);
    }

    /// A subview that is within bounds only if a condition holds.
    fn guarded_subview(&mut self) {
        const TAKEN: usize = 2;
        let Some(buffer) = self.any_buffer() else { return };
        let [dim] = buffer.layout.dims[..] else { return };
        // If the stride is zero, the offset of the subview is that of its source.
        if dim.size < TAKEN || !dim.shows_stride || dim.stride == 0 {
            return;
        }
        let (at, most) = (self.any(Type::INDEX), self.index(dim.size - TAKEN + 1));
        let holds = self.define_hidden(format_args!("arith.cmpi ult, {at}, {most} : index"));
        let (scalar, name) = (Type::scalar(buffer.element), self.name());
        let other = self.any(scalar);
        let ty = format!("memref<{TAKEN}x{}, strided<[{}], offset: ?>>", buffer.element, dim.stride);
        self.line(format_args!("{name} = scf.if {holds} -> ({scalar}) {{"));
        self.region(1, |writer| {
            let part = writer.define_hidden(format_args!(
                "memref.subview {}[{at}] [{TAKEN}] [1] : {} to {ty}",
                buffer.name,
                buffer.ty()
            ));
            let at = writer.below(TAKEN);
            let value = writer.define_hidden(format_args!("memref.load {part}[{at}] : {ty}"));
            writer.line(format_args!("scf.yield {value} : {scalar}"));
        });
        self.line(format_args!("}} else {{"));
        self.line(format_args!("  scf.yield {other} : {scalar}"));
        self.line(format_args!("}}"));
        self.add(name, scalar);
    }

    /// A loop whose condition guards its body.
    pub fn guarded_loop(&mut self) {
        if !self.options.has(Dialect::Scf) {
            return;
        }
        match self.numbers.below(3) {
            0 => self.loop_that_may_not_run(),
            1 => self.while_divisor(),
            _ => self.while_in_bounds(),
        }
    }

    /// A loop-invariant operation that is defined only if the loop executes.
    fn loop_that_may_not_run(&mut self) {
        const N: usize = 3;
        let Some((holds, ty, text)) = self.guarded_text() else { return };
        if !self.may_repeat(N as u64) {
            return;
        }
        let [zero, one, n] = [0, 1, N].map(|at| self.index(at));
        let end = self.define_hidden(format_args!("arith.select {holds}, {n}, {zero} : index"));
        let (start, name, variable, inner) = (self.any(ty), self.name(), self.name(), self.name());
        self.line(format_args!(
            "{name} = scf.for {variable} = {zero} to {end} step {one} iter_args({inner} = {start}) -> ({ty}) {{"
        ));
        self.region(N as u64, |writer| {
            writer.add(variable, Type::INDEX);
            writer.add(inner, ty);
            writer.define(ty, format_args!("{text}"));
            writer.some_statements();
            let value = writer.any(ty);
            writer.line(format_args!("scf.yield {value} : {ty}"));
        });
        self.line(format_args!("}}"));
        self.add(name, ty);
    }

    /// A while loop that divides by a value while that is not zero.
    fn while_divisor(&mut self) {
        const N: u64 = 6;
        if !self.may_repeat(N) {
            return;
        }
        let (value, start) = (self.any(Type::I32), self.any(Type::I32));
        let seven = self.define_hidden(format_args!("arith.constant 7 : i32"));
        let fuel = self.define_hidden(format_args!("arith.andi {value}, {seven} : i32"));
        let name = self.name();
        let [d, x, e, y] = [(); 4].map(|()| self.name());
        self.line(format_args!("{name}:2 = scf.while ({d} = {fuel}, {x} = {start}) : (i32, i32) -> (i32, i32) {{"));
        self.region(N, |writer| {
            writer.add(d.clone(), Type::I32);
            writer.add(x.clone(), Type::I32);
            writer.elementwise();
            let zero = writer.define_hidden(format_args!("arith.constant 0 : i32"));
            let holds = writer.define_hidden(format_args!("arith.cmpi sgt, {d}, {zero} : i32"));
            writer.line(format_args!("scf.condition({holds}) {d}, {x} : i32, i32"));
        });
        self.line(format_args!("}} do {{"));
        self.line(format_args!("^bb0({e}: i32, {y}: i32):"));
        self.region(N, |writer| {
            writer.add(e.clone(), Type::I32);
            writer.add(y.clone(), Type::I32);
            let how = *writer.numbers.one_of(&["arith.divui", "arith.remsi", "llvm.udiv", "llvm.sdiv", "llvm.urem"]);
            writer.define(Type::I32, format_args!("{how} {y}, {e} : i32"));
            writer.elementwise();
            let one = writer.define_hidden(format_args!("arith.constant 1 : i32"));
            let next = writer.define_hidden(format_args!("arith.subi {e}, {one} : i32"));
            let value = writer.any(Type::I32);
            writer.line(format_args!("scf.yield {next}, {value} : i32, i32"));
        });
        self.line(format_args!("}}"));
        self.add_all(&name, &[Type::I32, Type::I32]);
    }

    /// A search in a buffer: a while loop that continues as long as the index is within bounds and the element differs.
    fn while_in_bounds(&mut self) {
        let Some(buffer) = self.any_buffer() else { return };
        let [size] = buffer.shape()[..] else { return };
        if !self.may_repeat(size as u64 + 1) || !matches!(buffer.element, Element::Int(_)) {
            return;
        }
        let (element, ty) = (buffer.element, buffer.ty());
        let [zero, one, n] = [0, 1, size].map(|at| self.index(at));
        let wanted = self.any(Type::scalar(element));
        let [name, i, j] = [(); 3].map(|()| self.name());
        self.line(format_args!("{name} = scf.while ({i} = {zero}) : (index) -> (index) {{"));
        self.region(size as u64 + 1, |writer| {
            let is_inside = writer.define_hidden(format_args!("arith.cmpi slt, {i}, {n} : index"));
            let goes_on = writer.name();
            writer.line(format_args!("{goes_on} = scf.if {is_inside} -> (i1) {{"));
            writer.depth += 1;
            let loaded = writer.define_hidden(format_args!("memref.load {}[{i}] : {ty}", buffer.name));
            let other = writer.define_hidden(format_args!("arith.cmpi ne, {loaded}, {wanted} : {element}"));
            writer.line(format_args!("scf.yield {other} : i1"));
            writer.depth -= 1;
            writer.line(format_args!("}} else {{"));
            writer.line(format_args!("  scf.yield {is_inside} : i1"));
            writer.line(format_args!("}}"));
            writer.line(format_args!("scf.condition({goes_on}) {i} : index"));
        });
        self.line(format_args!("}} do {{"));
        self.line(format_args!("^bb0({j}: index):"));
        self.region(size as u64, |writer| {
            writer.add(j.clone(), Type::INDEX);
            let loaded = writer.define(Type::scalar(element), format_args!("memref.load {}[{j}] : {ty}", buffer.name));
            if writer.may_write && buffer.is_mutable {
                let sum = writer.define_hidden(format_args!("arith.addi {loaded}, {loaded} : {element}"));
                writer.store("memref.store", &sum, &buffer, &j);
            }
            writer.elementwise();
            let next = writer.define_hidden(format_args!("arith.addi {j}, {one} : index"));
            writer.line(format_args!("scf.yield {next} : index"));
        });
        self.line(format_args!("}}"));
        self.add(name, Type::INDEX);
    }
}

/// The bit width of a type, but at most the largest integer of the type.
fn narrow(width: u32, ty: Type) -> u32 {
    match ty.element {
        Element::Int(bits @ ..=5) => (1 << (bits - 1)) - 1,
        _ => width,
    }
}
