//! The tree of a command line.

/// Pipes, one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct List {
    /// The first.
    pub first: Pipe,
    /// Each of the others, with the condition on which it is run.
    pub rest: Vec<(Join, Pipe)>,
}

/// When the next pipe is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Join {
    /// `;`: always.
    Then,
    /// `&&`: if the last pipe that was run succeeded.
    And,
    /// `||`: if it failed.
    Or,
}

/// Commands of which each reads what the one before writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pipe {
    /// The commands; there is at least one.
    pub commands: Vec<Command>,
    /// Whether success and failure are exchanged.
    pub is_negated: bool,
}

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Its name and its arguments; there is at least the name.
    pub words: Vec<String>,
    /// Its redirections in order.
    pub redirections: Vec<Redirection>,
}

/// A redirection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Redirection {
    /// What is redirected.
    pub stream: Stream,
    /// Where to, or from.
    pub target: Target,
}

/// Streams of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Standard input.
    Input,
    /// Standard output.
    Output,
    /// Standard error.
    Error,
    /// Both outputs.
    Both,
}

/// The other end of a redirection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// A file, which is read, or replaced.
    File(String),
    /// A file, to whose end is written.
    End(String),
    /// Where that output goes.
    Same(Stream),
}
