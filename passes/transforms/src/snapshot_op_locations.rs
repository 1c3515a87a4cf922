//! Locations that point into a dump of the IR.
//!
//! The IR is printed to a file, and the location of every operation becomes the position of its text there or, with a
//! tag, a fusion of that with the original location.

use rmlir::core::loc::LocData;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::text::print::{OpPlace, PrintOptions, print_with_places};
use rustc_hash::FxHashMap;

/// Generate new locations from the current IR.
///
/// Without `tag` the location `"source.cpp":1:1` becomes `"snapshot.mlir":10:2`,
/// with it `fused["source.cpp":1:1, "tag"("snapshot.mlir":10:2)]`.
#[pass(name = "snapshot-op-locations", title = "LocationSnapshotPass")]
pub struct SnapshotOpLocations {
    /// The filename to print the generated IR
    filename: String,
    /// Print pretty debug info in MLIR output
    pretty_debuginfo: bool,
    /// Print debug info in MLIR output
    print_debuginfo: bool,
    /// Print with local scope and inline information (eliding aliases for attributes, types, and locations)
    print_local_scope: bool,
    /// Print the generic op form
    print_op_generic: bool,
    /// A tag to use when fusing the new locations with the original. If unset, the locations are replaced.
    tag: String,
}

impl Pass for SnapshotOpLocations {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let options = PrintOptions {
            generic: self.print_op_generic,
            local_scope: self.print_local_scope,
            debug_info: self.print_debuginfo,
            pretty_debug_info: self.pretty_debuginfo && self.print_debuginfo,
            ..PrintOptions::default()
        };
        let (text, places) = print_with_places(cx.op(), &options);
        let file = match self.filename.as_str() {
            "" => std::env::temp_dir().join(format!("mlir_snapshot-{}.tmp.mlir", std::process::id())),
            name => name.into(),
        };
        if let Err(error) = std::fs::write(&file, text) {
            let why = error.to_string();
            let why = why.split_once(" (os error").map_or(why.as_str(), |(why, _)| why);
            let message = format!("cannot open output file '{}': {why}", file.display());
            return Err(cx.op().plain_error(message).into());
        }
        let file = cx.ident(&file.to_string_lossy());
        let tag = (!self.tag.is_empty()).then(|| cx.ident(&self.tag));
        let places = places.into_iter().map(|place| ((place.body, place.op), place)).collect();
        Relocation { file, tag, places }.visit(cx.body_mut());
        Ok(())
    }
}

struct Relocation {
    file: Ident,
    tag: Option<Ident>,
    /// By index of the body and operation.
    places: FxHashMap<(u32, OpId), OpPlace>,
}

impl Relocation {
    fn visit(&self, body: &mut Body) {
        for proxy in body.proxies() {
            self.visit(body.nested_mut(proxy).expect("a proxy has a body"));
        }
        for op in body.ops_under(body.root()) {
            let Some(place) = self.places.get(&(body.number(), op)) else { continue };
            let loc = self.new_loc(body.cx(), body.loc(op), place);
            body.set_loc(op, loc);
        }
    }

    fn new_loc(&self, cx: &Context, old: Loc, place: &OpPlace) -> Loc {
        let &OpPlace { line, col, .. } = place;
        let new = cx.loc(LocData::FileLineCol { file: self.file, line, col, end_line: line, end_col: col });
        let Some(name) = self.tag else { return new };
        let tagged = cx.loc(LocData::Name { name, child: new });
        let mut locs = match old.data(cx) {
            LocData::Unknown => return tagged,
            LocData::Fused { locs, metadata: None } => locs.into_vec(),
            _ => vec![old],
        };
        if !locs.contains(&tagged) {
            locs.push(tagged);
        }
        cx.loc(LocData::Fused { locs: locs.into(), metadata: None })
    }
}
