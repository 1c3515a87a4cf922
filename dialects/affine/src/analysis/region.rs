//! The region of a memref that a loop nest accesses.

use crate::scope::{for_of_induction_var, is_induction_var, is_valid_symbol, parallel_of_induction_var};
use rmlir::affine_maps::AffineMap;
use rmlir::diag::Severity;
use rmlir::prelude::*;
use rmlir_presburger::{BoundMaps, Polyhedron};

use super::access::MemRefAccess;
use super::constraints::{ValueConstraints, constant_int};
use super::nest::{enclosing_induction_vars, nesting_depth};
use super::slice::Slice;

/// The accessed elements of a memref: dimensions of the polyhedron are those of the memref, symbols are surrounding
/// induction variables and other symbols.
#[derive(Clone, Debug)]
pub struct MemRefRegion {
    /// The memref.
    pub memref: Value,
    /// Whether the accesses are writes.
    pub is_write: bool,
    /// The elements, as a polyhedron.
    pub system: ValueConstraints,
}

/// A bounding box of a region: its shape, and its lower corner as a function of the symbols.
#[derive(Clone, Debug)]
pub struct BoundingBox {
    /// The size by dimension.
    pub shape: Vec<i64>,
    /// The lower bound of each dimension, where known.
    pub lower: Vec<Option<AffineMap>>,
}

impl BoundingBox {
    /// The number of elements.
    pub fn n_elements(&self) -> i64 {
        self.shape.iter().fold(1, |product, &size| product.wrapping_mul(size))
    }
}

/// The options of [`MemRefRegion::of_access`].
#[derive(Clone, Copy, Debug)]
pub struct RegionOptions {
    /// Whether the region is restricted to the bounds of the memref.
    pub within_memref: bool,
    /// Whether locals are projected out.
    pub drop_locals: bool,
    /// Whether other induction variables are projected out; otherwise they become locals.
    pub drop_outer_ivs: bool,
}

impl Default for RegionOptions {
    fn default() -> Self {
        Self { within_memref: true, drop_locals: true, drop_outer_ivs: true }
    }
}

impl MemRefRegion {
    /// The region of the access in one iteration of the `depth` outermost loops around it. With a slice, in the
    /// iterations of the slice. `None` if it cannot be expressed.
    pub fn of_access(
        body: &Body,
        access: &MemRefAccess,
        depth: usize,
        slice: Option<&Slice>,
        options: RegionOptions,
    ) -> Option<Self> {
        let rank = access.rank(body);
        let mut outer = enclosing_induction_vars(body, access.op);
        outer.truncate(depth);
        let region = |system: ValueConstraints| Self { memref: access.memref, is_write: access.is_write, system };
        if rank == 0 {
            return Some(region(ValueConstraints(Polyhedron::with_values(&[], &outer))));
        }
        let (map, operands) = access.map(body);
        let mut system = access_domain(body, &map, &operands, slice)?;
        system.compose_map(&map, &operands)?;
        system.separate_at(rank);
        let symbols: Vec<Value> = system.values()[rank..].iter().flatten().copied().collect();
        for value in symbols {
            if !is_induction_var(body, value) || outer.contains(&value) {
                continue;
            }
            let column = system.find(value).expect("the symbol is in the system");
            if options.drop_outer_ivs {
                system.eliminate(column);
            } else {
                system.convert_to_locals(column..column + 1);
            }
        }
        if options.drop_locals {
            let (first, n_locals) = (system.n_inputs(), system.n_locals());
            system.project_out(first, n_locals);
        }
        let (first, n_symbols) = (system.n_dims(), system.n_symbols());
        system.constant_fold(first, n_symbols);
        if options.within_memref {
            add_memref_bounds(body, access.memref, &mut system);
        }
        system.remove_trivial_redundancy();
        Some(region(system))
    }

    /// The rank of the memref.
    pub fn rank(&self) -> usize {
        self.system.n_dims()
    }

    /// Extends the region to a bounding box of itself and `other`. Returns whether one was found.
    #[must_use]
    pub fn union_box(&mut self, other: &Self) -> bool {
        self.system.union_box(&other.system)
    }

    /// A box of constant size around the region; the extent of the memref replaces one of the region that is not
    /// constant.
    pub fn bounding_box(&self, body: &Body) -> Option<BoundingBox> {
        let shape = body.ty(self.memref).shape(body.cx())?.to_vec();
        let mut system = self.system.clone();
        add_memref_bounds(body, self.memref, &mut system);
        let mut found = BoundingBox { shape: Vec::new(), lower: Vec::new() };
        for (dim, &size) in shape.iter().enumerate() {
            let (extent, lower) = match system.constant_extent(dim) {
                Some(extent) => extent,
                None if size < 0 => return None,
                None => {
                    let n_symbols = system.n_symbols() as u32;
                    (size, Some(AffineMap::new(0, n_symbols, [rmlir::affine_maps::AffineExpr::constant(0)])))
                }
            };
            found.shape.push(extent);
            found.lower.push(lower);
        }
        Some(found)
    }

