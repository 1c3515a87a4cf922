//! The rows of the table, and their notation.

use std::sync::OnceLock;

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::prelude::*;

use crate::attrs::IteratorType;
use crate::computation::Computation;
use crate::compute::build_block;
use crate::structured::{Loops, Structured, element_type, identity, inits, rank};

/// A row of the table.
pub(crate) struct Named {
    notation: &'static str,
    /// An additional verifier.
    verify: Option<fn(OpRef) -> Checked>,
    /// The computation; the cast of [`Computation::Copy`] may be replaced by a property.
    pub computation: Computation,
    /// The number of operands, for operations without a notation.
    n_operands: usize,
    parsed: OnceLock<Notation>,
}

/// A notation that was parsed.
struct Notation {
    iterators: Vec<IteratorType>,
    /// The index expressions of each operand's dimensions.
    operands: Vec<Vec<Dim>>,
}

/// The index expression of a dimension.
#[derive(Clone, Copy)]
enum Dim {
    Loop(u32),
    /// A position in a window: the outer loop, the inner loop, and the index of the sum.
    Window(u32, u32, usize),
}

impl Named {
    /// A row with loops in the notation of this module.
    pub const fn new(notation: &'static str, computation: Computation) -> Self {
        Self { notation, verify: None, computation, n_operands: 0, parsed: OnceLock::new() }
    }

    /// A row of an elementwise operation.
    pub const fn elementwise(n_operands: usize, computation: Computation) -> Self {
        Self { notation: "", verify: None, computation, n_operands, parsed: OnceLock::new() }
    }

    /// The row with an additional verifier.
    pub const fn checked(mut self, verify: fn(OpRef) -> Checked) -> Self {
        self.verify = Some(verify);
        self
    }

    /// Verifies the operation by its row.
    pub fn verify(&self, op: OpRef) -> Checked {
        self.verify.map_or(Ok(()), |verify| verify(op))
    }

    fn notation(&self) -> Option<&Notation> {
        (!self.notation.is_empty()).then(|| self.parsed.get_or_init(|| Notation::parse(self.notation)))
    }

    /// The number of operands.
    pub fn n_operands(&self) -> usize {
        self.notation().map_or(self.n_operands, |notation| notation.operands.len())
    }

    /// The loops of `op`.
    pub fn loops(&self, op: OpRef) -> Loops {
        match self.notation() {
            Some(notation) => {
                let numbers = |name: &str| window_numbers(op.cx(), op.attr(name));
                notation.loops(&numbers("strides"), &numbers("dilations"))
            }
            None => elementwise_loops(op),
        }
    }

    /// The attribute that keeps the indexing maps of an operation that is being parsed.
    pub fn kept_maps(&self, cx: &Context, state: &OpState) -> Option<Attr> {
        let numbers = |name: &str| window_numbers(cx, state.get_attr(cx, name));
        let maps = self.notation()?.loops(&numbers("strides"), &numbers("dilations")).maps;
        Some(maps_attr(cx, &maps))
    }
}

/// The array of these maps.
pub(crate) fn maps_attr(cx: &Context, maps: &[AffineMap]) -> Attr {
    cx.array_attr(&maps.iter().map(|map| cx.attr(AttrData::AffineMap(map.clone()))).collect::<Vec<_>>())
}

fn window_numbers(cx: &Context, attr: Option<Attr>) -> Vec<i64> {
    attr.and_then(|attr| attr.dense_elements(cx)).unwrap_or_default().iter().filter_map(|n| n.as_i64(cx)).collect()
}

/// The loops of an elementwise operation: all operands have the rank of the output or rank zero.
fn elementwise_loops(op: OpRef) -> Loops {
    let Some(n_loops) = op.operands().nth(inits(op).start).map(rank) else { return Loops::default() };
    let map = |operand: ValueRef| match rank(operand) {
        0 => AffineMap::new(n_loops as u32, 0, Vec::new()),
        _ => identity(n_loops),
    };
    Loops::parallel(n_loops, op.operands().map(map).collect())
}

impl Notation {
    /// # Panics
    /// If the notation is malformed.
    fn parse(text: &str) -> Self {
        let (loops, operands) = text.split_once(" : ").expect("a notation has a colon after the loops");
        let names: Vec<&str> = loops.split(' ').collect();
        let number = |name: &str| {
            let position = names.iter().position(|other| *other == name);
            position.expect("a notation names its loops before the colon") as u32
        };
        let mut n_windows = 0;
        let mut dim = |text: &str| match text.split_once('+') {
            None => Dim::Loop(number(text)),
            Some((outer, inner)) => {
                n_windows += 1;
                Dim::Window(number(outer), number(inner), n_windows - 1)
            }
        };
        let mut operand = |text: &str| match text {
            "()" => Vec::new(),
            _ => text.split(' ').map(&mut dim).collect(),
        };
        let iterator = |name: &&str| match name.starts_with(|first: char| first.is_ascii_uppercase()) {
            true => IteratorType::Parallel,
            false => IteratorType::Reduction,
        };
        Self {
            iterators: names.iter().map(iterator).collect(),
            operands: operands.split(" | ").map(&mut operand).collect(),
        }
    }

