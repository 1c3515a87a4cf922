//! A drawing of an operation, as text for Graphviz.
//!
//! Operations with regions and blocks become clusters, other operations and
//! block arguments nodes. An edge from or to a cluster goes to an invisible
//! node in it and is cut at the border. Edges come after all nodes, those of
//! control flow first. Operations of the same name have the same colour.

use std::collections::BTreeMap;

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::text::print::{PrintOptions, ValueNames, print_attr, print_type};
use rustc_hash::FxHashMap;

/// The maximum number of elements of printed elements attributes and arrays.
const MAX_ELEMENTS: i64 = 16;

/// Print Graphviz visualization of an operation.
///
/// Data flow is drawn as solid edges, control flow as dashed ones.
#[pass(name = "view-op-graph", title = "PrintOpPass")]
pub struct ViewOpGraph {
    /// Limit attribute/type length to number of chars
    #[option(default = 20)]
    max_label_len: u32,
    /// Print attributes of operations
    #[option(default = true)]
    print_attrs: bool,
    /// Print control flow edges
    print_control_flow_edges: bool,
    /// Print data flow edges
    #[option(default = true)]
    print_data_flow_edges: bool,
    /// Print result types of operations
    #[option(default = true)]
    print_result_types: bool,
}

impl Pass for ViewOpGraph {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let op = cx.op();
        let drawing = Drawing {
            options: self,
            names: ValueNames::new(op, &PrintOptions::default()),
            colours: colours(op),
            out: String::new(),
            indentation: 0,
            counter: 0,
            values: FxHashMap::default(),
            data_edges: Vec::new(),
            edges: Vec::new(),
        };
        let text = drawing.draw(op);
        cx.emit_text(text);
        Ok(())
    }
}

/// A colour for each operation name, spread evenly over the hues in the order of their first occurrence, inner
/// operations first.
fn colours(op: OpRef) -> FxHashMap<OpName, String> {
    let mut names: Vec<OpName> = Vec::new();
    let mut seen: FxHashMap<OpName, String> = FxHashMap::default();
    op.walk_postorder(|op| {
        if seen.insert(op.name(), String::new()).is_none() {
            names.push(op.name());
        }
    });
    for (index, name) in names.iter().enumerate() {
        let hue = index as f64 / names.len() as f64;
        seen.insert(*name, format!("{hue:.6} 0.3 0.95"));
    }
    seen
}

/// A node of the graph. With a cluster, it is the invisible one in it.
#[derive(Clone, Copy)]
struct Node {
    id: u32,
    cluster: Option<u32>,
}

#[derive(Clone, Copy)]
enum Style {
    ControlFlow,
    DataFlow,
}

type Key = (u32, Value);

struct Drawing<'p> {
    options: &'p ViewOpGraph,
    names: ValueNames,
    colours: FxHashMap<OpName, String>,
    out: String,
    indentation: usize,
    counter: u32,
    values: FxHashMap<Key, Node>,
    /// Value, user, and the name of the value as part of a port.
    data_edges: Vec<(Key, Node, String)>,
    edges: Vec<String>,
}

