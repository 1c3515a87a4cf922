//! The kinds of types that upstream's generated parsers insist on while
//! reading: the C++ class behind a constraint. Definitions here have no such
//! class, but the words of a constraint tell it.

use rmlir_core::types::TypeData;

use super::program::KindOfType;

type Is = fn(&TypeData) -> bool;

const FUNCTION: (&str, Is) = ("builtin.function", |ty| matches!(ty, TypeData::Function { .. }));

/// Constraints of one word that are classes.
const CLASSES: &[(&str, &str, Is)] = &[
    ("function type", FUNCTION.0, FUNCTION.1),
    ("index", "builtin.index", |ty| matches!(ty, TypeData::Index)),
    ("integer", "builtin.integer", |ty| matches!(ty, TypeData::Integer { .. })),
    ("signless integer", "builtin.integer", |ty| matches!(ty, TypeData::Integer { .. })),
    ("none type", "builtin.none", |ty| matches!(ty, TypeData::None)),
    ("complex-type", "builtin.complex", |ty| matches!(ty, TypeData::Complex(_))),
    ("tuple", "builtin.tuple", |ty| matches!(ty, TypeData::Tuple(_))),
    (" of ranks 1", "builtin.vector", is_vector),
    ("vector of index values of ranks 1", "builtin.vector", is_vector),
];

/// Containers, by what follows "of .. values" and the words allowed before.
const CONTAINERS: &[(&[&str], &str, Option<&str>, Is)] = &[
    (&["", "fixed-length ", "scalable "], "vector of ", Some("builtin.vector"), is_vector),
    (&["ranked ", "statically shaped ", "1D ", "sparse "], "tensor of ", Some("builtin.tensor"), is_ranked_tensor),
    (&["sparse "], "tensor slice of ", Some("builtin.tensor"), is_ranked_tensor),
    (&["unranked "], "tensor of ", Some("builtin.unranked_tensor"), is_unranked_tensor),
    (&["", "non-0-ranked."], "tensor of ", None, |ty| is_ranked_tensor(ty) || is_unranked_tensor(ty)),
    (
        &["", "0D ", "1D ", "statically shaped ", "strided ", "non-0-ranked."],
        "memref of ",
        Some("builtin.memref"),
        is_memref,
    ),
    (&["ranked or unranked "], "memref of ", None, |ty| is_memref(ty) || is_unranked_memref(ty)),
    (&["unranked."], "memref of ", Some("builtin.unranked_memref"), is_unranked_memref),
];

fn is_vector(ty: &TypeData) -> bool {
    matches!(ty, TypeData::Vector { .. })
}

fn is_ranked_tensor(ty: &TypeData) -> bool {
    matches!(ty, TypeData::RankedTensor { .. })
}

fn is_unranked_tensor(ty: &TypeData) -> bool {
    matches!(ty, TypeData::UnrankedTensor { .. })
}

fn is_memref(ty: &TypeData) -> bool {
    matches!(ty, TypeData::MemRef { .. })
}

fn is_unranked_memref(ty: &TypeData) -> bool {
    matches!(ty, TypeData::UnrankedMemRef { .. })
}

/// The kind of type that a constraint of these words accepts, if it is one.
pub(super) fn of_type(summary: &str) -> Option<KindOfType> {
    if let Some(&(_, name, is)) = CLASSES.iter().find(|(words, ..)| *words == summary) {
        return Some(KindOfType { name: Some(name), is });
    }
    // Alternatives of several containers have no class in common.
    if !summary.ends_with(" values") || summary.contains(" values or ") {
        return None;
    }
    let (before, _) = summary.split_once("of ")?;
    let matching = |&&(prefixes, container, ..): &&(&[&str], &str, Option<&str>, Is)| {
        let prefix = before.strip_suffix(container.strip_suffix("of ").unwrap_or(container));
        prefix.is_some_and(|prefix| prefixes.contains(&prefix))
    };
    CONTAINERS.iter().find(matching).map(|&(_, _, name, is)| KindOfType { name, is })
}

/// The kind of the `functional-type` directive.
pub(super) fn function() -> KindOfType {
    KindOfType { name: Some(FUNCTION.0), is: FUNCTION.1 }
}

#[cfg(test)]
mod tests {
    use super::of_type;

    #[test]
    fn words_tell_the_class() {
        let name = |summary| of_type(summary).map(|kind| kind.name.unwrap_or("no name"));
        assert_eq!(name("memref of any type values"), Some("builtin.memref"));
        assert_eq!(name("1D memref of signless integer or index values"), Some("builtin.memref"));
        assert_eq!(name("unranked.memref of any type values"), Some("builtin.unranked_memref"));
        assert_eq!(name("ranked or unranked memref of any type values"), Some("no name"));
        assert_eq!(name("unranked.memref of any type values or non-0-ranked.memref of any type values"), None);
        assert_eq!(name("tensor of index values"), Some("no name"));
        assert_eq!(name("ranked tensor of any type values"), Some("builtin.tensor"));
        assert_eq!(name("fixed-length vector of any type values"), Some("builtin.vector"));
        assert_eq!(name("integer"), Some("builtin.integer"));
        assert_eq!(name("signless-integer-like or memref of signless-integer"), None);
        assert_eq!(name("any type"), None);
    }
}
