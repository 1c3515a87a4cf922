//! Execution of assembly: clang assembles, lld links, qemu executes.
//!
//! A program has a data section with the memory of all calls and room for their results, and a start that calls one
//! function after the other, writes the data section to the standard output, and exits. So many calls take one process.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use rmlir::interp::kind::MemRefKind;
use rmlir::interp::{Data, Kind};
use rmlir_compare::command::{find_llvm_program, find_program};

/// The runtime library: division of 32-bit integers, and the rest.
const DIVISION: &str = include_str!("runtime.s");
const RUNTIME: &str = include_str!("runtime.c");

/// The packages of Debian that have the programs.
const PACKAGES: &str = "install the Debian packages clang-22, lld-22 and qemu-user";

/// The target of the assembler.
const TARGET: [&str; 3] = ["--target=hexagon-unknown-linux-musl", "-mcpu=hexagonv66", "-c"];

/// The programs.
pub struct Tools {
    clang: PathBuf,
    lld: PathBuf,
    qemu: PathBuf,
    /// The objects of the runtime library, once they are needed.
    runtime: OnceLock<[Vec<u8>; 2]>,
}

impl Tools {
    /// Finds them.
    pub fn find() -> Result<Self, String> {
        let missing = |name: &'static str| move |_| format!("Hexagon code needs {name}, and there is none: {PACKAGES}");
        Ok(Self {
            clang: find_llvm_program("clang").map_err(missing("clang 22"))?,
            lld: find_llvm_program("ld.lld").map_err(missing("ld.lld 22"))?,
            qemu: find_program("qemu-hexagon", false).map_err(missing("qemu-hexagon"))?,
            runtime: OnceLock::new(),
        })
    }

    /// Assembles a text.
    pub fn assemble(&self, text: &str, folder: &Path, name: &str) -> Result<PathBuf, String> {
        let [source, object] = ["s", "o"].map(|extension| folder.join(name).with_extension(extension));
        std::fs::write(&source, text).map_err(|error| error.to_string())?;
        run(Command::new(&self.clang).args(TARGET).arg(&source).arg("-o").arg(&object))?;
        Ok(object)
    }

    /// The lines of a text that the assembler refuses.
    pub fn refused_lines(&self, text: &str, folder: &Path) -> Result<BTreeSet<usize>, String> {
        let source = folder.join("lines.s");
        std::fs::write(&source, text).map_err(|error| error.to_string())?;
        let mut command = Command::new(&self.clang);
        let output = command.args(TARGET).arg(&source).arg("-o").arg(folder.join("lines.o")).output();
        let said = output.map_err(|error| error.to_string())?.stderr;
        let said = String::from_utf8_lossy(&said);
        let errors = said.lines().filter_map(|line| line.split_once(": error:"));
        Ok(errors.filter_map(|(place, _)| place.rsplit(':').nth(1)?.parse().ok()).collect())
    }

    /// Compiles C for a program without a C library.
    pub fn compile(&self, source: &Path, object: &Path) -> Result<(), String> {
        run(Command::new(&self.clang).args(TARGET).args(["-O2", "-ffreestanding"]).arg(source).arg("-o").arg(object))?;
        Ok(())
    }

    /// Writes the runtime library to a folder, and returns its objects. It is compiled once.
    fn runtime(&self, folder: &Path) -> Result<[PathBuf; 2], String> {
        let said = |error: std::io::Error| error.to_string();
        let objects = ["division.o", "runtime.o"].map(|name| folder.join(name));
        if let Some(contents) = self.runtime.get() {
            for (object, content) in objects.iter().zip(contents) {
                std::fs::write(object, content).map_err(said)?;
            }
            return Ok(objects);
        }
        self.assemble(DIVISION, folder, "division")?;
        let source = folder.join("runtime.c");
        std::fs::write(&source, RUNTIME).map_err(said)?;
        self.compile(&source, &objects[1])?;
        let contents = [std::fs::read(&objects[0]).map_err(said)?, std::fs::read(&objects[1]).map_err(said)?];
        // Another thread may have been first; the objects are the same.
        _ = self.runtime.set(contents);
        Ok(objects)
    }

