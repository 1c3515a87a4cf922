//! The pages on passes and pipelines, by the folders of `passes`.

use std::collections::BTreeMap;

use rmlir::pass::options::{OptionDef, OptionKind};
use rmlir::pass::{PassDef, PipelineDef};

use super::page::{HEAD, Page, line, section, sentence, table};

/// The titles of the pages, by folder.
const TITLES: &[(&str, &str)] = &[
    ("transforms", "Generic passes"),
    ("conversion", "Conversions between dialects"),
    ("affine", "Passes on affine loops"),
    ("analysis", "Passes that print analyses"),
    ("arith", "Passes on arithmetic"),
    ("arm", "Passes for Arm"),
    ("async", "Passes on async"),
    ("bufferization", "Bufferization"),
    ("ifconvert", "If-conversion"),
    ("llvm", "Passes on llvm"),
    ("math", "Passes on math"),
    ("memref", "Passes on memref"),
    ("ml_program", "Passes on ml_program"),
    ("omp", "Passes on omp"),
    ("pdl", "Patterns in IR"),
    ("raise", "Raising of LLVM IR"),
    ("pluto", "Polyhedral scheduling"),
    ("scf", "Passes on scf"),
    ("slp", "Superword-level parallelism"),
    ("test", "Passes for tests"),
    ("tosa", "Passes on tosa"),
    ("transform", "Passes on transform"),
    ("vector", "Passes on vector"),
    ("vliw", "Software pipelining"),
    ("wfv", "Whole-function vectorization"),
];

const INTRODUCTION: &str =
    "`rmlir-opt FILE --NAME` runs a pass, `--pass-pipeline='builtin.module(..)'` runs several, and
`rmlir-opt --help=NAME` prints what is written here. The sentences come from the declarations of the passes.
";

/// The page with all passes, and one for each folder with its passes; `folders` has the folder of each pass.
///
/// # Errors
/// A folder without a title.
pub fn pages(
    passes: &[&'static PassDef],
    pipelines: &[&'static PipelineDef],
    folders: &BTreeMap<String, String>,
) -> Result<Vec<Page>, String> {
    let mut passes = passes.to_vec();
    passes.sort_by_key(|pass| pass.name);
    let folder_of = |pass: &PassDef| folders.get(pass.name).map_or("", String::as_str);
    if let Some(pass) = passes.iter().find(|pass| TITLES.iter().all(|(folder, _)| *folder != folder_of(pass))) {
        return Err(format!("tools/xtask/src/docs/passes.rs: the folder of {} has no title", pass.name));
    }
    let mut index = format!("{HEAD}# Passes\n\n{INTRODUCTION}");
    let mut pages = Vec::new();
    for (folder, title) in TITLES {
        let passes: Vec<&PassDef> = passes.iter().copied().filter(|pass| folder_of(pass) == *folder).collect();
        if passes.is_empty() {
            continue;
        }
        line(&mut index, &format!("\n## {title}"));
        table(&mut index, ["pass", "effect"], passes.iter().map(|pass| [pass.name.to_owned(), sentence(pass.summary)]));
        let mut text = format!("{HEAD}# {title}\n");
        passes.iter().for_each(|pass| self::pass(&mut text, pass));
        pages.push(Page::new(&format!("docs/passes/{folder}.md"), title, text));
    }
    line(&mut index, "\n## Pipelines");
    table(&mut index, ["pipeline", "effect"], pipelines.iter().map(|of| [of.name.to_owned(), sentence(of.summary)]));
    pages.push(Page::new("docs/passes/pipelines.md", "Pipelines", pipelines_page(pipelines)));
    pages.insert(0, Page::new("docs/passes.md", "Passes", index));
    Ok(pages)
}

fn pass(text: &mut String, pass: &PassDef) {
    let doc = if pass.doc.is_empty() { sentence(pass.summary) } else { pass.doc.to_owned() };
    section(text, pass.name, &doc);
    if let Some(anchor) = pass.anchor {
        line(text, &format!("\nRuns on: `{anchor}`"));
    }
    if !pass.depends.is_empty() {
        let mut names: Vec<&str> = pass.depends.iter().map(|dialect| dialect.name).collect();
        names.sort_unstable();
        let links: Vec<String> = names.iter().map(|name| format!("[`{name}`](../dialects/{name}.md)")).collect();
        line(text, &format!("\nCreates operations of: {}", links.join(", ")));
    }
    table(text, ["option", "is", "default", "meaning"], pass.options.iter().map(option_row));
    let stats = pass.stats.iter().map(|stat| [stat.name.to_owned(), sentence(stat.doc)]);
    table(text, ["statistic", "counts"], stats);
}

fn pipelines_page(pipelines: &[&PipelineDef]) -> String {
    let mut text =
        format!("{HEAD}# Pipelines\n\nA pipeline is a name for several passes; `--dump-pass-pipeline` prints them.\n");
    for pipeline in pipelines {
        section(&mut text, pipeline.name, &sentence(pipeline.summary));
        table(&mut text, ["option", "is", "default", "meaning"], pipeline.options.iter().map(option_row));
    }
    text
}

fn option_row(option: &OptionDef) -> [String; 4] {
    let default = option.default.map_or_else(String::new, |default| format!("`{default}`"));
    [option.name.to_owned(), kind(&option.kind), default, sentence(option.doc)]
}

fn kind(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Bool => "true or false".to_owned(),
        OptionKind::I32 | OptionKind::I64 => "an integer".to_owned(),
        OptionKind::U32 | OptionKind::U64 => "an integer from 0".to_owned(),
        OptionKind::IntWidth => "a number of bits from 0".to_owned(),
        OptionKind::F64 => "a number".to_owned(),
        OptionKind::Text => "text".to_owned(),
        OptionKind::Enum(cases) => cases.iter().map(|case| format!("`{}`", case.name)).collect::<Vec<_>>().join(" or "),
        OptionKind::Pipeline => "a pipeline".to_owned(),
        OptionKind::Passes => "passes".to_owned(),
        OptionKind::List(of) => format!("a list of: {}", self::kind(of)),
    }
}
