//! Execution of a command line: what commands write is kept in memory, and given to the next one.
//!
//! A pipe fails if one of its commands does. Commands of a pipe run one after the other.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process;
use std::thread;

use rmlir_opt::tool::ToolOutput;

use super::syntax::{Command, Join, List, Pipe, Redirection, Stream, Target};

/// The exit code of a command that cannot be started.
const NOT_FOUND: u8 = 127;

/// Commands that are functions in this process.
pub trait Tools {
    /// Runs `words` in `shell`; none if the first of them is no such command.
    fn run(&self, words: &[String], stdin: &[u8], shell: &mut Shell) -> Option<ToolOutput>;
}

/// What commands of one test share.
#[derive(Clone, Debug, Default)]
pub struct Shell {
    /// The variables that the test sets for programs; none removes one.
    pub environment: HashMap<String, Option<String>>,
    /// The folder of programs; that of this process if there is none.
    pub folder: Option<PathBuf>,
}

/// An executed command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Execution {
    /// The words of the command.
    pub words: Vec<String>,
    /// Its exit code.
    pub code: u8,
    /// What it wrote to standard output, unless that went into a pipe or a file.
    pub stdout: Vec<u8>,
    /// What it wrote to standard error, likewise.
    pub stderr: Vec<u8>,
}

impl Shell {
    /// The value of a variable for programs.
    pub fn variable(&self, name: &str) -> Option<String> {
        self.environment.get(name).cloned().unwrap_or_else(|| std::env::var(name).ok())
    }

    /// Runs a list; returns whether it succeeded. Executed commands are added to `executions`.
    pub fn run(&mut self, list: &List, tools: &dyn Tools, executions: &mut Vec<Execution>) -> bool {
        let mut succeeded = self.run_pipe(&list.first, tools, executions);
        for (join, pipe) in &list.rest {
            let runs = match join {
                Join::Then => true,
                Join::And => succeeded,
                Join::Or => !succeeded,
            };
            if runs {
                succeeded = self.run_pipe(pipe, tools, executions);
            }
        }
        succeeded
    }

    fn run_pipe(&mut self, pipe: &Pipe, tools: &dyn Tools, executions: &mut Vec<Execution>) -> bool {
        let mut succeeded = true;
        let mut input = Vec::new();
        let last = pipe.commands.len() - 1;
        for (index, command) in pipe.commands.iter().enumerate() {
            let output = self.run_command(command, input, tools).unwrap_or_else(|message| failed(NOT_FOUND, &message));
            succeeded &= output.code == 0;
            let (next, stdout) = if index == last { (Vec::new(), output.stdout) } else { (output.stdout, Vec::new()) };
            input = next;
            executions.push(Execution {
                words: command.words.clone(),
                code: output.code,
                stdout,
                stderr: output.stderr,
            });
        }
        succeeded != pipe.is_negated
    }

    fn run_command(&mut self, command: &Command, input: Vec<u8>, tools: &dyn Tools) -> Result<ToolOutput, String> {
        let mut ends = Ends::new(input);
        for redirection in &command.redirections {
            ends.redirect(redirection, self)?;
        }
        let output = match tools.run(&command.words, &ends.input, self) {
            Some(output) => output,
            None => self.run_program(&command.words, &ends.input, ends.is_merged())?,
        };
        ends.deliver(output)
    }

    /// Runs a program; with `merges`, what it writes to standard error is part of its standard output.
    pub fn run_program(&self, words: &[String], stdin: &[u8], merges: bool) -> Result<ToolOutput, String> {
        let name = words.first().ok_or("expected a command")?;
        let shown = |error: io::Error| format!("'{name}': {error}");
        let mut program = process::Command::new(name);
        program.args(&words[1..]).stdin(process::Stdio::piped());
        for (name, value) in &self.environment {
            match value {
                Some(value) => program.env(name, value),
                None => program.env_remove(name),
            };
        }
        if let Some(folder) = &self.folder {
            program.current_dir(folder);
        }
        let (mut reader, writer) = io::pipe().map_err(shown)?;
        let (mut error_reader, error_writer) = io::pipe().map_err(shown)?;
        match merges {
            true => program.stderr(writer.try_clone().map_err(shown)?),
            false => program.stderr(error_writer.try_clone().map_err(shown)?),
        };
        let mut child = program.stdout(writer).spawn().map_err(shown)?;
        // The ends for writing in this process are closed, some with the program's description.
        drop((program, error_writer));
        let mut to_child = child.stdin.take();
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let read = thread::scope(|scope| {
            scope.spawn(|| {
                // A program may end without reading all of its input.
                let _ = to_child.as_mut().map(|pipe| pipe.write_all(stdin));
                drop(to_child.take());
            });
            let errors = scope.spawn(|| error_reader.read_to_end(&mut stderr));
            let read = reader.read_to_end(&mut stdout);
            read.and(errors.join().unwrap_or(Ok(0)))
        });
        read.map_err(shown)?;
        let status = child.wait().map_err(shown)?;
        // A signal counts as a crash does for shells.
        let code = status.code().map_or(139, |code| code as u8);
        Ok(ToolOutput { stdout, stderr, code })
    }
}