/// The worklist items of the drawing.
enum Step<'a> {
    Op(OpRef<'a>),
    Block(BlockRef<'a>),
    /// The cluster of an operation ends.
    EndOp(OpRef<'a>, Node),
    EndBlock,
}

impl Drawing<'_> {
    fn draw(mut self, op: OpRef) -> String {
        self.line("digraph G {");
        self.indentation += 2;
        self.line("compound = true;");
        self.draw_nodes(op);
        for (value, user, port) in std::mem::take(&mut self.data_edges) {
            let from = self.values.get(&value).copied().unwrap_or(Node { id: 0, cluster: None });
            self.add_edge(from, user, &port, Style::DataFlow);
        }
        for edge in std::mem::take(&mut self.edges) {
            self.line(&(edge + ";"));
        }
        self.indentation -= 2;
        self.line("}");
        self.out
    }

    fn draw_nodes(&mut self, op: OpRef) {
        // For each open block, the node drawn last.
        let mut last: Vec<Option<Node>> = vec![None];
        let mut stack = vec![Step::Op(op)];
        while let Some(step) = stack.pop() {
            match step {
                Step::Op(op) if op.n_regions() == 0 => {
                    let label = self.record_label(op);
                    let colour = self.colours.get(&op.name()).cloned();
                    let node = self.add_node(&label, "Mrecord", colour);
                    self.finish_op(op, node, &mut last);
                }
                Step::Op(op) => {
                    let label = self.cluster_label(op);
                    let node = self.open_cluster(&label);
                    stack.push(Step::EndOp(op, node));
                    let blocks: Vec<BlockRef> = op.regions().flat_map(|region| region.blocks()).collect();
                    stack.extend(blocks.into_iter().rev().map(Step::Block));
                }
                Step::Block(block) => {
                    self.open_cluster("");
                    for arg in block.args() {
                        let label = self.arg_label(arg);
                        let node = self.add_node(&label, "Mrecord", None);
                        self.values.insert((arg.body.number(), arg.id), node);
                    }
                    last.push(None);
                    stack.push(Step::EndBlock);
                    stack.extend(block.ops().rev().map(Step::Op));
                }
                Step::EndOp(op, node) => {
                    self.close_cluster();
                    self.finish_op(op, node, &mut last);
                }
                Step::EndBlock => {
                    last.pop();
                    self.close_cluster();
                }
            }
        }
    }

    fn finish_op(&mut self, op: OpRef, node: Node, last: &mut [Option<Node>]) {
        if self.options.print_data_flow_edges {
            for operand in op.operands() {
                let port = self.port(operand);
                self.data_edges.push(((operand.body.number(), operand.id), node, port));
            }
        }
        for result in op.results() {
            self.values.insert((result.body.number(), result.id), node);
        }
        let Some(before) = last.last_mut() else { return };
        if let Some(before) = before.replace(node)
            && self.options.print_control_flow_edges
        {
            self.add_edge(before, node, "", Style::ControlFlow);
        }
    }
}

/// Writing.
impl Drawing<'_> {
    fn line(&mut self, text: &str) {
        self.out.extend(std::iter::repeat_n(' ', self.indentation));
        self.out += text;
        self.out.push('\n');
    }

    fn open_cluster(&mut self, label: &str) -> Node {
        self.counter += 1;
        let cluster = self.counter;
        self.line(&format!("subgraph cluster_{cluster} {{"));
        self.indentation += 2;
        let anchor = self.add_node(" ", "plain", None);
        self.line(&format!("label = \"{label}\";"));
        Node { cluster: Some(cluster), ..anchor }
    }

    fn close_cluster(&mut self) {
        self.indentation -= 2;
        self.line("}");
    }

    fn add_node(&mut self, label: &str, shape: &str, colour: Option<String>) -> Node {
        self.counter += 1;
        let id = self.counter;
        let mut attrs = BTreeMap::from([("label", format!("\"{label}\"")), ("shape", shape.to_owned())]);
        if let Some(colour) = colour {
            attrs.insert("style", "filled".to_owned());
            attrs.insert("fillcolor", format!("\"{colour}\""));
        }
        self.line(&format!("v{id} {};", attr_list(&attrs)));
        Node { id, cluster: None }
    }

    /// Edges are written at the end.
    fn add_edge(&mut self, from: Node, to: Node, port: &str, style: Style) {
        let style = match style {
            Style::ControlFlow => "dashed",
            Style::DataFlow => "solid",
        };
        let mut attrs = BTreeMap::from([("style", style.to_owned())]);
        if let Some(cluster) = from.cluster {
            attrs.insert("ltail", format!("cluster_{cluster}"));
        }
        if let Some(cluster) = to.cluster {
            attrs.insert("lhead", format!("cluster_{cluster}"));
        }
        let end = |node: Node, kind: &str, side: &str| match node.cluster.is_none() && !port.is_empty() {
            true => format!("v{}:{kind}{port}:{side}", node.id),
            false => format!("v{}", node.id),
        };
        let (from, to) = (end(from, "res", "s"), end(to, "arg", "n"));
        self.edges.push(format!("{from} -> {to}{}", attr_list(&attrs)));
    }
}

