//! The bindings of a format: the fields that it contains, each of them once.

use crate::fields::{FieldKind, OpFields, Slot};

/// The fields that a format contains, in the order of the format.
#[derive(Default, Debug)]
pub struct Bindings {
    /// The inherent attributes.
    pub props: Vec<usize>,
    /// The operand fields.
    pub operands: Vec<usize>,
    /// The regions.
    pub regions: Vec<usize>,
    /// The successors.
    pub successors: Vec<usize>,
    /// The slots whose types are in the format.
    pub types: Vec<Slot>,
    /// Whether the format contains `operands`.
    pub all_operands: bool,
    /// Whether the format contains `regions`.
    pub all_regions: bool,
    /// Whether the format contains `successors`.
    pub all_successors: bool,
    /// Whether the format contains the attribute dictionary.
    pub attr_dict: bool,
    /// Whether the format contains the properties as a dictionary.
    pub prop_dict: bool,
    /// By slot of a field: the source of its types.
    pub sources: Vec<TypeSource>,
    /// Whether result types are inferred from the finished operands.
    pub infers_results: bool,
}

impl Bindings {
    /// Binds `field`, unless it is bound already.
    pub(crate) fn bind(&mut self, fields: &OpFields, field: FieldKind) -> Result<(), String> {
        let (bound, number, all, what, name) = match field {
            FieldKind::Prop(prop) => (&mut self.props, prop, false, "attribute", fields.props[prop].name),
            FieldKind::Operand(operand) => {
                (&mut self.operands, operand, self.all_operands, "operand", fields.operands[operand].name)
            }
            FieldKind::Region(region) => {
                (&mut self.regions, region, self.all_regions, "region", fields.regions[region])
            }
            FieldKind::Successor(successor) => {
                (&mut self.successors, successor, self.all_successors, "successor", fields.successors[successor].0)
            }
        };
        if all || bound.contains(&number) {
            return Err(format!("{what} '{name}' is already bound"));
        }
        bound.push(number);
        Ok(())
    }

    /// A message about a field that must be in the format and is not.
    pub(crate) fn missing(&self, fields: &OpFields) -> Option<String> {
        if !self.attr_dict {
            return Some("'attr-dict' directive not found in custom assembly format".into());
        }
        let operands: Vec<&str> = fields.operands.iter().map(|operand| operand.name).collect();
        let successors: Vec<&str> = fields.successors.iter().map(|(name, _)| *name).collect();
        unbound("operand", &operands, &self.operands, self.all_operands)
            .or_else(|| unbound("region", &fields.regions, &self.regions, self.all_regions))
            .or_else(|| unbound("successor", &successors, &self.successors, self.all_successors))
    }
}

fn unbound(what: &str, names: &[&str], bound: &[usize], all: bool) -> Option<String> {
    let missing = (0..names.len()).find(|number| !all && !bound.contains(number))?;
    Some(format!("{what} #{missing}, named '{}', not found", names[missing]))
}

/// The source of the types of a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeSource {
    /// The types are in the format.
    Written,
    /// The only type that satisfies the constraint.
    Built,
    /// The types of another slot.
    Slot {
        /// The other slot.
        from: Slot,
        /// Whether the field's rule derives the type; otherwise it is the same.
        derived: bool,
    },
    /// Derived by the field's rule from the type of this property.
    Prop(usize),
    /// Inference, after all operands are known.
    Inferred,
}
