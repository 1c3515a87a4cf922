//! Drawings of acyclic graphs: SVG, with the boxes in layers and the edges as curves.
//!
//! The algorithm is that of Sugiyama, Tagawa and Toda ("Methods for Visual Understanding of Hierarchical System
//! Structures", 1981): a node is one layer below the lowest of its predecessors; an edge has a slot in each layer that
//! it passes; the slots of a layer are sorted by the mean of their upper neighbours; edges connect slots.

use std::fmt::Write;

use rmlir::analysis::cfg::{Cfg, Node};

/// The labels of a drawing.
pub struct Labels<'a> {
    /// The title above it.
    pub title: &'a str,
    /// The lines in the box of a node.
    pub node: &'a dyn Fn(Node) -> Vec<String>,
    /// The label of the edge to a successor of a node, by the index of the successor.
    pub edge: &'a dyn Fn(Node, u32) -> String,
}

/// Sizes in pixels: of a character, of a line, and the distances between boxes and between layers.
const CHARACTER: usize = 7;
const LINE: usize = 16;
const GAP: usize = 24;
const LAYER_GAP: usize = 48;
/// The width of the slot of an edge that passes a layer.
const PASSING: usize = 16;

/// A slot in a layer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    Node(Node),
    /// An edge, by the index in [`Layout::edges`].
    Passing(usize),
}

/// An edge: source, index of the successor, target.
type Edge = (Node, u32, Node);

struct Layout {
    /// From the top.
    layers: Vec<Vec<Slot>>,
    edges: Vec<Edge>,
    /// By node: its layer.
    layer_of: Vec<usize>,
}

impl Layout {
    /// The layout of the nodes in `order`, which is topological.
    fn new(cfg: &Cfg, order: &[Node]) -> Self {
        let mut layer_of = vec![0; cfg.n_blocks()];
        let mut edges = Vec::new();
        for &node in order {
            for (&to, number) in cfg.successors(node).iter().zip(0..) {
                layer_of[to as usize] = layer_of[to as usize].max(layer_of[node as usize] + 1);
                edges.push((node, number, to));
            }
        }
        let n_layers = order.iter().map(|&node| layer_of[node as usize] + 1).max().unwrap_or(0);
        let mut layers = vec![Vec::new(); n_layers];
        order.iter().for_each(|&node| layers[layer_of[node as usize]].push(Slot::Node(node)));
        for (number, &(from, _, to)) in edges.iter().enumerate() {
            let passed = layer_of[from as usize] + 1..layer_of[to as usize];
            layers[passed].iter_mut().for_each(|layer: &mut Vec<Slot>| layer.push(Slot::Passing(number)));
        }
        let mut layout = Self { layers, edges, layer_of };
        layout.sort();
        layout
    }

    /// Sorts the slots of each layer, by their upper neighbours.
    fn sort(&mut self) {
        for number in 1..self.layers.len() {
            let (above, below) = self.layers.split_at_mut(number);
            let above = &above[number - 1];
            let place = |slot: Slot| above.iter().position(|&other| other == slot);
            let layer_of = &self.layer_of;
            let from = |edge: usize| match layer_of[self.edges[edge].0 as usize] + 1 == number {
                true => place(Slot::Node(self.edges[edge].0)),
                false => place(Slot::Passing(edge)),
            };
            let mean = |slot: Slot| {
                let places: Vec<usize> = match slot {
                    Slot::Passing(edge) => from(edge).into_iter().collect(),
                    Slot::Node(node) => {
                        let edges = self.edges.iter().enumerate().filter(|(_, edge)| edge.2 == node);
                        edges.filter_map(|(edge, _)| from(edge)).collect()
                    }
                };
                // In thousandths, so that the order does not depend on the rounding of floats.
                1000 * places.iter().sum::<usize>() / places.len().max(1)
            };
            let mut keyed: Vec<(usize, Slot)> = below[0].iter().map(|&slot| (mean(slot), slot)).collect();
            keyed.sort_by_key(|&(mean, _)| mean);
            below[0] = keyed.into_iter().map(|(_, slot)| slot).collect();
        }
    }
}

/// A slot with its middle, its upper and its lower end.
struct Placed {
    slot: Slot,
    x: usize,
    top: usize,
    bottom: usize,
    width: usize,
}

