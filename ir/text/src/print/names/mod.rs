//! Names of values and blocks.
//!
//! Steps: `number` traverses the operation once, before printing, and assigns every value and block a [`Name`]: four
//! bytes in a table per body, indexed by the value's or block's slot. Nearly all names are numbers; the text of the
//! others is stored once in `texts`, however many functions have an `%arg0`.
//!
//! *Result group*: adjacent results of one operation that share a name, distinguished by `#0`, `#1`, ….
//! *Head*: the first result of a group.

mod number;
mod texts;

use rmlir_core::{BlockRef, OpRef, RegionRef, ValueRef};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

pub(super) use self::number::number;
use self::texts::Texts;
use super::text::push_u64;

/// The name of a value or block, without `%` or `^`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Name(u32);

/// The meaning of a [`Name`].
enum NameKind {
    /// There is none: the value is not part of the printed IR.
    Unknown,
    /// `0`; of a block, `bb0`.
    Number(u32),
    /// A text in `texts`.
    Text(u32),
    /// An entry of `members`: one of several results with the same name.
    Member(u32),
}

impl Name {
    const UNKNOWN: Name = Name(0);

    fn number(number: u32) -> Name {
        Name(number << 2 | 1)
    }

    fn text(id: u32) -> Name {
        Name(id << 2 | 2)
    }

    fn member(index: u32) -> Name {
        Name(index << 2 | 3)
    }

    fn kind(self) -> NameKind {
        match self.0 & 3 {
            1 => NameKind::Number(self.0 >> 2),
            2 => NameKind::Text(self.0 >> 2),
            3 => NameKind::Member(self.0 >> 2),
            _ => NameKind::Unknown,
        }
    }
}

/// A block's name and its position in the region, by which predecessors are sorted.
#[derive(Clone, Copy)]
struct BlockName {
    name: Name,
    ordering: u32,
}

/// The names in one body, indexed by slot.
#[derive(Default)]
struct BodyNames {
    values: Vec<Name>,
    blocks: Vec<BlockName>,
}

/// An operation of any body: the body's id and the operation's slot.
type OpKey = (u32, usize);

fn op_key(op: OpRef) -> OpKey {
    (op.body.number(), op.id.slot())
}

/// All names of one output.
#[derive(Default)]
pub(super) struct Names {
    bodies: Vec<BodyNames>,
    /// By the body's id: the index in `bodies`.
    places: FxHashMap<u32, u32>,
    /// The body queried last, as id and index.
    last: Option<(u32, u32)>,
    members: Vec<(Name, u32)>,
    /// The heads of operations with several groups.
    groups: FxHashMap<OpKey, SmallVec<[u32; 2]>>,
    /// Numbers of operations without results, for comments about users.
    op_numbers: FxHashMap<OpKey, u32>,
    texts: Texts,
}

impl Names {
    /// Prints `%name`, with `#number` if it is one of a group and `with_number`.
    pub fn write_value(&mut self, out: &mut String, value: ValueRef, with_number: bool) {
        let name = self.value(value);
        match name.kind() {
            NameKind::Unknown => return out.push_str("<<UNKNOWN SSA VALUE>>"),
            _ => out.push('%'),
        }
        self.write_bare(out, name, with_number);
    }

    fn write_bare(&self, out: &mut String, name: Name, with_number: bool) {
        match name.kind() {
            NameKind::Unknown => {}
            NameKind::Number(number) => push_u64(out, number.into()),
            NameKind::Text(id) => out.push_str(self.texts.get(id)),
            NameKind::Member(index) => {
                let (head, number) = self.members[index as usize];
                self.write_bare(out, head, false);
                if with_number {
                    out.push('#');
                    push_u64(out, number.into());
                }
            }
        }
    }

    /// Prints `^name`.
    pub fn write_block(&mut self, out: &mut String, block: BlockRef) {
        let name = self.block(block).map_or(Name::UNKNOWN, |block| block.name);
        match name.kind() {
            NameKind::Number(number) => {
                out.push_str("^bb");
                push_u64(out, number.into());
            }
            NameKind::Text(id) => {
                out.push('^');
                out.push_str(self.texts.get(id));
            }
            NameKind::Unknown | NameKind::Member(_) => out.push_str("INVALIDBLOCK"),
        }
    }

    /// The position of `block` in its region; unknown ones come first.
    pub fn block_ordering(&mut self, block: BlockRef) -> Option<u32> {
        self.block(block).map(|block| block.ordering)
    }

    /// The first results of the groups of `op`, if it has more than one group.
    pub fn groups(&self, op: OpRef) -> Option<&[u32]> {
        self.groups.get(&op_key(op)).map(|heads| &heads[..])
    }

    /// Prints `%n` for an operation without results.
    pub fn write_op_number(&self, out: &mut String, op: OpRef) {
        match self.op_numbers.get(&op_key(op)) {
            Some(&number) => {
                out.push('%');
                push_u64(out, number.into());
            }
            None => out.push_str("<<UNKNOWN OPERATION>>"),
        }
    }

    /// Gives the entry arguments of `region` the names of `with`.
    pub fn shadow(&mut self, region: RegionRef, with: &[ValueRef]) {
        let Some(entry) = region.entry() else { return };
        for (arg, &value) in entry.args().zip(with) {
            let mut text = String::new();
            let name = self.value(value);
            self.write_bare(&mut text, name, true);
            let id = self.texts.intern(&text);
            self.set_value(arg, Name::text(id));
        }
    }

    fn value(&mut self, value: ValueRef) -> Name {
        match self.find_body(value.body.number()) {
            Some(body) => body.values.get(value.id.slot()).copied().unwrap_or(Name::UNKNOWN),
            None => Name::UNKNOWN,
        }
    }

    fn set_value(&mut self, value: ValueRef, name: Name) {
        let slot = value.id.slot();
        let values = &mut self.body(value.body.number()).values;
        if values.len() <= slot {
            values.resize(value.body.value_slots(), Name::UNKNOWN);
        }
        values[slot] = name;
    }

    fn block(&mut self, block: BlockRef) -> Option<BlockName> {
        let body = self.find_body(block.body.number())?;
        body.blocks.get(block.id.slot()).copied().filter(|block| block.name != Name::UNKNOWN)
    }

    fn set_block(&mut self, block: BlockRef, name: BlockName) {
        let slot = block.id.slot();
        let blocks = &mut self.body(block.body.number()).blocks;
        if blocks.len() <= slot {
            blocks.resize(block.body.block_slots(), BlockName { name: Name::UNKNOWN, ordering: 0 });
        }
        blocks[slot] = name;
    }

    #[inline]
    fn find_body(&mut self, number: u32) -> Option<&BodyNames> {
        let place = match self.last {
            Some((last, place)) if last == number => place,
            _ => *self.places.get(&number)?,
        };
        self.last = Some((number, place));
        Some(&self.bodies[place as usize])
    }

    #[inline]
    fn body(&mut self, number: u32) -> &mut BodyNames {
        let place = match self.last {
            Some((last, place)) if last == number => place,
            _ => *self.places.entry(number).or_insert_with(|| {
                self.bodies.push(BodyNames::default());
                self.bodies.len() as u32 - 1
            }),
        };
        self.last = Some((number, place));
        &mut self.bodies[place as usize]
    }
}
