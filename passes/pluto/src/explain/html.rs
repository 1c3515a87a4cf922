//! A self-contained page: for each function its statements, dependences, matrices and steps as tables, and the
//! instances of each statement before and after as pictures.

use std::fmt::Write;

use rmlir_polyhedral::text::{self, sets};
use rmlir_polyhedral::tiles::order::Level;
use rmlir_polyhedral::{Dependence, Kind};

use super::instance::{MAX_DEPTH, Space};
use super::picture::{arrow_heads, draw, style};
use super::results::{Found, Function};
use super::text::{loops, matrices, order, why};
use crate::plan::Order;

const HEAD: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Schedules</title>\n\
<style>\nbody { font: 14px sans-serif; margin: 2em; color: #222; }\npre { background: #f6f6f6; padding: 1em; overflow-x: auto; }\n\
table { border-collapse: collapse; }\ntd, th { border: 1px solid #ddd; padding: 2px 8px; text-align: left; font-family: monospace; }\n\
svg text { font: 10px monospace; text-anchor: middle; }\nsvg text.name { text-anchor: start; font-size: 12px; }\n\
circle { stroke: #555; }\n.axis { stroke: #aaa; }\n.arrow { fill: none; }\n\
.pair { display: flex; flex-wrap: wrap; gap: 2em; }\n.pair > div { overflow-x: auto; }\n</style>\n</head>\n<body>\n";

/// The page for all functions of a module.
pub fn page(functions: &[Function]) -> String {
    let mut page = HEAD.to_owned() + &arrow_heads();
    for function in functions {
        _ = writeln!(page, "<h1>{}</h1>", escaped(&function.name));
        match &function.found {
            Ok(found) => section(&mut page, found),
            Err(undone) => _ = writeln!(page, "<p>Declined: {}.</p>", escaped(&why(undone))),
        }
    }
    page + "</body>\n</html>\n"
}

fn section(page: &mut String, found: &Found) {
    statements(page, found);
    dependences(page, &found.plan.dependences, found);
    _ = writeln!(page, "<h2>Schedule</h2>\n<pre>{}</pre>", escaped(&found.plan.schedule_text(&found.scop)));
    _ = writeln!(page, "<h2>Matrices</h2>\n<pre>{}</pre>", escaped(&matrices(found)));
    _ = writeln!(page, "<h2>Order</h2>\n<pre>{}</pre>", escaped(&order(found)));
    if let Some(order) = &found.order {
        pictures(page, found, order);
    }
    _ = writeln!(page, "<h2>Code</h2>\n<pre>{}</pre>", escaped(&loops(found)));
}

fn row(page: &mut String, cells: &[&str]) {
    let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", escaped(cell))).collect();
    _ = writeln!(page, "<tr>{cells}</tr>");
}

fn statements(page: &mut String, found: &Found) {
    let scop = &found.scop;
    page.push_str("<h2>Statements</h2>\n<table>\n<tr><th></th><th>domain</th><th>writes</th><th>reads</th></tr>\n");
    for statement in &scop.statements {
        let accesses = |is_write: bool| {
            let such = statement.accesses.iter().filter(|access| access.is_write == is_write);
            such.map(|access| sets::access(scop, statement, access)).collect::<Vec<_>>().join(", ")
        };
        row(page, &[&statement.name, &sets::domain(scop, statement), &accesses(true), &accesses(false)]);
    }
    page.push_str("</table>\n<table>\n");
    for (number, array) in found.arrays.iter().enumerate() {
        row(page, &[&format!("A{number}"), array]);
    }
    page.push_str("</table>\n");
}

fn dependences(page: &mut String, all: &[Dependence], found: &Found) {
    let scop = &found.scop;
    _ = writeln!(page, "<h2>{} dependences</h2>\n<table>", all.len());
    page.push_str(
        "<tr><th></th><th>from</th><th>to</th><th>kind</th><th>array</th><th>in order by</th><th>pairs</th></tr>\n",
    );
    for (number, it) in all.iter().enumerate() {
        let name = |statement: usize| scop.statements[statement].name.as_str();
        let (array, number) = (format!("A{}", it.array), number.to_string());
        let (carrier, pairs) = (text::carrier(scop, it), sets::pairs(scop, it));
        row(page, &[&number, name(it.from), name(it.to), text::kind(it.kind), &array, &carrier, &pairs]);
    }
    page.push_str("</table>\n");
}

fn pictures(page: &mut String, found: &Found, order: &Order) {
    page.push_str("<h2>Instances before and after</h2>\n<p>");
    page.push_str("A small program of the same shape. Numbers are turns: those of one turn may run at once. ");
    let colors = if order.steps.iter().any(|step| matches!(step.level, Level::Tiles(_))) {
        "Points of one color are in one tile, before and after. "
    } else {
        "Points of one color are in one turn of the new outermost loop. "
    };
    page.push_str(colors);
    page.push_str("Arrows are dependences of a statement on itself, without those that follow from others:");
    for kind in [Kind::Flow, Kind::Anti, Kind::Output] {
        let (name, color, _) = style(kind);
        _ = write!(page, " <b style=\"color:{color}\">{name}</b>");
    }
    page.push_str(".</p>\n");
    for (number, statement) in found.scop.statements.iter().enumerate() {
        _ = writeln!(page, "<h3>{}</h3>", escaped(&statement.name));
        let space = Space::of(&found.scop, number, order);
        let drawn = space.and_then(|space| Some((space.smaller_tiles, draw(&space, 0)?, draw(&space, 1)?)));
        let Some((smaller_tiles, before, after)) = drawn else {
            _ = writeln!(page, "<p>No picture: it has not one to {MAX_DEPTH} iterators with bounds.</p>");
            continue;
        };
        if let Some(size) = smaller_tiles {
            _ = writeln!(page, "<p>Tiles are larger in the program than here, where they have {size}.</p>");
        }
        _ = writeln!(page, "<div class=\"pair\">\n<div>\n{before}</div>\n<div>\n{after}</div>\n</div>");
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
