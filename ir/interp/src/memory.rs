//! Memory: buffers of bytes, each byte with a mark of its state.
//!
//! An address has the index of its buffer in the upper half and the offset in the lower one, so that address arithmetic
//! is that of 64-bit integers and every access can be resolved to its buffer. Indices of buffers are not reused: a use
//! after free is always detected.

use std::cell::RefCell;
use std::sync::Arc;

use rmlir_num::ApInt;

use crate::fault::Fault;
use crate::value::Value;

/// The origin of a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// An argument of the execution: not freed by it.
    Argument,
    /// A global variable: never freed.
    Global,
    /// A stack allocation: freed when its function returns.
    Stack,
    /// A heap allocation: live until it is freed.
    Heap,
}

/// The state of a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Mark {
    /// Initialized.
    Written = 0,
    /// Uninitialized.
    Fresh = 1,
    /// Part of a poison value.
    Poison = 2,
}

/// The result of reading an uninitialized byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FreshRead {
    /// Poison.
    #[default]
    Poison,
    /// A fault.
    Refused,
}

/// A valid read or write access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryAccess {
    /// The address of the first byte.
    pub address: u64,
    /// The size in bytes.
    pub size: u64,
    /// Whether it is a write.
    pub is_write: bool,
    /// The origin of the buffer.
    pub origin: Origin,
}

struct Buffer {
    bytes: Vec<u8>,
    marks: Vec<u8>,
    origin: Origin,
    is_live: bool,
    is_constant: bool,
    /// The instruction that allocated it.
    site: Option<u32>,
}

/// The memory; see the module documentation.
pub struct Memory {
    buffers: Vec<Buffer>,
    /// Values without a byte representation, such as memrefs in memory: their index is stored.
    handles: Vec<Value>,
    stack: Vec<u32>,
    live_bytes: u64,
    max_bytes: u64,
    fresh_read: FreshRead,
    /// The current instruction, recorded for allocated buffers.
    pub(crate) site: Option<u32>,
    /// Accesses recorded since the last query, if an observer requests them.
    log: Option<RefCell<Vec<MemoryAccess>>>,
}

/// The number of bits of the offset in an address.
const PLACE_BITS: u32 = 32;

impl Memory {
    /// Creates an empty memory with at most `max_bytes` allocated at a time.
    pub fn new(max_bytes: u64, fresh_read: FreshRead) -> Self {
        let handles = Vec::new();
        let (buffers, stack) = (Vec::new(), Vec::new());
        Self { buffers, handles, stack, live_bytes: 0, max_bytes, fresh_read, site: None, log: None }
    }

    /// Records all accesses from now on, for [`Self::take_accesses`].
    pub(crate) fn keep_accesses(&mut self) {
        self.log = Some(RefCell::default());
    }

    /// Removes and returns the accesses since the last call, in order; none if no observer requests them.
    pub fn take_accesses(&self) -> Vec<MemoryAccess> {
        self.log.as_ref().map_or_else(Vec::new, |log| std::mem::take(&mut log.borrow_mut()))
    }

    fn note_access(&self, number: usize, address: u64, size: u64, is_write: bool) {
        if let Some(log) = &self.log {
            log.borrow_mut().push(MemoryAccess { address, size, is_write, origin: self.buffers[number].origin });
        }
    }

    /// Allocates a buffer of `size` bytes and returns its address.
    pub fn allocate(&mut self, size: u64, origin: Origin) -> Result<u64, Box<Fault>> {
        let total = self.live_bytes.checked_add(size).filter(|&total| total <= self.max_bytes);
        let Some(total) = total.filter(|_| size < 1 << PLACE_BITS) else {
            return Err(Fault::limit(format!("{size} more bytes exceed the {} that the run may use", self.max_bytes)));
        };
        self.live_bytes = total;
        let number = self.buffers.len() as u32;
        if origin == Origin::Stack {
            self.stack.push(number);
        }
        let (bytes, marks) = (vec![0; size as usize], vec![Mark::Fresh as u8; size as usize]);
        self.buffers.push(Buffer { bytes, marks, origin, is_live: true, is_constant: false, site: self.site });
        Ok(u64::from(number + 1) << PLACE_BITS)
    }

    /// Frees the heap buffer at `address`.
    pub fn free(&mut self, address: u64) -> Result<(), Box<Fault>> {
        let Some(buffer) = number(address).and_then(|number| self.buffers.get_mut(number)) else {
            return Err(Fault::undefined("frees what is no buffer"));
        };
        if !buffer.is_live {
            return Err(Fault::undefined("frees a buffer that was freed before"));
        }
        match buffer.origin {
            _ if address as u32 != 0 => Err(Fault::undefined("frees the middle of a buffer")),
            Origin::Heap => {
                self.live_bytes -= buffer.release();
                Ok(())
            }
            Origin::Argument => Err(Fault::undefined("frees a buffer that belongs to the caller")),
            Origin::Global => Err(Fault::undefined("frees a global buffer")),
            Origin::Stack => Err(Fault::undefined("frees a buffer of the stack")),
        }
    }

