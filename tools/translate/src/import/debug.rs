//! Debug information: nodes as attributes, locations as locations, records as operations.
//!
//! Types and functions may refer to themselves. Then the inner reference is an attribute with only a recursion id,
//! which the whole attribute has too. Attributes created below such a reference are valid only there: they are dropped
//! from the cache when the whole is complete. The files: this one has the bookkeeping, `debug_nodes` the translation of
//! each kind of node, `records` debug records.

use rmlir::core::LocData;
use rmlir::core::attrs::AttrData;
use rmlir::prelude::*;
use rmlir_llvm::attrs::debug::{DICompositeTypeAttr, DISubprogramAttr};
use rmlir_llvm_ir::model::metadata::{Field, Md, MdId, NodeData};

use super::Importer;
use super::known::Frame;

/// The maximum nesting depth of nodes, deeper ones become null; the stack is finite.
const MAX_DEPTH: usize = 2000;

/// The fields of a node.
pub(super) struct Fields {
    pub name: &'static str,
    pub distinct: bool,
    list: Vec<(&'static str, Field)>,
}

impl Fields {
    fn find(&self, name: &str) -> Option<&Field> {
        self.list.iter().find(|(other, _)| *other == name).map(|(_, field)| field)
    }

    /// A node.
    pub fn node(&self, name: &str) -> Option<MdId> {
        match self.find(name) {
            Some(Field::Md(Some(Md::Node(node)))) => Some(*node),
            _ => None,
        }
    }

