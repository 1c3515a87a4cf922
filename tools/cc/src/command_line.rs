//! The command line: clang's, with a few options of our own.

use std::path::{Path, PathBuf};

/// The parsed command line.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CommandLine {
    /// The arguments for clang, in their order, without those of our own.
    pub clang: Vec<String>,
    /// The indices of the C files among them.
    pub inputs: Vec<usize>,
    /// The index of the value of `-o`, or of the argument that contains it.
    pub output: Option<Output>,
    /// Whether object files are the result, as of `-c`.
    pub is_compile_only: bool,
    /// Whether C files are compiled to objects with optimization, so that there is something to do.
    pub is_optimized: bool,
    /// The value of `--rmlir-pipeline`.
    pub pipeline: Option<String>,
    /// Whether remarks are printed.
    pub wants_remarks: bool,
    /// The record of remarks that is written beside objects, by clang and by this tool.
    pub record: Option<Record>,
    /// Whether a failure of a pass is an error.
    pub is_strict: bool,
    /// Whether help is wanted.
    pub wants_help: bool,
    /// The file of LLVM IR that this process optimizes for another one.
    pub raw: Option<String>,
}

/// The option with the passes.
pub(crate) const PIPELINE: &str = "--rmlir-pipeline=";
/// A record of optimization remarks.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Record {
    /// The name of the file, unless it is that of the object with another extension.
    pub file: Option<String>,
    /// The regular expression for the passes whose remarks are in it.
    pub passes: Option<String>,
}

/// The start of the options for records of remarks, of which this tool writes those in YAML.
const SAVE_RECORD: &str = "-fsave-optimization-record";
const RECORD_FILE: &str = "-foptimization-record-file=";
const RECORD_PASSES: &str = "-foptimization-record-passes=";

/// The option for remarks.
pub(crate) const REMARKS: &str = "-Rrmlir";
/// The option with which this program starts itself: a file of LLVM IR.
pub(crate) const OPTIMIZE: &str = "--rmlir-optimize=";

/// Where the name of the output stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    /// In an argument of its own.
    Separate(usize),
    /// Behind `-o` in the same argument.
    Joined(usize),
}

/// Options with a value in the next argument, which is no file to compile.
const WITH_VALUE: &[&str] = &[
    "-I",
    "-D",
    "-U",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-MF",
    "-MT",
    "-MQ",
    "-arch",
    "-target",
    "-Xclang",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-mllvm",
    "-L",
    "-l",
    "-T",
    "-u",
    "-z",
    "-isysroot",
    "-framework",
    "-aux-info",
    "-dumpbase",
    "--param",
    "--sysroot",
];

/// Options after which no object file is made.
const NO_OBJECT: &[&str] =
    &["-E", "-S", "-M", "-MM", "-fsyntax-only", "-emit-llvm", "--version", "-v", "-###", "-x", "-flto"];

