//! Modules with one loop nest, for passes that vectorize, pipeline and reorder, over memrefs that may overlap.
//!
//! The public function `@f` allocates memory, takes views of it, and runs the loop on them: directly, or in a function
//! `@kernel` whose parameters are the memrefs. Stores are observable in the arguments of `@f` and in its results. All
//! subscripts are within bounds: buffers have [`EXTENT`] elements, views of them [`SIZE`], trip counts are less than
//! [`MOST_TRIPS`].

use crate::options::{Dialect, Options};
use crate::types::{Element, Type};
use crate::writer::Writer;

/// The number of elements of an allocation.
const EXTENT: usize = 256;

/// The number of elements of a view, in each of one or two dimensions.
const SIZE: usize = 96;

/// The exclusive maximum of the trip count; a power of two.
const MOST_TRIPS: usize = 32;

/// The trip count of the inner one of two loops.
const INNER: usize = 5;

const ELEMENTS: [Element; 6] =
    [Element::Int(32), Element::Int(32), Element::Float(32), Element::Int(64), Element::Int(8), Element::Float(64)];

/// The origin of the memory that the loop accesses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// Views and allocations in the same function.
    Same,
    /// Arguments, which may overlap.
    Arguments,
    /// Arguments that are `noalias`.
    Promised,
}

/// The form of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `scf.for`
    Scf,
    /// `affine.for`
    Affine,
    /// `scf.while`
    While,
    /// No loop: the same operations for four consecutive elements.
    Straight,
    /// Two loops of `scf`.
    Nested,
    /// Two loops of `affine`.
    AffineNest,
}

impl Form {
    /// All forms.
    pub const ALL: [Self; 6] = [Self::Scf, Self::Affine, Self::While, Self::Straight, Self::Nested, Self::AffineNest];

    /// The rank of the memrefs.
    fn rank(self) -> usize {
        if matches!(self, Self::Nested | Self::AffineNest) { 2 } else { 1 }
    }
}

/// The static parts of the layout in the types of a kernel's memrefs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// Neither strides nor offset.
    Nothing,
    /// Contiguous rows.
    UnitStride,
    /// The identity layout.
    Identity,
}

/// A memref that the loop accesses.
#[derive(Clone)]
struct Array {
    name: String,
    ty: String,
    rank: usize,
}

/// A module with one loop nest, in one of `forms`.
pub fn loop_module(seed: u64, forms: &[Form]) -> String {
    written(seed, |writer| writer.loop_module(forms))
}

/// A module with several loop nests in sequence, in `forms`, on arguments of one function that do not alias.
pub fn plain_loop_module(seed: u64, forms: &[Form]) -> String {
    written(seed, |writer| writer.plain_loop_module(forms))
}

fn written(seed: u64, write: impl FnOnce(&mut Writer)) -> String {
    let dialects = vec![Dialect::Scf, Dialect::Affine, Dialect::Memref];
    let mut writer = Writer::new(&Options { seed, dialects, ..Options::default() });
    write(&mut writer);
    writer.text
}

impl Writer {
    fn loop_module(&mut self, forms: &[Form]) {
        let form = *self.numbers.one_of(forms);
        let source = *self.numbers.one_of(&[Source::Same, Source::Same, Source::Arguments, Source::Promised]);
        let element = *self.numbers.one_of(&ELEMENTS);
        let rank = form.rank();
        let n_arrays = 1 + self.numbers.below(3);
        let whole = format!("memref<{EXTENT}x{element}>");
        let values: Vec<String> = (0..EXTENT).map(|at| value_at(at, element)).collect();
        self.text +=
            &format!("memref.global \"private\" constant @values : {whole} = dense<[{}]>\n", values.join(", "));
        if source == Source::Same {
            self.begin_public(element, &whole);
            let arrays = self.arrays(n_arrays, rank, element, source, Shown::Nothing);
            let result = self.loop_on(form, &arrays, element);
            self.line(format_args!("return {result} : {element}"));
            self.text += "}\n";
            return;
        }
        let shown = *self.numbers.one_of(&[Shown::Nothing, Shown::UnitStride, Shown::Identity]);
        let ty = param_type(shown, rank, element);
        let returns_value =
            self.kernel(form, &vec![Array { name: String::new(), ty: ty.clone(), rank }; n_arrays], element, source);
        self.begin_public(element, &whole);
        let arrays = self.arrays(n_arrays, rank, element, source, shown);
        let mut passed = Vec::new();
        for array in &arrays {
            passed.push(match array.ty == ty {
                true => array.name.clone(),
                false => self.define_hidden(format_args!("memref.cast {} : {} to {ty}", array.name, array.ty)),
            });
        }
        let inputs = vec![ty; n_arrays].join(", ");
        let call = format!("func.call @kernel(%n, %x, {}) : (index, {element}, {inputs})", passed.join(", "));
        let result = match returns_value {
            true => self.define_hidden(format_args!("{call} -> {element}")),
            false => {
                self.line(format_args!("{call} -> ()"));
                "%x".to_owned()
            }
        };
        self.line(format_args!("return {result} : {element}"));
        self.text += "}\n";
    }