    /// A keyword.
    pub fn word(&self, name: &str) -> Option<&str> {
        match self.find(name) {
            Some(Field::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// A non-empty string.
    pub fn text(&self, cx: &Context, name: &str) -> Option<Attr> {
        match self.find(name) {
            Some(Field::Text(text)) if !text.is_empty() => Some(cx.str_attr(&String::from_utf8_lossy(text))),
            _ => None,
        }
    }

    /// An integer.
    pub fn number(&self, name: &str) -> Option<i64> {
        let word = self.word(name)?;
        word.parse().ok().or_else(|| word.parse::<u64>().ok().map(|number| number as i64))
    }

    /// Whether a boolean field is true.
    pub fn is_true(&self, name: &str) -> bool {
        self.word(name) == Some("true")
    }

    /// The keywords of the fields without names.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let unnamed = self.list.iter().filter(|(name, _)| name.is_empty());
        unnamed.filter_map(|(_, field)| if let Field::Word(word) = field { Some(word.as_str()) } else { None })
    }
}

/// Whether the parameters of a dialect's attribute satisfy their constraints. References in a node may be to nodes of
/// other kinds.
pub(super) fn is_valid(cx: &Context, attr: Attr) -> bool {
    let Some((def, params)) = attr.dialect_attr(cx) else { return true };
    def.params.iter().zip(params).all(|(param, &value)| match value.present() {
        Some(value) => (param.constraint.check)(cx, value),
        None => param.optional,
    })
}

impl<'c> Importer<'c> {
    /// The fields of a node of debug information.
    pub(super) fn fields(&self, id: MdId) -> Option<Fields> {
        let node = self.module.metadata.get(id);
        match &node.data {
            NodeData::Debug(name, list) if !name.is_empty() => {
                Some(Fields { name, distinct: node.distinct, list: list.clone() })
            }
            _ => None,
        }
    }

    /// The attribute of a node.
    pub(super) fn debug_node(&mut self, id: MdId) -> Option<Attr> {
        if let Some(known) = self.debug.done.get(&id) {
            return *known;
        }
        if let Some(&(known, place)) = self.debug.dependent.get(&id) {
            self.depend_on(place);
            return known;
        }
        let place = self.debug.places.get(&id).and_then(|places| places.last().copied());
        if let Some(place) = place
            && let Some(reference) = self.reference_to_itself(id)
        {
            self.debug.dependent.insert(id, (Some(reference), place));
            self.depend_on(place);
            return Some(reference);
        }
        let is_endless = self.debug.places.get(&id).is_some_and(|places| places.len() > 1);
        if is_endless || self.debug.stack.len() >= MAX_DEPTH {
            return None;
        }
        let place = self.debug.stack.len();
        self.debug.places.entry(id).or_default().push(place);
        self.debug.stack.push(Frame::default());
        let fields = self.fields(id);
        let mut attr =
            fields.and_then(|fields| self.new_debug_node(id, &fields)).filter(|&attr| is_valid(self.cx, attr));
        let was_repeated = self.debug.stack[place].on.contains(&place);
        if let (Some(whole), Some(&number)) = (attr, self.debug.recursion_ids.get(&id).filter(|_| was_repeated)) {
            attr = Some(self.with_recursion_id(whole, number));
        }
        self.finish(id, attr);
        attr
    }

    /// Records that the node under construction depends on the one at stack position `place`.
    fn depend_on(&mut self, place: usize) {
        if let Some(frame) = self.debug.stack.last_mut() {
            frame.on.insert(place);
        }
    }

    /// Pops a node from the stack, and caches its attribute as long as that is valid.
    fn finish(&mut self, id: MdId, attr: Option<Attr>) {
        let mut frame = self.debug.stack.pop().expect("a node was being made");
        frame.on.remove(&self.debug.stack.len());
        match frame.on.last() {
            None => _ = self.debug.done.insert(id, attr),
            Some(&highest) => {
                self.debug.dependent.insert(id, (attr, highest));
                self.debug.stack[highest].dependents.push(id);
                let outer = self.debug.stack.last_mut().expect("something is made around what is not whole");
                outer.on.extend(&frame.on);
            }
        }
        for dependent in frame.dependents {
            self.debug.dependent.remove(&dependent);
        }
        if let Some(places) = self.debug.places.get_mut(&id) {
            places.pop();
            if places.is_empty() {
                self.debug.places.remove(&id);
            }
        }
    }

    /// The attribute of a self-reference of a type or function.
    fn reference_to_itself(&mut self, id: MdId) -> Option<Attr> {
        let cx = self.cx;
        let name = self.fields(id)?.name;
        if !matches!(name, "DICompositeType" | "DISubprogram") {
            return None;
        }
        let number = *self.debug.recursion_ids.entry(id).or_insert_with(|| cx.new_distinct(Attr::UNIT));
        let def = if name == "DISubprogram" { DISubprogramAttr::DEF } else { DICompositeTypeAttr::DEF };
        let mut params = vec![Attr::ABSENT; def.params.len()];
        (params[0], params[1]) = (number, Attr::TRUE);
        Some(cx.attr(AttrData::Dialect { def, params: params.into() }))
    }

    /// `attr`, a type or function, with the recursion id of its self-references.
    fn with_recursion_id(&self, attr: Attr, number: Attr) -> Attr {
        let AttrData::Dialect { def, params } = attr.data(self.cx) else { return attr };
        let mut params = params.clone();
        params[0] = number;
        self.cx.attr(AttrData::Dialect { def, params })
    }

    /// The id of a distinct node.
    pub(super) fn distinct_id(&mut self, id: MdId) -> Attr {
        let cx = self.cx;
        *self.debug.ids.entry(id).or_insert_with(|| cx.new_distinct(Attr::UNIT))
    }

    /// The location of a node; unknown if there is none.
    pub(super) fn location(&mut self, id: Option<MdId>) -> Loc {
        let Some(id) = id else { return Loc::UNKNOWN };
        if let Some(&known) = self.debug.locations.get(&id) {
            return known;
        }
        // A cyclic location is unknown.
        self.debug.locations.insert(id, Loc::UNKNOWN);
        let location = self.new_location(id).unwrap_or(Loc::UNKNOWN);
        self.debug.locations.insert(id, location);
        location
    }

    fn new_location(&mut self, id: MdId) -> Option<Loc> {
        let cx = self.cx;
        let fields = self.fields(id).filter(|fields| fields.name == "DILocation")?;
        let scope = fields.node("scope")?;
        let at = |name| fields.number(name).unwrap_or(0) as u32;
        let place = self.place(scope, at("line"), at("column"));
        let metadata = self.debug_node(scope);
        let inside = cx.loc(LocData::Fused { locs: Box::new([place]), metadata });
        Some(match fields.node("inlinedAt") {
            None => inside,
            Some(caller) => {
                let caller = self.location(Some(caller));
                cx.loc(LocData::CallSite { callee: inside, caller })
            }
        })
    }

    /// A position in the file of a scope.
    fn place(&self, scope: MdId, line: u32, col: u32) -> Loc {
        let file = self.fields(scope).and_then(|scope| scope.node("file")).and_then(|file| self.fields(file));
        let name = file.and_then(|file| file.text(self.cx, "filename"));
        let name = name.and_then(|name| name.as_str(self.cx)).unwrap_or_default();
        let file = self.cx.ident(name);
        self.cx.loc(LocData::FileLineCol { file, line, col, end_line: line, end_col: col })
    }

    /// The location of a function, by the node attached to it.
    pub(super) fn function_location(&mut self, subprogram: Option<MdId>) -> Loc {
        let Some((subprogram, fields)) = subprogram.and_then(|id| Some((id, self.fields(id)?))) else {
            return Loc::UNKNOWN;
        };
        let place = self.place(subprogram, fields.number("line").unwrap_or(0) as u32, 0);
        let metadata = self.debug_node(subprogram);
        self.cx.loc(LocData::Fused { locs: Box::new([place]), metadata })
    }
}
