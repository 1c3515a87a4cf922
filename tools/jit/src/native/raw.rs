//! What Rust cannot check: calls of native code, and memory that native code has the address of.
//!
//! All `unsafe` code of the crate is here. It relies on one thing: the module that was compiled uses memory as the rules
//! of its dialects allow, and so every address that it hands out is one of memory that is there. A module that breaks
//! the rules may do to this process what a wrong program does to itself; `rmlir-run` runs it for whoever wrote it, and
//! the interpreter is there to find such errors.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_void};
use std::path::Path;
use std::sync::atomic::AtomicU32;

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW, Symbol};

/// Calls the function at `address`, which takes a pointer to the addresses of its arguments and results.
pub fn call(address: usize, slots: &mut [u64]) {
    // SAFETY: `address` is that of an entry made by `crate::entry`, which has this signature.
    let function: extern "C" fn(*mut u64) = unsafe { std::mem::transmute::<usize, extern "C" fn(*mut u64)>(address) };
    function(slots.as_mut_ptr());
}

/// Calls a function without arguments and results.
pub fn call_plain(address: usize) {
    // SAFETY: only initializers of globals are called so, which the compiler made with this signature.
    let function: extern "C" fn() = unsafe { std::mem::transmute::<usize, extern "C" fn()>(address) };
    function();
}

/// Calls a function as thread `number` of a team.
pub fn call_member(address: usize, number: u32, argument: u64) {
    type Function = extern "C" fn(*const u32, *const u32, u64);
    // SAFETY: `address` is what the module has given to a function of the runtime, which takes the addresses of functions
    // of this signature.
    let function: Function = unsafe { std::mem::transmute::<usize, Function>(address) };
    function(&number, &0, argument);
}

/// Calls a function that takes a number.
pub fn call_with_number(address: usize, number: u32) {
    // SAFETY: it is `omp_set_num_threads`, which has this signature.
    let function: extern "C" fn(u32) = unsafe { std::mem::transmute::<usize, extern "C" fn(u32)>(address) };
    function(number);
}

/// The word at `address`, which several threads change.
pub fn word(address: u64) -> &'static AtomicU32 {
    // SAFETY: it is that of a lock: a variable of the module, aligned, that nothing else uses and that stays as long as
    // the module's code, which is as long as anything asks for it.
    unsafe { AtomicU32::from_ptr(address as *mut u32) }
}

/// Calls a function that gives a text.
pub fn call_for_text(address: usize) -> String {
    // SAFETY: it is a function of our runtime, which has this signature.
    let function: extern "C" fn() -> *const c_char = unsafe { std::mem::transmute::<usize, _>(address) };
    text(function() as u64)
}

/// `size` bytes at `address`.
pub fn read(address: u64, size: usize) -> Vec<u8> {
    if size == 0 {
        return Vec::new();
    }
    // SAFETY: the address is one that native code returned, or of a slot.
    unsafe { std::slice::from_raw_parts(address as *const u8, size) }.to_vec()
}

/// Writes `bytes` at `address`.
pub fn write(address: u64, bytes: &[u8]) {
    // SAFETY: the address is that of a slot, which is large enough.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), address as *mut u8, bytes.len()) }
}

/// The text at `address`, up to a zero.
pub fn text(address: u64) -> String {
    // SAFETY: native code passes such texts to functions that print them.
    unsafe { CStr::from_ptr(address as *const c_char) }.to_string_lossy().into_owned()
}

/// Ends the process: there is no way back from native code.
pub fn stop(message: &str) -> ! {
    eprintln!("rmlir-run: {message}");
    std::process::exit(1)
}

/// The address of a function of this process, or of the libraries that it has loaded.
pub fn find_symbol(name: &str) -> Option<usize> {
    // SAFETY: the address of a symbol is only asked for.
    let symbol: Symbol<*mut c_void> = unsafe { Library::this().get(name) }.ok()?;
    Some(symbol.into_raw() as usize)
}

/// A shared object; it stays as long as this value.
pub struct SharedObject(Library);

impl SharedObject {
    /// Loads the file.
    pub fn open(path: &Path) -> Result<Self, String> {
        // SAFETY: the file was made from a module that is to be run; it has no code that runs on loading.
        let library = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) };
        library.map(Self).map_err(|error| error.to_string())
    }

    /// The address of a symbol.
    pub fn symbol(&self, name: &str) -> Option<usize> {
        // SAFETY: as above.
        let symbol: Symbol<*mut c_void> = unsafe { self.0.get(name) }.ok()?;
        Some(symbol.into_raw() as usize)
    }
}

/// Frees the memory of a module's code.
pub fn free_module(module: cranelift_jit::JITModule) {
    // SAFETY: the module is owned, and no address in it is used later.
    unsafe { module.free_memory() }
}

/// Copies the elements of one memref, `size` bytes each, to another of the same shape: `memrefCopy` of upstream's
/// runner library. Both are pointers to unranked descriptors.
pub fn copy_memref(size: u64, from: u64, to: u64) {
    let (from, to) = (Elements::at(from), Elements::at(to));
    let n: u64 = from.sizes.iter().product();
    for number in 0..n {
        let bytes = read(from.address(number, size), size as usize);
        write(to.address(number, size), &bytes);
    }
}

/// Where the elements of a memref are.
struct Elements {
    start: u64,
    offset: u64,
    sizes: Vec<u64>,
    strides: Vec<u64>,
}

impl Elements {
    fn at(unranked: u64) -> Self {
        let word = |address: u64| u64::from_le_bytes(read(address, 8).try_into().expect("eight bytes were read"));
        let (rank, descriptor) = (word(unranked), word(unranked + 8));
        let words = |from: u64| (0..rank).map(|at| word(descriptor + 8 * (from + at))).collect();
        Self { start: word(descriptor + 8), offset: word(descriptor + 16), sizes: words(3), strides: words(3 + rank) }
    }

    /// The address of an element by its number, the last dimension fastest.
    fn address(&self, mut number: u64, size: u64) -> u64 {
        let mut place = self.offset;
        for (&extent, &stride) in self.sizes.iter().zip(&self.strides).rev() {
            place = place.wrapping_add((number % extent).wrapping_mul(stride));
            number /= extent;
        }
        self.start.wrapping_add(place.wrapping_mul(size))
    }
}
