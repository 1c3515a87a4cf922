//! The printer itself, and its interface for dialects.

use std::sync::Arc;

use rmlir_affine_maps::{AffineExpr, Input, write_expr};
use rmlir_core::asm::{AsmPrinter, RegionPrint};
use rmlir_core::{Attr, BlockRef, Context, Loc, NamedAttr, OpId, OpRef, RegionRef, Type, ValueRef};
use rustc_hash::FxHashMap;

use super::PrintOptions;
use super::alias::Aliases;
use super::apart::Apart;
use super::elide::Elide;
use super::names::{Names, number};
use super::op_info::OpInfos;
use super::text::{push_keyword_or_string, push_spaces, push_string, push_symbol};
use super::used_keys::UsedKeys;
use crate::stack::{is_full, on_fresh_stack};

/// The indentation of each level.
const INDENT: usize = 2;

/// The state of the printer.
pub(super) struct Printer<'a> {
    pub cx: &'a Context,
    pub options: &'a PrintOptions,
    pub out: String,
    /// The consumer of `out` whenever that is long; then it is emptied.
    pub sink: Option<&'a mut (dyn FnMut(&str) + Send)>,
    /// Whether all operations are printed in generic form: on request, or because the operation is invalid.
    pub generic: bool,
    pub names: Names,
    pub infos: OpInfos,
    /// Shared with the threads that print functions.
    pub aliases: Arc<Aliases>,
    /// The indices of distinct attributes, in order of occurrence.
    pub distinct: FxHashMap<Attr, u32>,
    /// Keys of the resources referred to.
    pub resources: UsedKeys,
    /// The dialect whose prefix is omitted from operation names, for each open region.
    pub default_dialects: Vec<&'static str>,
    pub cache: Cache,
    /// The starts of operations, if they are to be recorded.
    pub starts: Option<Vec<Start>>,
    /// The block whose functions are printed in parallel.
    pub apart: Option<Apart>,
    /// Current indentation in spaces.
    pub indentation: usize,
    /// The nesting depth of calls, see `stack`.
    pub depth: usize,
}

/// A cache of printed text. It is used only while all aliases are known: they are part of the text.
#[derive(Default)]
pub(super) struct Cache {
    pub enabled: bool,
    text: String,
    /// Indexed by the type's id: start and end in `text`.
    types: Vec<(u32, u32)>,
    attrs: FxHashMap<(Attr, Elide), (u32, u32)>,
}

/// The size of the chunks that are flushed: enough to amortize the call.
const PIECE_BYTES: usize = 1 << 16;
/// The size limit of the cache.
const MAX_CACHE_BYTES: usize = 1 << 26;
/// The limit on cached texts. Longer ones are more expensive to print than to look up, but occupy memory; few are
/// printed twice.
const MAX_CACHED_BYTES: usize = 1 << 12;

impl Cache {
    #[inline]
    pub fn ty(&self, ty: Type) -> Option<&str> {
        let &(start, end) = self.types.get(ty.id() as usize)?;
        (start != end).then(|| &self.text[start as usize..end as usize])
    }

    pub fn attr(&self, attr: Attr, elide: Elide) -> Option<&str> {
        let &(start, end) = self.attrs.get(&(attr, elide))?;
        Some(&self.text[start as usize..end as usize])
    }

    pub fn keep_type(&mut self, ty: Type, text: &str) {
        if let Some(range) = self.keep(text) {
            let id = ty.id() as usize;
            if self.types.len() <= id {
                self.types.resize(id + 1, (0, 0));
            }
            self.types[id] = range;
        }
    }

    pub fn keep_attr(&mut self, attr: Attr, elide: Elide, text: &str) {
        if let Some(range) = self.keep(text) {
            self.attrs.insert((attr, elide), range);
        }
    }

    /// A text with line breaks depends on the indentation and is not cached.
    fn keep(&mut self, text: &str) -> Option<(u32, u32)> {
        let fits = text.len() <= MAX_CACHED_BYTES && self.text.len() <= MAX_CACHE_BYTES;
        if !self.enabled || !fits || text.contains('\n') {
            return None;
        }
        let start = self.text.len() as u32;
        self.text.push_str(text);
        Some((start, self.text.len() as u32))
    }
}

impl<'a> Printer<'a> {
    /// Calls `write` with a printer that appends to `out`.
    pub fn with(cx: &'a Context, options: &'a PrintOptions, out: &mut String, write: impl FnOnce(&mut Self)) {
        let mut printer = Printer {
            cx,
            options,
            out: std::mem::take(out),
            sink: None,
            generic: options.generic,
            names: Names::default(),
            infos: OpInfos::default(),
            aliases: Arc::default(),
            distinct: FxHashMap::default(),
            resources: UsedKeys::default(),
            default_dialects: vec!["builtin"],
            cache: Cache { enabled: true, ..Cache::default() },
            starts: None,
            apart: None,
            indentation: 0,
            depth: 0,
        };
        write(&mut printer);
        *out = printer.out;
    }

    /// Prints `op`, without enclosing operations.
    pub fn outermost(&mut self, op: OpRef<'a>) {
        let root = self.numbering_root(op);
        let is_right =
            self.generic || self.options.assume_verified || self.options.verify.is_none_or(|verify| verify(root));
        self.generic |= !is_right;
        self.apart = self.find_apart(op);
        number(&mut self.names, &mut self.infos, root, self.options, self.generic, self.apart);
        if op.block().is_some() || self.options.local_scope {
            return self.full_op(op);
        }
        self.aliases = Arc::new(Aliases::collect(op, self.options, self.generic));
        self.cache.enabled = false;
        self.alias_definitions(false);
        self.cache.enabled = true;
        self.full_op(op);
        self.out.push('\n');
        // Types that only locations refer to get their aliases here, after they may have been printed in full.
        self.cache = Cache::default();
        self.alias_definitions(true);
        self.file_metadata();
    }