    /// The hardware loops of a C source, as clang compiles it without unrolling and vectorization; the last one of each
    /// function.
    pub fn loops_of_c(&self, source: &str, folder: &Path) -> Result<Vec<LoopOfC>, String> {
        let [file, text] = ["loops.c", "loops.s"].map(|name| folder.join(name));
        std::fs::write(&file, source).map_err(|error| error.to_string())?;
        let flags = ["-O2", "-S", "-ffreestanding", "-ffp-contract=off", "-fno-vectorize", "-fno-slp-vectorize"];
        let mut command = Command::new(&self.clang);
        // Remarks have lines only if there is debug information.
        let remarks = ["-fno-unroll-loops", "-gline-tables-only", "-Rpass=pipeliner", "-Rpass-analysis=pipeliner"];
        let command = command.args(&TARGET[..2]).args(flags).args(remarks).arg(&file).arg("-o").arg(&text);
        let output = command.output().map_err(|error| error.to_string())?;
        let remarks = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            return Err(format!("clang failed ({}): {remarks}", output.status));
        }
        let intervals = initiation_intervals(&remarks);
        let text = std::fs::read_to_string(&text).map_err(|error| error.to_string())?;
        // The number of the line before each function.
        let start = |name: &str| source.lines().position(|line| line.contains(&format!(" {name}(")));
        let found = hardware_loops(&text);
        let starts: Vec<usize> = found.iter().filter_map(|(name, _)| start(name)).collect();
        let of = |(name, packets): (String, Option<usize>)| {
            let first = start(&name).unwrap_or(usize::MAX);
            let next = starts.iter().copied().filter(|&start| start > first).min().unwrap_or(usize::MAX);
            let ii = intervals.iter().rfind(|(line, _)| (first + 1..=next).contains(line)).and_then(|&(_, ii)| ii);
            LoopOfC { name, packets, ii }
        };
        Ok(found.into_iter().map(of).collect())
    }

    /// Compiles C for small code.
    pub fn compile_small(&self, source: &str, folder: &Path) -> Result<PathBuf, String> {
        let [file, object] = ["small.c", "small.o"].map(|name| folder.join(name));
        std::fs::write(&file, source).map_err(|error| error.to_string())?;
        let flags = ["-Os", "-ffreestanding", "-ffp-contract=off"];
        run(Command::new(&self.clang).args(TARGET).args(flags).arg(&file).arg("-o").arg(&object))?;
        Ok(object)
    }

    /// The functions of an object and their sizes in bytes.
    pub fn sizes(&self, object: &Path) -> Result<Vec<(String, u64)>, String> {
        let nm =
            find_llvm_program("llvm-nm").map_err(|_| "sizes need llvm-nm 22: install the Debian package llvm-22")?;
        let output = run(Command::new(nm).args(["--defined-only", "--print-size"]).arg(object))?;
        let output = String::from_utf8_lossy(&output);
        // An address, a size, a letter and a name.
        let symbol = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [_, size, _, name] = words.as_slice() else { return None };
            Some(((*name).to_owned(), u64::from_str_radix(size, 16).ok()?))
        };
        Ok(output.lines().filter_map(symbol).collect())
    }

    /// Links objects, executes the program and returns its standard output.
    pub fn execute(&self, objects: &[PathBuf], folder: &Path) -> Result<Vec<u8>, String> {
        let program = folder.join("program");
        run(Command::new(&self.lld).arg("-static").args(objects).arg("-o").arg(&program))?;
        // A loop that does not end is a failure, not a hang.
        run(Command::new("timeout").arg(TIMEOUT).arg(&self.qemu).arg(&program))
    }
}

/// The seconds that a program may take.
const TIMEOUT: &str = "60";

/// The standard output of a command that has to succeed.
fn run(command: &mut Command) -> Result<Vec<u8>, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{program}: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(format!("{program} failed ({}): {}", output.status, String::from_utf8_lossy(&output.stderr)))
}

/// A hardware loop of a function of C.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopOfC {
    /// The function.
    pub name: String,
    /// The packets of the loop, if it has no branches.
    pub packets: Option<usize>,
    /// The initiation interval, if it was pipelined.
    pub ii: Option<i64>,
}

/// By loop, the remarks of LLVM's pipeliner: the line, and the initiation interval of a loop that was pipelined.
fn initiation_intervals(remarks: &str) -> Vec<(usize, Option<i64>)> {
    let mut found: Vec<(usize, Option<i64>)> = Vec::new();
    let mut last = None;
    for (place, remark) in remarks.lines().filter_map(|line| line.split_once(": remark: ")) {
        let Some(line) = place.rsplit(':').nth(1).and_then(|line| line.parse().ok()) else { continue };
        if found.last().is_none_or(|&(of, _)| of != line) {
            found.push((line, None));
        }
        if let Some((_, rest)) = remark.split_once("Initiation Interval: ") {
            last = rest.split(',').next().and_then(|ii| ii.parse().ok());
        } else if remark.starts_with("Pipelined")
            && let Some((_, ii)) = found.last_mut()
        {
            *ii = last;
        }
    }
    found.sort_unstable();
    found
}

