//! The canonical form of a map or set and its operands.

use rmlir::affine_maps::{AffineExpr, AffineKind, AffineMap, IntegerSet};
use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use smallvec::{SmallVec, smallvec};

use crate::scope::{is_valid_dim, is_valid_symbol};

/// The common interface of maps and sets: dimensions and symbols to which operands are bound.
pub(super) trait OverInputs: Sized {
    fn n_dims(&self) -> usize;
    fn n_symbols(&self) -> usize;
    fn walk(&self, visit: impl FnMut(&AffineExpr));
    fn replaced(&self, dims: &[AffineExpr], symbols: &[AffineExpr], n_dims: u32, n_symbols: u32) -> Self;
}

macro_rules! over_inputs {
    ($($ty:ident),*) => {$(
        impl OverInputs for $ty {
            fn n_dims(&self) -> usize {
                $ty::n_dims(self) as usize
            }
            fn n_symbols(&self) -> usize {
                $ty::n_symbols(self) as usize
            }
            fn walk(&self, visit: impl FnMut(&AffineExpr)) {
                $ty::walk(self, visit);
            }
            fn replaced(&self, dims: &[AffineExpr], symbols: &[AffineExpr], n_dims: u32, n_symbols: u32) -> Self {
                self.replace_dims_and_symbols(dims, symbols, n_dims, n_symbols)
            }
        }
    )*};
}
over_inputs!(AffineMap, IntegerSet);

/// Brings `map` and its operands into canonical form.
pub fn canonicalize_map_and_operands(body: &Body, map: &mut AffineMap, operands: &mut Vec<Value>) {
    canonicalize(body, map, operands);
}

/// Brings `set` and its operands into canonical form.
pub fn canonicalize_set_and_operands(body: &Body, set: &mut IntegerSet, operands: &mut Vec<Value>) {
    canonicalize(body, set, operands);
}

/// Makes operands of `map` symbols where they are valid symbols.
pub fn canonicalize_symbols(body: &Body, map: &mut AffineMap, operands: &mut Vec<Value>) {
    promote_symbols(body, map, operands);
}

fn canonicalize<T: OverInputs>(body: &Body, object: &mut T, operands: &mut Vec<Value>) {
    if operands.is_empty() {
        return;
    }
    debug_assert_eq!(object.n_dims() + object.n_symbols(), operands.len(), "there is an operand for each input");
    promote_symbols(body, object, operands);
    demote_dims(body, object, operands);
    drop_redundant(body, object, operands);
}

/// Makes dimensions symbols whose operands are valid symbols; they are appended to the symbols.
fn promote_symbols<T: OverInputs>(body: &Body, object: &mut T, operands: &mut Vec<Value>) {
    let (n_dims, n_symbols) = (object.n_dims(), object.n_symbols());
    if !operands[..n_dims].iter().any(|&operand| is_valid_symbol(body, operand)) {
        return;
    }
    let mut dims = Vec::with_capacity(n_dims);
    let (mut kept, mut promoted) = (Vec::new(), Vec::new());
    for &operand in &operands[..n_dims] {
        if is_valid_symbol(body, operand) {
            dims.push(AffineExpr::symbol((n_symbols + promoted.len()) as u32));
            promoted.push(operand);
        } else {
            dims.push(AffineExpr::dim(kept.len() as u32));
            kept.push(operand);
        }
    }
    let (n_new_dims, n_new_symbols) = (kept.len(), n_symbols + promoted.len());
    kept.extend_from_slice(&operands[n_dims..]);
    kept.extend(promoted);
    *operands = kept;
    *object = object.replaced(&dims, &[], n_new_dims as u32, n_new_symbols as u32);
}

/// Makes symbols dimensions whose operands are valid dimensions but no valid symbols; they
/// are appended to the dimensions.
fn demote_dims<T: OverInputs>(body: &Body, object: &mut T, operands: &mut Vec<Value>) {
    let n_dims = object.n_dims();
    let is_demoted = |operand| is_valid_dim(body, operand) && !is_valid_symbol(body, operand);
    if !operands[n_dims..].iter().any(|&operand| is_demoted(operand)) {
        return;
    }
    let mut symbols = Vec::with_capacity(object.n_symbols());
    let (mut demoted, mut kept) = (operands[..n_dims].to_vec(), Vec::new());
    for &operand in &operands[n_dims..] {
        if is_demoted(operand) {
            symbols.push(AffineExpr::dim(demoted.len() as u32));
            demoted.push(operand);
        } else {
            symbols.push(AffineExpr::symbol(kept.len() as u32));
            kept.push(operand);
        }
    }
    *object = object.replaced(&[], &symbols, demoted.len() as u32, kept.len() as u32);
    demoted.extend(kept);
    *operands = demoted;
}

/// Drops unused inputs, merges those with the same operand, and substitutes constants for symbols.
fn drop_redundant<T: OverInputs>(body: &Body, object: &mut T, operands: &mut Vec<Value>) {
    let n_dims = object.n_dims();
    let mut dims_used: SmallVec<[bool; 8]> = smallvec![false; n_dims];
    let mut symbols_used: SmallVec<[bool; 8]> = smallvec![false; object.n_symbols()];
    object.walk(|expr| match expr.kind() {
        AffineKind::Dim(position) => dims_used[position as usize] = true,
        AffineKind::Symbol(position) => symbols_used[position as usize] = true,
        _ => {}
    });
    if dims_used.iter().chain(&symbols_used).all(|&is_used| is_used) && !has_redundant(body, operands, n_dims) {
        return;
    }
    let (mut kept_dims, mut kept_symbols) = (Vec::new(), Vec::new());
    let unused = || AffineExpr::constant(0);
    let mut dims = Vec::with_capacity(n_dims);
    for (&operand, is_used) in operands[..n_dims].iter().zip(dims_used) {
        dims.push(if is_used { AffineExpr::dim(position_in(&mut kept_dims, operand)) } else { unused() });
    }
    let mut symbols = Vec::with_capacity(symbols_used.len());
    for (&operand, is_used) in operands[n_dims..].iter().zip(symbols_used) {
        let constant = constant_value(body, operand).and_then(|attr| attr.as_i64(body));
        symbols.push(match constant {
            _ if !is_used => unused(),
            Some(value) => AffineExpr::constant(value),
            None => AffineExpr::symbol(position_in(&mut kept_symbols, operand)),
        });
    }
    *object = object.replaced(&dims, &symbols, kept_dims.len() as u32, kept_symbols.len() as u32);
    kept_dims.extend(kept_symbols);
    *operands = kept_dims;
}

/// Whether two dimensions or two symbols have the same operand, or one of the symbols is a constant.
fn has_redundant(body: &Body, operands: &[Value], n_dims: usize) -> bool {
    let (dims, symbols) = operands.split_at(n_dims);
    let repeats = |list: &[Value]| list.iter().enumerate().any(|(index, operand)| list[..index].contains(operand));
    repeats(dims) || repeats(symbols) || symbols.iter().any(|&operand| constant_value(body, operand).is_some())
}

/// The position of `operand` in `list`, to which it is appended if it is not an element.
fn position_in(list: &mut Vec<Value>, operand: Value) -> u32 {
    let position = list.iter().position(|&known| known == operand);
    let position = position.unwrap_or_else(|| {
        list.push(operand);
        list.len() - 1
    });
    position as u32
}