impl CommandLine {
    /// Parses arguments, without the program's name.
    ///
    /// # Errors
    /// An option of our own without its value.
    ///
    /// ```
    /// use rmlir_cc::command_line::CommandLine;
    /// let args = ["-O2", "-c", "a.c", "-I", "b.c", "-o", "a.o", "-Rrmlir"].map(str::to_owned);
    /// let line = CommandLine::parse(&args).unwrap();
    /// assert!(line.is_optimized && line.is_compile_only && line.wants_remarks);
    /// assert_eq!(line.inputs, [2]);
    /// ```
    pub fn parse(args: &[String]) -> Result<Self, String> {
        let mut line = Self::default();
        let (mut level, mut makes_objects) = (false, true);
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            if line.own(arg)? {
                continue;
            }
            let index = line.clang.len();
            line.clang.push(arg.clone());
            match arg.as_str() {
                "-c" => line.is_compile_only = true,
                "-o" => {
                    line.clang.extend(rest.next().cloned());
                    line.output = Some(Output::Separate(index + 1));
                }
                _ if NO_OBJECT.contains(&arg.as_str()) || arg.starts_with("-flto=") => makes_objects = false,
                _ if WITH_VALUE.contains(&arg.as_str()) => line.clang.extend(rest.next().cloned()),
                _ if line.reads_record(arg) => {}
                _ if arg.starts_with("-o") => line.output = Some(Output::Joined(index)),
                _ if arg.starts_with("-O") => level = !matches!(arg.as_str(), "-O0" | "-Og"),
                _ if !arg.starts_with('-') && arg.ends_with(".c") => line.inputs.push(index),
                _ => {}
            }
        }
        line.is_optimized = level && makes_objects && !line.inputs.is_empty();
        Ok(line)
    }

    /// Reads an option for records of remarks, which remains one of clang.
    fn reads_record(&mut self, arg: &str) -> bool {
        if let Some(file) = arg.strip_prefix(RECORD_FILE) {
            self.record.get_or_insert_default().file = Some(file.to_owned());
        } else if let Some(passes) = arg.strip_prefix(RECORD_PASSES) {
            self.record.get_or_insert_default().passes = Some(passes.to_owned());
        } else if arg == SAVE_RECORD || arg.strip_prefix(SAVE_RECORD) == Some("=yaml") {
            self.record.get_or_insert_default();
        } else if arg.starts_with(SAVE_RECORD) || arg == "-fno-save-optimization-record" {
            // Other formats are clang's alone.
            self.record = None;
        } else {
            return false;
        }
        true
    }

    /// Takes an option of our own.
    fn own(&mut self, arg: &str) -> Result<bool, String> {
        match arg {
            REMARKS => self.wants_remarks = true,
            "--strict" => self.is_strict = true,
            "--rmlir-help" => self.wants_help = true,
            "--rmlir-pipeline" => return Err("'--rmlir-pipeline' needs a value: '--rmlir-pipeline=pluto'".to_owned()),
            _ => match (arg.strip_prefix(PIPELINE), arg.strip_prefix(OPTIMIZE)) {
                (Some(passes), _) => self.pipeline = Some(passes.to_owned()),
                (_, Some(raw)) => self.raw = Some(raw.to_owned()),
                (None, None) => return Ok(false),
            },
        }
        Ok(true)
    }

    /// The arguments for a step on one file: without the files, the output, `-c`, the record of remarks, and what writes
    /// dependences unless `with_dependences`.
    pub fn common(&self, with_dependences: bool) -> Vec<String> {
        let mut kept = Vec::new();
        let mut skips_next = false;
        for (index, arg) in self.clang.iter().enumerate() {
            if std::mem::take(&mut skips_next) || self.inputs.contains(&index) || arg == "-c" {
                continue;
            }
            match self.output {
                Some(Output::Separate(place)) if index == place || index + 1 == place => continue,
                Some(Output::Joined(place)) if index == place => continue,
                _ => {}
            }
            let is_record = [SAVE_RECORD, RECORD_FILE, RECORD_PASSES].iter().any(|option| arg.starts_with(option));
            if self.record.is_some() && is_record {
                continue;
            }
            if !with_dependences && arg.starts_with("-M") {
                skips_next = matches!(arg.as_str(), "-MF" | "-MT" | "-MQ");
                continue;
            }
            kept.push(arg.clone());
        }
        kept
    }

    /// The passes: those that are given, or the ones for parallel loops, if pragmas mark them, and for others.
    pub fn passes(&self) -> &str {
        let has_pragmas = self.clang.iter().any(|arg| arg == "-fopenmp-simd" || arg == "-fopenmp");
        self.pipeline.as_deref().unwrap_or(if has_pragmas { "wfv,pluto" } else { "pluto" })
    }

    /// Whether remarks are collected, to be printed or recorded.
    pub fn collects_remarks(&self) -> bool {
        self.wants_remarks || self.record.is_some()
    }

    /// The arguments with which clang writes the record of remarks on `source`, compiled to `object`, and its file.
    pub fn record_of(&self, source: &Path, object: &Path) -> Option<(Vec<String>, PathBuf)> {
        let record = self.record.as_ref()?;
        let usual = match self.is_compile_only {
            true => object.with_extension("opt.yaml"),
            false => Path::new(source.file_name()?).with_extension("opt.yaml"),
        };
        let file = record.file.as_ref().filter(|_| self.inputs.len() == 1).map_or(usual, PathBuf::from);
        let mut args = vec![SAVE_RECORD.to_owned(), format!("{RECORD_FILE}{}", file.display())];
        args.extend(record.passes.iter().map(|passes| format!("{RECORD_PASSES}{passes}")));
        Some((args, file))
    }

    /// The name of the output.
    pub fn output_name(&self) -> Option<&str> {
        match self.output? {
            Output::Separate(index) => self.clang.get(index).map(String::as_str),
            Output::Joined(index) => self.clang[index].strip_prefix("-o"),
        }
    }
}