/// By function of an assembly: its name and the packets of its last hardware loop; `None` if that has branches.
fn hardware_loops(text: &str) -> Vec<(String, Option<usize>)> {
    let mut found: Vec<(String, Option<usize>)> = Vec::new();
    let (mut function, mut begin) = (String::new(), String::new());
    // The numbers of packets and of branches at each label of the function.
    let (mut labels, mut n_packets, mut n_branches) = (BTreeMap::new(), 0, 0);
    for line in text.lines() {
        let label = line.split_once(':').map(|(label, _)| label).filter(|label| !label.contains(char::is_whitespace));
        if let Some(label) = label {
            if !label.starts_with('.') {
                label.clone_into(&mut function);
            }
            labels.insert(label.to_owned(), (n_packets, n_branches));
        }
        n_packets += usize::from(line.trim() == "{");
        n_branches += usize::from(line.contains("jump"));
        if let Some((_, rest)) = line.split_once("loop0(") {
            rest.split(',').next().unwrap_or("").clone_into(&mut begin);
        }
        if line.contains(":endloop0") {
            found.retain(|(name, _)| *name != function);
            let start = labels.get(&begin).filter(|(_, branches)| *branches == n_branches);
            found.push((function.clone(), start.map(|(packets, _)| n_packets - packets)));
        }
    }
    found
}

/// An argument of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Argument {
    /// 32 bits.
    Word(u32),
    /// 64 bits.
    Pair(u64),
    /// An address in the data section.
    Address(usize),
}

/// A call of a function, and what its memory and results are afterwards.
struct Call<'a> {
    function: &'a str,
    arguments: Vec<Argument>,
    /// Where results are.
    results: usize,
    by_memory: bool,
}

/// The memory of a memref: its place in the data section and its sizes.
type Region = (usize, Vec<i64>);

/// The results and the arguments of a function at its end.
pub type Answer = (Vec<Data>, Vec<Data>);

/// Calls of compiled functions, which one program executes.
#[derive(Default)]
pub struct Program<'a> {
    data: Vec<u8>,
    calls: Vec<Call<'a>>,
    kinds: Vec<(&'a [Kind], &'a [Kind])>,
    /// By call: the memory of each argument, its sizes and whether it is a memref.
    memory: Vec<Vec<Option<Region>>>,
    scalars: Vec<Vec<Data>>,
    guards: Vec<usize>,
}

