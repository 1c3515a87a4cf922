//! Problems in HatScheT's format: a graph in GraphML, and the resources in XML.
//!
//! `t(from) + latency(from) + delay <= t(to) + distance * II`; a limit of -1 means unlimited, a blocking time of 0 or 1
//! a pipelined unit. A schedule is written as data of the graph, `II`, and of each node, `start`.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use rmlir_modulo::{Budgets, Edge, Graph, Kind, Machine, Mode, schedule_within};
use roxmltree::{Document, Node};

use crate::edit::{Edit, apply};
use crate::{Failure, Problem};

/// The key of a node's start.
const START: &str = "start";

/// The key of the graph's initiation interval.
const II: &str = "II";

/// One of the two texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Text {
    /// The graph.
    Graph,
    /// Its resources.
    Resources,
}

/// An error, and the text that it is in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The text.
    pub text: Text,
    /// The error with its position.
    pub failure: Failure,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure { at, message } = &self.failure;
        match self.text {
            Text::Graph => write!(f, "byte {at} of the graph: {message}"),
            Text::Resources => write!(f, "byte {at} of the resources: {message}"),
        }
    }
}

/// The resource of one class.
struct Resource {
    class: usize,
    latency: i64,
}

/// Parses a graph and its resources.
pub fn read(graph: &str, resources: &str) -> Result<Problem, Mistake> {
    problem(&parse(graph, Text::Graph)?, resources)
}

/// Schedules a graph with its resources. Returns its text with the times.
pub fn write_schedule(graph: &str, resources: &str, mode: Mode, budgets: &Budgets) -> Result<String, Mistake> {
    let document = parse(graph, Text::Graph)?;
    let problem = problem(&document, resources)?;
    let found = schedule_within(&problem.graph, &problem.machine, mode, budgets)
        .map_err(|error| mistake(Text::Graph, start_of(&document), error.to_string()))?;
    let mut edits = Vec::new();
    for element in elements(&document, "graph") {
        edits.extend(put(graph, element, II, found.ii));
    }
    for (element, start) in elements(&document, "node").zip(&found.start) {
        edits.extend(put(graph, element, START, *start));
    }
    Ok(apply(graph, edits))
}

/// The report of scheduling a graph with its resources in some mode.
pub fn explain(graph: &str, resources: &str, mode: Mode, budgets: &Budgets) -> Result<String, Mistake> {
    let document = parse(graph, Text::Graph)?;
    let explained = problem(&document, resources)?.explain(mode, budgets);
    explained.map_err(|error| mistake(Text::Graph, start_of(&document), error.to_string()))
}

fn mistake(text: Text, at: usize, message: impl Into<String>) -> Mistake {
    Mistake { text, failure: Failure { at, message: message.into() } }
}

fn parse(text: &str, which: Text) -> Result<Document<'_>, Mistake> {
    Document::parse(text).map_err(|error| {
        // Lines and columns are counted from 1.
        let pos = error.pos();
        let line: usize = text.split_inclusive('\n').take(pos.row as usize - 1).map(str::len).sum();
        let column = text[line..].char_indices().nth(pos.col as usize - 1).map_or(0, |(at, _)| at);
        mistake(which, line + column, error.to_string())
    })
}

/// The position of the start of the graph.
fn start_of(document: &Document) -> usize {
    elements(document, "graph").next().map_or(0, |graph| graph.range().start)
}

/// The edit that sets the integer of an element under a key.
fn put(text: &str, element: Node, key: &str, value: i64) -> Option<Edit> {
    let written = format!("<data key=\"{key}\">{value}</data>");
    if let Some(known) = element.children().find(|child| child.attribute("key") == Some(key)) {
        return Some(Edit { range: known.range(), text: written });
    }
    // In front of the first child element, with the space that precedes it.
    let inside = element.first_element_child()?;
    let at = inside.range().start;
    let space: Range<usize> = text[..at].trim_end().len()..at;
    Some(Edit { range: at..at, text: format!("{written}{}", &text[space]) })
}

