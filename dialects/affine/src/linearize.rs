//! `affine.delinearize_index` and `affine.linearize_index`: conversion between one index and several
//! indices by a mixed-radix basis.

use rmlir::core::DYNAMIC;
use rmlir::core::mixed_index::{MixedIndex, mixed, split};
use rmlir::core::opdef::AttrConstraint;
use rmlir::core::props::PropType;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::basis;
use crate::syntax::parse_index_type;

/// Delinearizes an index into as many indices as there are results.
///
/// With the basis `(b1, b2, ..)` the last result is the index modulo the last basis element, the one before that the
/// quotient modulo the element before, and so on; the first result is the final quotient. A basis element for the first
/// result is the *outer bound*, which is only a promise that the result is less; it is optional.
///
/// ```mlir
/// %2:3 = affine.delinearize_index %linear into (16, %n, 4) : index, index, index
/// ```
#[op(name = "affine.delinearize_index", eval, traits(NoMemoryEffect), interfaces(Speculatable, ValueBounds), fold,
     canonicalize,
     verify = verify_delinearize, parse = parse_delinearize, print = print_delinearize)]
pub struct DelinearizeIndexOp {
    #[operand]
    linear_index: Index,
    #[operand]
    dynamic_basis: Vec<Index>,
    #[prop]
    static_basis: DenseI64ArrayAttr,
    #[result]
    multi_index: Vec<Index>,
}

/// Whether the linearization is disjoint; in upstream it is a native flag, which is always present.
#[allow(non_upper_case_globals)] // As for the constraints of the core.
static Flag: AttrConstraint =
    AttrConstraint::new("unit property", |cx, attr| attr == Attr::UNIT || attr.as_bool(cx).is_some());
/// The type of attributes that satisfy it.
pub enum Flag {}
impl PropType for Flag {
    type Rust<'c> = bool;
    fn load(cx: &Context, attr: Attr) -> Option<bool> {
        if attr == Attr::UNIT { Some(true) } else { attr.as_bool(cx) }
    }
}

fn unset(_cx: &Context) -> Attr {
    Attr::FALSE
}

/// Linearizes several indices into one.
///
/// Each index is multiplied by the product of the basis elements for the indices after it. The basis element of the
/// first index is optional. *Disjoint* is a promise that each index is non-negative and less than its basis element.
///
/// ```mlir
/// %linear = affine.linearize_index disjoint [%i, %j, %k] by (16, %n, 4) : index
/// ```
#[op(name = "affine.linearize_index", eval, traits(Pure, AttrSizedOperandSegments), interfaces(ValueBounds), fold,
     canonicalize,
     verify = verify_linearize, parse = parse_linearize, print = print_linearize)]
pub struct LinearizeIndexOp {
    #[operand]
    multi_index: Vec<Index>,
    #[operand]
    dynamic_basis: Vec<Index>,
    #[prop]
    static_basis: DenseI64ArrayAttr,
    /// Whether each index is promised to be less than its basis element.
    #[prop(default = unset)]
    disjoint: Flag,
    #[result]
    linear_index: Index,
}

impl DelinearizeIndexOp {
    /// The static basis elements, with a marker for each dynamic one.
    pub fn static_basis_values(self, body: &Body) -> Vec<i64> {
        self.static_basis(body)
    }

    /// The basis.
    pub fn basis(self, body: &Body) -> Vec<MixedIndex> {
        mixed(&self.static_basis_values(body), &self.dynamic_basis(body))
    }

    /// Whether the basis has an element for the first result.
    pub fn has_outer_bound(self, body: &Body) -> bool {
        body.n_results(self.id()) == self.static_basis_values(body).len()
    }

    /// The basis without the outer bound.
    pub fn effective_basis(self, body: &Body) -> Vec<MixedIndex> {
        self.basis(body).split_off(usize::from(self.has_outer_bound(body)))
    }

    /// The basis with an entry for each result; that of the first may be missing.
    pub fn padded_basis(self, body: &Body) -> Vec<Option<MixedIndex>> {
        let missing = (!self.has_outer_bound(body)).then_some(None);
        missing.into_iter().chain(self.basis(body).into_iter().map(Some)).collect()
    }

    /// The builder of a delinearization of `index` by a basis with or without an outer bound.
    pub fn with_basis(cx: &Context, index: Value, basis: &[MixedIndex], has_outer_bound: bool) -> Build<Self> {
        let (fixed, values) = split(basis);
        let n_results = fixed.len() + usize::from(!has_outer_bound);
        Self::build(&vec![Type::INDEX; n_results], index, &values, cx.i64_array(&fixed))
    }

    /// As [`Self::with_basis`], with an entry of the basis for each result, the
    /// first of which may be missing.
    pub fn with_padded_basis(cx: &Context, index: Value, basis: &[Option<MixedIndex>]) -> Build<Self> {
        let has_outer_bound = basis.first().is_none_or(Option::is_some);
        let basis: Vec<MixedIndex> = basis.iter().copied().flatten().collect();
        Self::with_basis(cx, index, &basis, has_outer_bound)
    }
}

