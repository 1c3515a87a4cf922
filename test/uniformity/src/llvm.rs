//! The output of LLVM's analysis.
//!
//! Divergent values and terminators are marked in a listing of each function; cycles are identified by their line in
//! the listing of the hierarchy. Lists of cycles are in the order of addresses in memory, so they are sorted here.

use std::collections::BTreeSet;
use std::io::{Error, Write};
use std::process::{Command, Output, Stdio};

/// The results for one function.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Answers {
    /// The names of divergent values.
    pub values: BTreeSet<String>,
    /// The names of blocks with a divergent terminator.
    pub branches: BTreeSet<String>,
    /// The lines of cycles assumed divergent, sorted.
    pub assumed: Vec<String>,
    /// The lines of cycles with a divergent exit, sorted.
    pub exits: Vec<String>,
    /// The lines of the hierarchy, in order.
    pub cycles: Vec<String>,
    /// Block by block, if anything is divergent.
    pub listed: Vec<Listed>,
}

/// The listing of a block.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Listed {
    /// By definition in order: whether it is divergent.
    pub values: Vec<bool>,
    /// Whether the terminator is.
    pub is_branch_divergent: bool,
}

/// Runs LLVM's `opt` on a file, for an AMD processor if the file has no target, and returns the results for its
/// functions, in order.
pub fn run(text: &str) -> Result<Vec<Answers>, Error> {
    let triple = (!text.contains("\ntarget triple")).then_some("-mtriple=amdgcn--");
    let output = opt("print<uniformity>,print<cycles>", triple, text)?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(Error::other(format!("LLVM refuses the file: {said}")));
    }
    Ok(read(&said))
}

/// Runs passes of LLVM's `opt` on a text.
pub fn opt(passes: &str, triple: Option<&str>, text: &str) -> Result<Output, Error> {
    let mut command = Command::new("opt-22");
    command.args(triple).arg(format!("-passes={passes}")).args(["-disable-output", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take().ok_or_else(|| Error::other("no way in"))?;
    let text = text.to_owned();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output()?;
    let written = writer.join().map_err(|_| Error::other("the writer ends"))?;
    // If it rejects a text it may not have read all of it.
    if output.status.success() {
        written?;
    }
    Ok(output)
}

/// The section of the listing that a line is in.
#[derive(Clone, Copy)]
enum Part {
    Arguments,
    Values,
    Branches,
    Assumed,
    Exits,
    Cycles,
    Other,
}

/// Parses the listing.
pub fn read(listing: &str) -> Vec<Answers> {
    let mut found: Vec<Answers> = Vec::new();
    let mut part = Part::Other;
    let mut block = String::new();
    for line in listing.lines() {
        if line.starts_with("UniformityInfo for function") {
            found.push(Answers::default());
            part = Part::Other;
            continue;
        }
        let Some(answers) = found.last_mut() else { continue };
        if let Some(name) = line.strip_prefix("BLOCK ") {
            block = name.trim_start_matches('%').to_owned();
            answers.listed.push(Listed::default());
            continue;
        }
        match line {
            "CYCLES ASSUMED DIVERGENT:" => part = Part::Assumed,
            "CYCLES WITH DIVERGENT EXIT:" => part = Part::Exits,
            "DEFINITIONS" => part = Part::Values,
            "DIVERGENT ARGUMENTS:" => part = Part::Arguments,
            "TERMINATORS" => part = Part::Branches,
            "" | "END BLOCK" | "TEMPORAL DIVERGENCE LIST:" => part = Part::Other,
            _ if line.starts_with("CycleInfo for function") => part = Part::Cycles,
            _ => match part {
                Part::Assumed => answers.assumed.push(line.trim().to_owned()),
                Part::Exits => answers.exits.push(line.trim().to_owned()),
                Part::Cycles => answers.cycles.push(line.trim().to_owned()),
                Part::Arguments => answers.values.extend(divergent(line).and_then(value_name)),
                Part::Values => {
                    answers.values.extend(divergent(line).and_then(value_name));
                    // Stores and calls without results are in the list as well.
                    if !line.contains(" = ") {
                        continue;
                    }
                    answers.listed.last_mut().into_iter().for_each(|it| it.values.push(divergent(line).is_some()));
                }
                Part::Branches if divergent(line).is_some() => {
                    answers.branches.insert(block.clone());
                    answers.listed.last_mut().into_iter().for_each(|it| it.is_branch_divergent = true);
                }
                Part::Branches | Part::Other => {}
            },
        }
    }
    for answers in &mut found {
        answers.assumed.sort();
        answers.exits.sort();
    }
    found
}

/// The divergent value or terminator in a line.
fn divergent(line: &str) -> Option<&str> {
    line.trim().strip_prefix("DIVERGENT:")
}

/// The name of a listed value.
fn value_name(text: &str) -> Option<String> {
    let text = text.trim();
    let (_, name) = text.split_once('%')?;
    let end = name.find([' ', ',']).unwrap_or(name.len());
    Some(name[..end].to_owned())
}
