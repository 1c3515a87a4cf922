//! The playground: the tool `opt` for WebAssembly, and the page around it, as files that need no server.
//!
//! `build` writes `target/playground`; `open` uses the page in Chromium; `compare` executes the tool there and natively on
//! the same texts.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rmlir::diag::split::DEFAULT_MARKER;
use rmlir_opt::{Registry, opt};
use serde_json::{Value, json};

use crate::browser::browse;
use crate::explain::TOURS;
use crate::files::{below, read, write};

/// The target that the tool is built for.
const TARGET: &str = "wasm32-wasip1";

/// The size of the stack, of which a browser gives less to calls.
const STACK_SIZE: u64 = 64 << 20;

/// The maximum size of the compressed program, in bytes.
const MAX_SIZE: usize = 12 << 20;

/// The files of the page.
const PAGE: [(&str, &str); 4] = [
    ("index.html", include_str!("../../playground/index.html")),
    ("page.css", include_str!("../../playground/page.css")),
    ("page.js", include_str!("../../playground/page.js")),
    ("wasi.js", include_str!("../../playground/wasi.js")),
];

/// The program that uses the page, and the one that compares results; each follows the scripts of the page.
const USE: &str = include_str!("use.js");
const COMPARE: &str = include_str!("compare.js");

/// The time of the page, most of which it spends on waiting for the tool by timers.
const TIME: u64 = 3_000_000;

/// The file that the page gives to the tool.
const INPUT: &str = "input.mlir";

/// The arguments of the tool where the texts of others are compared.
const ARGUMENTS: [&str; 4] = ["rmlir-opt", INPUT, "--allow-unregistered-dialect", "--canonicalize"];

/// Builds the page in `target/playground`. Returns complaints.
///
/// # Errors
/// The target of the compiler is not installed, or a command fails.
pub fn build(root: &Path) -> Result<Vec<String>, String> {
    let folder = root.join("target/playground");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for (name, text) in PAGE {
        write(&folder.join(name), text)?;
    }
    write(&folder.join("examples.js"), &format!("const EXAMPLES = {};\n", examples(root)?))?;
    let program = compress(&compile(root)?)?;
    write(&folder.join("rmlir.js"), &format!("const RMLIR = '{}';\n", STANDARD.encode(&program)))?;
    println!("target/playground/index.html: the program has {} kB, compressed", program.len() / 1000);
    match program.len() > MAX_SIZE {
        true => Ok(vec![format!("the program has more than {MAX_SIZE} bytes")]),
        false => Ok(Vec::new()),
    }
}

/// Builds the tool. Returns its path.
fn compile(root: &Path) -> Result<PathBuf, String> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root).args(["rustc", "--release", "--target", TARGET, "-p", "rmlir-opt", "--bin", "rmlir-opt"]);
    cargo
        .args(["--no-default-features", "--features", "all", "--"])
        .arg(format!("-Clink-arg=-zstack-size={STACK_SIZE}"));
    let status = cargo.status().map_err(|error| format!("cargo cannot be started: {error}"))?;
    match status.success() {
        true => Ok(root.join(format!("target/{TARGET}/release/rmlir-opt.wasm"))),
        false => Err(format!("the tool is not built; its target is installed by: rustup target add {TARGET}")),
    }
}

fn compress(path: &Path) -> Result<Vec<u8>, String> {
    let output = Command::new("gzip").args(["-9", "--no-name", "--stdout"]).arg(path).output();
    let Output { status, stdout, stderr } = output.map_err(|error| format!("gzip cannot be started: {error}"))?;
    match status.success() {
        true => Ok(stdout),
        false => Err(String::from_utf8_lossy(&stderr).into_owned()),
    }
}

/// The texts that the page offers: the example of the README, and the tours.
fn examples(root: &Path) -> Result<Value, String> {
    let tour = |(name, passes)| (name, format!("tours/{name}"), format!("'--pass-pipeline=builtin.module({passes})'"));
    let readme = ("README", "README".to_owned(), "--canonicalize --cse".to_owned());
    let all = [readme].into_iter().chain(TOURS.map(tour));
    let text = |file| read(&root.join(format!("test/cases/{file}.mlir")));
    all.map(|(name, file, args)| Ok(json!({ "name": name, "text": text(file)?, "args": args }))).collect()
}

/// Uses the page in Chromium. Returns complaints.
///
/// # Errors
/// Chromium is not installed, or the page was not built.
pub fn open(root: &Path) -> Result<Vec<String>, String> {
    let mut expected = Vec::new();
    for example in examples(root)?.as_array().into_iter().flatten() {
        let text = |key: &str| example[key].as_str().unwrap_or_default();
        // The quotation marks of the shell are around the only argument that has them.
        let args = text("args").trim_matches('\'').to_owned();
        let args: Vec<&str> = if args.contains('(') { vec![&args] } else { args.split(' ').collect() };
        expected.push(native(root, text("text"), &args)?);
    }
    let script = format!("const EXPECTED = {};\n{USE}", Value::from(expected));
    Ok(execute(root, "used", &script)?.1)
}

/// Executes the tool in Chromium and natively on each piece of the files of MLIR below `folder`. Returns complaints.
///
/// # Errors
/// Chromium is not installed, the page was not built, or a file cannot be read.
pub fn compare(root: &Path, folder: &Path) -> Result<Vec<String>, String> {
    let mut texts = Vec::new();
    for path in below(vec![folder.to_owned()], "mlir") {
        for (number, piece) in read(&path)?.split(DEFAULT_MARKER).enumerate() {
            let mut text = native(root, piece, &ARGUMENTS[2..])?;
            text["name"] = json!(format!("{}, piece {number}", path.display()));
            text["text"] = json!(piece);
            text["args"] = json!(ARGUMENTS);
            texts.push(text);
        }
    }
    let n_texts = texts.len();
    let (shown, mut complaints) =
        execute(root, "compared", &format!("const TEXTS = {};\n{COMPARE}", Value::from(texts)))?;
    if !shown.contains(&format!("data-same=\"{n_texts}\"")) {
        complaints.push(format!("not all of {n_texts} texts have the same result"));
    }
    println!("{n_texts} texts compared");
    Ok(complaints)
}

/// The result of the native tool on a text, in the form in which the page has its own.
fn native(root: &Path, text: &str, args: &[&str]) -> Result<Value, String> {
    let folder = root.join("target/playground");
    write(&folder.join(INPUT), text)?;
    // Messages name the file as it is given.
    env::set_current_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let args: Vec<String> = [INPUT].iter().chain(args).map(|&arg| arg.to_owned()).collect();
    let output = opt::run(&Registry::everything(), &args, b"");
    let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    Ok(json!({ "code": output.code, "stdout": stdout, "stderr": stderr }))
}

/// Opens the page with a script after its own. Returns the page after that, and complaints.
fn execute(root: &Path, name: &str, script: &str) -> Result<(String, Vec<String>), String> {
    let folder = root.join("target/playground");
    let page = folder.join(format!("{name}.html"));
    write(&folder.join(format!("{name}.js")), script)?;
    write(
        &page,
        &read(&folder.join("index.html"))?.replace("</body>", &format!("<script src=\"{name}.js\"></script>\n</body>")),
    )?;
    let (shown, mut complaints) = browse(root, &page.display().to_string(), TIME)?;
    if !shown.contains("data-used=\"yes\"") {
        complaints.push(format!("{name}: the page was not used to the end"));
    }
    Ok((shown, complaints))
}
