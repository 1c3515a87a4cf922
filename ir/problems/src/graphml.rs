//! Problems in HatScheT's form: a graph in GraphML, and the resources in XML.
//!
//! `t(from) + latency(from) + delay <= t(to) + distance * II`; a limit of -1 means as many as are wanted, a blocking time
//! of 0 or 1 a pipelined unit. A schedule is written as data of the graph, `II`, and of each node, `start`.

use std::collections::BTreeMap;
use std::ops::Range;

use rmlir_modulo::{Edge, Graph, Kind, Machine, Mode, schedule};
use roxmltree::{Document, Node};

use crate::Problem;
use crate::edit::{Edit, apply};

/// The key of a node's start.
const START: &str = "start";

/// The key of the graph's initiation interval.
const II: &str = "II";

/// What the resources say of one class.
struct Resource {
    class: usize,
    latency: i64,
}

/// Reads a graph and its resources.
pub fn read(graph: &str, resources: &str) -> Result<Problem, String> {
    let document = Document::parse(graph).map_err(|error| error.to_string())?;
    problem(&document, resources)
}

/// Schedules a graph with its resources: its text with the times.
pub fn write_schedule(graph: &str, resources: &str, mode: Mode) -> Result<String, String> {
    let document = Document::parse(graph).map_err(|error| error.to_string())?;
    let problem = problem(&document, resources)?;
    let found = schedule(&problem.graph, &problem.machine, mode).map_err(|error| error.to_string())?;
    let mut edits = Vec::new();
    for element in elements(&document, "graph") {
        edits.extend(put(graph, element, II, found.ii));
    }
    for (element, start) in elements(&document, "node").zip(&found.start) {
        edits.extend(put(graph, element, START, *start));
    }
    Ok(apply(graph, edits))
}

/// Gives an element a number under a key.
fn put(text: &str, element: Node, key: &str, value: i64) -> Option<Edit> {
    let written = format!("<data key=\"{key}\">{value}</data>");
    if let Some(known) = element.children().find(|child| child.attribute("key") == Some(key)) {
        return Some(Edit { range: known.range(), text: written });
    }
    // In front of the first thing inside, with the space that stands before that.
    let inside = element.first_element_child()?;
    let at = inside.range().start;
    let space: Range<usize> = text[..at].trim_end().len()..at;
    Some(Edit { range: at..at, text: format!("{written}{}", &text[space]) })
}

fn problem(document: &Document, resources: &str) -> Result<Problem, String> {
    let resources = Document::parse(resources).map_err(|error| error.to_string())?;
    let mut machine = Machine::new("HatScheT");
    let mut by_name = BTreeMap::new();
    for resource in elements(&resources, "Resource") {
        let name = attribute(resource, "name")?;
        let limit: i64 = number(attribute(resource, "limit")?)?;
        let blocked: u32 = number(attribute(resource, "blockingTime")?)?;
        let unit = u32::try_from(limit).ok().map(|limit| (machine.add_unit(name, limit), blocked.max(1)));
        let class = machine.add_class(name, unit);
        by_name.insert(name, Resource { class, latency: number(attribute(resource, "latency")?)? });
    }
    let mut graph = Graph::new();
    let mut nodes = BTreeMap::new();
    for node in elements(document, "node") {
        let used = data(node, "uses_resource").ok_or("a node uses no resource")?;
        let resource = by_name.get(used).ok_or_else(|| format!("resource '{used}' is not known"))?;
        let id = attribute(node, "id")?;
        let number = graph.add_node(data(node, "name").unwrap_or(id), resource.class);
        nodes.insert(id, (number, resource.latency));
    }
    for edge in elements(document, "edge") {
        let end = |name| nodes.get(attribute(edge, name)?).ok_or_else(|| format!("the {name} of an edge is not known"));
        let ((from, latency), (to, _)) = (*end("source")?, *end("target")?);
        let delay: i64 = data(edge, "delay").map_or(Ok(0), number)?;
        let distance = data(edge, "distance").map_or(Ok(0), number)?;
        let kind = if data(edge, "deptype") == Some("Precedence") { Kind::Order } else { Kind::Flow };
        graph.add_edge(Edge { from, to, latency: latency + delay, distance, kind });
    }
    Ok(Problem { graph, machine })
}

fn elements<'a, 'i>(document: &'a Document<'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    document.descendants().filter(move |node| node.tag_name().name() == name)
}

fn attribute<'a>(node: Node<'a, '_>, name: &str) -> Result<&'a str, String> {
    node.attribute(name).ok_or_else(|| format!("'{}' has no '{name}'", node.tag_name().name()))
}

fn data<'a>(node: Node<'a, '_>, key: &str) -> Option<&'a str> {
    node.children().find(|child| child.attribute("key") == Some(key))?.text()
}

fn number<N: std::str::FromStr>(text: &str) -> Result<N, String> {
    text.trim().parse().map_err(|_| format!("'{text}' is no number that fits"))
}