    fn loops(&self, strides: &[i64], dilations: &[i64]) -> Loops {
        let number = |list: &[i64], index: usize| list.get(index).copied().unwrap_or(1);
        let expr = |&dim: &Dim| match dim {
            Dim::Loop(index) => AffineExpr::dim(index),
            Dim::Window(outer, inner, index) => {
                AffineExpr::dim(outer) * number(strides, index) + AffineExpr::dim(inner) * number(dilations, index)
            }
        };
        let n_loops = self.iterators.len() as u32;
        let map = |dims: &Vec<Dim>| AffineMap::new(n_loops, 0, dims.iter().map(expr).collect::<Vec<_>>()).simplify();
        Loops { iterators: self.iterators.clone(), maps: self.operands.iter().map(map).collect() }
    }
}

/// Rows of `/// doc`, `Op "name" [properties] canonicalize = row;`, with the last key if the operation has patterns.
macro_rules! named_ops {
    ($($(#[$doc:meta])* $op:ident $name:literal $([$($prop:ident: $constraint:ident),*])? $($canonicalize:ident)?
       = $row:expr;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, classes($crate::shared::LoopNest), traits(AttrSizedOperandSegments),
             fold = rmlir_memref::fold::skip_casts, verify, $($canonicalize,)?
             parse = $crate::syntax::parse_named, print = $crate::syntax::print_named)]
        pub struct $op {
            #[operand]
            inputs: Vec<AnyType>,
            #[operand]
            outputs: Vec<AnyShaped>,
            $($(#[prop] $prop: Option<$constraint>,)*)?
            #[result]
            result_tensors: Vec<AnyRankedTensor>,
            #[region]
            region: AnyRegion,
        }

        impl $op {
            /// The row of the table.
            pub(crate) fn row() -> &'static $crate::named::row::Named {
                static ROW: $crate::named::row::Named = $row;
                &ROW
            }
        }

        impl rmlir::core::Verifier for $op {
            fn verify(op: OpRef) -> Checked {
                $op::row().verify(op)
            }
        }

        $crate::shared::structured! { $op OUTPUTS_OPERAND; }

        impl $crate::structured::Structured for $op<()> {
            fn loops(&self, op: OpRef) -> $crate::structured::Loops {
                $op::row().loops(op)
            }
            fn computation(&self, cx: &Context, state: &OpState) -> Option<$crate::computation::Computation> {
                Some($op::row().computation.with_cast($crate::syntax::cast_of(cx, state)))
            }
            fn n_region_args_of(&self, _cx: &Context, _state: &OpState) -> usize {
                $op::row().n_operands()
            }
            fn kept_maps(&self, cx: &Context, state: &OpState) -> Option<Attr> {
                $op::row().kept_maps(cx, state)
            }
        }
    )*};
}
pub(super) use named_ops;

/// Creates a named operation without properties at the insertion point, with its region; `None` if its computation does
/// not support these types.
pub(crate) fn create<T: Op>(
    rw: &mut Rewriter,
    loc: Loc,
    inputs: &[Value],
    outputs: &[Value],
    row: &Named,
) -> Option<T> {
    let types: Vec<Type> = outputs.iter().map(|&output| rw.ty(output)).filter(|ty| ty.is_tensor(rw)).collect();
    let build = rmlir::core::builder::Build::<T>::new().at(loc).operands(inputs).operands(outputs).results(&types);
    let new = rw.create(build);
    let arg = |&operand: &Value| (element_type(rw, rw.ty(operand)), Loc::UNKNOWN);
    let args: Vec<(Type, Loc)> = inputs.iter().chain(outputs).map(arg).collect();
    let (point, region) = (rw.insert_point(), rw.region(new.id(), 0));
    rw.set_loc(Loc::UNKNOWN);
    let built = build_block(rw, region, &args, row.computation);
    rw.set_insert_point(point);
    rw.set_loc(loc);
    built.is_ok().then_some(new)
}

/// Creates a structured operation whose region follows from its properties at the insertion point; `None` if its
/// computation does not support these types.
pub fn create_named<T: Op>(
    rw: &mut Rewriter,
    inputs: &[Value],
    outputs: &[Value],
    props: &[(&'static str, Attr)],
) -> Option<T> {
    let structured = T::DEF.interface::<dyn Structured>()?;
    let types: Vec<Type> = outputs.iter().map(|&output| rw.ty(output)).filter(|ty| ty.is_tensor(rw)).collect();
    let build = rmlir::core::builder::Build::<T>::new().operands(inputs).operands(outputs).results(&types);
    let mut state = build.finish(rw.cx());
    for &(name, value) in props {
        state.set_attr(rw.cx(), name, value);
    }
    if T::DEF.prop_index("indexing_maps").is_some() {
        let maps = maps_attr(rw.cx(), &structured.default_maps());
        state.set_attr(rw.cx(), "indexing_maps", maps);
    }
    let computation = structured.computation(rw.cx(), &state)?;
    let new = rw.create_state(state);
    let loc = rw.loc(new);
    let arg = |&operand: &Value| (element_type(rw, rw.ty(operand)), loc);
    let args: Vec<(Type, Loc)> = inputs.iter().chain(outputs).map(arg).collect();
    let (point, region) = (rw.insert_point(), rw.region(new, 0));
    let built = build_block(rw, region, &args, computation);
    rw.set_insert_point(point);
    built.ok().map(|_| T::from_id(new))
}
