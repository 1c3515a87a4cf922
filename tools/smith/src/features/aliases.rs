//! Aliases: memrefs that conditions, loops and other memrefs forward, and globals with several uses of
//! `memref.get_global`.

use crate::module::types;
use crate::options::Dialect;
use crate::types::Type;
use crate::writer::{Buffer, Memory, Writer};

/// The number of globals in a module.
const N_GLOBALS: usize = 3;

impl Writer {
    /// Globals, of which the last one is constant.
    pub fn make_globals(&mut self) {
        for index in 0..N_GLOBALS {
            let (shape, element) = ([8], crate::statements::memory::ELEMENTS[index % 2]);
            let name = format!("@g{index}");
            let memory = self.new_memory(shape.iter().product());
            let mut buffer = Buffer::contiguous(name, &shape, element, memory);
            buffer.is_mutable = index + 1 != N_GLOBALS;
            let constant = if buffer.is_mutable { "" } else { "constant " };
            let values: Vec<String> = (0..8).map(|_| self.literal(element)).collect();
            let line = format!(
                "memref.global \"private\" {constant}{} : {} = dense<[{}]>\n",
                buffer.name,
                buffer.ty(),
                values.join(", ")
            );
            self.text += &line;
            self.globals.push(buffer);
        }
    }

    /// A `memref.get_global` with a new result name.
    pub fn fetch_global(&mut self) {
        let global = self.numbers.one_of(&self.globals).clone();
        let name = self.name();
        self.line(format_args!("{name} = memref.get_global {} : {}", global.name, global.ty()));
        self.buffers.push(Buffer { name, ..global });
    }

    /// Two buffers of one type, which may be the same.
    pub fn two_buffers(&mut self) -> Option<(Buffer, Buffer)> {
        let one = self.any_buffer()?;
        let same: Vec<Buffer> = self
            .buffers
            .iter()
            .filter(|two| two.ty() == one.ty() && two.layout.dims == one.layout.dims)
            .cloned()
            .collect();
        let two = self.numbers.one_of(&same).clone();
        Some((one, two))
    }

    /// A buffer that is one of two: by `arith.select`, `scf.if`, or out of a memref of memrefs.
    pub fn chosen_buffer(&mut self) {
        let Some((one, two)) = self.two_buffers() else { return };
        let name = self.name();
        let ty = one.ty();
        match self.numbers.below(4) {
            0 => {
                let condition = self.any(Type::BOOL);
                self.line(format_args!("{name} = arith.select {condition}, {}, {} : {ty}", one.name, two.name));
            }
            1 if self.options.has(Dialect::Scf) => {
                let condition = self.any(Type::BOOL);
                self.line(format_args!("{name} = scf.if {condition} -> ({ty}) {{"));
                self.line(format_args!("  scf.yield {} : {ty}", one.name));
                self.line(format_args!("}} else {{"));
                self.line(format_args!("  scf.yield {} : {ty}", two.name));
                self.line(format_args!("}}"));
            }
            2 if one.is_apart_from(&two) => {
                let other = self.name();
                let (from, to) = (format!("{}, {}", one.name, two.name), format!("{ty}, {ty}"));
                self.line(format_args!("{name}, {other} = memref.distinct_objects {from} : {to}"));
                self.buffers.push(Buffer { name: other, ..two });
                self.buffers.push(Buffer { name, ..one });
                return;
            }
            _ => {
                let holder = self.define_hidden(format_args!("memref.alloca() : memref<2x{ty}>"));
                for (at, buffer) in [&one, &two].into_iter().enumerate() {
                    let at = self.index(at);
                    self.line(format_args!("memref.store {}, {holder}[{at}] : memref<2x{ty}>", buffer.name));
                }
                let at = self.below(2);
                self.line(format_args!("{name} = memref.load {holder}[{at}] : memref<2x{ty}>"));
            }
        }
        self.buffers.push(either(name, &one, &two));
    }