impl LinearizeIndexOp {
    /// The static basis elements, with a marker for each dynamic one.
    pub fn static_basis_values(self, body: &Body) -> Vec<i64> {
        self.static_basis(body)
    }

    /// The basis.
    pub fn basis(self, body: &Body) -> Vec<MixedIndex> {
        mixed(&self.static_basis_values(body), &self.dynamic_basis(body))
    }

    /// Whether the basis has an element for the first index.
    pub fn has_outer_bound(self, body: &Body) -> bool {
        self.multi_index(body).len() == self.static_basis_values(body).len()
    }

    /// The basis without the outer bound.
    pub fn effective_basis(self, body: &Body) -> Vec<MixedIndex> {
        let has_outer_bound = self.has_outer_bound(body) && !self.static_basis_values(body).is_empty();
        self.basis(body).split_off(usize::from(has_outer_bound))
    }

    /// The basis with an entry for each index; that of the first may be missing.
    pub fn padded_basis(self, body: &Body) -> Vec<Option<MixedIndex>> {
        let missing = (!self.has_outer_bound(body)).then_some(None);
        missing.into_iter().chain(self.basis(body).into_iter().map(Some)).collect()
    }

    /// The builder of a linearization of `indices` by a basis with or without an outer bound.
    pub fn with_basis(cx: &Context, indices: &[Value], basis: &[MixedIndex], is_disjoint: bool) -> Build<Self> {
        let (fixed, values) = split(basis);
        let flag = if is_disjoint { Attr::UNIT } else { Attr::FALSE };
        Self::build(indices, &values, cx.i64_array(&fixed)).prop(Self::DISJOINT, flag)
    }
}

fn verify_delinearize(op: OpRef) -> Checked {
    let fixed = op.get(DelinearizeIndexOp::static_basis);
    if op.n_results() != fixed.len() && op.n_results() != fixed.len() + 1 {
        return Err(op.error("should return an index for each basis element and up to one extra index"));
    }
    basis::check(op, &fixed, op.n_operands() - 1)?;
    if fixed.iter().any(|&size| size <= 0 && size != DYNAMIC) {
        return Err(op.error("no basis element may be statically non-positive"));
    }
    Ok(())
}

fn verify_linearize(op: OpRef) -> Checked {
    let fixed = op.get(LinearizeIndexOp::static_basis);
    let n_indices = op.operand_range(0).len();
    if n_indices != fixed.len() && n_indices != fixed.len() + 1 {
        return Err(op.error("should be passed a basis element for each index except possibly the first"));
    }
    basis::check(op, &fixed, op.operand_range(1).len())
}

fn parse_delinearize(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let index = parser.operand()?;
    parser.asm().keyword("into")?;
    let (values, fixed) = basis::parse(parser)?;
    state.set_prop(DelinearizeIndexOp::STATIC_BASIS, fixed);
    parser.attr_dict(state)?;
    parser.asm().token(":")?;
    state.result_types = parser.asm().type_list()?.into();
    parser.resolve_same(&[index], Type::INDEX, state)?;
    parser.resolve_same(&values, Type::INDEX, state)
}

fn print_delinearize(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operand(op.value(DelinearizeIndexOp::linear_index));
    printer.text(" into ");
    basis::print(printer, &op.get(DelinearizeIndexOp::static_basis), op.operands().skip(1));
    printer.attr_dict(op, &["static_basis"]);
    printer.text(" : ");
    printer.types(op.results().map(ValueRef::ty));
}

fn parse_linearize(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let flag = if parser.try_token("disjoint") { Attr::UNIT } else { Attr::FALSE };
    state.set_prop(LinearizeIndexOp::DISJOINT, flag);
    parser.asm().token("[")?;
    let indices = parser.operand_list(Delimiter::None)?;
    parser.asm().token("]")?;
    parser.asm().keyword("by")?;
    let (values, fixed) = basis::parse(parser)?;
    state.set_prop(LinearizeIndexOp::STATIC_BASIS, fixed);
    parser.attr_dict(state)?;
    parser.asm().token(":")?;
    let ty = parse_index_type(parser)?;
    state.result_types.push(ty);
    parser.resolve_same(&indices, Type::INDEX, state)?;
    parser.resolve_same(&values, Type::INDEX, state)?;
    let sizes = [indices.len() as i32, values.len() as i32];
    state.set_prop(LinearizeIndexOp::OPERAND_SEGMENT_SIZES, parser.cx().i32_array(&sizes));
    Ok(())
}

fn print_linearize(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(if op.get(LinearizeIndexOp::disjoint) { " disjoint [" } else { " [" });
    printer.operands(op.operand_field(0));
    printer.text("] by ");
    basis::print(printer, &op.get(LinearizeIndexOp::static_basis), op.operand_field(1));
    printer.attr_dict(op, &["static_basis", "disjoint", "operandSegmentSizes"]);
    printer.text(" : ");
    printer.ty(op.result(0).ty());
}
