//! Types of LLVM IR.
//!
//! A type is an interned id; an identified structure is an entry of a separate table, so that it may contain itself.

use rustc_hash::FxHashMap;

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ty(u32);

/// An identified structure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StructId(pub u32);

/// The formats of floats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatTy {
    /// `half`
    Half,
    /// `bfloat`
    BFloat,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `x86_fp80`
    X86Fp80,
    /// `fp128`
    Fp128,
    /// `ppc_fp128`
    PpcFp128,
}

impl FloatTy {
    /// All formats, with their keywords and their mangling in names of intrinsics.
    pub const ALL: &[(FloatTy, &str, &str)] = &[
        (FloatTy::Half, "half", "f16"),
        (FloatTy::BFloat, "bfloat", "bf16"),
        (FloatTy::Float, "float", "f32"),
        (FloatTy::Double, "double", "f64"),
        (FloatTy::X86Fp80, "x86_fp80", "f80"),
        (FloatTy::Fp128, "fp128", "f128"),
        (FloatTy::PpcFp128, "ppc_fp128", "ppcf128"),
    ];

    /// The width in bits.
    pub fn bits(self) -> u64 {
        match self {
            FloatTy::Half | FloatTy::BFloat => 16,
            FloatTy::Float => 32,
            FloatTy::Double => 64,
            FloatTy::X86Fp80 => 80,
            FloatTy::Fp128 | FloatTy::PpcFp128 => 128,
        }
    }

    fn row(self) -> &'static (FloatTy, &'static str, &'static str) {
        Self::ALL.iter().find(|row| row.0 == self).expect("every format has a row")
    }
}

/// The structure of a type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // The fields carry the names of LLVM's reference.
pub enum TyData {
    /// `void`
    Void,
    /// `label`
    Label,
    /// `metadata`
    Metadata,
    /// `token`
    Token,
    /// `x86_amx`
    X86Amx,
    /// `i32`
    Int(u32),
    /// `float`
    Float(FloatTy),
    /// `ptr addrspace(1)`
    Ptr(u32),
    /// `[4 x i8]`
    Array { n: u64, element: Ty },
    /// `<vscale x 4 x i8>`
    Vector { n: u64, element: Ty, scalable: bool },
    /// `{ i8, i8 }`
    Struct { members: Vec<Ty>, packed: bool },
    /// `%name`
    Named(StructId),
    /// `i32 (ptr, ...)`
    Function { result: Ty, params: Vec<Ty>, variadic: bool },
    /// `target("name", i32, 1)`
    Target { name: String, types: Vec<Ty>, numbers: Vec<u64> },
}

/// The definition of an identified structure.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NamedStruct {
    /// Its name; unnamed ones are numbered.
    pub name: Option<String>,
    /// Its members, and whether they are packed; `None` if it is opaque.
    pub body: Option<(Vec<Ty>, bool)>,
}

/// All types of a module.
#[derive(Debug)]
pub struct Types {
    data: Vec<TyData>,
    ids: FxHashMap<TyData, Ty>,
    structs: Vec<NamedStruct>,
    by_name: FxHashMap<String, StructId>,
}

impl Ty {
    /// `void`
    pub const VOID: Ty = Ty(0);
    /// `label`
    pub const LABEL: Ty = Ty(1);
    /// `metadata`
    pub const METADATA: Ty = Ty(2);
    /// `token`
    pub const TOKEN: Ty = Ty(3);
    /// `i1`
    pub const I1: Ty = Ty(4);
    /// `i8`
    pub const I8: Ty = Ty(5);
    /// `i32`
    pub const I32: Ty = Ty(6);
    /// `i64`
    pub const I64: Ty = Ty(7);
    /// `ptr`
    pub const PTR: Ty = Ty(8);
}

impl Default for Types {
    fn default() -> Self {
        let mut types =
            Types { data: Vec::new(), ids: FxHashMap::default(), structs: Vec::new(), by_name: FxHashMap::default() };
        use TyData::*;
        for data in [Void, Label, Metadata, Token, Int(1), Int(8), Int(32), Int(64), Ptr(0)] {
            types.get(data);
        }
        types
    }
}

impl Types {
    /// The type of this structure.
    pub fn get(&mut self, data: TyData) -> Ty {
        if let Some(&ty) = self.ids.get(&data) {
            return ty;
        }
        let ty = Ty(self.data.len() as u32);
        self.data.push(data.clone());
        self.ids.insert(data, ty);
        ty
    }

    /// The structure of a type.
    pub fn data(&self, ty: Ty) -> &TyData {
        &self.data[ty.0 as usize]
    }

    /// `iN`
    pub fn int(&mut self, width: u32) -> Ty {
        self.get(TyData::Int(width))
    }

    /// A pointer into an address space.
    pub fn ptr(&mut self, space: u32) -> Ty {
        self.get(TyData::Ptr(space))
    }

    /// A literal structure.
    pub fn structure(&mut self, members: Vec<Ty>) -> Ty {
        self.get(TyData::Struct { members, packed: false })
    }

    /// A function type.
    pub fn function(&mut self, result: Ty, params: Vec<Ty>, variadic: bool) -> Ty {
        self.get(TyData::Function { result, params, variadic })
    }

    /// The identified structure of this name, created as opaque if it does not exist.
    pub fn named(&mut self, name: &str) -> StructId {
        if let Some(&id) = self.by_name.get(name) {
            return id;
        }
        let id = StructId(self.structs.len() as u32);
        self.structs.push(NamedStruct { name: Some(name.to_owned()), body: None });
        self.by_name.insert(name.to_owned(), id);
        id
    }