    /// Writes the function whose parameters are memrefs; returns whether it returns a value of its loop.
    fn kernel(&mut self, form: Form, params: &[Array], element: Element, source: Source) -> bool {
        let promise = if source == Source::Promised { " {llvm.noalias}" } else { "" };
        let named: Vec<Array> = params.iter().map(|param| Array { name: self.name(), ..param.clone() }).collect();
        let list: Vec<String> = named.iter().map(|array| format!("{}: {}{promise}", array.name, array.ty)).collect();
        let before = std::mem::take(&mut self.text);
        self.add("%x".to_owned(), Type::scalar(element));
        let result = self.loop_on(form, &named, element);
        let body = std::mem::replace(&mut self.text, before);
        // Functions for pluto have no results.
        let returns_value = result != "%x";
        let (returned, end) = match returns_value {
            true => (format!(" -> {element}"), format!("return {result} : {element}")),
            false => (String::new(), "return".to_owned()),
        };
        let list = list.join(", ");
        self.text +=
            &format!("func.func private @kernel(%n: index, %x: {element}, {list}){returned} {{\n{body}  {end}\n}}\n");
        self.scope.clear();
        returns_value
    }

    fn plain_loop_module(&mut self, forms: &[Form]) {
        const MOST_LOOPS: usize = 3;
        const NAMES: [&str; 3] = ["%a", "%b", "%c"];
        let element = *self.numbers.one_of(&ELEMENTS);
        let form = *self.numbers.one_of(forms);
        let rank = form.rank();
        let ty = format!("memref<{}{element}>", if rank == 2 { "48x48x" } else { "96x" });
        let arrays = NAMES.map(|name| Array { name: name.to_owned(), ty: ty.clone(), rank });
        let params = NAMES.map(|name| format!("{name}: {ty}")).join(", ");
        self.text += &format!("func.func @f(%count: index, %x: {element}, {params}) {{\n");
        self.begin_body(element);
        for _ in 0..1 + self.numbers.below(MOST_LOOPS) {
            self.loop_on(form, &arrays, element);
        }
        self.line(format_args!("return"));
        self.text += "}\n";
    }

    /// The beginning of `@f`, with the trip count.
    fn begin_public(&mut self, element: Element, whole: &str) {
        self.text += &format!("func.func @f(%count: index, %x: {element}, %a: {whole}, %b: {whole}) -> {element} {{\n");
        self.begin_body(element);
    }

    fn begin_body(&mut self, element: Element) {
        self.add("%x".to_owned(), Type::scalar(element));
        let most = self.index(MOST_TRIPS - 1);
        self.line(format_args!("%n = arith.andi %count, {most} : index"));
    }

    /// Memory for the loop: views of the arguments and of allocations. If they are `noalias`, each view is of another
    /// allocation, and distinct positions are distinct elements.
    fn arrays(&mut self, n: usize, rank: usize, element: Element, source: Source, shown: Shown) -> Vec<Array> {
        let (whole, fits_all) = (format!("memref<{EXTENT}x{element}>"), source == Source::Promised);
        let mut memory = vec!["%a".to_owned(), "%b".to_owned()];
        for _ in 0..2 {
            let made = self.define_hidden(format_args!("memref.alloca() : {whole}"));
            let values = self.define_hidden(format_args!("memref.get_global @values : {whole}"));
            self.line(format_args!("memref.copy {values}, {made} : {whole} to {whole}"));
            memory.push(made);
        }
        let is_apart = fits_all || self.numbers.below(2) == 0;
        (0..n)
            .map(|at| {
                let from = if is_apart { memory[at].clone() } else { self.numbers.one_of(&memory[..2]).clone() };
                self.array_of(&from, &whole, rank, element, fits_all, shown)
            })
            .collect()
    }

