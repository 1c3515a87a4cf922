//! Functions: arguments, results and calls, by the calling convention of C.
//!
//! Arguments of 32 bits are in r0 to r5, those of 64 bits in even pairs of these, then on the stack. A memref is a pointer
//! to its first element, followed by its dynamic sizes but the first, as in C's `float a[][n]`. One result is in r0 or
//! r1:0, two of 32 bits in both; others are stored where a pointer, which is the first argument then, points to.

use rmlir::core::function;
use rmlir::prelude::*;
use rmlir_func::{CallOp, FuncOp, ReturnOp};
use rmlir_hexagon::allocate::CALLER_SAVED;
use rmlir_hexagon::code::{FP, Function, Inst, Operand, Reg, SP};
use rmlir_hexagon::op::File;
use rmlir_hexagon::table as t;
use rustc_hash::{FxHashMap, FxHashSet};

use super::state::{Pointers, Selected, Selector, file_of, size_of};

/// The registers of arguments.
const N_ARGUMENTS: u32 = 6;

/// What is between the frame pointer and the arguments on the stack: the frame pointer and return address of the caller.
const LINKAGE: i64 = 8;

/// Where an argument is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Register(Reg),
    /// The offset from the stack pointer of the caller.
    Stack(i64),
}

/// The places of arguments, and the bytes on the stack.
fn places(files: &[File]) -> (Vec<Place>, i64) {
    let (mut next, mut stack) = (0, 0);
    let mut places = Vec::new();
    for &file in files {
        let size = if file == File::D { 2 } else { 1 };
        let first = if size == 2 { next + next % 2 } else { next };
        if first + size <= N_ARGUMENTS {
            next = first + size;
            let reg = if size == 2 { Reg::physical(File::D, first / 2) } else { Reg::physical(File::R, first) };
            places.push(Place::Register(reg));
            continue;
        }
        next = N_ARGUMENTS;
        let bytes = 4 * i64::from(size);
        stack = (stack + bytes - 1) / bytes * bytes;
        places.push(Place::Stack(stack));
        stack += bytes;
    }
    (places, (stack + LINKAGE - 1) / LINKAGE * LINKAGE)
}

/// How results are returned.
enum Results {
    Registers(Vec<Reg>),
    /// The offsets from a pointer.
    Memory(Vec<i64>),
}

fn results(cx: &Context, types: &[Type]) -> Option<Results> {
    let files: Option<Vec<File>> = types.iter().map(|&ty| file_of(cx, ty)).collect();
    let words = |file: &File| if *file == File::P { File::R } else { *file };
    let files: Vec<File> = files?.iter().map(words).collect();
    let mut offset = 0;
    let mut offsets = Vec::new();
    for &ty in types {
        let size = size_of(cx, ty)?;
        offset = (offset + size - 1) / size * size;
        offsets.push(offset);
        offset += size;
    }
    Some(match files.as_slice() {
        [] => Results::Registers(Vec::new()),
        [file] => Results::Registers(vec![Reg::physical(*file, 0)]),
        [File::R, File::R] if offsets[1] == 4 => {
            Results::Registers([0, 1].map(|number| Reg::physical(File::R, number)).to_vec())
        }
        // Smaller ones would share a register.
        _ if offset <= 8 => return None,
        _ => Results::Memory(offsets),
    })
}

/// Selects the instructions of a function with a body.
pub fn select(op: OpRef, pointers: Pointers) -> Selected<Function> {
    let op = op.resolve();
    let cx = op.cx();
    let name = op.symbol_name().map_or("", |name| name.str(cx)).to_owned();
    let is_private = op.attr("sym_visibility").and_then(|it| it.as_str(cx)).is_some_and(|it| it == "private");
    let mut selector = Selector {
        body: op.body,
        cx,
        function: Function { name, is_public: !is_private, ..Function::default() },
        current: 0,
        depth: 0,
        nesting: 0,
        values: FxHashMap::default(),
        inverted: FxHashSet::default(),
        known_upper: FxHashMap::default(),
        views: FxHashMap::default(),
        labels: FxHashMap::default(),
        skipped: FxHashSet::default(),
        pointers,
        inner: None,
        guard: None,
        n_accesses: 0,
        result_pointer: None,
    };
    selector.begin_unlabelled();
    selector.arguments(op)?;
    selector.region(op.region(0))?;
    Ok(selector.function)
}

impl<'a> Selector<'a> {
    fn arguments(&mut self, op: OpRef<'a>) -> Selected<()> {
        let (inputs, outputs) = function::types_of(op, FuncOp::FUNCTION_TYPE);
        let outputs = results(self.cx, &outputs).ok_or_else(|| op.error("Hexagon cannot return these types"))?;
        let mut files = Vec::new();
        if matches!(outputs, Results::Memory(_)) {
            files.push(File::R);
        }
        for &ty in &inputs {
            let file = self.file_of(op, ty)?;
            files.push(if file == File::P { File::R } else { file });
            files.extend(std::iter::repeat_n(File::R, n_sizes(self.cx, ty)));
        }
        let (places, _) = places(&files);
        let mut given = Vec::new();
        for (&place, &file) in places.iter().zip(&files) {
            given.push(self.argument(place, file));
        }
        let mut given = given.into_iter();
        let mut next = || given.next().expect("there is a place for each");
        if matches!(outputs, Results::Memory(_)) {
            self.result_pointer = Some(next());
        }
        let entry = op.region(0).entry().expect("the function has a body");
        for (arg, &ty) in entry.args().zip(&inputs) {
            let reg = next();
            let sizes: Vec<Reg> = (0..n_sizes(self.cx, ty)).map(|_| next()).collect();
            if ty.is_memref(self.cx) {
                self.define_argument_view(op, arg.id, reg, &sizes)?;
            } else if file_of(self.cx, ty) == Some(File::P) {
                let predicate = self.with(&t::TEST_BIT_I, reg, 0);
                self.define(arg.id, predicate);
            } else {
                self.define(arg.id, reg);
            }
        }
        Ok(())
    }