    /// Flushes the output if it is long. This is done only between operations: inside them positions in `out` are
    /// stored.
    #[inline]
    pub fn hand_on(&mut self) {
        if self.out.len() >= PIECE_BYTES
            && let Some(sink) = &mut self.sink
        {
            sink(&self.out);
            self.out.clear();
        }
    }

    /// The operation from which values are numbered.
    fn numbering_root(&self, op: OpRef<'a>) -> OpRef<'a> {
        let is_isolated = |op: OpRef| op.has(rmlir_core::TraitSet::ISOLATED_FROM_ABOVE);
        let mut root = op;
        while !(self.options.local_scope && is_isolated(root))
            && let Some(parent) = root.parent()
        {
            root = parent;
        }
        root
    }

    /// Calls `work` one level deeper, on a new stack if necessary.
    #[inline]
    pub fn nested(&mut self, work: impl FnOnce(&mut Self) + Send) {
        self.depth += 1;
        if is_full(self.depth) {
            on_fresh_stack(|| work(self));
        } else {
            work(self);
        }
        self.depth -= 1;
    }

    /// Prints `items` separated by commas.
    pub fn comma_separated<T>(&mut self, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        for (index, item) in items.into_iter().enumerate() {
            if index != 0 {
                self.out.push_str(", ");
            }
            write(self, item);
        }
    }

    pub fn write_indentation(&mut self) {
        push_spaces(&mut self.out, self.indentation);
    }

    #[inline]
    pub fn write_value(&mut self, value: ValueRef) {
        self.names.write_value(&mut self.out, value, true);
    }

    pub fn write_block_name(&mut self, block: BlockRef) {
        self.names.write_block(&mut self.out, block);
    }
}

impl AsmPrinter for Printer<'_> {
    fn cx(&self) -> &Context {
        self.cx
    }

    #[inline]
    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn newline(&mut self) {
        self.out.push('\n');
        self.write_indentation();
    }

    fn indent(&mut self, more: bool) {
        self.indentation = if more { self.indentation + INDENT } else { self.indentation.saturating_sub(INDENT) };
    }

    fn ty(&mut self, ty: Type) {
        self.write_type(ty);
    }

    fn attr(&mut self, attr: Attr) {
        self.write_attr(attr, Elide::Never);
    }

    fn attr_without_type(&mut self, attr: Attr) {
        self.write_attr(attr, Elide::Must);
    }

    fn stripped_attr(&mut self, attr: Attr) {
        self.write_stripped_attr(attr);
    }

    fn stripped_type(&mut self, ty: Type) {
        self.write_stripped_type(ty);
    }

    fn symbol_name(&mut self, name: &str) {
        push_symbol(&mut self.out, name);
    }

    fn keyword_or_string(&mut self, name: &str) {
        push_keyword_or_string(&mut self.out, name);
    }

    fn string(&mut self, text: &[u8]) {
        push_string(&mut self.out, text);
    }

    fn location(&mut self, loc: Loc) {
        self.write_trailing_loc(loc, true);
    }

    fn affine_expr(&mut self, expr: &AffineExpr, dims: &[ValueRef], symbols: &[ValueRef]) {
        let Self { out, names, .. } = self;
        let write_input = |out: &mut String, input| {
            match input {
                Input::Dim(index) => names.write_value(out, dims[index as usize], true),
                Input::Symbol(index) => {
                    out.push_str("symbol(");
                    names.write_value(out, symbols[index as usize], true);
                    out.push(')');
                }
            }
            Ok(())
        };
        write_expr(out, expr, write_input).expect("writing to a string does not fail");
    }

    fn operand(&mut self, value: ValueRef) {
        self.write_value(value);
    }

    fn name_of(&mut self, value: ValueRef) -> String {
        let mut name = String::new();
        self.names.write_value(&mut name, value, true);
        name
    }

    fn successor(&mut self, block: BlockRef) {
        self.write_block_name(block);
    }

    fn attr_dict(&mut self, op: OpRef, elided: &[&str]) {
        self.write_attr_dict(op, elided, " {");
    }

    fn attr_dict_with_keyword(&mut self, op: OpRef, elided: &[&str]) {
        self.write_attr_dict(op, elided, " attributes {");
    }

    fn named_attrs(&mut self, attrs: &[NamedAttr]) {
        if !attrs.is_empty() {
            self.write_named_attrs(attrs);
        }
    }

    fn region(&mut self, region: RegionRef, options: RegionPrint) {
        self.write_region(region, options);
    }

    fn region_argument(&mut self, arg: ValueRef, attrs: Attr, omit_type: bool) {
        self.write_region_argument(arg, attrs, omit_type);
    }

    fn shadow_region_args(&mut self, region: RegionRef, with: &[ValueRef]) {
        self.names.shadow(region, with);
    }

    fn generic_op(&mut self, op: OpRef) {
        self.write_generic_op(op);
    }

    fn custom_or_generic_op(&mut self, op: OpRef) {
        self.write_custom_or_generic_op(op);
    }
}

/// The start of an operation, as recorded by the printer.
pub(super) struct Start {
    pub body: u32,
    pub op: OpId,
    pub offset: usize,
    pub indentation: usize,
}