    /// A view of an allocation, or the allocation itself.
    fn array_of(
        &mut self,
        from: &str,
        whole: &str,
        rank: usize,
        element: Element,
        is_injective: bool,
        shown: Shown,
    ) -> Array {
        if rank == 1 && (shown == Shown::Identity || self.numbers.below(3) == 0) {
            return Array { name: from.to_owned(), ty: whole.to_owned(), rank };
        }
        let choices: &[&[usize]] = match (rank, is_injective) {
            (1, true) => &[&[1], &[1], &[2]],
            (1, false) => &[&[1], &[1], &[1], &[2], &[0]],
            (_, true) => &[&[SIZE, 1]],
            (_, false) => &[&[1, 1], &[0, 1], &[2, 1], &[SIZE, 1], &[1, 0], &[1, 2]],
        };
        let fits = |strides: &&&[usize]| shown == Shown::Nothing || strides.ends_with(&[1]);
        let fitting: Vec<&[usize]> = choices.iter().filter(fits).copied().collect();
        let strides = *self.numbers.one_of(&fitting);
        let sizes = if strides == [SIZE, 1] { vec![2, SIZE] } else { vec![SIZE / rank; rank] };
        let offset = self.numbers.below(9);
        let last: usize = sizes.iter().zip(strides).map(|(size, stride)| (size - 1) * stride).sum();
        debug_assert!(offset + last < EXTENT);
        let (is_open, open) = (self.numbers.below(3) == 0, self.index(offset));
        let shown = if is_open { open } else { offset.to_string() };
        let at = match (is_open, offset) {
            (true, _) => ", offset: ?".to_owned(),
            (_, 0) => String::new(),
            _ => format!(", offset: {offset}"),
        };
        let list: String = sizes.iter().map(|size| format!("{size}x")).collect();
        let ty = format!("memref<{list}{element}, strided<{strides:?}{at}>>");
        let text = match (rank, strides) {
            (1, &[stride]) if stride > 0 && self.numbers.below(2) == 0 => {
                format!("memref.subview {from}[{shown}] [{SIZE}] [{stride}] : {whole} to {ty}")
            }
            _ => format!(
                "memref.reinterpret_cast {from} to offset: [{shown}], sizes: {sizes:?}, strides: {strides:?} : {whole} to {ty}"
            ),
        };
        let name = self.define_hidden(format_args!("{text}"));
        Array { name, ty, rank }
    }

    /// Writes the loop; returns the name of a value of type `element` that it computes.
    fn loop_on(&mut self, form: Form, arrays: &[Array], element: Element) -> String {
        match form {
            Form::Straight => self.straight(arrays, element),
            Form::While => self.while_on(arrays, element),
            Form::Nested | Form::AffineNest => self.nested_on(form, arrays, element),
            Form::Scf | Form::Affine => self.counted_on(form, arrays, element),
        }
    }