    /// A loop with two or three memrefs as iter_args, which may be permuted.
    pub fn loop_of_buffers(&mut self) {
        let Some((one, two)) = self.two_buffers() else { return };
        let n = self.numbers.below(5);
        if !self.options.has(Dialect::Scf) || !self.may_repeat(n.max(1) as u64) {
            return;
        }
        let all = if self.numbers.below(2) == 0 { vec![one, two] } else { vec![one.clone(), two, one] };
        let (ty, scalar) = (all[0].ty(), self.any_type(|_| true));
        let mut list = vec![ty.clone(); all.len()];
        let mut passed: Vec<String> = all.iter().map(|buffer| buffer.name.clone()).collect();
        if let Some(scalar) = scalar {
            list.push(scalar.to_string());
            passed.push(self.any(scalar));
        }
        let [low, high, step] = [0, n, 1].map(|at| self.index(at));
        let (name, variable) = (self.name(), self.name());
        let inner: Vec<String> = passed.iter().map(|_| self.name()).collect();
        let pairs: Vec<String> = inner.iter().zip(&passed).map(|(inner, outer)| format!("{inner} = {outer}")).collect();
        let list = list.join(", ");
        self.line(format_args!(
            "{name}:{} = scf.for {variable} = {low} to {high} step {step} iter_args({}) -> ({list}) {{",
            passed.len(),
            pairs.join(", ")
        ));
        let joined = all[1..].iter().fold(all[0].clone(), |joined, next| either(String::new(), &joined, next));
        let rotation = self.numbers.below(all.len());
        self.region(n.max(1) as u64, |writer| {
            writer.add(variable, Type::INDEX);
            if let Some(scalar) = scalar {
                writer.add(inner[all.len()].clone(), scalar);
            }
            for name in &inner[..all.len()] {
                writer.buffers.push(Buffer { name: name.clone(), ..joined.clone() });
            }
            writer.access();
            writer.access();
            writer.some_statements();
            let mut yielded = inner[..all.len()].to_vec();
            yielded.rotate_left(rotation);
            yielded.extend(scalar.map(|scalar| writer.any(scalar)));
            writer.line(format_args!("scf.yield {} : {list}", yielded.join(", ")));
        });
        self.line(format_args!("}}"));
        for at in 0..all.len() {
            self.buffers.push(Buffer { name: format!("{name}#{at}"), ..joined.clone() });
        }
        if let Some(scalar) = scalar {
            self.add(format!("{name}#{}", all.len()), scalar);
        }
    }

    /// Indices from -3 to 4.
    pub fn make_bounds(&mut self) {
        const N_BOUNDS: usize = 3;
        for _ in 0..N_BOUNDS {
            let (value, mask, less) = (self.any(Type::INDEX), self.index(7), self.index(3));
            let low = self.define_hidden(format_args!("arith.andi {value}, {mask} : index"));
            let bound = self.define(Type::INDEX, format_args!("arith.subi {low}, {less} : index"));
            self.bounds.push(bound);
        }
    }

    /// Writes an `scf.for` with dynamic bounds.
    pub fn loop_of_dynamic_bounds(&mut self) {
        const MOST_TRIPS: u64 = 12;
        if !self.options.has(Dialect::Scf) || !self.may_repeat(MOST_TRIPS) {
            return;
        }
        let ty =
            *self.numbers.one_of(&[Type::INDEX, Type::INDEX, Type::I32, Type::scalar(crate::types::Element::Int(64))]);
        let is_unsigned = self.numbers.below(4) == 0;
        let [start, end, step] = if is_unsigned { self.unsigned_bounds_of(ty) } else { self.bounds_of(ty) };
        let header = if is_unsigned { "scf.for unsigned" } else { "scf.for" };
        let (carried, passed) = self.carried();
        let (variable, suffix) = (self.name(), if ty == Type::INDEX { String::new() } else { format!(" : {ty}") });
        let names =
            self.begin_loop(&format!("{header} {variable} = {start} to {end} step {step}"), &carried, &passed, &suffix);
        self.region(MOST_TRIPS, |writer| {
            writer.add(variable, ty);
            for (name, &ty) in names.iter().flat_map(|(_, inner)| inner).zip(&carried) {
                writer.add(name.clone(), ty);
            }
            writer.some_statements();
            writer.yielding("scf.yield", &carried);
        });
        self.line(format_args!("}}"));
        if let Some((name, _)) = names {
            self.add_all(&name, &carried);
        }
    }