/// The output of a command that could not do its work.
pub fn failed(code: u8, message: &str) -> ToolOutput {
    ToolOutput { stdout: Vec::new(), stderr: format!("{message}\n").into_bytes(), code }
}

/// Where the streams of a command lead.
struct Ends {
    input: Vec<u8>,
    output: End,
    error: End,
}

enum End {
    Output,
    Error,
    File(File),
}

impl End {
    fn copy(&self) -> Result<End, String> {
        Ok(match self {
            End::Output => End::Output,
            End::Error => End::Error,
            End::File(file) => End::File(file.try_clone().map_err(|error| error.to_string())?),
        })
    }
}

impl Ends {
    fn new(input: Vec<u8>) -> Self {
        Self { input, output: End::Output, error: End::Error }
    }

    /// Whether both outputs lead to the same end.
    fn is_merged(&self) -> bool {
        matches!(self.error, End::Output) && matches!(self.output, End::Output)
    }

    fn redirect(&mut self, redirection: &Redirection, shell: &Shell) -> Result<(), String> {
        let place = |name: &String| shell.folder.as_ref().map_or_else(|| name.into(), |folder| folder.join(name));
        let shown = |name: &String, error: io::Error| format!("{name}: {error}");
        let open = |name: &String, appends: bool| {
            let mut options = OpenOptions::new();
            options.create(true).write(!appends).truncate(!appends).append(appends);
            options.open::<PathBuf>(place(name)).map(End::File).map_err(|error| shown(name, error))
        };
        match (redirection.stream, &redirection.target) {
            (Stream::Input, Target::File(name) | Target::End(name)) => {
                self.input = std::fs::read::<PathBuf>(place(name)).map_err(|error| shown(name, error))?;
            }
            (Stream::Output, Target::File(name)) => self.output = open(name, false)?,
            (Stream::Output, Target::End(name)) => self.output = open(name, true)?,
            (Stream::Error, Target::File(name)) => self.error = open(name, false)?,
            (Stream::Error, Target::End(name)) => self.error = open(name, true)?,
            (Stream::Both, Target::File(name) | Target::End(name)) => {
                self.output = open(name, matches!(redirection.target, Target::End(_)))?;
                self.error = self.output.copy()?;
            }
            (Stream::Error, Target::Same(Stream::Output)) => self.error = self.output.copy()?,
            (Stream::Output, Target::Same(Stream::Error)) => self.output = self.error.copy()?,
            (Stream::Input | Stream::Output | Stream::Error | Stream::Both, Target::Same(_)) => {}
        }
        Ok(())
    }

    /// Sends what a command wrote to its ends. Standard error comes first: our tools write all of standard output when
    /// they are done.
    fn deliver(self, output: ToolOutput) -> Result<ToolOutput, String> {
        let mut delivered = ToolOutput { stdout: Vec::new(), stderr: Vec::new(), code: output.code };
        for (end, bytes) in [(self.error, output.stderr), (self.output, output.stdout)] {
            match end {
                End::Output => delivered.stdout.extend(bytes),
                End::Error => delivered.stderr.extend(bytes),
                End::File(mut file) => file.write_all(&bytes).map_err(|error| error.to_string())?,
            }
        }
        Ok(delivered)
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    struct NoTools;

    impl Tools for NoTools {
        fn run(&self, _: &[String], _: &[u8], _: &mut Shell) -> Option<ToolOutput> {
            None
        }
    }

    fn run(line: &str, folder: &std::path::Path) -> (bool, String) {
        let mut shell = Shell { folder: Some(folder.to_owned()), ..Shell::default() };
        let mut executions = Vec::new();
        let succeeded = shell.run(&parse(line).unwrap(), &NoTools, &mut executions);
        let outputs = executions.iter().map(|execution| String::from_utf8_lossy(&execution.stdout));
        (succeeded, outputs.collect())
    }

    #[test]
    fn pipes_and_redirections_lead_where_they_say() {
        let folder = tempfile::tempdir().unwrap();
        for (line, succeeded, text) in [
            ("printf abc | cat", true, "abc"),
            ("printf abc > f && cat < f && cat f", true, "abcabc"),
            ("printf abc >> f; cat f", true, "abcabc"),
            ("sh -c 'echo a; echo b >&2; echo c' 2>&1 | cat", true, "a\nb\nc\n"),
            ("sh -c 'echo b >&2' > g 2>&1; cat g", true, "b\n"),
            ("sh -c 'exit 3' | cat", false, ""),
            ("sh -c 'exit 3' || printf x", true, "x"),
            ("! sh -c 'exit 3'", true, ""),
            ("no-such-program", false, ""),
        ] {
            assert_eq!(run(line, folder.path()), (succeeded, text.to_owned()), "{line}");
        }
    }
}