fn problem(document: &Document, resources: &str) -> Result<Problem, Mistake> {
    let (machine, by_name) = machine(resources)?;
    let wrong = |node: Node, message: String| mistake(Text::Graph, node.range().start, message);
    let mut graph = Graph::new();
    let mut nodes = BTreeMap::new();
    for node in elements(document, "node") {
        let used = data(node, "uses_resource").ok_or_else(|| wrong(node, "a node uses no resource".to_owned()))?;
        let resource =
            by_name.get(used.text).ok_or_else(|| wrong(used.node, format!("resource '{}' is not known", used.text)))?;
        let id = attribute(node, "id").map_err(|why| wrong(node, why))?;
        let number = graph.add_node(data(node, "name").map_or(id, |name| name.text), resource.class);
        if nodes.insert(id, (number, resource.latency)).is_some() {
            return Err(wrong(node, format!("redefinition of node '{id}'")));
        }
    }
    for edge in elements(document, "edge") {
        let end = |name| {
            let id = attribute(edge, name)?;
            nodes.get(id).copied().ok_or_else(|| format!("the {name} of an edge, '{id}', is not known"))
        };
        let number_of = |key| match data(edge, key) {
            Some(data) => number(data.text).map_err(|why| wrong(data.node, why)),
            None => Ok(0),
        };
        let (from, latency) = end("source").map_err(|why| wrong(edge, why))?;
        let (to, _) = end("target").map_err(|why| wrong(edge, why))?;
        let (delay, distance) = (number_of("delay")?, number_of("distance")?);
        let distance =
            u32::try_from(distance).map_err(|_| wrong(edge, "expected a distance from 0 to 2147483647".to_owned()))?;
        let is_order = data(edge, "deptype").is_some_and(|kind| kind.text == "Precedence");
        let kind = if is_order { Kind::Order } else { Kind::Flow };
        graph.add_edge(Edge { from, to, latency: latency + delay, distance, kind });
    }
    Ok(Problem::new(graph, machine))
}

/// The machine, and its resources by name.
fn machine(text: &str) -> Result<(Machine, BTreeMap<String, Resource>), Mistake> {
    let document = parse(text, Text::Resources)?;
    let mut machine = Machine::new("HatScheT");
    let mut by_name = BTreeMap::new();
    for resource in elements(&document, "Resource") {
        let known = |name| attribute(resource, name);
        let read = || {
            let blocked =
                u32::try_from(number(known("blockingTime")?)?).map_err(|_| "a blocking time is not negative")?;
            Ok::<_, String>((known("name")?, number(known("limit")?)?, blocked, number(known("latency")?)?))
        };
        let (name, limit, blocked, latency) =
            read().map_err(|why| mistake(Text::Resources, resource.range().start, why))?;
        let unit = u32::try_from(limit).ok().map(|limit| (machine.add_unit(name, limit), blocked.max(1)));
        let class = machine.add_class(name, unit);
        by_name.insert(name.to_owned(), Resource { class, latency });
    }
    Ok((machine, by_name))
}

fn elements<'a, 'i>(document: &'a Document<'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    document.descendants().filter(move |node| node.tag_name().name() == name)
}

fn attribute<'a>(node: Node<'a, '_>, name: &str) -> Result<&'a str, String> {
    node.attribute(name).ok_or_else(|| format!("'{}' has no '{name}'", node.tag_name().name()))
}

/// The data of an element by key.
struct Data<'a, 'i> {
    node: Node<'a, 'i>,
    text: &'a str,
}

fn data<'a, 'i>(node: Node<'a, 'i>, key: &str) -> Option<Data<'a, 'i>> {
    let node = node.children().find(|child| child.attribute("key") == Some(key))?;
    Some(Data { node, text: node.text()? })
}

/// A 32-bit integer, so that sums of times and counts do not overflow.
fn number(text: &str) -> Result<i64, String> {
    let wrong = || format!("expected an integer of 32 bits but got '{text}'");
    let number: i64 = text.trim().parse().map_err(|_| wrong())?;
    if number.abs() < 1 << 31 { Ok(number) } else { Err(wrong()) }
}