    fn counted_on(&mut self, form: Form, arrays: &[Array], element: Element) -> String {
        let step = *self.numbers.one_of(&[1, 1, 1, 2, 3]);
        let start = self.numbers.below(3);
        let is_fixed = self.numbers.below(4) == 0;
        let (variable, name, sum) = (self.name(), self.name(), self.name());
        let (has_sum, swaps) = (self.numbers.below(3) == 0, form == Form::Scf && self.numbers.below(5) == 0);
        // Memrefs are permuted only if they have one type.
        let swaps = swaps && arrays.len() > 1 && arrays[0].ty == arrays[1].ty;
        let (mut pairs, mut types) = (Vec::new(), Vec::new());
        let mut inside = arrays.to_vec();
        if has_sum {
            pairs.push(format!("{sum} = %x"));
            types.push(element.to_string());
        }
        if swaps {
            for array in &mut inside[..2] {
                let inner = self.name();
                pairs.push(format!("{inner} = {}", array.name));
                types.push(array.ty.clone());
                array.name = inner;
            }
        }
        let (number, carried) = match pairs.len() {
            0 => (String::new(), String::new()),
            1 => (format!("{name} = "), format!(" iter_args({}) -> ({})", pairs[0], types[0])),
            n => (format!("{name}:{n} = "), format!(" iter_args({}) -> ({})", pairs.join(", "), types.join(", "))),
        };
        if form == Form::Affine {
            let end = if is_fixed { "24" } else { "%n" };
            self.line(format_args!("{number}affine.for {variable} = {start} to {end} step {step}{carried} {{"));
        } else {
            let end = if is_fixed { self.index(24) } else { "%n".to_owned() };
            let [start, step] = [start, step].map(|at| self.index(at));
            self.line(format_args!("{number}scf.for {variable} = {start} to {end} step {step}{carried} {{"));
        }
        let has_sum_only = has_sum && !swaps;
        let dialect = if form == Form::Affine { "affine" } else { "memref" };
        self.region(1, |writer| {
            if has_sum {
                writer.add(sum.clone(), Type::scalar(element));
            }
            writer.iteration(dialect, &[variable], &inside, element);
            let mut yielded = Vec::new();
            if has_sum {
                let value = writer.any(Type::scalar(element));
                yielded.push(writer.combine(&sum, &value, element));
            }
            if swaps {
                yielded.extend([inside[1].name.clone(), inside[0].name.clone()]);
            }
            if !yielded.is_empty() {
                let dialect = if dialect == "affine" { "affine" } else { "scf" };
                writer.line(format_args!("{dialect}.yield {} : {}", yielded.join(", "), types.join(", ")));
            }
        });
        self.line(format_args!("}}"));
        match (has_sum_only, has_sum) {
            (true, _) => name,
            (_, true) => format!("{name}#0"),
            _ => "%x".to_owned(),
        }
    }

    /// A reduction step: integer reductions are associative.
    fn combine(&mut self, sum: &str, value: &str, element: Element) -> String {
        let how = match element {
            Element::Float(_) => *self.numbers.one_of(&["addf", "mulf", "maximumf"]),
            _ => *self.numbers.one_of(&["addi", "addi", "muli", "maxsi", "xori", "minui", "subi"]),
        };
        self.define_hidden(format_args!("arith.{how} {sum}, {value} : {element}"))
    }

    fn while_on(&mut self, arrays: &[Array], element: Element) -> String {
        let (name, [i, sum, j, value]) = (self.name(), [(); 4].map(|()| self.name()));
        let [zero, one] = [0, 1].map(|at| self.index(at));
        let wanted = self.any(Type::scalar(element));
        self.line(format_args!(
            "{name}:2 = scf.while ({i} = {zero}, {sum} = %x) : (index, {element}) -> (index, {element}) {{"
        ));
        let stops = self.numbers.below(2) == 0;
        self.region(1, |writer| {
            let is_inside = writer.define_hidden(format_args!("arith.cmpi slt, {i}, %n : index"));
            let goes_on = match (stops, element) {
                (true, Element::Int(_)) => {
                    let other = writer.define_hidden(format_args!("arith.cmpi ne, {sum}, {wanted} : {element}"));
                    writer.define_hidden(format_args!("arith.andi {is_inside}, {other} : i1"))
                }
                _ => is_inside,
            };
            writer.line(format_args!("scf.condition({goes_on}) {i}, {sum} : index, {element}"));
        });
        self.line(format_args!("}} do {{"));
        self.line(format_args!("^bb0({j}: index, {value}: {element}):"));
        self.region(1, |writer| {
            writer.add(value.clone(), Type::scalar(element));
            writer.iteration("memref", std::slice::from_ref(&j), arrays, element);
            let next = writer.define_hidden(format_args!("arith.addi {j}, {one} : index"));
            let other = writer.any(Type::scalar(element));
            let sum = writer.combine(&value, &other, element);
            writer.line(format_args!("scf.yield {next}, {sum} : index, {element}"));
        });
        self.line(format_args!("}}"));
        format!("{name}#1")
    }