/// What places the memory of a memref.
type Placing<'f, 'a> = dyn FnMut(&mut Program<'a>, &MemRefKind, &Data) -> Result<Region, String> + 'f;

/// The bytes behind each buffer, which nothing may change.
const GUARD: [u8; 32] = [0xa5; 32];

/// The alignment of buffers.
const ALIGNMENT: usize = 8;

/// The bytes of a value in memory.
fn bytes_of(kind: &Kind) -> Result<usize, String> {
    match kind {
        Kind::Int(1..=8) => Ok(1),
        Kind::Int(16) => Ok(2),
        Kind::Int(32) | Kind::Index => Ok(4),
        Kind::Int(64) => Ok(8),
        Kind::Float(float) => Ok(float.width() as usize / 8),
        _ => Err("a Hexagon program takes and returns integers, floats and memrefs of these".to_owned()),
    }
}

fn bits_of(data: &Data) -> u64 {
    // What is poison may be anything.
    if let Data::Bits(bits) = data { *bits } else { 0 }
}

impl<'a> Program<'a> {
    /// Room for bytes behind what is there, which it is aligned to.
    fn allocate(&mut self, bytes: &[u8]) -> usize {
        self.data.resize(self.data.len().next_multiple_of(ALIGNMENT), 0);
        let at = self.data.len();
        self.data.extend(bytes);
        at
    }

    fn allocate_guarded(&mut self, bytes: &[u8]) -> usize {
        let at = self.allocate(bytes);
        self.guards.push(self.data.len());
        self.data.extend(GUARD);
        at
    }

    /// Adds a call with the arguments of a function of these kinds.
    pub fn call(
        &mut self,
        function: &'a str,
        inputs: &'a [Kind],
        outputs: &'a [Kind],
        args: &[Data],
    ) -> Result<(), String> {
        self.add(function, (inputs, outputs), args, &mut |it, of, arg| it.place(of, arg))
    }

    /// Adds a call in whose arguments memrefs are views of one, which starts at these elements of it. Afterwards the first
    /// one that starts at 0 is all of it.
    pub fn call_with_views(
        &mut self,
        function: &'a str,
        kinds: (&'a [Kind], &'a [Kind]),
        args: &[Data],
        whole: &Data,
        starts: &[usize],
    ) -> Result<(), String> {
        let mut starts = starts.iter();
        let mut placed = None;
        self.add(function, kinds, args, &mut |it, of, _| {
            let size = bytes_of(&of.element)?;
            let start = *starts.next().ok_or("there is a view for each memref")?;
            let (at, sizes): Region = match &placed {
                Some(placed) => Clone::clone(placed),
                None => placed.insert(it.place(of, whole)?).clone(),
            };
            Ok((at + start * size, if start == 0 { sizes } else { vec![0] }))
        })
    }

    /// Places the elements of a memref; returns their address and the sizes.
    fn place(&mut self, of: &MemRefKind, arg: &Data) -> Result<Region, String> {
        let Data::MemRef { sizes, elements } = arg else { return Err("the argument is no memref".to_owned()) };
        let size = bytes_of(&of.element)?;
        let bytes: Vec<u8> =
            elements.iter().flat_map(|element| bits_of(element).to_le_bytes()[..size].to_vec()).collect();
        Ok((self.allocate_guarded(&bytes), sizes.clone()))
    }

    fn add(
        &mut self,
        function: &'a str,
        (inputs, outputs): (&'a [Kind], &'a [Kind]),
        args: &[Data],
        place: &mut Placing<'_, 'a>,
    ) -> Result<(), String> {
        let mut arguments = Vec::new();
        let mut memory = Vec::new();
        let size = outputs.iter().map(|kind| bytes_of(kind).map(|size| size.max(4))).sum::<Result<usize, String>>()?;
        let by_memory = outputs.len() > 2 || (outputs.len() == 2 && size > 8);
        let results = self.allocate_guarded(&vec![0; 8 * outputs.len().max(1)]);
        if by_memory {
            arguments.push(Argument::Address(results));
        }
        for (kind, arg) in inputs.iter().zip(args) {
            let Kind::MemRef(of) = kind else {
                memory.push(None);
                let bits = bits_of(arg);
                arguments.push(if bytes_of(kind)? == 8 { Argument::Pair(bits) } else { Argument::Word(bits as u32) });
                continue;
            };
            let (at, sizes) = place(self, of, arg)?;
            arguments.push(Argument::Address(at));
            let shape = of.shape.as_deref().unwrap_or(&[]);
            let dynamic = shape.iter().zip(&sizes).skip(1).filter(|(size, _)| **size == rmlir::core::types::DYNAMIC);
            arguments.extend(dynamic.map(|(_, &size)| Argument::Word(size as u32)));
            memory.push(Some((at, sizes)));
        }
        self.calls.push(Call { function, arguments, results, by_memory });
        self.kinds.push((inputs, outputs));
        self.memory.push(memory);
        self.scalars.push(args.to_vec());
        Ok(())
    }

    /// Executes the calls, with the functions of an assembly. Returns results and arguments of each.
    pub fn run(&self, tools: &Tools, assembly: &str) -> Result<Vec<Answer>, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let folder = folder.path();
        let [division, runtime] = tools.runtime(folder)?;
        let (functions, start) =
            (tools.assemble(assembly, folder, "functions")?, tools.assemble(&self.start(), folder, "start")?);
        let objects = [functions, start, division, runtime];
        let data = tools.execute(&objects, folder)?;
        if data.len() != self.data.len() {
            return Err(format!("the program wrote {} bytes instead of {}", data.len(), self.data.len()));
        }
        if self.guards.iter().any(|&at| data[at..at + GUARD.len()] != GUARD) {
            return Err("the program wrote behind the end of a memref".to_owned());
        }
        (0..self.calls.len()).map(|number| self.outcome(number, &data)).collect()
    }

    fn outcome(&self, number: usize, data: &[u8]) -> Result<Answer, String> {
        let (inputs, outputs) = self.kinds[number];
        let call = &self.calls[number];
        let mut results = Vec::new();
        let mut at = call.results;
        for kind in outputs {
            let size = bytes_of(kind)?;
            // In registers every result has a word.
            let step = if call.by_memory { size } else { size.max(4) };
            at = at.next_multiple_of(step);
            results.push(read(&data[at..], kind)?);
            at += step;
        }
        let mut arguments = Vec::new();
        for ((kind, memory), scalar) in inputs.iter().zip(&self.memory[number]).zip(&self.scalars[number]) {
            let (Kind::MemRef(of), Some((at, sizes))) = (kind, memory) else {
                arguments.push(scalar.clone());
                continue;
            };
            let size = bytes_of(&of.element)?;
            let n_elements = sizes.iter().product::<i64>() as usize;
            let elements: Result<Vec<Data>, String> =
                (0..n_elements).map(|element| read(&data[at + size * element..], &of.element)).collect();
            arguments.push(Data::MemRef { sizes: sizes.clone(), elements: elements? });
        }
        Ok((results, arguments))
    }

    /// The assembly of the start and of the data section.
    fn start(&self) -> String {
        let mut out = String::from("\t.text\n\t.globl _start\n_start:\n\t{ r29 = and(r29,#-8) }\n");
        let mut line = |text: std::fmt::Arguments| writeln!(out, "\t{text}").expect("strings grow");
        for call in &self.calls {
            let bytes = pass(&call.arguments, &mut line);
            line(format_args!("{{ call {} }}", call.function));
            if bytes > 0 {
                line(format_args!("{{ r29 = add(r29,#{bytes}) }}"));
            }
            if !call.by_memory {
                line(format_args!("{{ r2 = ##data+{} }}", call.results));
                line(format_args!("{{ memd(r2+#0) = r1:0 }}"));
            }
        }
        out.push_str(FINISH);
        writeln!(out, "\t{{ r17 = ##{} }}", self.data.len()).expect("strings grow");
        out.push_str(WRITE);
        for bytes in self.data.chunks(16) {
            let bytes: Vec<String> = bytes.iter().map(u8::to_string).collect();
            writeln!(out, "\t.byte {}", bytes.join(",")).expect("strings grow");
        }
        out
    }
}

