//! The names that a format may use: the fields of an operation, and the parameters of a type or attribute.

/// The number of values, regions or successors that a field has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// A single value.
    One,
    /// At most one.
    Optional,
    /// Variadic.
    Variadic,
}

/// The index of a value slot: operand field `i` is slot `i`, result field `j` is slot `n_operands + j`; two more slots
/// represent `operands` and `results` as a whole.
pub type Slot = u16;

/// The fields of an operation that a format may name, and the sources of their types.
#[derive(Default)]
pub struct OpFields<'a> {
    /// The operands, in order.
    pub operands: Vec<ValueField<'a>>,
    /// The results, in order.
    pub results: Vec<ValueField<'a>>,
    /// The inherent attributes, in order.
    pub props: Vec<PropField<'a>>,
    /// The names of the regions, in order.
    pub regions: Vec<&'a str>,
    /// The names of the successors, in order, and whether they are variadic.
    pub successors: Vec<(&'a str, bool)>,
    /// The names of the custom directives.
    pub directives: Vec<&'a str>,
    /// Whether all operands and results have the same type.
    pub same_operands_and_results: bool,
    /// Whether all operands have the same type.
    pub same_operands: bool,
    /// Whether a function infers the result types.
    pub infers: bool,
}

/// An operand or a result.
pub struct ValueField<'a> {
    /// The name.
    pub name: &'a str,
    /// The number of values.
    pub arity: Arity,
    /// Fields in the same group have the same type (`0` is no group).
    pub group: u8,
    /// The field from whose type its type is derived.
    pub derived_from: Option<&'a str>,
    /// Whether only one type satisfies its constraint.
    pub buildable: bool,
}

/// An inherent attribute.
pub struct PropField<'a> {
    /// The name.
    pub name: &'a str,
    /// Whether it may be absent.
    pub optional: bool,
}

/// A parameter of a type or attribute.
pub struct ParamField<'a> {
    /// The name.
    pub name: &'a str,
    /// Whether it may be absent.
    pub optional: bool,
}

/// A field that `$name` refers to, by its index among those of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldKind {
    /// An inherent attribute.
    Prop(usize),
    /// An operand.
    Operand(usize),
    /// A region.
    Region(usize),
    /// A successor.
    Successor(usize),
}

impl<'a> OpFields<'a> {
    /// The field that `$name` refers to outside `type(..)`.
    pub fn field(&self, name: &str) -> Option<FieldKind> {
        let prop = self.props.iter().position(|prop| prop.name == name).map(FieldKind::Prop);
        let operand = || self.operands.iter().position(|field| field.name == name).map(FieldKind::Operand);
        let region = || self.regions.iter().position(|region| *region == name).map(FieldKind::Region);
        let successor = || self.successors.iter().position(|(field, _)| *field == name).map(FieldKind::Successor);
        prop.or_else(operand).or_else(region).or_else(successor)
    }

    /// The names that [`OpFields::field`] resolves.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'a str> {
        let props = self.props.iter().map(|prop| prop.name);
        let operands = self.operands.iter().map(|operand| operand.name);
        let successors = self.successors.iter().map(|(name, _)| *name);
        props.chain(operands).chain(self.regions.iter().copied()).chain(successors)
    }

    /// The operands and results, by slot.
    pub(crate) fn values(&self) -> impl Iterator<Item = &ValueField<'a>> {
        self.operands.iter().chain(&self.results)
    }

    /// The slot of the operand or result `name`.
    pub fn slot(&self, name: &str) -> Option<Slot> {
        self.values().position(|field| field.name == name).map(|slot| slot as Slot)
    }

    /// The field of `slot`, `None` for `operands` and `results`.
    pub fn value(&self, slot: Slot) -> Option<&ValueField<'a>> {
        let slot = usize::from(slot);
        self.operands.get(slot).or_else(|| self.results.get(slot - self.operands.len()))
    }

    /// The slot of all operands together.
    pub fn all_operands(&self) -> Slot {
        (self.operands.len() + self.results.len()) as Slot
    }

    /// The slot of all results together.
    pub fn all_results(&self) -> Slot {
        self.all_operands() + 1
    }
}