    fn nested_on(&mut self, form: Form, arrays: &[Array], element: Element) -> String {
        let (i, j) = (self.name(), self.name());
        let is_affine = form == Form::AffineNest;
        // The outer dimension of contiguous arrays has two rows.
        const ROWS: usize = 2;
        let dialect = if is_affine { "affine" } else { "memref" };
        if is_affine {
            self.line(format_args!("affine.for {i} = 0 to {ROWS} {{"));
            self.line(format_args!("affine.for {j} = 0 to {INNER} {{"));
        } else {
            let [zero, one, rows] = [0, 1, ROWS].map(|at| self.index(at));
            self.line(format_args!("scf.for {i} = {zero} to {rows} step {one} {{"));
            self.line(format_args!("scf.for {j} = {zero} to %n step {one} {{"));
        }
        self.region(1, |writer| writer.iteration(dialect, &[i, j], arrays, element));
        self.line(format_args!("}}"));
        self.line(format_args!("}}"));
        "%x".to_owned()
    }

    /// Four copies of the same operations, on consecutive elements.
    fn straight(&mut self, arrays: &[Array], element: Element) -> String {
        const GROUP: usize = 4;
        let (to, from, other) =
            (self.numbers.below(arrays.len()), self.numbers.below(arrays.len()), self.numbers.below(arrays.len()));
        let how = self.operation(element);
        let (shift, again, is_interleaved) = (self.numbers.below(3), self.numbers.below(3), self.numbers.below(2) == 0);
        let mut values = Vec::new();
        let store = |writer: &mut Self, at: usize, value: &str| {
            let at = writer.index(at);
            writer.line(format_args!("memref.store {value}, {}[{at}] : {}", arrays[to].name, arrays[to].ty));
        };
        for at in 0..GROUP {
            let [one, two] = [(from, at + shift), (other, at + again)].map(|(array, at)| {
                let at = self.index(at);
                let (name, ty) = (&arrays[array].name, &arrays[array].ty);
                self.define_hidden(format_args!("memref.load {name}[{at}] : {ty}"))
            });
            let value = self.define_hidden(format_args!("arith.{how} {one}, {two} : {element}"));
            match is_interleaved {
                true => store(self, at, &value),
                false => values.push(value),
            }
        }
        values.iter().enumerate().for_each(|(at, value)| store(self, at, value));
        "%x".to_owned()
    }

