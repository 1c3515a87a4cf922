//! Parallel parsing of function bodies.
//!
//! The contents of a function have their own body and no access to outer names, so they can be parsed at any time after
//! the preceding aliases. Algorithm: for a large text and several threads, the body of a function is skipped, from its
//! brace to the matching one, and deferred; before the next alias definition, and at the end, all deferred bodies are
//! parsed by the threads, each into the body that was created for it.
//!
//! The result does not depend on this. If a thread cannot proceed alone (a diagnostic, or the numbering of distinct
//! attributes), the whole text is parsed again by one thread, in order: see [`super::parse_text`].

use std::ops::Range;

use rayon::prelude::*;
use rmlir_core::asm::{Argument, ParseError, Parsed};
use rmlir_core::interfaces::FunctionOp;
use rmlir_core::{Attr, Body, Context, OpId, OpName, RegionId, Type};
use rmlir_diag::{Sink, SourceFile};
use rustc_hash::FxHashMap;

use super::parser::Parser;
use super::state::{DeferredLoc, LocTarget, OpFrame, WaitingBody};
use crate::scan::end_of_braces;

/// The number of portions per thread: enough that no thread waits long for the last one.
const PORTIONS_PER_THREAD: usize = 4;

/// A body that is being parsed, with its proxy.
type Taken<'c> = (OpId, Box<Body<'c>>, WaitingBody);

/// The initial state shared by all threads.
struct Common<'p, 's, 'c> {
    cx: &'c Context,
    file: &'s SourceFile,
    attr_aliases: &'p FxHashMap<&'s [u8], Attr>,
    type_aliases: &'p FxHashMap<&'s [u8], Type>,
}

/// Deferral.
impl<'s, 'c> Parser<'s, 'c> {
    /// Skips the body of a function that can be deferred; returns `false` if it has to be parsed now.
    pub fn put_off(&mut self, name: OpName, region: RegionId, args: &[Argument], is_custom: bool) -> Parsed<bool> {
        let is_function = name.def(self.cx).is_some_and(|def| def.interface::<dyn FunctionOp>().is_some());
        if !self.puts_off || !is_function || !self.is("{") || self.is_empty_between_braces() {
            return Ok(false);
        }
        let bytes = self.skip_braces()?;
        let waiting = WaitingBody {
            name,
            region,
            args: self.spelled_args(args),
            is_custom,
            name_pos: self.frames.last().map_or(0, |frame| frame.name_pos),
            region_depth: self.region_depth,
            default_dialects: self.default_dialects.clone(),
            bytes,
        };
        let number = self.body().number();
        self.waiting.insert(number, waiting);
        Ok(true)
    }

    /// Returns whether there is nothing, except possibly a comment, between the next braces.
    fn is_empty_between_braces(&self) -> bool {
        let inside = &self.cursor.bytes()[self.cursor.peek().end as usize..self.cursor.end()];
        inside.iter().find(|byte| !byte.is_ascii_whitespace()).is_none_or(|byte| matches!(byte, b'}' | b'/'))
    }

    /// Skips from the next token, a brace, past the matching one.
    fn skip_braces(&mut self) -> Parsed<Range<usize>> {
        let start = self.cursor.peek().start as usize;
        let end = end_of_braces(&self.cursor.bytes()[..self.cursor.end()], start).ok_or(ParseError)?;
        self.cursor.jump(end);
        Ok(start..end)
    }