    /// The number of stack allocations, for [`Self::pop_stack`].
    pub fn stack_height(&self) -> usize {
        self.stack.len()
    }

    /// Frees the stack allocations above `height`.
    pub fn pop_stack(&mut self, height: usize) {
        for number in self.stack.drain(height..) {
            self.live_bytes -= self.buffers[number as usize].release();
        }
    }

    /// Makes the buffer of `address` read-only.
    pub fn make_constant(&mut self, address: u64) {
        if let Some(buffer) = number(address).and_then(|number| self.buffers.get_mut(number)) {
            buffer.is_constant = true;
        }
    }

    /// The size in bytes of the live buffer of `address`.
    pub fn size_of(&self, address: u64) -> Option<u64> {
        let buffer = self.buffers.get(number(address)?).filter(|buffer| buffer.is_live)?;
        Some(buffer.bytes.len() as u64)
    }

    /// The instructions that allocated the live heap buffers, except those of `kept` addresses.
    pub fn leaks(&self, kept: &[u64]) -> Vec<Leak> {
        let is_kept = |at: usize| kept.iter().any(|&address| number(address) == Some(at));
        let live =
            self.buffers.iter().enumerate().filter(|(_, buffer)| buffer.is_live && buffer.origin == Origin::Heap);
        let lost = live.filter(|&(at, _)| !is_kept(at));
        lost.map(|(_, buffer)| Leak { site: buffer.site, size: buffer.bytes.len() as u64 }).collect()
    }

    /// The location of `size` bytes in their buffer, for a read.
    #[inline]
    fn locate(&self, address: u64, size: u64) -> Result<(usize, usize), Box<Fault>> {
        let (number, place) = self.find(address, size)?;
        self.note_access(number, address, size, false);
        Ok((number, place))
    }

    #[inline]
    fn find(&self, address: u64, size: u64) -> Result<(usize, usize), Box<Fault>> {
        let place = u64::from(address as u32);
        match number(address).and_then(|number| Some((number, self.buffers.get(number)?))) {
            Some((number, buffer)) if place + size <= buffer.bytes.len() as u64 && buffer.is_live => {
                Ok((number, place as usize))
            }
            found => Err(bad_access(address, size, found.map(|(_, buffer)| buffer))),
        }
    }

    #[inline]
    fn locate_to_write(&mut self, address: u64, size: u64) -> Result<(&mut Buffer, usize), Box<Fault>> {
        let (number, place) = self.find(address, size)?;
        self.note_access(number, address, size, true);
        let buffer = &mut self.buffers[number];
        if buffer.is_constant {
            return Err(Fault::undefined("writes to constant memory"));
        }
        Ok((buffer, place))
    }

    /// Loads an integer of `size` bytes, at most 8; poison if a byte is uninitialized.
    #[inline]
    pub fn load(&self, address: u64, size: u32) -> Result<Option<u64>, Box<Fault>> {
        let (number, place) = self.locate(address, size.into())?;
        let buffer = &self.buffers[number];
        let end = place + size as usize;
        if size == 8 {
            let marks = u64::from_le_bytes(buffer.marks[place..end].try_into().expect("eight marks"));
            if marks == 0 {
                let bytes = buffer.bytes[place..end].try_into().expect("eight bytes");
                return Ok(Some(u64::from_le_bytes(bytes)));
            }
        }
        if self.is_poison(&buffer.marks[place..end])? {
            return Ok(None);
        }
        let mut bytes = [0; 8];
        bytes[..size as usize].copy_from_slice(&buffer.bytes[place..end]);
        Ok(Some(u64::from_le_bytes(bytes)))
    }

    fn is_poison(&self, marks: &[u8]) -> Result<bool, Box<Fault>> {
        if marks.iter().all(|&mark| mark == Mark::Written as u8) {
            return Ok(false);
        }
        if self.fresh_read == FreshRead::Refused && marks.contains(&(Mark::Fresh as u8)) {
            return Err(Fault::undefined("reads memory that was never written"));
        }
        Ok(true)
    }

    /// Stores the low `size` bytes of an integer, at most 8.
    #[inline]
    pub fn store(&mut self, address: u64, size: u32, value: Option<u64>) -> Result<(), Box<Fault>> {
        let (buffer, place) = self.locate_to_write(address, size.into())?;
        let end = place + size as usize;
        match value {
            Some(value) => {
                buffer.bytes[place..end].copy_from_slice(&value.to_le_bytes()[..size as usize]);
                buffer.marks[place..end].fill(Mark::Written as u8);
            }
            None => buffer.marks[place..end].fill(Mark::Poison as u8),
        }
        Ok(())
    }

    /// Loads an integer of `width` bits from `size` bytes.
    pub fn load_wide(&self, address: u64, size: u32, width: u32) -> Result<Option<ApInt>, Box<Fault>> {
        let (number, place) = self.locate(address, size.into())?;
        let buffer = &self.buffers[number];
        let range = place..place + size as usize;
        let poison = self.is_poison(&buffer.marks[range.clone()])?;
        Ok((!poison).then(|| ApInt::from_le_bytes(width, &buffer.bytes[range])))
    }

