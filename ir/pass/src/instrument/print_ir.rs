//! `--mlir-print-ir-before/after`: IR dumps before and after passes, on standard error or in a tree of files.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rmlir_core::OpRef;
use rustc_hash::FxHashMap;

use crate::output::{OutputSink, PassOutput, Texts};

/// The selection and the destination of IR dumps.
#[derive(Debug, Default)]
pub struct PrintIr {
    /// Before these passes.
    pub before: Filter,
    /// After these passes.
    pub after: Filter,
    /// After a pass, only if the IR changed.
    pub on_change: bool,
    /// After a pass, only if it failed.
    pub on_failure: bool,
    /// Whether the outermost operation is dumped instead of the operation of the pass.
    pub module_scope: bool,
    /// The directory of the tree of files, one for each dump.
    pub tree_dir: Option<PathBuf>,
    /// The number of dumps of each operation; initially empty.
    pub counters: Counters,
}

/// A set of passes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Filter {
    /// No pass.
    #[default]
    None,
    /// Every pass.
    All,
    /// The passes of these names.
    Named(Vec<String>),
}

/// The number of dumps of each operation, by the id of its body. As upstream, an operation is counted from 1 when a
/// nested one was dumped first.
#[derive(Debug, Default)]
pub struct Counters(Mutex<FxHashMap<u32, u32>>);

/// The state before or after the execution of a pass on an operation.
pub(crate) struct Moment<'a> {
    pub op: OpRef<'a>,
    /// The name of the pass in pipelines.
    pub name: &'static str,
    /// The name of the pass in reports.
    pub title: &'static str,
    /// The enclosing operations of `op` and `op` itself, each as the root of its body, outermost first.
    pub path: Vec<OpRef<'a>>,
    pub texts: &'a dyn Texts,
}

impl Filter {
    fn accepts(&self, pass: &str) -> bool {
        match self {
            Filter::None => false,
            Filter::All => true,
            Filter::Named(names) => names.iter().any(|name| name == pass),
        }
    }
}

impl PrintIr {
    /// Called before the pass. The returned text is to be passed to [`Self::after`].
    pub(crate) fn before(&self, moment: &Moment, say: OutputSink) -> Option<String> {
        if self.before.accepts(moment.name) {
            self.dump("Before", false, moment, say);
        }
        let compares = self.on_change && self.after.accepts(moment.name);
        compares.then(|| moment.texts.ir(moment.op, true))
    }

    /// Called after the pass; `before` is the result of [`Self::before`].
    pub(crate) fn after(&self, moment: &Moment, failed: bool, before: Option<String>, say: OutputSink) {
        if !self.after.accepts(moment.name) || (self.on_failure && !failed) {
            return;
        }
        if !failed && before.is_some_and(|before| before == moment.texts.ir(moment.op, true)) {
            return;
        }
        self.dump("After", failed, moment, say);
    }

    fn dump(&self, when: &str, failed: bool, moment: &Moment, say: OutputSink) {
        let mut text = self.header(when, failed, moment);
        let shown = if self.module_scope { moment.path[0] } else { moment.op };
        let nested = !self.module_scope && moment.path.len() > 1;
        text += &moment.texts.ir(shown, nested);
        text += "\n\n";
        let Some(dir) = &self.tree_dir else { return say(PassOutput::Text(text)) };
        if let Err(why) = self.write_file(dir, moment, &text) {
            say(PassOutput::Text(why));
        }
    }

    fn header(&self, when: &str, failed: bool, moment: &Moment) -> String {
        let failed = if failed { " Failed" } else { "" };
        let mut text = format!("// -----// IR Dump {when} {}{failed} ({})", moment.title, moment.name);
        if self.module_scope {
            write!(text, " ('{}' operation", moment.op.name_str()).expect("writing to memory does not fail");
            if let Some(name) = moment.op.symbol_name() {
                write!(text, ": @{}", name.str(moment.op.cx())).expect("writing to memory does not fail");
            }
            text.push(')');
        }
        text + " //----- //\n"
    }

    fn write_file(&self, dir: &Path, moment: &Moment, text: &str) -> Result<(), String> {
        let numbers = self.counters.count(&moment.path);
        let mut path = dir.to_path_buf();
        make_dir(&path)?;
        for op in &moment.path {
            path.push(folder_name(*op));
            make_dir(&path)?;
        }
        path.push(format!("{numbers}_{}.mlir", moment.name));
        std::fs::write(&path, text).map_err(|error| {
            let why = crate::instrument::reproducer::system_words(&error);
            format!("Error opening output file {}: cannot open output file '{0}': {why}\n", path.display())
        })
    }
}

impl Counters {
    /// The dump counts of the operations of `path`, joined; the last one is incremented.
    fn count(&self, path: &[OpRef]) -> String {
        let mut counters = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = path.last().expect("a path ends in the operation of the pass").body.number();
        counters.entry(own).and_modify(|count| *count += 1).or_insert(0);
        let numbers: Vec<String> =
            path.iter().map(|op| counters.entry(op.body.number()).or_insert(0).to_string()).collect();
        numbers.join("_")
    }
}

fn folder_name(op: OpRef) -> String {
    let symbol = op.symbol_name().map_or("no-symbol-name", |name| name.str(op.cx()));
    format!("{}_{}", op.name_str().replace('.', "_"), symbol.replace(['/', '\\'], "_"))
}

fn make_dir(path: &Path) -> Result<(), String> {
    match std::fs::create_dir(path) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
            let why = crate::instrument::reproducer::system_words(&error);
            Err(format!("Error while creating directory {}: {why}\n", path.display()))
        }
        _ => Ok(()),
    }
}
