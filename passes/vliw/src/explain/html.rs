//! The report as one self-contained HTML page: for each loop the kernel as a chart of units by rows, several iterations
//! one above the other, the lifetimes, and the text.

use std::fmt::Write;

use rmlir_modulo::registers::lifetimes::{Lifetime, lifetimes};

use super::explained::{Explained, Step};
use super::text;
use crate::schedule::plan::Plan;

/// The width of a cycle and the height of a line, in pixels.
const CYCLE: i64 = 36;
const LINE: i64 = 20;

/// The horizontal offset of charts, right of their labels.
const LEFT: i64 = 150;

/// The number of iterations that are drawn in addition to those in flight at a time.
const MORE_ITERATIONS: i64 = 2;

const HEAD: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Software pipelining</title>\n\
<style>\nbody { font: 14px sans-serif; margin: 2em; color: #222; }\nsvg text { font: 11px monospace; }\n\
pre { background: #f6f6f6; padding: 1em; overflow-x: auto; }\n.grid { stroke: #ddd; }\n.bar { stroke: #fff; }\n</style>\n</head>\n<body>\n";

/// The page of all loops of a module.
pub fn page(loops: &[Result<Explained, String>], last: Step) -> String {
    let mut page = HEAD.to_owned();
    for of in loops {
        match of {
            Ok(of) => section(&mut page, of, last),
            Err(why) => _ = writeln!(page, "<p>Not pipelined: {}.</p>", escaped(why)),
        }
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn section(page: &mut String, of: &Explained, last: Step) {
    _ = writeln!(page, "<h1>{}</h1>", escaped(&of.name));
    if let Some((plan, _)) = of.found {
        _ = writeln!(page, "<h2>Kernel: units by rows, {} cycles</h2>", plan.ii);
        kernel(page, of, plan);
        _ = writeln!(page, "<h2>Iterations: {} stages</h2>", plan.stages);
        iterations(page, of, plan);
        _ = writeln!(page, "<h2>Lifetimes: {} registers at most</h2>", plan.found.max_live);
        living(page, of, plan);
    }
    _ = writeln!(page, "<h2>Tables</h2>\n<pre>{}</pre>", escaped(&text::text(of, last)));
}

/// A chart with a number of cycles and a line for each label.
struct Chart<'p> {
    page: &'p mut String,
    first: i64,
}

impl<'p> Chart<'p> {
    fn new(page: &'p mut String, cycles: std::ops::Range<i64>, labels: &[String]) -> Self {
        let (n_cycles, n_lines) = (cycles.end - cycles.start, labels.len() as i64);
        let (width, height) = (LEFT + n_cycles * CYCLE + 2, (n_lines + 1) * LINE + 2);
        _ = writeln!(
            page,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" role=\"img\">"
        );
        for cycle in 0..=n_cycles {
            let x = LEFT + cycle * CYCLE;
            _ = writeln!(page, "<line class=\"grid\" x1=\"{x}\" y1=\"{LINE}\" x2=\"{x}\" y2=\"{height}\"/>");
            if cycle < n_cycles {
                _ = writeln!(page, "<text x=\"{}\" y=\"14\">{}</text>", x + 4, cycles.start + cycle);
            }
        }
        for (line, label) in (1..).zip(labels) {
            _ = writeln!(page, "<text x=\"0\" y=\"{}\">{}</text>", line * LINE + 14, escaped(label));
        }
        Self { page, first: cycles.start }
    }

    /// Draws a bar on a line for some cycles.
    fn bar(&mut self, line: usize, from: i64, cycles: i64, color: &str, label: &str, title: &str) {
        let (x, y) = (LEFT + (from - self.first) * CYCLE, (line as i64 + 1) * LINE);
        let (width, height) = (cycles * CYCLE, LINE - 2);
        _ = writeln!(
            self.page,
            "<g><title>{}</title><rect class=\"bar\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{color}\"/><text x=\"{}\" y=\"{}\">{}</text></g>",
            escaped(title),
            x + 3,
            y + 13,
            escaped(label)
        );
    }

    fn finish(self) {
        self.page.push_str("</svg>\n");
    }
}

/// The color of a stage or iteration.
fn color(number: i64) -> &'static str {
    const COLORS: [&str; 6] = ["#9ecae9", "#ffbf79", "#88d27a", "#f2a6a6", "#d6a5c9", "#d8b5a5"];
    COLORS[number.rem_euclid(COLORS.len() as i64) as usize]
}

fn kernel(page: &mut String, of: &Explained, plan: &Plan) {
    // Lines are the instances of the machine's units; issue slots are last.
    let mut first_line = Vec::new();
    let mut labels = Vec::new();
    for unit in &of.machine.units {
        first_line.push(labels.len());
        let name = |instance| if unit.count == 1 { unit.name.clone() } else { format!("{} {instance}", unit.name) };
        labels.extend((0..unit.count).map(name));
    }
    let mut chart = Chart::new(page, 0..plan.ii, &labels);
    for (node, binding) in plan.found.bindings.iter().enumerate() {
        let class = &of.machine.classes[of.graph.node(node).class];
        let usages = &class.alternatives[binding.alternative].usages;
        let (name, stage) = (&of.graph.node(node).name, plan.stage(node));
        let title = format!("n{node} {name}, stage {stage}, cycle {}", plan.start[node]);
        for (usage, instance) in usages.iter().zip(&binding.instances) {
            for cycle in 0..i64::from(usage.cycles) {
                let row = (plan.start[node] + i64::from(usage.offset) + cycle).rem_euclid(plan.ii);
                chart.bar(first_line[usage.unit] + instance, row, 1, color(stage), &format!("n{node}"), &title);
            }
        }
    }
    chart.finish();
}

fn iterations(page: &mut String, of: &Explained, plan: &Plan) {
    let n = plan.stages + MORE_ITERATIONS;
    let labels: Vec<String> = (0..n).map(|iteration| format!("iteration {iteration}")).collect();
    let mut chart = Chart::new(page, 0..(n + plan.stages - 1) * plan.ii, &labels);
    for iteration in 0..n {
        for time in 0..plan.stages * plan.ii {
            let here: Vec<usize> = (0..of.graph.len()).filter(|&node| plan.start[node] == time).collect();
            if here.is_empty() {
                continue;
            }
            let names: Vec<String> = here.iter().map(|node| format!("n{node}")).collect();
            let title: Vec<String> = here.iter().map(|&node| format!("n{node} {}", of.graph.node(node).name)).collect();
            let label = if here.len() > 1 { format!("n{}+", here[0]) } else { names[0].clone() };
            let stage = time.div_euclid(plan.ii);
            chart.bar(iteration as usize, iteration * plan.ii + time, 1, color(stage), &label, &title.join(", "));
        }
    }
    chart.finish();
}

fn living(page: &mut String, of: &Explained, plan: &Plan) {
    let lifetimes: Vec<Lifetime> = lifetimes(of.graph, &plan.start, plan.ii).collect();
    let label = |node: usize| format!("n{node} {}", of.graph.node(node).name);
    let labels: Vec<String> = lifetimes.iter().map(|lifetime| label(lifetime.node)).collect();
    let end = lifetimes.iter().map(|lifetime| lifetime.to).max().unwrap_or(0).max(1);
    let mut chart = Chart::new(page, 0..end, &labels);
    for (line, lifetime) in lifetimes.iter().enumerate() {
        let title = format!("{}: {} to {}", label(lifetime.node), lifetime.from, lifetime.to);
        let stage = plan.stage(lifetime.node);
        chart.bar(line, lifetime.from, lifetime.to - lifetime.from, color(stage), "", &title);
    }
    chart.finish();
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
