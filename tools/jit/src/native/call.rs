//! One call: arguments are written to memory, results are read back.

use rmlir::interp::{Data, Kind, Outcome};

use super::layout::{Block, read, stored, write};
use super::{Code, raw};
use crate::entry;

/// The name and the type of a function to be called.
#[derive(Clone, Copy)]
pub struct Call<'k> {
    /// The name of the function; [`entry::add`] has added its wrapper to the module.
    pub function: &'k str,
    /// The kinds of its arguments, before lowering.
    pub inputs: &'k [Kind],
    /// The kinds of its results, before lowering.
    pub outputs: &'k [Kind],
}

impl Call<'_> {
    /// Calls the function of `code` with `args`.
    pub fn run(&self, code: &dyn Code, args: &[Data]) -> Result<Outcome, String> {
        let name = entry::name(self.function);
        let address = code.address(&name).ok_or_else(|| format!("there is no function '{}'", self.function))?;
        let mut referred = Vec::new();
        let mut blocks: Vec<Block> = Vec::new();
        for (data, kind) in args.iter().zip(self.inputs) {
            let mut bytes = vec![0; stored(kind).size() as usize];
            write(data, kind, &mut bytes, 0, &mut referred);
            blocks.push(Block::new(&bytes));
        }
        let result = self.result();
        blocks.push(Block::new(&vec![0; result.size() as usize]));
        let mut slots: Vec<u64> = blocks.iter_mut().map(Block::address).collect();
        raw::call(address, &mut slots);
        let output = code.take_output();
        let content = |slot: u64, kind: &Kind| raw::read(slot, stored(kind).size() as usize);
        let argument = |(at, kind): (usize, &Kind)| match (&args[at], kind) {
            (Data::Buffer(bytes), Kind::Pointer) => {
                let address = u64::from_le_bytes(content(slots[at], kind).try_into().expect("an address is a word"));
                Data::Buffer(raw::read(address, bytes.len()).into_iter().map(Some).collect())
            }
            _ => read(kind, &content(slots[at], kind), 0),
        };
        let arguments = self.inputs.iter().enumerate().map(argument).collect();
        let bytes = raw::read(slots[args.len()], result.size() as usize);
        let place = |at: usize| if self.outputs.len() > 1 { result.member_place(at) as usize } else { 0 };
        let results = self.outputs.iter().enumerate().map(|(at, kind)| read(kind, &bytes, place(at))).collect();
        Ok(Outcome { results, arguments, output, calls: Vec::new(), leaks: Vec::new(), steps: 0 })
    }

    /// The result kind of the lowered function: several results are one structure.
    fn result(&self) -> Kind {
        match self.outputs {
            [one] => stored(one),
            several => Kind::Struct(several.iter().map(stored).collect(), false),
        }
    }
}