/// Adds the code that passes arguments; returns the bytes that are on the stack.
fn pass(arguments: &[Argument], line: &mut dyn FnMut(std::fmt::Arguments)) -> usize {
    let (mut next, mut on_stack) = (0, Vec::new());
    let mut bytes = 0usize;
    for argument in arguments {
        let words: Vec<String> = match argument {
            Argument::Word(word) => vec![format!("##{}", *word as i32)],
            Argument::Pair(pair) => {
                [*pair as u32, (pair >> 32) as u32].map(|half| format!("##{}", half as i32)).to_vec()
            }
            Argument::Address(at) => vec![format!("##data+{at}")],
        };
        let first = if words.len() == 2 { next + next % 2 } else { next };
        if first + words.len() <= 6 {
            words.iter().enumerate().for_each(|(word, text)| line(format_args!("{{ r{} = {text} }}", first + word)));
            next = first + words.len();
            continue;
        }
        next = 6;
        bytes = bytes.next_multiple_of(4 * words.len());
        for word in words {
            on_stack.push((bytes, word));
            bytes += 4;
        }
    }
    let bytes = bytes.next_multiple_of(ALIGNMENT);
    if bytes > 0 {
        line(format_args!("{{ r29 = add(r29,#-{bytes}) }}"));
    }
    for (at, word) in on_stack {
        line(format_args!("{{ r28 = {word} }}"));
        line(format_args!("{{ memw(r29+#{at}) = r28 }}"));
    }
    bytes
}

/// A value in memory.
fn read(bytes: &[u8], kind: &Kind) -> Result<Data, String> {
    let size = bytes_of(kind)?;
    let mut word = [0; 8];
    word[..size].copy_from_slice(&bytes[..size]);
    let bits = u64::from_le_bytes(word);
    Ok(Data::Bits(match kind {
        Kind::Int(width @ ..64) => bits & ((1 << width) - 1),
        // Sizes are not negative.
        _ => bits,
    }))
}

/// The end of the program: what is written, and where it begins.
const FINISH: &str = "\t{ r16 = ##data }\n";

/// Writes the data section and exits.
const WRITE: &str = ".Lwrite:
	{ r0 = #1
	  r1 = r16
	  r2 = r17 }
	{ r6 = #64 }
	{ trap0(#1) }
	{ p0 = cmp.gt(r0,#0) }
	{ if (!p0) jump:nt .Lfailed }
	{ r16 = add(r16,r0)
	  r17 = sub(r17,r0) }
	{ p0 = cmp.gt(r17,#0) }
	{ if (p0) jump:nt .Lwrite }
	{ r0 = #0
	  r6 = #94 }
	{ trap0(#1) }
.Lfailed:
	{ r0 = #1
	  r6 = #94 }
	{ trap0(#1) }
	.data
	.p2align 3
data:
";