    /// A copy of an argument.
    fn argument(&mut self, place: Place, file: File) -> Reg {
        match place {
            Place::Register(reg) => self.copy(reg),
            Place::Stack(offset) => {
                self.function.reads_stack = true;
                let access = if file == File::D { &t::LOAD_D } else { &t::LOAD_W };
                self.with(&access.offset, FP, LINKAGE + offset)
            }
        }
    }

    pub(super) fn call_or_return(&mut self, op: OpRef<'a>) -> Selected<()> {
        if op.is::<ReturnOp>() {
            return self.return_from(op);
        }
        match op.cast::<CallOp>() {
            Some(call) => self.call(op, call),
            None => Err(self.unsupported(op)),
        }
    }

    fn return_from(&mut self, op: OpRef<'a>) -> Selected<()> {
        let types: Vec<Type> = op.operands().map(|operand| operand.ty()).collect();
        let results = results(self.cx, &types).ok_or_else(|| self.unsupported(op))?;
        let values: Vec<Value> = op.operands().map(|operand| operand.id).collect();
        let mut read = Vec::new();
        match results {
            Results::Registers(regs) => {
                let mut given = Vec::new();
                for &value in &values {
                    given.push(self.word_of(op, value)?);
                }
                for (&to, from) in regs.iter().zip(given) {
                    self.copy_to(to, from);
                    read.push(to.into());
                }
            }
            Results::Memory(offsets) => {
                let pointer = self.result_pointer.expect("the entry has copied it");
                for (&value, offset) in values.iter().zip(offsets) {
                    self.store_at(op, value, pointer, offset)?;
                }
            }
        }
        self.effect(&t::RETURN, read);
        Ok(())
    }

    /// A value that is no predicate: those as 0 or 1.
    fn word_of(&mut self, op: OpRef<'a>, value: Value) -> Selected<Reg> {
        if file_of(self.cx, self.body.ty(value)) == Some(File::P) {
            return self.extended(op, value, false);
        }
        self.reg(op, value)
    }

    fn call(&mut self, op: OpRef<'a>, call: CallOp) -> Selected<()> {
        let types: Vec<Type> = op.results().map(|result| result.ty()).collect();
        let outputs = results(self.cx, &types).ok_or_else(|| self.unsupported(op))?;
        let mut args = Vec::new();
        let mut slot = None;
        if let Results::Memory(offsets) = &outputs {
            let last = types.last().and_then(|&ty| size_of(self.cx, ty)).unwrap_or(8);
            let size = offsets.last().map_or(0, |offset| offset + last);
            slot = Some(self.function.slot(size));
            args.push(self.emit(&t::ADD_I, vec![SP.into(), Operand::Slot(self.function.slots.len() - 1)]));
        }
        for operand in op.operands() {
            args.push(self.word_of(op, operand.id)?);
            if operand.ty().is_memref(self.cx) {
                args.extend(self.passed_sizes(op, operand.id)?);
            }
        }
        let name = call.callee(self.body).str(self.cx).to_owned();
        self.call_symbol(&name, &args);
        match outputs {
            Results::Registers(regs) => {
                let copies: Vec<Reg> = regs.iter().map(|&reg| self.copy(reg)).collect();
                for (result, reg) in op.results().zip(copies) {
                    self.define_word(result.id, reg);
                }
            }
            Results::Memory(offsets) => {
                let slot = slot.expect("it was made");
                let pointer = self.emit(&t::ADD_I, vec![SP.into(), Operand::Slot(slot)]);
                for (result, offset) in op.results().zip(offsets) {
                    let reg = self.load_at(op, result.ty(), pointer, offset)?;
                    self.define(result.id, reg);
                }
            }
        }
        Ok(())
    }

    fn define_word(&mut self, value: Value, reg: Reg) {
        let reg = match file_of(self.cx, self.body.ty(value)) {
            Some(File::P) => self.with(&t::TEST_BIT_I, reg, 0),
            _ => reg,
        };
        self.define(value, reg);
    }

    pub(super) fn call_symbol(&mut self, name: &str, args: &[Reg]) {
        let files: Vec<File> = args.iter().map(|&arg| self.function.file(arg)).collect();
        let (places, bytes) = places(&files);
        let mut read = vec![Operand::Symbol(name.to_owned())];
        for (&arg, &place) in args.iter().zip(&places) {
            if let Place::Stack(offset) = place {
                let access = if self.function.file(arg) == File::D { &t::STORE_D } else { &t::STORE_W };
                self.effect(&access.offset, vec![SP.into(), offset.into(), arg.into()]);
            }
        }
        for (&arg, &place) in args.iter().zip(&places) {
            if let Place::Register(reg) = place {
                self.copy_to(reg, arg);
                read.push(reg.into());
            }
        }
        self.function.outgoing = self.function.outgoing.max(bytes);
        self.function.has_calls = true;
        let mut call = Inst::new(&t::CALL, &[], read);
        call.clobbers = CALLER_SAVED;
        self.push(call);
    }
}

/// The number of sizes that follow the pointer of a memref.
pub(super) fn n_sizes(cx: &Context, ty: Type) -> usize {
    let shape = if ty.is_memref(cx) { ty.shape(cx).unwrap_or(&[]) } else { &[] };
    shape.iter().skip(1).filter(|&&size| size == rmlir::core::types::DYNAMIC).count()
}