    fn operation(&mut self, element: Element) -> &'static str {
        match element {
            Element::Float(_) => self.numbers.one_of::<&str>(&["addf", "subf", "mulf", "maximumf", "minimumf"]),
            _ => self.numbers.one_of::<&str>(&["addi", "subi", "muli", "xori", "andi", "maxsi", "minui"]),
        }
    }

    /// Loads, arithmetic, stores.
    fn iteration(&mut self, dialect: &str, variables: &[String], arrays: &[Array], element: Element) {
        let scalar = Type::scalar(element);
        for _ in 0..1 + self.numbers.below(3) {
            let array = self.numbers.one_of(arrays).clone();
            let at = self.subscripts(dialect, variables, &array);
            self.define(scalar, format_args!("{dialect}.load {}[{at}] : {}", array.name, array.ty));
        }
        for _ in 0..1 + self.numbers.below(4) {
            self.arithmetic(dialect, scalar);
        }
        for _ in 0..1 + self.numbers.below(2) {
            let array = self.numbers.one_of(arrays).clone();
            let at = self.subscripts(dialect, variables, &array);
            let value = self.any(scalar);
            let store = format!("{dialect}.store {value}, {}[{at}] : {}", array.name, array.ty);
            if dialect == "memref" && self.numbers.below(6) == 0 {
                let (one, two) = (self.any(scalar), self.any(scalar));
                let condition = self.less(&one, &two, element);
                self.line(format_args!("scf.if {condition} {{"));
                self.line(format_args!("  {store}"));
                self.line(format_args!("}}"));
            } else {
                self.line(format_args!("{store}"));
            }
            if self.numbers.below(3) == 0 {
                let at = self.subscripts(dialect, variables, &array);
                self.define(scalar, format_args!("{dialect}.load {}[{at}] : {}", array.name, array.ty));
            }
        }
    }

    fn less(&mut self, one: &str, two: &str, element: Element) -> String {
        match element {
            Element::Float(_) => self.define_hidden(format_args!("arith.cmpf olt, {one}, {two} : {element}")),
            _ => self.define_hidden(format_args!("arith.cmpi slt, {one}, {two} : {element}")),
        }
    }

    /// An operation on elements; divisions only where they are guarded, which affine loops cannot express.
    fn arithmetic(&mut self, dialect: &str, scalar: Type) {
        let (one, two, element) = (self.any(scalar), self.any(scalar), scalar.element);
        match self.numbers.below(8) {
            0 => {
                let condition = self.less(&one, &two, element);
                self.define(scalar, format_args!("arith.select {condition}, {one}, {two} : {element}"));
            }
            1 if !scalar.is_float() && dialect == "memref" => {
                let zero = self.define_hidden(format_args!("arith.constant 0 : {element}"));
                let holds = self.define_hidden(format_args!("arith.cmpi sgt, {two}, {zero} : {element}"));
                let how = *self.numbers.one_of(&["divsi", "remui", "divui"]);
                let name = self.name();
                self.line(format_args!("{name} = scf.if {holds} -> ({element}) {{"));
                self.depth += 1;
                let value = self.define_hidden(format_args!("arith.{how} {one}, {two} : {element}"));
                self.line(format_args!("scf.yield {value} : {element}"));
                self.depth -= 1;
                self.line(format_args!("}} else {{"));
                self.line(format_args!("  scf.yield {one} : {element}"));
                self.line(format_args!("}}"));
                self.add(name, scalar);
            }
            _ => {
                let how = self.operation(element);
                self.define(scalar, format_args!("arith.{how} {one}, {two} : {element}"));
            }
        }
    }

    /// The subscripts of an access: the induction variables plus a constant, with a factor, or constant.
    fn subscripts(&mut self, dialect: &str, variables: &[String], array: &Array) -> String {
        let list: Vec<String> = (0..array.rank)
            .map(|at| match variables {
                // The nest has few rows.
                [outer, _] if at == 0 => outer.clone(),
                _ => {
                    let variable = variables[variables.len() - 1].clone();
                    // The induction variable is less than the maximum trip count; twice that plus 7 is less than 96.
                    let (shift, kind) = (self.numbers.below(4), self.numbers.below(8));
                    let room = if array.rank == 2 { 1 } else { 2 };
                    match (kind, dialect) {
                        (0, "affine") => format!("{variable} * {room} + {shift}"),
                        (1, "affine") => format!("{} - {variable}", MOST_TRIPS + shift),
                        (2, "affine") => shift.to_string(),
                        (3 | 4, "affine") => format!("{variable} + {shift}"),
                        (0, _) => {
                            let two = self.index(room);
                            self.define_hidden(format_args!("arith.muli {variable}, {two} : index"))
                        }
                        (1, _) => {
                            let most = self.index(MOST_TRIPS + shift);
                            self.define_hidden(format_args!("arith.subi {most}, {variable} : index"))
                        }
                        (2, _) => self.index(shift),
                        (3 | 4, _) => {
                            let shift = self.index(shift);
                            self.define_hidden(format_args!("arith.addi {variable}, {shift} : index"))
                        }
                        _ => variable,
                    }
                }
            })
            .collect();
        list.join(", ")
    }
}

/// The initial value of an element of an allocation.
fn value_at(at: usize, element: Element) -> String {
    let small = (at * 7) % 23;
    if matches!(element, Element::Float(_)) { format!("{small}.5") } else { small.to_string() }
}

/// The type of a kernel's memref parameter, to which the argument can be cast.
fn param_type(shown: Shown, rank: usize, element: Element) -> String {
    match (shown, rank) {
        (Shown::Identity, 1) => format!("memref<?x{element}>"),
        (Shown::Nothing, 1) => format!("memref<?x{element}, strided<[?], offset: ?>>"),
        (_, 1) => format!("memref<?x{element}, strided<[1], offset: ?>>"),
        (Shown::Nothing, _) => format!("memref<?x?x{element}, strided<[?, ?], offset: ?>>"),
        _ => format!("memref<?x?x{element}, strided<[?, 1], offset: ?>>"),
    }
}
