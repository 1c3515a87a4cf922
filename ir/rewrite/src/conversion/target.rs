//! What is legal after a conversion.

use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, OnceLock};

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
    rules: Vec<Rule>,
    /// Numbers of rules.
    ops: FxHashMap<OpName, usize>,
    dialects: FxHashMap<String, usize>,
    unknown: Option<Decide>,
    found: OnceLock<Found>,
}

/// The rules that were looked for, by the number of the operation's name: [`Found::NOT_YET`], [`Found::NONE`], or the
/// number of the rule and two. Every operation is asked about several times.
struct Found(Box<[AtomicU16]>);

impl Found {
    const NOT_YET: u16 = 0;
    const NONE: u16 = 1;

    fn nothing(cx: &Context) -> Self {
        Self((0..cx.n_op_names()).map(|_| AtomicU16::new(Self::NOT_YET)).collect())
    }

    /// The number of the rule for `name`, looked for by `find` if that is new.
    #[inline]
    fn rule(&self, name: OpName, find: impl FnOnce() -> Option<usize>) -> Option<usize> {
        // Names that are younger than the target are looked for each time.
        let Some(known) = self.0.get(name.id() as usize) else { return find() };
        match known.load(Ordering::Relaxed) {
            Self::NOT_YET => {
                let found = find();
                known.store(found.map_or(Self::NONE, |rule| rule as u16 + 2), Ordering::Relaxed);
                found
            }
            Self::NONE => None,
            rule => Some(usize::from(rule) - 2),
        }
    }
}

/// Saying what is legal.
impl<'c> ConversionTarget<'c> {
    /// A target that says nothing of any operation.
    pub fn new(cx: &'c Context) -> Self {
        Self {
            cx,
            rules: Vec::new(),
            ops: FxHashMap::default(),
            dialects: FxHashMap::default(),
            unknown: None,
            found: OnceLock::new(),
        }
    }

    fn op_rule(&mut self, name: &str, legality: Legality) -> &mut Rule {
        let (new, name) = (self.rules.len(), self.cx.op_name(name));
        let number = *self.ops.entry(name).or_insert(new);
        self.rule_numbered(number, legality)
    }

    fn dialect_rule(&mut self, name: &str, legality: Legality) -> &mut Rule {
        let new = self.rules.len();
        let number = *self.dialects.entry(name.to_owned()).or_insert(new);
        self.rule_numbered(number, legality)
    }

    /// The rule `number`, which may be new, with this legality. What was found before may have changed by it.
    fn rule_numbered(&mut self, number: usize, legality: Legality) -> &mut Rule {
        self.found = OnceLock::new();
        if number == self.rules.len() {
            assert!(number < usize::from(u16::MAX) - 2, "a target has fewer rules than there are numbers for them");
            self.rules.push(Rule { legality, decide: None, recursive: false, decide_recursive: None });
        }
        let rule = &mut self.rules[number];
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
        let number = self.ops.get(&self.cx.op_name(name));
        let rule = &mut self.rules[*number.expect("only what is said to be legal can be recursively legal")];
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
        self.rule(name).map(|rule| rule.legality).or(self.unknown.as_ref().map(|_| Legality::Dynamic))
    }

    /// What is said of the name itself, or else of its dialect.
    #[inline]
    fn rule(&self, name: OpName) -> Option<&Rule> {
        let find = || self.ops.get(&name).or_else(|| self.dialects.get(name.dialect(self.cx))).copied();
        self.found.get_or_init(|| Found::nothing(self.cx)).rule(name, find).map(|number| &self.rules[number])
    }

    /// The legality of `op`, and what a function says of it if that decides.
    #[inline]
    fn decide(&self, rule: Option<&Rule>, op: OpRef) -> Option<(Legality, Option<bool>)> {
        let (legality, decide) = match rule {
            Some(rule) => (rule.legality, rule.decide.as_ref()),
            None => (Legality::Dynamic, Some(self.unknown.as_ref()?)),
        };
        let is_asked = legality == Legality::Dynamic;
        Some((legality, decide.filter(|_| is_asked).and_then(|decide| decide(op))))
    }

    /// Whether `op` is known to be legal.
    pub fn is_legal(&self, op: OpRef) -> Option<Legal> {
        let rule = self.rule(op.name());
        let legal = match self.decide(rule, op)? {
            (Legality::Dynamic, said) => said.unwrap_or(false),
            (legality, _) => legality == Legality::Legal,
        };
        legal.then(|| Legal { recursively: rule.is_some_and(|rule| rule.closes(op)) })
    }

    /// Whether `op` is known to be legal, and what is inside is left alone.
    pub fn is_recursively_legal(&self, op: OpRef) -> bool {
        let may_be = self.rule(op.name()).is_some_and(|rule| rule.recursive);
        may_be && self.is_legal(op).is_some_and(|legal| legal.recursively)
    }

    /// Whether `op` is known to be illegal.
    pub fn is_illegal(&self, op: OpRef) -> bool {
        match self.decide(self.rule(op.name()), op) {
            Some((Legality::Illegal, _)) => true,
            Some((Legality::Dynamic, said)) => said == Some(false),
            _ => false,
        }
    }
}

impl Rule {
    /// Whether what is inside `op`, which is legal, is left alone.
    fn closes(&self, op: OpRef) -> bool {
        self.recursive && self.decide_recursive.as_ref().is_none_or(|decide| decide(op).unwrap_or(true))
    }
}