fn attr_list(attrs: &BTreeMap<&str, String>) -> String {
    let entries: Vec<String> = attrs.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    format!("[{}]", entries.join(", "))
}

/// Labels.
impl Drawing<'_> {
    fn cluster_label(&mut self, op: OpRef) -> String {
        let mut label = op.name_str().to_owned();
        if self.options.print_result_types {
            let types: Vec<String> = op.results().map(|result| print_type(op.cx(), result.ty())).collect();
            label += &format!(" : ({})", self.truncated(&types.join(", ")));
        }
        if self.options.print_attrs {
            label += "\\l";
            for entry in op.body.all_attrs(op.id) {
                label += &format!("{}: {}\\l", escaped(entry.name.str(op.cx())), self.attr(op.cx(), entry.value));
            }
        }
        label
    }

    fn record_label(&mut self, op: OpRef) -> String {
        let mut label = "{".to_owned();
        if op.n_operands() > 0 {
            let ports: Vec<String> = op.operands().map(|operand| self.port_label("arg", operand)).collect();
            label += &format!("{{{}}}|", ports.join("|"));
        }
        label += &format!("{}\\l", op.name_str());
        let attrs = op.body.all_attrs(op.id);
        if self.options.print_attrs && !attrs.is_empty() {
            label += "\\l";
            for entry in attrs {
                label += &format!("{}: {}\\l", entry.name.str(op.cx()), self.attr(op.cx(), entry.value));
            }
        }
        if op.n_results() > 0 {
            let ports: Vec<String> = op.results().map(|result| self.arg_label(result)).collect();
            label += &format!("|{{{}}}", ports.join("|"));
        }
        label + "}"
    }

    fn port_label(&mut self, kind: &str, value: ValueRef) -> String {
        format!("<{kind}{}> {}", self.port(value), self.names.get(value))
    }

    fn arg_label(&mut self, value: ValueRef) -> String {
        let label = self.port_label("res", value);
        match self.options.print_result_types {
            true => format!("{label} {}", self.ty(value.body.cx(), value.ty())),
            false => label,
        }
    }

    fn port(&mut self, value: ValueRef) -> String {
        self.names.get(value).replace(['%', '#'], "_")
    }

    fn ty(&self, cx: &Context, ty: Type) -> String {
        escaped(&self.truncated(&print_type(cx, ty)))
    }

    fn attr(&self, cx: &Context, attr: Attr) -> String {
        let text = || print_attr(cx, attr);
        match attr.data(cx) {
            AttrData::Dense { splat: true, .. } => escaped(&text()),
            AttrData::DenseStrings { values, .. } if values.len() == 1 => escaped(&text()),
            AttrData::Dense { ty, .. } | AttrData::DenseStrings { ty, .. } | AttrData::DenseResource { ty, .. }
                if n_elements(cx, *ty) > MAX_ELEMENTS =>
            {
                let rank = ty.shape(cx).map_or(0, <[i64]>::len);
                format!("{}...{} : {}", "[".repeat(rank), "]".repeat(rank), self.ty(cx, *ty))
            }
            AttrData::Array(elements) if elements.len() as i64 > MAX_ELEMENTS => "[...]".to_owned(),
            _ => escaped(&self.truncated(&text())),
        }
    }

    fn truncated(&self, text: &str) -> String {
        let max = self.options.max_label_len as usize;
        if text.len() <= max {
            return text.to_owned();
        }
        // Counted in bytes, but only at a character boundary.
        let end = (0..=max).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        format!("{}...", &text[..end])
    }
}

fn n_elements(cx: &Context, ty: Type) -> i64 {
    ty.shape(cx).map_or(0, |shape| shape.iter().product())
}

/// Characters with a meaning in record labels are escaped by a backslash.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '{' | '|' | '<' | '}' | '>' | '\n' | '"') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}