    /// Stores an integer to `size` bytes.
    pub fn store_wide(&mut self, address: u64, size: u32, value: Option<&ApInt>) -> Result<(), Box<Fault>> {
        let (buffer, place) = self.locate_to_write(address, size.into())?;
        let range = place..place + size as usize;
        let Some(value) = value else {
            buffer.marks[range].fill(Mark::Poison as u8);
            return Ok(());
        };
        let mut bytes = value.to_le_bytes();
        bytes.resize(size as usize, 0);
        buffer.bytes[range.clone()].copy_from_slice(&bytes);
        buffer.marks[range].fill(Mark::Written as u8);
        Ok(())
    }

    /// Copies bytes with their marks; the ranges may overlap.
    pub fn copy(&mut self, to: u64, from: u64, size: u64) -> Result<(), Box<Fault>> {
        if size == 0 {
            return Ok(());
        }
        let (number, place) = self.locate(from, size)?;
        let range = place..place + size as usize;
        let source = &self.buffers[number];
        let (bytes, marks) = (source.bytes[range.clone()].to_vec(), source.marks[range].to_vec());
        let (buffer, place) = self.locate_to_write(to, size)?;
        let range = place..place + size as usize;
        buffer.bytes[range.clone()].copy_from_slice(&bytes);
        buffer.marks[range].copy_from_slice(&marks);
        Ok(())
    }

    /// Sets all bytes to one value.
    pub fn fill(&mut self, to: u64, byte: Option<u8>, size: u64) -> Result<(), Box<Fault>> {
        if size == 0 {
            return Ok(());
        }
        let (buffer, place) = self.locate_to_write(to, size)?;
        let range = place..place + size as usize;
        buffer.bytes[range.clone()].fill(byte.unwrap_or(0));
        buffer.marks[range].fill(if byte.is_some() { Mark::Written } else { Mark::Poison } as u8);
        Ok(())
    }

    /// The bytes of the buffer; `None` for uninitialized ones.
    pub fn dump(&self, address: u64) -> Option<Vec<Option<u8>>> {
        let buffer = self.buffers.get(number(address)?).filter(|buffer| buffer.is_live)?;
        let bytes = buffer.bytes.iter().zip(&buffer.marks);
        Some(bytes.map(|(&byte, &mark)| (mark == Mark::Written as u8).then_some(byte)).collect())
    }

    /// Creates a handle, an integer that represents a value without bytes.
    pub fn new_handle(&mut self, value: Value) -> u64 {
        self.handles.push(value);
        self.handles.len() as u64
    }

    /// The value with this handle of [`Self::new_handle`].
    pub fn handle(&self, number: u64) -> Value {
        let at = (number as usize).checked_sub(1);
        at.and_then(|at| self.handles.get(at)).cloned().unwrap_or(Value::Poison)
    }

    /// The bytes up to the first zero, for functions that print.
    pub fn c_string(&self, address: u64) -> Result<String, Box<Fault>> {
        let mut bytes = Vec::new();
        for at in 0.. {
            match self.load(address + at, 1)? {
                Some(0) => break,
                Some(byte) => bytes.push(byte as u8),
                None => return Err(Fault::undefined("reads a text that is poison")),
            }
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Stores a handle of `value` if it has no byte representation.
    pub(crate) fn store_handle(&mut self, address: u64, value: &Value) -> Result<(), Box<Fault>> {
        if value.is_poison() {
            return self.store(address, 8, None);
        }
        let number = self.new_handle(value.clone());
        self.store(address, 8, Some(number))
    }
}

/// A heap buffer that was not freed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leak {
    /// The instruction that allocated it.
    pub site: Option<u32>,
    /// Its size in bytes.
    pub size: u64,
}

impl Buffer {
    /// Releases its memory; returns its size.
    fn release(&mut self) -> u64 {
        self.is_live = false;
        self.marks = Vec::new();
        std::mem::take(&mut self.bytes).len() as u64
    }
}

/// The index of the buffer of an address.
#[inline]
fn number(address: u64) -> Option<usize> {
    ((address >> PLACE_BITS) as usize).checked_sub(1)
}

#[cold]
fn bad_access(address: u64, size: u64, buffer: Option<&Buffer>) -> Box<Fault> {
    let place = address as u32;
    match buffer {
        None if address == 0 => Fault::undefined("accesses memory at a null pointer"),
        None => Fault::undefined(format!("accesses memory at {address:#x}, where no buffer is")),
        Some(buffer) if !buffer.is_live && buffer.origin == Origin::Stack => {
            Fault::undefined("accesses a buffer of a function that has returned")
        }
        Some(buffer) if !buffer.is_live => Fault::undefined("accesses a buffer that was freed"),
        Some(buffer) => {
            let held = buffer.bytes.len();
            Fault::undefined(format!("accesses {size} bytes at byte {place} of a buffer of {held}"))
        }
    }
}

impl From<Arc<ApInt>> for Value {
    fn from(value: Arc<ApInt>) -> Self {
        Value::Wide(value)
    }
}