    /// The bounds of a dimension as maps over the symbols.
    pub fn bounds(&self, dim: usize) -> BoundMaps {
        self.system.lower_and_upper_bound(dim, 0, self.rank(), self.system.n_inputs(), &[])
    }

    /// The size in bytes of a bounding box of the region, `Some(0)` for memrefs with a layout.
    pub fn size_in_bytes(&self, body: &Body) -> Option<i64> {
        let ty = body.ty(self.memref);
        if !has_identity_layout(body.cx(), ty) {
            return Some(0);
        }
        let n_elements = self.bounding_box(body)?.n_elements();
        Some(element_size_in_bytes(body.cx(), ty)?.wrapping_mul(n_elements))
    }
}

/// Whether the layout of a memref is the identity.
pub fn has_identity_layout(cx: &Context, ty: Type) -> bool {
    match ty.data(cx) {
        TypeData::MemRef { layout: Some(layout), .. } => layout.as_affine_map(cx).is_some_and(AffineMap::is_identity),
        _ => true,
    }
}

/// The size in bytes of an element that is a scalar or a vector of scalars.
pub fn element_size_in_bytes(cx: &Context, memref: Type) -> Option<i64> {
    let element = memref.element(cx)?;
    let bits = match element.data(cx) {
        TypeData::Vector { shape, element, .. } => {
            let n_elements: i64 = shape.iter().product();
            i64::from(element.int_or_float_width(cx)?).wrapping_mul(n_elements)
        }
        _ => i64::from(element.int_or_float_width(cx)?),
    };
    Some((bits as u64).div_ceil(8) as i64)
}

/// The size in bytes of a memref with a static shape.
pub fn memref_size_in_bytes(cx: &Context, memref: Type) -> Option<i64> {
    let shape = memref.shape(cx)?;
    if shape.iter().any(|&size| size < 0) {
        return None;
    }
    let element = element_size_in_bytes(cx, memref)?;
    Some(shape.iter().fold(element, |product, &size| product.wrapping_mul(size)))
}

/// Adds the bounds of the memref as constraints on the dimensions of the polyhedron.
pub fn add_memref_bounds(body: &Body, memref: Value, system: &mut ValueConstraints) {
    let shape = body.ty(memref).shape(body.cx()).unwrap_or_default().to_vec();
    for (dim, size) in shape.into_iter().enumerate() {
        system.add_lower_bound(dim, 0);
        if size >= 0 {
            system.add_upper_bound(dim, size - 1);
        }
    }
}

/// The domain of an access: the operands of its map as dimensions and symbols, with their constraints.
fn access_domain(body: &Body, map: &AffineMap, operands: &[Value], slice: Option<&Slice>) -> Option<ValueConstraints> {
    let (dims, symbols) = operands.split_at(map.n_dims() as usize);
    let mut symbols = symbols.to_vec();
    if let Some(slice) = slice {
        symbols.extend(slice.operands.iter().filter(|value| !operands.contains(value)));
    }
    let mut system = ValueConstraints(Polyhedron::with_values(dims, &symbols));
    for &operand in dims.iter().chain(&symbols) {
        if let Some(op) = for_of_induction_var(body, operand) {
            system.add_for_domain(body, op)?;
        } else if let Some(op) = parallel_of_induction_var(body, operand) {
            system.add_parallel_domain(body, op)?;
        } else if is_valid_symbol(body, operand) {
            if let Some(constant) = constant_int(body, operand) {
                let column = system.find(operand)?;
                system.fix(column, constant);
            }
        } else {
            return None;
        }
    }
    if let Some(slice) = slice {
        for &operand in &slice.operands {
            system.add_induction_var_or_symbol(body, operand)?;
        }
        slice.add_bounds(body, &mut system)?;
    }
    Some(system)
}

/// A diagnostic to report: operation, severity, message.
pub type Complaint = (OpId, Severity, String);

/// The size in bytes of the memory that the accesses in `op` touch; `None` if the size of a region is unknown.
pub fn footprint_in_bytes(body: &Body, op: OpId) -> Result<Option<i64>, Vec<Complaint>> {
    let block = body.block_of(op).expect("a loop is in a block");
    let first = body.first_op(block).expect("the loop is in the block");
    let depth = nesting_depth(body, first);
    let mut regions: Vec<MemRefRegion> = Vec::new();
    for access in MemRefAccess::all_in(body, op) {
        let Some(region) = MemRefRegion::of_access(body, &access, depth, None, RegionOptions::default()) else {
            return Err(vec![(access.op, Severity::Error, "error obtaining memory region".to_owned())]);
        };
        let Some(other) = regions.iter_mut().find(|other| other.memref == region.memref) else {
            regions.push(region);
            continue;
        };
        if !other.union_box(&region) {
            let message = "getMemoryFootprintBytes: unable to perform a union on a memory region";
            return Err(vec![(access.op, Severity::Warning, message.to_owned())]);
        }
    }
    let sizes = regions.iter().map(|region| region.size_in_bytes(body));
    Ok(sizes.sum())
}
