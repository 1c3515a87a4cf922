//! The printer of pipelines: on one line, or one line per pass.

use std::fmt::{self, Display};

use super::{PassInstance, Pipeline, Step};

/// `anchor(step,step)`
impl Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, None)
    }
}

impl Display for PassInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.def.name, self.options)
    }
}

impl Step {
    fn write(&self, f: &mut dyn fmt::Write, indent: Option<usize>) -> fmt::Result {
        match self {
            Step::Pass(instance) => write!(f, "{instance}"),
            Step::Nested(pipelines) => separated(f, pipelines, indent, |f, pipeline| pipeline.write(f, indent)),
        }
    }
}

impl Pipeline {
    /// The text with every pass on its own line.
    pub fn pretty(&self) -> String {
        let mut text = String::new();
        self.write(&mut text, Some(0)).expect("writing to memory does not fail");
        text
    }

    /// The steps as text, without the anchor.
    pub fn steps_text(&self) -> String {
        let mut text = String::new();
        separated(&mut text, &self.steps, None, |f, step| step.write(f, None))
            .expect("writing to memory does not fail");
        text
    }

    fn write(&self, f: &mut dyn fmt::Write, indent: Option<usize>) -> fmt::Result {
        let inner = indent.map(|indent| indent + 2);
        write!(f, "{}(", self.anchor_name())?;
        // As in upstream, the line of an empty list of steps has no blanks.
        new_line(f, if self.steps.is_empty() { inner.map(|_| 0) } else { inner })?;
        separated(f, &self.steps, inner, |f, step| step.write(f, inner))?;
        new_line(f, indent)?;
        f.write_str(")")
    }
}

fn new_line(f: &mut dyn fmt::Write, indent: Option<usize>) -> fmt::Result {
    match indent {
        Some(indent) => write!(f, "\n{:indent$}", ""),
        None => Ok(()),
    }
}

fn separated<T>(
    f: &mut dyn fmt::Write,
    items: &[T],
    indent: Option<usize>,
    mut write: impl FnMut(&mut dyn fmt::Write, &T) -> fmt::Result,
) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index != 0 {
            f.write_str(",")?;
            new_line(f, indent)?;
        }
        write(f, item)?;
    }
    Ok(())
}
