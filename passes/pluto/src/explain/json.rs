//! The JSON output, by the schema in the README. Values that fit on one line are printed on one; keys are in
//! alphabetical order.

use rmlir_polyhedral::parallel::parallel;
use rmlir_polyhedral::text::sets::{access_dimensions, columns, pair_dimensions};
use rmlir_polyhedral::text::{carrier, kind};
use rmlir_polyhedral::tiles::order::Level;
use rmlir_polyhedral::{Access, Dependence, Dimension, Schedule, Scop, Set, Statement};
use rmlir_presburger::{Int, Row};
use serde_json::{Value, json};

use super::results::{Found, Function};
use super::text::{loops, why};
use crate::plan::Order;

/// The maximum length of a value on one line.
const WIDTH: usize = 110;

/// The output for all functions of a module.
pub fn module(functions: &[Function]) -> String {
    let functions: Vec<Value> = functions.iter().map(function).collect();
    let mut text = String::new();
    write(&mut text, &json!({ "functions": functions }), 0);
    text.push('\n');
    text
}

/// Writes a value, broken into lines if it is long.
fn write(text: &mut String, value: &Value, indent: usize) {
    let line = value.to_string();
    if indent + line.len() <= WIDTH {
        text.push_str(&line);
        return;
    }
    let parts: Vec<(String, &Value)> = match value {
        Value::Array(values) => values.iter().map(|value| (String::new(), value)).collect(),
        Value::Object(fields) => fields.iter().map(|(key, value)| (format!("{}:", json!(key)), value)).collect(),
        _ => return text.push_str(&line),
    };
    let (open, close) = if value.is_array() { ('[', ']') } else { ('{', '}') };
    text.push(open);
    for (number, (key, value)) in parts.into_iter().enumerate() {
        let comma = if number == 0 { "" } else { "," };
        text.push_str(&format!("{comma}\n{:width$}{key}", "", width = indent + 1));
        write(text, value, indent + 1);
    }
    text.push_str(&format!("\n{:indent$}{close}", ""));
}

fn function(function: &Function) -> Value {
    match &function.found {
        Err(undone) => json!({ "name": function.name, "declined": why(undone) }),
        Ok(found) => found_of(&function.name, found),
    }
}

fn found_of(name: &str, found: &Found) -> Value {
    let scop = &found.scop;
    let carried: Vec<bool> = parallel(&found.plan.schedule, found.plan.carried());
    json!({
        "name": name,
        "parameters": scop.parameters,
        "arrays": found.arrays,
        "statements": scop.statements.iter().map(|it| statement(scop, it)).collect::<Vec<_>>(),
        "dependences": found.plan.dependences.iter().map(|it| dependence(scop, it)).collect::<Vec<_>>(),
        "schedule": schedule(&found.plan.schedule, Some(&carried)),
        "order": found.order.as_ref().map(order),
        "code": found.code.as_ref().map(|_| loops(found)),
    })
}

fn statement(scop: &Scop, it: &Statement) -> Value {
    json!({
        "name": it.name,
        "iterators": it.iterators,
        "place": it.place,
        "domain": set(scop, it.iterators.clone(), &it.domain),
        "accesses": it.accesses.iter().map(|of| access(scop, it, of)).collect::<Vec<_>>(),
    })
}

fn access(scop: &Scop, statement: &Statement, of: &Access) -> Value {
    let relation = set(scop, access_dimensions(statement, of), &of.relation);
    json!({ "array": of.array, "write": of.is_write, "relation": relation })
}

fn dependence(scop: &Scop, it: &Dependence) -> Value {
    json!({
        "from": it.from,
        "to": it.to,
        "kind": kind(it.kind),
        "array": it.array,
        "level": it.level,
        "carrier": carrier(scop, it),
        "pairs": set(scop, pair_dimensions(scop, it), &it.pairs),
    })
}

fn set(scop: &Scop, dimensions: Vec<String>, of: &Set) -> Value {
    let rows = |all: &[Row]| all.iter().map(row).collect::<Vec<_>>();
    json!({
        "columns": columns(scop, dimensions, of),
        "dimensions": of.n_dims(),
        "equalities": rows(of.equalities()),
        "inequalities": rows(of.inequalities()),
    })
}

fn row(of: &Row) -> Value {
    of.iter().map(number).collect()
}

/// Integers beyond 64 bits are strings.
fn number(of: &Int) -> Value {
    of.to_i64().map_or_else(|| json!(of.to_string()), |number| json!(number))
}

fn schedule(of: &Schedule, is_parallel: Option<&[bool]>) -> Value {
    let dimension = |(number, dimension): (usize, &Dimension)| match dimension {
        Dimension::Scalar(numbers) => json!({ "scalar": numbers }),
        Dimension::Loop(rows) => {
            let rows: Vec<Value> = rows.iter().map(row).collect();
            match is_parallel {
                Some(is_parallel) => json!({ "rows": rows, "parallel": is_parallel[number] }),
                None => json!({ "rows": rows }),
            }
        }
    };
    let band = |band: &rmlir_polyhedral::Band| json!({ "first": band.first, "width": band.width });
    json!({
        "dimensions": of.dimensions.iter().enumerate().map(dimension).collect::<Vec<_>>(),
        "bands": of.bands.iter().map(band).collect::<Vec<_>>(),
    })
}

fn order(of: &Order) -> Value {
    let steps = of.steps.iter().map(|step| {
        let (is_parallel, carried) = (step.carried.is_empty(), &step.carried);
        match &step.level {
            Level::Point(dimension) => json!({ "point": dimension, "parallel": is_parallel, "carried": carried }),
            Level::Tiles(tiles) => {
                let tile =
                    |tile: &rmlir_polyhedral::tiles::order::Tile| json!({ "dimension": tile.dimension, "sizes": tile.sizes });
                let tiles: Vec<Value> = tiles.iter().map(tile).collect();
                json!({ "tiles": tiles, "parallel": is_parallel, "carried": carried })
            }
        }
    });
    json!({ "schedule": schedule(&of.schedule, None), "steps": steps.collect::<Vec<_>>() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_values_are_broken_and_stay_the_same() {
        let value = json!({ "numbers": (0..60).collect::<Vec<_>>(), "text": "a \"b\"", "rows": [[1, 2], []] });
        let mut text = String::new();
        write(&mut text, &value, 0);
        assert_eq!(serde_json::from_str::<Value>(&text).ok(), Some(value));
        assert!(text.contains("\n \"rows\":[[1,2],[]],\n"), "{text}");
    }

    #[test]
    fn numbers_beyond_64_bits_are_strings() {
        let large = &Int::from(i64::MAX) + 1;
        assert_eq!(number(&large), json!("9223372036854775808"));
        assert_eq!(number(&Int::from(-3)), json!(-3));
    }
}
