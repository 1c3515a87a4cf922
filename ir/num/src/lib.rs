//! temp
#![allow(missing_docs)]
pub mod int;
pub use int::ApInt;
#[derive(Clone,Copy,PartialEq,Eq,Hash,Debug)]
pub enum FloatKind {F16,BF16,F32,F64}
impl FloatKind { pub fn width(self)->u32{16} }
#[derive(Clone,PartialEq,Eq,Hash,Debug)]
pub struct ApFloat{k:FloatKind,b:u128}
impl ApFloat { pub fn kind(&self)->FloatKind{self.k} pub fn bits(&self)->u128{self.b} pub fn from_bits(k:FloatKind,b:u128)->Self{Self{k,b}} pub fn from_f64(k:FloatKind,_:f64)->(Self,bool){(Self{k,b:0},false)} }