    /// Parses all deferred bodies.
    pub fn read_waiting(&mut self) -> Parsed<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let mut waiting = std::mem::take(&mut self.waiting);
        let mut top = self.bodies.swap_remove(0);
        let read = self.read_inside(&mut top, &mut waiting);
        self.bodies.insert(0, top);
        read
    }

    /// Parses the deferred bodies inside `top`, at any depth.
    fn read_inside(&mut self, top: &mut Body<'c>, waiting: &mut FxHashMap<u32, WaitingBody>) -> Parsed<()> {
        let mut around = vec![top];
        while let Some(body) = around.pop() {
            let mut taken: Vec<Taken> = Vec::new();
            for proxy in body.proxies() {
                let number = body.nested(proxy).map(Body::number);
                if let Some(found) = number.and_then(|number| waiting.remove(&number)) {
                    taken.push((proxy, body.detach(proxy), found));
                }
            }
            for (proxy, inner) in self.read_all(taken)? {
                body.attach(proxy, inner);
            }
            around.extend(body.nested_bodies_mut());
        }
        Ok(())
    }

    /// Parses `taken` in parallel.
    fn read_all(&mut self, taken: Vec<Taken<'c>>) -> Parsed<Vec<(OpId, Box<Body<'c>>)>> {
        let common =
            Common { cx: self.cx, file: self.file, attr_aliases: &self.attr_aliases, type_aliases: &self.type_aliases };
        let portions = into_portions(taken, rayon::current_num_threads() * PORTIONS_PER_THREAD);
        let read: Parsed<Vec<Portion>> = portions.into_par_iter().map(|portion| common.read_portion(portion)).collect();
        let mut all = Vec::new();
        for portion in read? {
            let (bytes, base) = (self.cursor.bytes(), self.base);
            let alias = |pos: u32, length: usize| &bytes[(pos - base) as usize + 1..][..length];
            let found = portion.deferred_locs.into_iter();
            self.deferred_locs.extend(found.map(|(pos, length, target)| DeferredLoc {
                alias: alias(pos, length),
                pos,
                target,
            }));
            all.extend(portion.bodies);
        }
        Ok(all)
    }
}

/// The result of parsing a portion.
struct Portion<'c> {
    bodies: Vec<(OpId, Box<Body<'c>>)>,
    /// Position, length of the name and target of location aliases that are defined later.
    deferred_locs: Vec<(u32, usize, LocTarget)>,
}

/// Splits `taken` into at most `n` parts of similar length of text.
fn into_portions<'c>(taken: Vec<Taken<'c>>, n: usize) -> Vec<Vec<Taken<'c>>> {
    let total: usize = taken.iter().map(|(.., waiting)| waiting.bytes.len()).sum();
    let wanted = total.div_ceil(n.max(1));
    let (mut portions, mut length) = (Vec::new(), usize::MAX);
    for one in taken {
        if length >= wanted {
            portions.push(Vec::new());
            length = 0;
        }
        length += one.2.bytes.len();
        portions.last_mut().expect("pushed above").push(one);
    }
    portions
}

impl<'s, 'c> Common<'_, 's, 'c> {
    /// Parses a portion. Fails if there is a diagnostic, or an attribute to be numbered in the order of the text.
    fn read_portion(&self, taken: Vec<Taken<'c>>) -> Parsed<Portion<'c>> {
        let mut sink = Sink::new();
        let start = taken.first().map_or(0, |(.., waiting)| waiting.bytes.start);
        let mut reader = Parser::new(self.cx, self.file, start..start, &mut sink);
        reader.attr_aliases.clone_from(self.attr_aliases);
        reader.type_aliases.clone_from(self.type_aliases);
        let mut bodies = Vec::with_capacity(taken.len());
        for (proxy, body, waiting) in taken {
            bodies.push((proxy, reader.read_put_off(body, waiting)?));
        }
        let is_alone = reader.undeclared.is_empty() && reader.unregistered.is_none() && reader.distinct.is_empty();
        let deferred = std::mem::take(&mut reader.deferred_locs).into_iter();
        let deferred_locs = deferred.map(|loc| (loc.pos, loc.alias.len(), loc.target)).collect();
        let sync_locs = reader.sync_locs;
        match is_alone && !sync_locs && sink.is_empty() {
            true => Ok(Portion { bodies, deferred_locs }),
            false => Err(ParseError),
        }
    }
}

impl<'s, 'c> Parser<'s, 'c> {
    /// Parses a deferred body into `body`.
    fn read_put_off(&mut self, body: Box<Body<'c>>, waiting: WaitingBody) -> Parsed<Box<Body<'c>>> {
        self.cursor.read_range(waiting.bytes);
        self.region_depth = waiting.region_depth;
        self.default_dialects = waiting.default_dialects;
        let frame =
            OpFrame { name_pos: waiting.name_pos, results: Default::default(), nested: None, last_region_empty: false };
        self.frames.push(frame);
        self.bodies.push(body);
        self.make_room();
        self.push_scope();
        let args = self.named_args(waiting.args);
        self.parse_region_into(waiting.region, &args)?;
        self.parse_end()?;
        self.pop_scope();
        self.finish_region(waiting.name.def(self.cx), waiting.region, waiting.is_custom);
        self.frames.pop();
        Ok(self.finished_body())
    }
}