    /// As [`Self::begin_carrying`], with the type of the induction variable at the end.
    fn begin_loop(
        &mut self,
        header: &str,
        carried: &[Type],
        passed: &[String],
        suffix: &str,
    ) -> Option<(String, Vec<String>)> {
        if carried.is_empty() {
            self.line(format_args!("{header} {suffix} {{"));
            return None;
        }
        let (name, inner): (String, Vec<String>) = (self.name(), carried.iter().map(|_| self.name()).collect());
        let pairs: Vec<String> = inner.iter().zip(passed).map(|(inner, outer)| format!("{inner} = {outer}")).collect();
        let number = if carried.len() == 1 { String::new() } else { format!(":{}", carried.len()) };
        let list = types(carried);
        self.line(format_args!("{name}{number} = {header} iter_args({}) -> ({list}) {suffix} {{", pairs.join(", ")));
        Some((name, inner))
    }

    /// Bounds and step of a loop with at most 12 iterations: near zero, or an empty range between extremes, or one
    /// whose only step goes far beyond the upper bound.
    fn bounds_of(&mut self, ty: Type) -> [String; 3] {
        let constant =
            |writer: &mut Self, value: i64| writer.define_hidden(format_args!("arith.constant {value} : {ty}"));
        let (least, most) = match ty {
            Type::I32 => (i64::from(i32::MIN), i64::from(i32::MAX)),
            _ => (i64::MIN, i64::MAX),
        };
        match self.numbers.below(6) {
            0 => [constant(self, most), constant(self, least), constant(self, 3)],
            1 => [constant(self, least), constant(self, least + 3), constant(self, 2)],
            2 => {
                let end = self.small(ty);
                [constant(self, 0), end, constant(self, 1 << 20)]
            }
            3 => {
                let end = self.small(ty);
                [constant(self, 0), end, constant(self, 1)]
            }
            _ => {
                let (start, end, step) = (self.small(ty), self.small(ty), 1 + self.numbers.below(3) as i64);
                [start, end, constant(self, step)]
            }
        }
    }

    /// As [`Self::bounds_of`], for unsigned comparisons: a range across the greatest signed integer is not empty, and
    /// neither is one whose upper bound is negative when signed.
    fn unsigned_bounds_of(&mut self, ty: Type) -> [String; 3] {
        let constant =
            |writer: &mut Self, value: i64| writer.define_hidden(format_args!("arith.constant {value} : {ty}"));
        let (least, most) = match ty {
            Type::I32 => (i64::from(i32::MIN), i64::from(i32::MAX)),
            _ => (i64::MIN, i64::MAX),
        };
        let step = 1 + self.numbers.below(3) as i64;
        match self.numbers.below(4) {
            0 => [constant(self, most - 1), constant(self, least + 4), constant(self, step)],
            1 => [constant(self, -9), constant(self, 4), constant(self, step)],
            _ => {
                let mask = constant(self, 7);
                let ends = [(); 2].map(|()| {
                    let value = self.any(ty);
                    self.define_hidden(format_args!("arith.andi {value}, {mask} : {ty}"))
                });
                let [start, end] = ends;
                [start, end, constant(self, step)]
            }
        }
    }

    /// A value from -3 to 4.
    pub fn small(&mut self, ty: Type) -> String {
        let value = self.any(ty);
        let [mask, less] = [7, 3].map(|value| self.define_hidden(format_args!("arith.constant {value} : {ty}")));
        let low = self.define_hidden(format_args!("arith.andi {value}, {mask} : {ty}"));
        self.define_hidden(format_args!("arith.subi {low}, {less} : {ty}"))
    }
}

/// A buffer that is one of the two.
fn either(name: String, one: &Buffer, two: &Buffer) -> Buffer {
    let mut layout = one.layout.clone();
    layout.offset = layout.offset.filter(|_| one.layout.offset == two.layout.offset);
    let memory = if one.name == two.name { one.memory } else { Memory::Unknown };
    Buffer { name, layout, memory, element: one.element, is_mutable: one.is_mutable && two.is_mutable }
}
