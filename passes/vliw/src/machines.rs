//! The machine descriptions of rmlir: `machines/*.mlir`, each with the source of its parameters.

use rmlir::core::clone::CloneMap;
use rmlir::core::symbol::SymbolTable;
use rmlir::prelude::*;
use rmlir::text::parse::parse_verified;
use rmlir_vliw::{MachineOp, Model};

/// The names and descriptions of machines.
pub const MACHINES: &[(&str, &str)] = &[
    ("toy_fig2", include_str!("machines/toy-fig2.mlir")),
    ("gp4", include_str!("machines/gp4.mlir")),
    ("perfect", include_str!("machines/perfect.mlir")),
    ("map1000", include_str!("machines/map1000.mlir")),
    ("hexagon_v66", include_str!("machines/hexagon-v66.mlir")),
    ("tic6x", include_str!("machines/tic6x.mlir")),
    ("itanium2", include_str!("machines/itanium2.mlir")),
    ("sifive7", include_str!("machines/sifive7.mlir")),
];

/// Finds the description of the machine called `name` in the module, or adds the predefined one at the start of the
/// module. `None` if there is none.
pub fn find_or_add(module: &mut Body, name: &str) -> Option<OpId> {
    let table = SymbolTable::new(module);
    if let Some(found) = module.cx().find_ident(name).and_then(|name| table.lookup(name)) {
        return OpRef::new(module, found).is::<MachineOp>().then_some(found);
    }
    let (described, op) = described(module.cx(), name)?;
    let copy = module.clone_op_from(&described, op, &mut CloneMap::default());
    let to = module.entry(module.region(module.root(), 0))?;
    let first = module.ops(to).next();
    match first {
        Some(first) => module.insert_before(first, copy),
        None => module.append_op(to, copy),
    }
    Some(copy)
}

/// The predefined machine called `name`.
pub fn model(cx: &Context, name: &str) -> Option<Model> {
    let (described, op) = described(cx, name)?;
    Some(Model::of(OpRef::new(&described, op)))
}

/// Creates a module with the description of the machine called `name`; returns it with the description.
fn described<'c>(cx: &'c Context, name: &str) -> Option<(Box<Body<'c>>, OpId)> {
    let (_, text) = MACHINES.iter().find(|(known, _)| *known == name)?;
    let described = parse_verified(cx, name, *text).expect("the machines that come with rmlir are right");
    let block = described.entry(described.region(described.root(), 0))?;
    let op = described.ops(block).find(|&op| OpRef::new(&described, op).is::<MachineOp>())?;
    Some((described, op))
}

/// The error message for an unknown machine.
pub fn unknown(name: &str) -> String {
    let near = rmlir::diag::near_name(name, MACHINES.iter().map(|(name, _)| *name));
    let near = near.map_or(String::new(), |near| format!("; there is '{near}'"));
    format!("there is no machine '{name}', here or among those that come with rmlir{near}")
}
