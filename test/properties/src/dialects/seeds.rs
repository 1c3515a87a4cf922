//! Initial texts: each top-level operation of a case file, by the dialects of its operations, types and attributes.

use std::collections::{BTreeMap, BTreeSet};

use rmlir::core::{Body, OpRef};
use rmlir::text;
use rmlir_opt::Registry;

use crate::entries;

/// The maximum length of a text: longer ones are slow and contain little that shorter ones do not.
const LONGEST: usize = 6000;

/// As `LONGEST`, for a text whose parts are texts too.
const LONGEST_WHOLE: usize = 2000;

/// A valid text.
#[derive(Clone)]
pub struct Seed {
    /// Its custom form.
    pub custom: String,
    /// Its generic form.
    pub generic: String,
    /// The names of its operations.
    pub ops: BTreeSet<String>,
}

/// The operations of `cases` that are valid by themselves, by the name of each dialect that they use.
pub fn by_dialect(registry: &Registry, cases: &[String]) -> BTreeMap<&'static str, Vec<Seed>> {
    let names: Vec<&'static str> = registry.dialects.dialects().iter().map(|dialect| dialect.name).collect();
    let mut found: BTreeMap<&'static str, Vec<Seed>> = BTreeMap::new();
    for text in cases.iter().flat_map(|case| case.split("// -----")) {
        for seed in seeds(text) {
            for &name in names.iter().filter(|name| uses(&seed, name)) {
                found.entry(name).or_default().push(seed.clone());
            }
        }
    }
    found
}

/// Modules are everywhere, so a text counts for `builtin` only if all its operations belong to it.
fn uses(seed: &Seed, dialect: &str) -> bool {
    let is_of = |op: &String| op.split_once('.').is_some_and(|(prefix, _)| prefix == dialect);
    match dialect {
        "builtin" => seed.ops.iter().all(is_of) || seed.ops.contains("builtin.unrealized_conversion_cast"),
        "func" => seed.ops.iter().all(|op| is_of(op) || op == "builtin.module"),
        _ => {
            seed.ops.iter().any(is_of)
                || ["!", "#"].iter().any(|sigil| seed.generic.contains(&format!("{sigil}{dialect}.")))
        }
    }
}

/// The whole of `text` if it is short, and its top-level operations; each if it is valid by itself.
fn seeds(text: &str) -> Vec<Seed> {
    let cx = entries::context();
    let Ok(body) = entries::read(&cx, text) else { return Vec::new() };
    let mut found: Vec<Seed> = seed(&body).into_iter().filter(|whole| whole.custom.len() <= LONGEST_WHOLE).collect();
    for op in OpRef::root(&body).region(0).blocks().flat_map(|block| block.ops()) {
        let part = text::print::print(op, &text::print::PrintOptions { generic: true, ..Default::default() });
        found.extend(entries::read(&cx, &part).ok().and_then(|body| seed(&body)));
    }
    found.dedup_by(|one, other| one.generic == other.generic);
    found
}

fn seed(body: &Body) -> Option<Seed> {
    let write =
        |generic| text::print::print(OpRef::root(body), &text::print::PrintOptions { generic, ..Default::default() });
    let (custom, generic) = (write(false), write(true));
    if custom.len() > LONGEST {
        return None;
    }
    let mut ops = BTreeSet::new();
    collect_names(body, &mut ops);
    Some(Seed { custom, generic, ops })
}

fn collect_names(body: &Body, names: &mut BTreeSet<String>) {
    body.walk_preorder(body.root(), |op| {
        names.insert(OpRef::new(body, op).name_str().to_owned());
    });
    for proxy in body.proxies() {
        if let Some(inside) = body.nested(proxy) {
            collect_names(inside, names);
        }
    }
}
