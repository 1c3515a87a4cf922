//! Constants, interned and in LLVM's normal form: aggregates of zeros are zero, those of undefined values undefined.

use rmlir_num::ApInt;
use rustc_hash::FxHashMap;

use super::Opcode;
use super::global_id::GlobalId;
use super::types::{Ty, TyData, Types};

/// A constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConstId(u32);

/// The structure of a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // The fields carry the names of LLVM's reference.
pub enum ConstData {
    /// `42`
    Int(ApInt),
    /// `1.0`, by its bits
    Float(u128),
    /// `null`, `zeroinitializer`, `none`: the zero of other types
    Zero,
    /// `undef`
    Undef,
    /// `poison`
    Poison,
    /// The members of a structure, the elements of an array or vector
    Aggregate(Vec<ConstId>),
    /// `c"text"`, for arrays of bytes that are given as text
    Text(Vec<u8>),
    /// One element, repeated, in a scalable vector
    Splat(ConstId),
    /// `@name`
    Global(GlobalId),
    /// `blockaddress(@f, %block)`
    BlockAddress { function: GlobalId, block: u32 },
    /// `dso_local_equivalent @f`
    DsoLocalEquivalent(GlobalId),
    /// `ptrtoint (ptr @x to i64)`, `add (i64 .., i64 ..)`
    Expr { opcode: Opcode, operands: Vec<ConstId> },
    /// `getelementptr inbounds (i8, ptr @x, i64 4)`
    Gep { element: Ty, flags: u8, operands: Vec<ConstId> },
}

/// All constants of a module.
#[derive(Default, Debug)]
pub struct Constants {
    data: Vec<(Ty, ConstData)>,
    ids: FxHashMap<(Ty, ConstData), ConstId>,
}

/// The maximum number of elements of a vector whose equal elements are expanded.
const MAX_PARTS: u64 = 1 << 16;

impl Constants {
    /// The type of a constant.
    pub fn ty(&self, id: ConstId) -> Ty {
        self.data[id.0 as usize].0
    }

    /// The structure of a constant.
    pub fn data(&self, id: ConstId) -> &ConstData {
        &self.data[id.0 as usize].1
    }

    /// The constant of this structure, without normalization.
    pub fn get(&mut self, ty: Ty, data: ConstData) -> ConstId {
        let key = (ty, data);
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let id = ConstId(self.data.len() as u32);
        self.data.push(key.clone());
        self.ids.insert(key, id);
        id
    }

    /// Sets the block of a block address, once it is known.
    pub fn set_block(&mut self, id: ConstId, place: u32) {
        let (ty, data) = &mut self.data[id.0 as usize];
        if let ConstData::BlockAddress { block, .. } = data {
            *block = place;
            self.ids.insert((*ty, data.clone()), id);
        }
    }

    /// An integer.
    pub fn int(&mut self, ty: Ty, value: ApInt) -> ConstId {
        self.get(ty, ConstData::Int(value))
    }

    /// An `i32`.
    pub fn i32(&mut self, value: u32) -> ConstId {
        self.int(Ty::I32, ApInt::new(32, value.into()))
    }

    /// An `i64`.
    pub fn i64(&mut self, value: u64) -> ConstId {
        self.int(Ty::I64, ApInt::new(64, value))
    }

    /// An `i1`.
    pub fn i1(&mut self, value: bool) -> ConstId {
        self.int(Ty::I1, ApInt::from_bool(value))
    }

    /// The zero of a type.
    pub fn zero(&mut self, types: &Types, ty: Ty) -> ConstId {
        match types.data(ty) {
            TyData::Int(width) => self.int(ty, ApInt::zero(*width)),
            TyData::Float(_) => self.get(ty, ConstData::Float(0)),
            _ => self.get(ty, ConstData::Zero),
        }
    }

    /// Whether all bits are zero.
    pub fn is_zero(&self, id: ConstId) -> bool {
        match self.data(id) {
            ConstData::Int(value) => value.is_zero(),
            ConstData::Float(bits) => *bits == 0,
            ConstData::Zero => true,
            _ => false,
        }
    }

    /// An array, a vector or a structure of these parts.
    pub fn aggregate(&mut self, ty: Ty, parts: Vec<ConstId>) -> ConstId {
        let all = |is: &dyn Fn(ConstId) -> bool| !parts.is_empty() && parts.iter().all(|&part| is(part));
        let data = match () {
            () if parts.is_empty() || all(&|part| self.is_zero(part)) => ConstData::Zero,
            () if all(&|part| *self.data(part) == ConstData::Poison) => ConstData::Poison,
            () if all(&|part| *self.data(part) == ConstData::Undef) => ConstData::Undef,
            () => ConstData::Aggregate(parts),
        };
        self.get(ty, data)
    }

    /// An array of bytes.
    pub fn text(&mut self, ty: Ty, text: &[u8]) -> ConstId {
        let data = if text.iter().all(|&byte| byte == 0) { ConstData::Zero } else { ConstData::Text(text.to_vec()) };
        self.get(ty, data)
    }

    /// A vector with all elements equal to `element`. Long ones are not expanded.
    pub fn splat(&mut self, types: &Types, ty: Ty, element: ConstId) -> ConstId {
        match *types.data(ty) {
            TyData::Vector { n, scalable: false, .. } if n <= MAX_PARTS => {
                self.aggregate(ty, vec![element; n as usize])
            }
            _ if self.is_zero(element) => self.get(ty, ConstData::Zero),
            _ => match self.data(element) {
                ConstData::Undef => self.get(ty, ConstData::Undef),
                ConstData::Poison => self.get(ty, ConstData::Poison),
                _ => self.get(ty, ConstData::Splat(element)),
            },
        }
    }

    /// The part `index` of an aggregate, or of a constant that represents one.
    pub fn part(&mut self, types: &Types, id: ConstId, index: u64) -> Option<ConstId> {
        let ty = types.inside(self.ty(id), index)?;
        match self.data(id).clone() {
            ConstData::Zero => Some(self.zero(types, ty)),
            ConstData::Undef => Some(self.get(ty, ConstData::Undef)),
            ConstData::Poison => Some(self.get(ty, ConstData::Poison)),
            ConstData::Aggregate(parts) => parts.get(index as usize).copied(),
            ConstData::Text(text) => {
                let byte = *text.get(index as usize)?;
                Some(self.int(ty, ApInt::new(8, byte.into())))
            }
            ConstData::Splat(element) => Some(element),
            _ => None,
        }
    }

    /// The number of parts of an aggregate.
    pub fn n_parts(types: &Types, ty: Ty) -> Option<u64> {
        match types.data(ty) {
            TyData::Array { n, .. } | TyData::Vector { n, scalable: false, .. } => Some(*n),
            _ => types.members(ty).map(|(members, _)| members.len() as u64),
        }
    }

    /// The structures of all constants.
    pub fn all(&self) -> impl Iterator<Item = &ConstData> {
        self.data.iter().map(|(_, data)| data)
    }

    /// The integer value of a constant.
    pub fn as_int(&self, id: ConstId) -> Option<&ApInt> {
        match self.data(id) {
            ConstData::Int(value) => Some(value),
            _ => None,
        }
    }
}
