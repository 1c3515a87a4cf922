//! Type converters, and materializations of values with converted types.

use std::ops::Range;

use rmlir_core::type_cache::TypeCache;
use rmlir_core::{BlockId, Body, Context, Loc, OpState, Rewriter, Type, Value};
use smallvec::SmallVec;

use super::casts::CAST;

/// The result of a conversion rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Converted {
    /// One type.
    To(Type),
    /// Zero or more types.
    Many(Vec<Type>),
    /// The type cannot be converted, and no other rule is applied.
    Fail,
}

impl From<Option<Type>> for Converted {
    /// `None` is a failure.
    fn from(ty: Option<Type>) -> Self {
        ty.map_or(Converted::Fail, Converted::To)
    }
}

type ConvertFn = dyn Fn(&TypeConverter, &Context, Type) -> Option<Converted> + Send + Sync;
type SourceFn = dyn Fn(&mut Rewriter, Type, &[Value], Loc) -> Option<Value> + Send + Sync;
type TargetFn = dyn Fn(&mut Rewriter, &[Type], &[Value], Loc, Option<Type>) -> Vec<Value> + Send + Sync;

/// Rules that determine which types are legal and what others are converted to. The rule added last is applied first. A
/// type without a rule cannot be converted; a type that is converted to itself is legal. The results of rules depend on
/// the type alone, and a converter is used with one context.
#[derive(Default)]
pub struct TypeConverter {
    rules: Vec<Box<ConvertFn>>,
    /// Cache of types converted to one type by these rules.
    known: TypeCache,
    source: Vec<Box<SourceFn>>,
    target: Vec<Box<TargetFn>>,
}

/// Construction.
impl TypeConverter {
    /// A converter without rules.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a rule; if it returns `None`, earlier rules are applied to the type. The rule receives the converter, for
    /// nested types.
    ///
    /// ```
    /// use rmlir_core::{Context, DialectRegistry, Type};
    /// use rmlir_rewrite::conversion::{Converted, TypeConverter};
    /// let cx = Context::new(DialectRegistry::default());
    /// let mut converter = TypeConverter::new();
    /// converter.rule(|_, _, ty| Some(Converted::To(ty)));
    /// converter.rule(|_, _, ty| (ty == Type::INDEX).then_some(Converted::To(Type::I64)));
    /// assert_eq!(converter.convert(&cx, Type::INDEX), Some(Type::I64));
    /// assert_eq!(converter.convert(&cx, Type::F32), Some(Type::F32));
    /// ```
    pub fn rule(
        &mut self,
        rule: impl Fn(&TypeConverter, &Context, Type) -> Option<Converted> + Send + Sync + 'static,
    ) -> &mut Self {
        self.rules.push(Box::new(rule));
        self.known = TypeCache::default();
        self
    }

    /// Adds a materialization of a value with the unconverted type from converted values.
    pub fn source_materialization(
        &mut self,
        make: impl Fn(&mut Rewriter, Type, &[Value], Loc) -> Option<Value> + Send + Sync + 'static,
    ) -> &mut Self {
        self.source.push(Box::new(make));
        self
    }

    /// Adds a materialization of values with converted types; the last argument is the type before all conversions. No
    /// values means failure.
    pub fn target_materialization(
        &mut self,
        make: impl Fn(&mut Rewriter, &[Type], &[Value], Loc, Option<Type>) -> Vec<Value> + Send + Sync + 'static,
    ) -> &mut Self {
        self.target.push(Box::new(make));
        self
    }
}

/// Casts.
impl TypeConverter {
    /// Adds materializations by casts in both directions, used where none added later succeeds.
    pub fn cast_materializations(&mut self) -> &mut Self {
        self.source_materialization(|rw, ty, inputs, loc| make_cast(rw, &[ty], inputs, loc).first().copied());
        self.target_materialization(|rw, types, inputs, loc, _| make_cast(rw, types, inputs, loc))
    }
}

fn make_cast(rw: &mut Rewriter, types: &[Type], inputs: &[Value], loc: Loc) -> Vec<Value> {
    let mut state = OpState::named(rw.cx(), CAST).at(loc).operands(inputs).results(types);
    state.no_inference = true;
    let op = rw.create_state(state);
    rw.results(op).to_vec()
}

/// The types that one type is converted to.
pub type Types = SmallVec<[Type; 2]>;

/// Queries.
impl TypeConverter {
    /// The types that `ty` is converted to.
    ///
    /// ```
    /// use rmlir_core::{Context, DialectRegistry, Type};
    /// use rmlir_rewrite::conversion::{Converted, TypeConverter};
    /// let cx = Context::new(DialectRegistry::default());
    /// let mut converter = TypeConverter::new();
    /// converter.rule(|_, _, _| Some(Converted::Many(vec![Type::I32, Type::I32])));
    /// assert_eq!(converter.convert_to_many(&cx, Type::I64).unwrap().len(), 2);
    /// assert_eq!(converter.convert(&cx, Type::I64), None);
    /// ```
    pub fn convert_to_many(&self, cx: &Context, ty: Type) -> Option<Types> {
        if let Some(known) = self.known.get(ty) {
            return Some(Types::from_slice(&[known]));
        }
        match self.rules.iter().rev().find_map(|rule| rule(self, cx, ty))? {
            Converted::To(to) => {
                self.known.keep(ty, to);
                Some(Types::from_slice(&[to]))
            }
            Converted::Many(types) => Some(types.into()),
            Converted::Fail => None,
        }
    }

