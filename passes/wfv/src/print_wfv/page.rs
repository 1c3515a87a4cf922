//! The report as a self-contained HTML page.

use std::fmt::Write;

use super::explained::Explained;
use super::{picture, text};

/// The HTML before the first function.
pub const HEAD: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Functions for lanes</title>\n\
<style>\nbody { font: 14px sans-serif; margin: 2em; color: #222; }\npre { background: #f6f6f6; padding: 1em; overflow-x: auto; }\n\
table { border-collapse: collapse; }\ntd, th { border: 1px solid #ddd; padding: 2px 8px; text-align: left; font-family: monospace; }\n\
svg text { font: 11px monospace; text-anchor: middle; }\nsvg text.words { font-size: 9px; fill: #666; }\nsvg text.title { font-size: 13px; }\n\
rect { fill: #eef4fb; stroke: #557; }\nrect.parts { fill: #fde8d8; }\nrect.test { fill: #e6f4e2; }\n\
.edge { fill: none; stroke: #557; }\n.back { stroke: #b33; }\n</style>\n</head>\n<body>\n";

/// The HTML after the last function.
pub const END: &str = "</body>\n</html>\n";

/// The section of a function.
pub fn section(explained: &Explained) -> String {
    let mut page = String::new();
    let Explained { name, target, estimate, .. } = explained;
    _ = writeln!(page, "<h1>{}</h1>\n<p>{} lanes, {}</p>", escaped(name), estimate.n_lanes, target.name);
    _ = writeln!(page, "<h2>Blocks</h2>\n{}", picture::draw(explained));
    _ = writeln!(page, "<h2>Operations</h2>\n<pre>{}</pre>", escaped(&explained.annotated));
    page.push_str("<h2>Costs</h2>\n<table>\n<tr><th>block</th><th>operation</th><th>lanes</th><th>as</th>");
    page.push_str("<th>one lane</th><th>times</th><th>all lanes</th><th>times</th></tr>\n");
    for row in &explained.rows {
        let numbers = [row.costs.scalar, row.turns.0, row.costs.lanes, row.turns.1];
        let numbers: String = numbers.iter().map(|number| format!("<td>{number:.1}</td>")).collect();
        let words = [&row.node, &row.name, &row.shapes, row.costs.how.words()];
        let words: String = words.iter().map(|word| format!("<td>{}</td>", escaped(word))).collect();
        _ = writeln!(page, "<tr>{words}{numbers}</tr>");
    }
    _ = writeln!(page, "</table>\n<p>{}</p>", escaped(&text::total(explained)));
    page
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
