//! The registered passes and pipelines, in registration order.

use rustc_hash::FxHashMap;

use crate::def::PassDef;
use crate::options::{OptionDef, OptionValues};
use crate::pipeline::{Pipeline, PipelineError};

/// A named pipeline, which adds several passes.
pub struct PipelineDef {
    /// The name in pipelines and on the command line.
    pub name: &'static str,
    /// One line for `--help`.
    pub summary: &'static str,
    /// The options.
    pub options: &'static [OptionDef],
    /// Adds the passes.
    pub build: fn(&mut Pipeline, &OptionValues, &PassRegistry) -> Result<(), PipelineError>,
}

impl std::fmt::Debug for PipelineDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// The entity registered under a name.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    /// A pass.
    Pass(&'static PassDef),
    /// Several passes.
    Pipeline(&'static PipelineDef),
}

impl Entry {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Entry::Pass(def) => def.name,
            Entry::Pipeline(def) => def.name,
        }
    }

    /// One line for `--help`.
    pub fn summary(self) -> &'static str {
        match self {
            Entry::Pass(def) => def.summary,
            Entry::Pipeline(def) => def.summary,
        }
    }

    /// The options.
    pub fn options(self) -> &'static [OptionDef] {
        match self {
            Entry::Pass(def) => def.options,
            Entry::Pipeline(def) => def.options,
        }
    }
}

/// Passes and pipelines by name.
#[derive(Default, Debug)]
pub struct PassRegistry {
    passes: Vec<&'static PassDef>,
    pipelines: Vec<&'static PipelineDef>,
    by_name: FxHashMap<&'static str, Entry>,
}

impl PassRegistry {
    /// Registers a pass; a second registration has no effect.
    ///
    /// # Panics
    /// If another pass or pipeline has its name.
    pub fn add_pass(&mut self, def: &'static PassDef) -> &mut Self {
        match self.by_name.insert(def.name, Entry::Pass(def)) {
            None => self.passes.push(def),
            Some(Entry::Pass(known)) if std::ptr::eq(known, def) => {}
            Some(_) => panic!("the name '{}' stands for one pass", def.name),
        }
        self
    }

    /// Registers a pipeline; a second registration has no effect.
    ///
    /// # Panics
    /// If another pass or pipeline has its name.
    pub fn add_pipeline(&mut self, def: &'static PipelineDef) -> &mut Self {
        match self.by_name.insert(def.name, Entry::Pipeline(def)) {
            None => self.pipelines.push(def),
            Some(Entry::Pipeline(known)) if std::ptr::eq(known, def) => {}
            Some(_) => panic!("the name '{}' stands for one pipeline", def.name),
        }
        self
    }

    /// The passes, in the order they were added.
    pub fn passes(&self) -> &[&'static PassDef] {
        &self.passes
    }

    /// The pipelines, in the order they were added.
    pub fn pipelines(&self) -> &[&'static PipelineDef] {
        &self.pipelines
    }

    /// The entity registered as `name`.
    pub fn find(&self, name: &str) -> Option<Entry> {
        self.by_name.get(name).copied()
    }

    /// All names, in the order they were added, passes first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.passes.iter().map(|def| def.name).chain(self.pipelines.iter().map(|def| def.name))
    }
}