    /// The single type that `ty` is converted to.
    #[inline]
    pub fn convert(&self, cx: &Context, ty: Type) -> Option<Type> {
        if let Some(known) = self.known.get(ty) {
            return Some(known);
        }
        match self.convert_to_many(cx, ty)?.as_slice() {
            &[ty] => Some(ty),
            _ => None,
        }
    }

    /// The concatenation of the types that `types` are converted to.
    pub fn convert_all(&self, cx: &Context, types: impl IntoIterator<Item = Type>) -> Option<Vec<Type>> {
        let mut all = Vec::new();
        for ty in types {
            all.extend(self.convert_to_many(cx, ty)?);
        }
        Some(all)
    }

    /// Returns whether `ty` is converted to itself.
    pub fn is_legal(&self, cx: &Context, ty: Type) -> bool {
        self.convert(cx, ty) == Some(ty)
    }

    /// Returns whether all of `types` are converted to themselves.
    pub fn all_legal(&self, cx: &Context, types: impl IntoIterator<Item = Type>) -> bool {
        types.into_iter().all(|ty| self.is_legal(cx, ty))
    }

    /// Returns whether operands and results of `op` have legal types.
    pub fn is_legal_op(&self, op: rmlir_core::OpRef) -> bool {
        let (operands, results) = (op.body.operand_types(op.id), op.body.result_types(op.id));
        self.all_legal(op.cx(), operands) && self.all_legal(op.cx(), results)
    }

    /// Returns whether the arguments of all blocks of `region` have legal types.
    pub fn is_legal_region(&self, region: rmlir_core::RegionRef) -> bool {
        region.blocks().all(|block| self.all_legal(region.cx(), block.arg_types()))
    }

    /// Returns whether all inputs and results of a function type are legal.
    pub fn is_legal_signature(&self, cx: &Context, ty: Type) -> bool {
        ty.function(cx).is_some_and(|(inputs, results)| {
            self.all_legal(cx, inputs.iter().copied()) && self.all_legal(cx, results.iter().copied())
        })
    }

    /// The conversion of arguments of these types.
    pub fn signature(&self, cx: &Context, types: &[Type]) -> Option<SignatureConversion> {
        let mut conversion = SignatureConversion::new(types.len());
        for (index, &ty) in types.iter().enumerate() {
            let types = self.convert_to_many(cx, ty)?;
            if !types.is_empty() {
                conversion.add_inputs_for(index, &types);
            }
        }
        Some(conversion)
    }

    /// The conversion of the arguments of `block`.
    pub fn block_signature(&self, body: &Body, block: BlockId) -> Option<SignatureConversion> {
        let types: Vec<Type> = body.args(block).iter().map(|&arg| body.ty(arg)).collect();
        self.signature(body.cx(), &types)
    }

    /// Materializes a value of the unconverted type `ty` from `inputs`.
    pub fn materialize_source(&self, rw: &mut Rewriter, ty: Type, inputs: &[Value], loc: Loc) -> Option<Value> {
        self.source.iter().rev().find_map(|make| make(rw, ty, inputs, loc))
    }

    /// Materializes values of the converted types `types` from `inputs`.
    pub fn materialize_target(
        &self,
        rw: &mut Rewriter,
        types: &[Type],
        inputs: &[Value],
        loc: Loc,
        original: Option<Type>,
    ) -> Option<Vec<Value>> {
        self.target.iter().rev().map(|make| make(rw, types, inputs, loc, original)).find(|made| !made.is_empty())
    }
}

/// The mapping of one argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArgumentMapping {
    /// These new arguments.
    Args(Range<usize>),
    /// Existing values.
    Values(Vec<Value>),
}

/// The conversion of the arguments of a block. An argument without a mapping is dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignatureConversion {
    mapping: Vec<Option<ArgumentMapping>>,
    types: Vec<Type>,
}

impl SignatureConversion {
    /// The conversion of a block with `n_args` arguments, all dropped initially.
    pub fn new(n_args: usize) -> Self {
        Self { mapping: vec![None; n_args], types: Vec::new() }
    }

    /// Adds new arguments that replace argument `index`.
    pub fn add_inputs_for(&mut self, index: usize, types: &[Type]) {
        assert!(self.mapping[index].is_none(), "an argument is remapped once");
        self.mapping[index] = Some(ArgumentMapping::Args(self.types.len()..self.types.len() + types.len()));
        self.add_inputs(types);
    }

    /// Adds new arguments that replace no old ones.
    pub fn add_inputs(&mut self, types: &[Type]) {
        self.types.extend_from_slice(types);
    }

    /// Replaces argument `index` by values.
    pub fn replace_by(&mut self, index: usize, values: &[Value]) {
        assert!(self.mapping[index].is_none(), "an argument is remapped once");
        self.mapping[index] = Some(ArgumentMapping::Values(values.to_vec()));
    }

    /// The mapping of argument `index`; `None` if it is dropped.
    pub fn mapping(&self, index: usize) -> Option<&ArgumentMapping> {
        self.mapping.get(index)?.as_ref()
    }

    /// The types of the new arguments.
    pub fn types(&self) -> &[Type] {
        &self.types
    }
}

impl SignatureConversion {
    /// Adds further arguments of these types, which are not converted.
    pub fn keep_extra(&mut self, types: &[Type]) {
        for &ty in types {
            self.mapping.push(None);
            self.add_inputs_for(self.mapping.len() - 1, &[ty]);
        }
    }
}
