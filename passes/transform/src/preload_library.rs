//! Libraries of named sequences, which are read from files before scripts run.
//!
//! [`preload`](PreloadLibrary) reads and verifies files and registers them in the context. An interpreter that runs
//! afterwards *assembles* the library: it parses the files again and merges their symbols into one module. So no body
//! outlives a pass execution, and later passes use the same sources.

use std::fs::Metadata;
use std::sync::{Mutex, PoisonError};

use rmlir::core::LocData;
use rmlir::core::verify::verify;
use rmlir::diag::{Sink, SourceId};
use rmlir::pass::output::with_operation;
use rmlir::pass::{Pass, PassCx, PassResult, Texts};
use rmlir::prelude::*;
use rmlir::text::parse::{ParseOptions, parse};
use rmlir_builtin as builtin;

use crate::merge::merge_symbols;

/// Preload transform dialect library.
///
/// Reads files with named sequences, and makes these available to subsequent `transform-interpreter` passes: as entry
/// points, and as definitions of declarations in a script. Of a folder, all files in it that end in `.mlir` are read,
/// by name. Each public symbol must have one definition; private ones are renamed where necessary.
#[pass(
    name = "transform-preload-library",
    title = "PreloadLibraryPass",
    summary = "preload transform dialect library",
    depends(rmlir_transform::Transform)
)]
pub struct PreloadLibrary {
    /// Optional paths to files with modules that should be merged into the transform module to provide the definitions of external named sequences.
    transform_library_paths: Vec<String>,
}

/// The preloaded files, in order.
#[derive(Default)]
struct Preloaded(Mutex<Vec<SourceId>>);

impl Pass for PreloadLibrary {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let context = cx.cx();
        let mut files = preloaded(context);
        let read = read_files(context, &self.transform_library_paths);
        let assembled = read.and_then(|new| {
            files.extend(new);
            assemble(context, &files, cx.texts())
        });
        if let Err(said) = assembled {
            said.into_iter().for_each(|diagnostic| cx.emit(diagnostic));
            return cx.signal_failure();
        }
        let known = context.memo(|_| Preloaded::default());
        *known.0.lock().unwrap_or_else(PoisonError::into_inner) = files;
        Ok(())
    }
}

fn preloaded(cx: &Context) -> Vec<SourceId> {
    let known = cx.memo(|_| Preloaded::default());
    known.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The module of all preloaded files; `None` if there are none.
pub(crate) fn library<'c>(cx: &'c Context, texts: &dyn Texts) -> Result<Option<Box<Body<'c>>>, Vec<Diagnostic>> {
    let files = preloaded(cx);
    if files.is_empty() {
        return Ok(None);
    }
    assemble(cx, &files, texts).map(Some)
}

/// Reads the files in `paths`, and those in the folders in `paths`.
fn read_files(cx: &Context, paths: &[String]) -> Result<Vec<SourceId>, Vec<Diagnostic>> {
    let mut files = Vec::new();
    for path in paths {
        let kind = std::fs::metadata(path);
        if kind.as_ref().is_ok_and(Metadata::is_file) {
            files.push(path.clone());
        } else if kind.as_ref().is_ok_and(Metadata::is_dir) {
            let listed = files_in(path);
            files.extend(
                listed.map_err(|why| at_file(cx, path, format!("error while opening files in '{path}': {why}")))?,
            );
        } else {
            return Err(at_file(cx, path, format!("'{path}' is neither a file nor a directory")));
        }
    }
    let mut read = Vec::new();
    for path in &files {
        let failed = |why: String| at_file(cx, path, format!("failed to open transform file: {why}"));
        let bytes = std::fs::read(path).map_err(|why| failed(why.to_string()))?;
        read.push(cx.sources().add(path, bytes).map_err(|why| failed(why.to_string()))?);
    }
    Ok(read)
}

/// Sorted, since the order of files in a folder is unspecified.
fn files_in(path: &str) -> std::io::Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path)? {
        let file = entry?.path();
        let is_wanted = file.extension().is_some_and(|extension| extension == "mlir") && file.is_file();
        files.extend(file.to_str().filter(|_| is_wanted).map(str::to_owned));
    }
    files.sort();
    Ok(files)
}

fn at_file(cx: &Context, path: &str, message: String) -> Vec<Diagnostic> {
    let file = cx.ident(path);
    let loc = cx.loc(LocData::FileLineCol { file, line: 0, col: 0, end_line: 0, end_col: 0 });
    vec![Diagnostic::error(loc.place(cx), message)]
}

/// Merges the modules of `files`, in order.
fn assemble<'c>(cx: &'c Context, files: &[SourceId], texts: &dyn Texts) -> Result<Box<Body<'c>>, Vec<Diagnostic>> {
    let mut whole = empty_module(cx);
    for &file in files {
        let mut sink = Sink::new();
        let length = cx.sources().file(file).bytes().len();
        let module = parse(cx, file, 0..length, &ParseOptions::default(), &mut sink);
        let mut said = sink.into_diagnostics();
        let report = &mut |op: OpRef, error: Diagnostic| said.push(with_operation(texts, op, error));
        let Some(module) = module.filter(|module| verify(module, report).is_ok()) else { return Err(said) };
        merge_symbols(&mut whole, &module, texts)?;
    }
    Ok(whole)
}

fn empty_module(cx: &Context) -> Box<Body<'_>> {
    let file = cx.ident("<transform-dialect-library-module>");
    let loc = cx.loc(LocData::FileLineCol { file, line: 0, col: 0, end_line: 0, end_col: 0 });
    let mut body = Box::new(Body::new(cx, cx.op_name_of(builtin::ModuleOp::DEF), loc, 1));
    let block = body.create_block(&[], &[]);
    let region = body.region(body.root(), 0);
    body.append_block(region, block);
    body.set_attr(body.root(), "transform.with_named_sequence", Attr::UNIT);
    body
}