    /// The definition of an identified structure.
    pub fn named_struct(&self, id: StructId) -> &NamedStruct {
        &self.structs[id.0 as usize]
    }

    /// Sets the members of an identified structure.
    pub fn set_body(&mut self, id: StructId, members: Vec<Ty>, packed: bool) {
        self.structs[id.0 as usize].body = Some((members, packed));
    }

    /// Members of a literal or identified structure, and whether they are packed.
    pub fn members(&self, ty: Ty) -> Option<(&[Ty], bool)> {
        match self.data(ty) {
            TyData::Struct { members, packed } => Some((members, *packed)),
            TyData::Named(id) => self.named_struct(*id).body.as_ref().map(|(members, packed)| (&members[..], *packed)),
            _ => None,
        }
    }

    /// Result, parameters and whether it is variadic, of a function type.
    pub fn signature(&self, ty: Ty) -> Option<(Ty, &[Ty], bool)> {
        match self.data(ty) {
            TyData::Function { result, params, variadic } => Some((*result, params, *variadic)),
            _ => None,
        }
    }

    /// The element of an array or vector.
    pub fn element(&self, ty: Ty) -> Option<Ty> {
        match self.data(ty) {
            TyData::Array { element, .. } | TyData::Vector { element, .. } => Some(*element),
            _ => None,
        }
    }

    /// The element of a vector, or the type itself.
    pub fn scalar(&self, ty: Ty) -> Ty {
        match self.data(ty) {
            TyData::Vector { element, .. } => *element,
            _ => ty,
        }
    }

    /// The type of the member or element at `index`.
    pub fn inside(&self, ty: Ty, index: u64) -> Option<Ty> {
        self.members(ty).map_or_else(|| self.element(ty), |(members, _)| members.get(index as usize).copied())
    }

    /// The width of an integer type.
    pub fn int_width(&self, ty: Ty) -> Option<u32> {
        match self.data(ty) {
            TyData::Int(width) => Some(*width),
            _ => None,
        }
    }

    /// The format of a float type.
    pub fn float(&self, ty: Ty) -> Option<FloatTy> {
        match self.data(ty) {
            TyData::Float(format) => Some(*format),
            _ => None,
        }
    }

    /// The address space of a pointer type.
    pub fn space(&self, ty: Ty) -> Option<u32> {
        match self.data(ty) {
            TyData::Ptr(space) => Some(*space),
            _ => None,
        }
    }

    /// Whether `ty` is a vector.
    pub fn is_vector(&self, ty: Ty) -> bool {
        matches!(self.data(ty), TyData::Vector { .. })
    }

    /// The type `to` in the shape of `like`: a vector of it where that is a vector.
    pub fn in_shape(&mut self, like: Ty, to: Ty) -> Ty {
        match *self.data(like) {
            TyData::Vector { n, scalable, .. } => self.get(TyData::Vector { n, element: to, scalable }),
            _ => to,
        }
    }

    /// The direct component types of `ty`.
    pub fn parts(&self, ty: Ty) -> Vec<Ty> {
        match self.data(ty) {
            TyData::Array { element, .. } | TyData::Vector { element, .. } => vec![*element],
            TyData::Struct { members, .. } => members.clone(),
            TyData::Named(id) => {
                self.named_struct(*id).body.as_ref().map(|(members, _)| members.clone()).unwrap_or_default()
            }
            TyData::Function { result, params, .. } => [&[*result], &params[..]].concat(),
            TyData::Target { types, .. } => types.clone(),
            _ => Vec::new(),
        }
    }

    /// The keyword of a type without parts.
    pub fn keyword(data: &TyData) -> Option<&'static str> {
        Some(match data {
            TyData::Void => "void",
            TyData::Label => "label",
            TyData::Metadata => "metadata",
            TyData::Token => "token",
            TyData::X86Amx => "x86_amx",
            TyData::Float(format) => format.row().1,
            _ => return None,
        })
    }

    /// The mangling of the type in an intrinsic's name.
    pub fn mangled(&self, ty: Ty) -> String {
        let all = |types: &[Ty]| types.iter().map(|&ty| self.mangled(ty)).collect::<String>();
        match self.data(ty) {
            TyData::Void => "isVoid".to_owned(),
            TyData::Metadata => "Metadata".to_owned(),
            TyData::Token => "token".to_owned(),
            TyData::Label => "label".to_owned(),
            TyData::X86Amx => "x86amx".to_owned(),
            TyData::Int(width) => format!("i{width}"),
            TyData::Float(format) => format.row().2.to_owned(),
            TyData::Ptr(space) => format!("p{space}"),
            TyData::Array { n, element } => format!("a{n}{}", self.mangled(*element)),
            TyData::Vector { n, element, scalable } => {
                format!("{}v{n}{}", if *scalable { "nx" } else { "" }, self.mangled(*element))
            }
            TyData::Struct { members, .. } => format!("sl_{}s", all(members)),
            TyData::Named(id) => {
                let name = self.named_struct(*id).name.clone().unwrap_or_default();
                format!("s_{name}s")
            }
            TyData::Function { result, params, variadic } => {
                let more = if *variadic { "vararg" } else { "" };
                format!("f_{}{}{more}f", self.mangled(*result), all(params))
            }
            TyData::Target { name, types, numbers } => {
                let numbers: String = numbers.iter().map(|number| format!("_{number}")).collect();
                let types: String = types.iter().map(|&ty| format!("_{}", self.mangled(ty))).collect();
                format!("t{name}{types}{numbers}t")
            }
        }
    }
}
