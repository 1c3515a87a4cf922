//! What is legal after a conversion.

use std::sync::Arc;

use rmlir_core::{Context, OpName, OpRef};
use rustc_hash::FxHashMap;

/// What a target says of operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Legality {
    /// They are legal.
    Legal,
    /// They have to go.
    Illegal,
    /// A function decides for each.
    Dynamic,
}

type Decide = Arc<dyn Fn(OpRef) -> Option<bool> + Send + Sync>;

#[derive(Clone)]
struct Rule {
    legality: Legality,
    decide: Option<Decide>,
    /// Whether what is inside a legal one is left alone.
    recursive: bool,
    decide_recursive: Option<Decide>,
}

/// The legal operations, by name, by dialect, and all others. What is said of
/// a name counts before what is said of its dialect.
pub struct ConversionTarget<'c> {
    cx: &'c Context,
    ops: FxHashMap<OpName, Rule>,
    dialects: FxHashMap<String, Rule>,
    unknown: Option<Decide>,
}

/// Saying what is legal.
impl<'c> ConversionTarget<'c> {
    /// A target that says nothing of any operation.
    pub fn new(cx: &'c Context) -> Self {
        Self { cx, ops: FxHashMap::default(), dialects: FxHashMap::default(), unknown: None }
    }

    fn op_rule(&mut self, name: &str, legality: Legality) -> &mut Rule {
        let fresh = Rule { legality, decide: None, recursive: false, decide_recursive: None };
        let rule = self.ops.entry(self.cx.op_name(name)).or_insert(fresh);
        rule.legality = legality;
        rule
    }

    fn dialect_rule(&mut self, name: &str, legality: Legality) -> &mut Rule {
        let fresh = Rule { legality, decide: None, recursive: false, decide_recursive: None };
        let rule = self.dialects.entry(name.to_owned()).or_insert(fresh);
        rule.legality = legality;
        rule
    }

    /// Operations of these names are legal.
    pub fn legal_ops(&mut self, names: &[&str]) -> &mut Self {
        names.iter().for_each(|name| _ = self.op_rule(name, Legality::Legal));
        self
    }

    /// Operations of these names are illegal.
    pub fn illegal_ops(&mut self, names: &[&str]) -> &mut Self {
        names.iter().for_each(|name| _ = self.op_rule(name, Legality::Illegal));
        self
    }

    /// Of operations called `name`, those are legal for which `decide` holds.
    pub fn dynamic_op(&mut self, name: &str, decide: impl Fn(OpRef) -> bool + Send + Sync + 'static) -> &mut Self {
        self.dynamic_op_if(name, move |op| Some(decide(op)))
    }

    /// As [`Self::dynamic_op`]; `None` leaves it to what was said before.
    pub fn dynamic_op_if(
        &mut self,
        name: &str,
        decide: impl Fn(OpRef) -> Option<bool> + Send + Sync + 'static,
    ) -> &mut Self {
        let rule = self.op_rule(name, Legality::Dynamic);
        rule.decide = Some(compose(rule.decide.take(), decide));
        self
    }

    /// Operations of these dialects are legal.
    pub fn legal_dialects(&mut self, names: &[&str]) -> &mut Self {
        names.iter().for_each(|name| _ = self.dialect_rule(name, Legality::Legal));
        self
    }

    /// Operations of these dialects are illegal.
    pub fn illegal_dialects(&mut self, names: &[&str]) -> &mut Self {
        names.iter().for_each(|name| _ = self.dialect_rule(name, Legality::Illegal));
        self
    }

    /// Of the operations of `dialect`, those are legal for which `decide` holds.
    pub fn dynamic_dialect(
        &mut self,
        dialect: &str,
        decide: impl Fn(OpRef) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        let rule = self.dialect_rule(dialect, Legality::Dynamic);
        rule.decide = Some(compose(rule.decide.take(), move |op| Some(decide(op))));
        self
    }

    /// Of the operations that nothing else is said of, those are legal for
    /// which `decide` holds.
    pub fn dynamic_unknown(&mut self, decide: impl Fn(OpRef) -> bool + Send + Sync + 'static) -> &mut Self {
        self.unknown = Some(compose(self.unknown.take(), move |op| Some(decide(op))));
        self
    }

    /// What is inside a legal operation called `name` is left alone.
    pub fn recursively_legal(&mut self, name: &str) -> &mut Self {
        self.recursively_legal_if(name, None)
    }

    /// The same, where `decide` holds.
    pub fn recursively_legal_where(
        &mut self,
        name: &str,
        decide: impl Fn(OpRef) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        self.recursively_legal_if(name, Some(Arc::new(move |op| Some(decide(op)))))
    }

    fn recursively_legal_if(&mut self, name: &str, decide: Option<Decide>) -> &mut Self {
        let rule = self.ops.get_mut(&self.cx.op_name(name));
        let rule = rule.expect("only what is said to be legal can be recursively legal");
        rule.recursive = true;
        rule.decide_recursive = decide;
        self
    }
}

fn compose(old: Option<Decide>, new: impl Fn(OpRef) -> Option<bool> + Send + Sync + 'static) -> Decide {
    match old {
        None => Arc::new(new),
        Some(old) => Arc::new(move |op| new(op).or_else(|| old(op))),
    }
}

/// A legal operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Legal {
    /// Whether what is inside is left alone.
    pub recursively: bool,
}

/// Asking.
impl ConversionTarget<'_> {
    /// What is said of operations called `name`.
    pub fn legality(&self, name: OpName) -> Option<Legality> {
        self.rule(name, self.ops.get(&name)).map(|(legality, _)| legality)
    }

    /// The rule for operations called `name`, if `own` is what is said of the name itself.
    fn rule<'t>(&'t self, name: OpName, own: Option<&'t Rule>) -> Option<(Legality, Option<&'t Decide>)> {
        let rule = own.or_else(|| self.dialects.get(name.dialect(self.cx)));
        match rule {
            Some(rule) => Some((rule.legality, rule.decide.as_ref())),
            None => self.unknown.as_ref().map(|decide| (Legality::Dynamic, Some(decide))),
        }
    }

    /// Whether `op` is known to be legal.
    pub fn is_legal(&self, op: OpRef) -> Option<Legal> {
        let own = self.ops.get(&op.name());
        let (legality, decide) = self.rule(op.name(), own)?;
        let legal = match legality {
            Legality::Dynamic => decide.and_then(|decide| decide(op)).unwrap_or(false),
            legality => legality == Legality::Legal,
        };
        legal.then(|| Legal {
            recursively: own.is_some_and(|rule| {
                rule.recursive && rule.decide_recursive.as_ref().is_none_or(|decide| decide(op).unwrap_or(true))
            }),
        })
    }

    /// Whether `op` is known to be illegal.
    pub fn is_illegal(&self, op: OpRef) -> bool {
        match self.rule(op.name(), self.ops.get(&op.name())) {
            Some((Legality::Illegal, _)) => true,
            Some((Legality::Dynamic, decide)) => decide.and_then(|decide| decide(op)) == Some(false),
            _ => false,
        }
    }
}
