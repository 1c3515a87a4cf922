//! Problems in HatScheT's form: a graph in GraphML, and beside it the resources in XML.
//!
//! `t(from) + latency(from) + delay <= t(to) + distance * II`; a limit of -1 means as many as are wanted, a blocking time
//! of 0 or 1 a pipelined unit.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rmlir_modulo::{Edge, Graph, Kind, Machine};
use roxmltree::{Document, Node};

/// A graph and what it runs on.
pub struct Problem {
    pub graph: Graph,
    pub machine: Machine,
}

/// The files of graphs below `folder`, without those for a clock frequency.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries {
            let path = entry.map_err(|error| error.to_string())?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                waiting.push(path);
            } else if name.ends_with(".graphml") && !name.contains("MHz") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Reads the graph at `path` and the resources beside it.
pub fn read(path: &Path) -> Result<Problem, String> {
    let stem = path.with_extension("");
    let beside = |ending: &str| PathBuf::from(format!("{}{ending}", stem.display()));
    let resources = ["_RM.xml", "RM.xml"].map(beside).into_iter().find(|path| path.is_file());
    let resources = resources.ok_or_else(|| format!("{}: there are no resources beside it", path.display()))?;
    let text = |path: &Path| std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    problem(&text(path)?, &text(&resources)?).map_err(|why| format!("{}: {why}", path.display()))
}

/// What the resources say of one class.
struct Resource {
    class: usize,
    latency: i64,
}

fn problem(graph: &str, resources: &str) -> Result<Problem, String> {
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
    let document = Document::parse(graph).map_err(|error| error.to_string())?;
    let mut graph = Graph::new();
    let mut nodes = BTreeMap::new();
    for node in elements(&document, "node") {
        let used = data(node, "uses_resource").ok_or("a node uses no resource")?;
        let resource = by_name.get(used).ok_or_else(|| format!("resource '{used}' is not known"))?;
        let id = attribute(node, "id")?;
        let number = graph.add_node(data(node, "name").unwrap_or(id), resource.class);
        nodes.insert(id, (number, resource.latency));
    }
    for edge in elements(&document, "edge") {
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
