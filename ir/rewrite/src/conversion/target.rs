//! Conversion targets: the legality of operations.

use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, OnceLock};

use rmlir_core::{Context, OpName, OpRef};
use rustc_hash::FxHashMap;

/// The legality of a class of operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Legality {
    /// They are legal.
    Legal,
    /// They must be converted.
    Illegal,
    /// A callback decides for each operation.
    Dynamic,
}

type Decide = Arc<dyn Fn(OpRef) -> Option<bool> + Send + Sync>;

#[derive(Clone)]
struct Rule {
    legality: Legality,
    decide: Option<Decide>,
    /// Whether the operations nested in a legal one are not converted.
    recursive: bool,
    decide_recursive: Option<Decide>,
}

/// The legal operations, by name, by dialect, and all others. The legality of a name takes precedence over that of its
/// dialect.
pub struct ConversionTarget<'c> {
    cx: &'c Context,
    rules: Vec<Rule>,
    /// Indices of rules.
    ops: FxHashMap<OpName, usize>,
    dialects: FxHashMap<String, usize>,
    unknown: Option<Decide>,
    found: OnceLock<Found>,
}

/// The cached rules, indexed by the id of the operation's name: [`Found::NOT_YET`], [`Found::NONE`], or the index of
/// the rule plus two. Every operation is queried several times.
struct Found(Box<[AtomicU16]>);

impl Found {
    const NOT_YET: u16 = 0;
    const NONE: u16 = 1;

    fn nothing(cx: &Context) -> Self {
        Self((0..cx.n_op_names()).map(|_| AtomicU16::new(Self::NOT_YET)).collect())
    }

    /// The index of the rule for `name`, computed by `find` if it is not cached.
    #[inline]
    fn rule(&self, name: OpName, find: impl FnOnce() -> Option<usize>) -> Option<usize> {
        // Names interned after the creation of the target are not cached.
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

/// Declaration of legality.
impl<'c> ConversionTarget<'c> {
    /// A target in which the legality of all operations is unknown.
    ///
    /// ```
    /// use rmlir_core::{Context, DialectRegistry};
    /// use rmlir_rewrite::conversion::{ConversionTarget, Legality};
    /// let cx = Context::new(DialectRegistry::default());
    /// let mut target = ConversionTarget::new(&cx);
    /// target.legal_dialects(&["llvm"]).illegal_ops(&["llvm.old"]);
    /// assert_eq!(target.legality(cx.op_name("llvm.add")), Some(Legality::Legal));
    /// assert_eq!(target.legality(cx.op_name("llvm.old")), Some(Legality::Illegal));
    /// assert_eq!(target.legality(cx.op_name("arith.addi")), None);
    /// ```
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

    /// The context of the operations.
    pub fn cx(&self) -> &'c Context {
        self.cx
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

    /// The rule `number`, created if necessary, with this legality. The cache is invalidated.
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

    /// Operations called `name` are legal if `decide` holds.
    pub fn dynamic_op(&mut self, name: &str, decide: impl Fn(OpRef) -> bool + Send + Sync + 'static) -> &mut Self {
        self.dynamic_op_if(name, move |op| Some(decide(op)))
    }

    /// As [`Self::dynamic_op`]; if `decide` returns `None`, the previous callback decides.
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

    /// Operations of `dialect` are legal if `decide` holds.
    pub fn dynamic_dialect(
        &mut self,
        dialect: &str,
        decide: impl Fn(OpRef) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        let rule = self.dialect_rule(dialect, Legality::Dynamic);
        rule.decide = Some(compose(rule.decide.take(), move |op| Some(decide(op))));
        self
    }

    /// Operations without another rule are legal if `decide` holds.
    pub fn dynamic_unknown(&mut self, decide: impl Fn(OpRef) -> bool + Send + Sync + 'static) -> &mut Self {
        self.unknown = Some(compose(self.unknown.take(), move |op| Some(decide(op))));
        self
    }

    /// Operations nested in a legal operation called `name` are not converted.
    pub fn recursively_legal(&mut self, name: &str) -> &mut Self {
        self.recursively_legal_if(name, None)
    }

    /// The same, if `decide` holds.
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
    /// Whether nested operations are not converted.
    pub recursively: bool,
}

/// Queries of legality.
impl ConversionTarget<'_> {
    /// The legality of operations called `name`.
    pub fn legality(&self, name: OpName) -> Option<Legality> {
        self.rule(name).map(|rule| rule.legality).or(self.unknown.as_ref().map(|_| Legality::Dynamic))
    }

    /// The rule of the name itself, or else of its dialect.
    #[inline]
    fn rule(&self, name: OpName) -> Option<&Rule> {
        let find = || self.ops.get(&name).or_else(|| self.dialects.get(name.dialect(self.cx))).copied();
        self.found.get_or_init(|| Found::nothing(self.cx)).rule(name, find).map(|number| &self.rules[number])
    }

    /// The legality of `op`, and the result of the callback if that decides.
    #[inline]
    fn decide(&self, rule: Option<&Rule>, op: OpRef) -> Option<(Legality, Option<bool>)> {
        let (legality, decide) = match rule {
            Some(rule) => (rule.legality, rule.decide.as_ref()),
            None => (Legality::Dynamic, Some(self.unknown.as_ref()?)),
        };
        let is_asked = legality == Legality::Dynamic;
        Some((legality, decide.filter(|_| is_asked).and_then(|decide| decide(op))))
    }

    /// Returns whether `op` is known to be legal.
    pub fn is_legal(&self, op: OpRef) -> Option<Legal> {
        let rule = self.rule(op.name());
        let legal = match self.decide(rule, op)? {
            (Legality::Dynamic, said) => said.unwrap_or(false),
            (legality, _) => legality == Legality::Legal,
        };
        legal.then(|| Legal { recursively: rule.is_some_and(|rule| rule.closes(op)) })
    }

    /// Returns whether `op` is known to be legal, and nested operations are not converted.
    pub fn is_recursively_legal(&self, op: OpRef) -> bool {
        let may_be = self.rule(op.name()).is_some_and(|rule| rule.recursive);
        may_be && self.is_legal(op).is_some_and(|legal| legal.recursively)
    }

    /// Returns whether `op` is known to be illegal.
    pub fn is_illegal(&self, op: OpRef) -> bool {
        match self.decide(self.rule(op.name()), op) {
            Some((Legality::Illegal, _)) => true,
            Some((Legality::Dynamic, said)) => said == Some(false),
            _ => false,
        }
    }
}

impl Rule {
    /// Returns whether the operations nested in `op`, which is legal, are not converted.
    fn closes(&self, op: OpRef) -> bool {
        self.recursive && self.decide_recursive.as_ref().is_none_or(|decide| decide(op).unwrap_or(true))
    }
}