/// The drawing of the nodes in `order`, which is topological.
pub fn draw(cfg: &Cfg, order: &[Node], labels: &Labels) -> String {
    let layout = Layout::new(cfg, order);
    let size = |slot: Slot| match slot {
        Slot::Passing(_) => (PASSING, LINE),
        Slot::Node(node) => {
            let lines = (labels.node)(node);
            let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
            (longest * CHARACTER + LINE, lines.len() * LINE + LINE / 2)
        }
    };
    let widths: Vec<usize> =
        layout.layers.iter().map(|layer| layer.iter().map(|&slot| size(slot).0 + GAP).sum::<usize>()).collect();
    let width = widths.iter().copied().max().unwrap_or(0) + GAP;
    let mut placed: Vec<Vec<Placed>> = Vec::new();
    let mut top = 2 * LINE;
    for (layer, &used) in layout.layers.iter().zip(&widths) {
        let mut x = (width - used) / 2 + GAP / 2;
        let height = layer.iter().map(|&slot| size(slot).1).max().unwrap_or(0);
        let mut row = Vec::new();
        for &slot in layer {
            let (width, own) = size(slot);
            let bottom = top + if matches!(slot, Slot::Node(_)) { own } else { height };
            row.push(Placed { slot, x: x + width / 2, top, bottom, width });
            x += width + GAP;
        }
        top += height + LAYER_GAP;
        placed.push(row);
    }
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{top}\" font-family=\"monospace\" \
         font-size=\"12\">\n<text x=\"{GAP}\" y=\"{LINE}\">{}</text>\n",
        escaped(labels.title)
    );
    for (number, &edge) in layout.edges.iter().enumerate() {
        draw_edge(&mut out, &layout, &placed, number, &(labels.edge)(edge.0, edge.1));
    }
    placed.iter().flatten().for_each(|place| draw_box(&mut out, place, labels));
    out.push_str("</svg>\n");
    out
}

fn draw_edge(out: &mut String, layout: &Layout, placed: &[Vec<Placed>], number: usize, label: &str) {
    let (from, _, to) = layout.edges[number];
    let find = |layer: usize, slot: Slot| {
        placed[layer].iter().find(|place| place.slot == slot).expect("what is drawn has a place")
    };
    let (first, last) = (layout.layer_of[from as usize], layout.layer_of[to as usize]);
    let start = find(first, Slot::Node(from));
    _ = write!(out, "<path fill=\"none\" stroke=\"#555\" d=\"M {} {}", start.x, start.bottom);
    let mut y = start.bottom;
    let mut x = start.x;
    for layer in first + 1..=last {
        let slot = if layer == last { Slot::Node(to) } else { Slot::Passing(number) };
        let place = find(layer, slot);
        let middle = usize::midpoint(y, place.top);
        _ = write!(out, " C {x} {middle} {} {middle} {} {}", place.x, place.x, place.top);
        (x, y) = (place.x, place.bottom);
        if layer != last {
            _ = write!(out, " L {x} {y}");
        }
    }
    out.push_str("\"/>\n");
    let end = find(last, Slot::Node(to));
    let (x, y) = (end.x, end.top);
    _ = writeln!(out, "<path fill=\"#555\" d=\"M {x} {y} L {} {} L {} {} Z\"/>", x - 4, y - 8, x + 4, y - 8);
    if !label.is_empty() {
        let next = find(first + 1, if first + 1 == last { Slot::Node(to) } else { Slot::Passing(number) });
        let (x, y) = (usize::midpoint(start.x, next.x), usize::midpoint(start.bottom, next.top));
        let anchor = if next.x < start.x { "end" } else { "start" };
        _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" fill=\"#06c\" text-anchor=\"{anchor}\">{}</text>", escaped(label));
    }
}

fn draw_box(out: &mut String, place: &Placed, labels: &Labels) {
    let Slot::Node(node) = place.slot else { return };
    let (left, height) = (place.x - place.width / 2, place.bottom - place.top);
    _ = writeln!(
        out,
        "<rect x=\"{left}\" y=\"{}\" width=\"{}\" height=\"{height}\" fill=\"#fff\" stroke=\"#000\"/>",
        place.top, place.width
    );
    for (line, number) in (labels.node)(node).iter().zip(1..) {
        let y = place.top + number * LINE;
        _ = writeln!(out, "<text x=\"{}\" y=\"{y}\">{}</text>", left + LINE / 2, escaped(line));
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
