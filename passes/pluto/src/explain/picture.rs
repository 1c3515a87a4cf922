//! Points of one to three dimensions with arrows between them: SVG.
//!
//! The first axis points to the right, the second one up, the third one to the back: an oblique projection, in which a
//! cell of the first two is large enough for all points along the third.

use std::fmt::Write;

use rmlir_polyhedral::Kind;

use super::instance::{Arrow, Space};

/// Sizes in pixels: of a point, of the distance between points, of a step to the back, and of the margin.
const RADIUS: i64 = 10;
const CELL: i64 = 34;
const BACK: (i64, i64) = (24, 17);
const MARGIN: i64 = 28;

/// The colors of groups.
const COLORS: [&str; 8] = ["#9ecae9", "#ffbf79", "#88d27a", "#f2a6a6", "#d6a5c9", "#d8b5a5", "#bab0ac", "#f1ce63"];

/// The arrow heads, by kind; once per page.
pub fn arrow_heads() -> String {
    let mut text = String::from("<svg width=\"0\" height=\"0\" style=\"position:absolute\"><defs>\n");
    for kind in [Kind::Flow, Kind::Anti, Kind::Output] {
        let (name, color, _) = style(kind);
        _ = writeln!(
            text,
            "<marker id=\"{name}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"6\" markerHeight=\"6\" \
             orient=\"auto\"><path d=\"M 0 0 L 8 4 L 0 8 Z\" fill=\"{color}\"/></marker>"
        );
    }
    text + "</defs></svg>\n"
}

/// The name, the color and the dashes of arrows.
pub fn style(kind: Kind) -> (&'static str, &'static str, &'static str) {
    match kind {
        Kind::Flow => ("flow", "#222", "none"),
        Kind::Anti => ("anti", "#c33", "4 2"),
        Kind::Output => ("output", "#36c", "1 2"),
    }
}

/// The mapping of points to the page.
struct Plane {
    least: Vec<i64>,
    /// The size of a cell.
    cell: (i64, i64),
    /// The size of the picture.
    size: (i64, i64),
}

impl Plane {
    fn of(points: &[&[i64]]) -> Self {
        let n_axes = points[0].len();
        let axis = |axis: usize| points.iter().map(move |point| point[axis]);
        let least: Vec<i64> = (0..n_axes).map(|it| axis(it).min().unwrap_or(0)).collect();
        let spans: Vec<i64> =
            (0..3).map(|it| if it < n_axes { axis(it).max().unwrap_or(0) - least[it] } else { 0 }).collect();
        let cell = (CELL + spans[2] * BACK.0, CELL + spans[2] * BACK.1);
        let width = spans[0] * cell.0 + spans[2] * BACK.0 + 2 * MARGIN;
        let height = spans[1] * cell.1 + spans[2] * BACK.1 + 2 * MARGIN;
        Plane { least, cell, size: (width, height) }
    }

    fn place(&self, point: &[i64]) -> (i64, i64) {
        let of = |axis: usize| point.get(axis).map_or(0, |value| value - self.least[axis]);
        let x = MARGIN + of(0) * self.cell.0 + of(2) * BACK.0;
        let up = MARGIN + of(1) * self.cell.1 + of(2) * BACK.1;
        (x, self.size.1 - up)
    }
}

/// The picture before (0) or after (1); `None` if there is nothing to draw.
pub fn draw(space: &Space, which: usize) -> Option<String> {
    let places: Vec<&[i64]> = space.points.iter().map(|point| &point.at[which][..]).collect();
    let n_axes = places.first()?.len();
    if n_axes > 3 {
        return None;
    }
    let plane = Plane::of(&places);
    let (width, height) = plane.size;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" role=\"img\">\n",
        width + 4 * MARGIN,
        height + MARGIN
    );
    draw_axes(&mut out, &plane, &space.axes[which]);
    space.arrows.iter().for_each(|arrow| draw_arrow(&mut out, arrow, &plane, &places));
    for point in &space.points {
        let (x, y) = plane.place(&point.at[which]);
        let color = COLORS[point.group % COLORS.len()];
        let time: Vec<String> = point.time.iter().map(ToString::to_string).collect();
        let at: Vec<String> = point.at[0].iter().map(ToString::to_string).collect();
        _ = writeln!(
            out,
            "<g><title>({}) at ({})</title><circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"{color}\"/>\
             <text x=\"{x}\" y=\"{}\">{}</text></g>",
            at.join(", "),
            time.join(", "),
            y + 3,
            point.turn[which]
        );
    }
    out.push_str("</svg>\n");
    Some(out)
}

fn draw_axes(out: &mut String, plane: &Plane, names: &[String]) {
    let (width, height) = plane.size;
    let origin = (MARGIN / 4, height - MARGIN / 4);
    // Behind the last of the points along the third axis.
    let back = (plane.cell.0 - CELL + 2 * MARGIN, plane.cell.1 - CELL + 2 * MARGIN * BACK.1 / BACK.0);
    let ends = [(width, origin.1), (origin.0, MARGIN / 2), (origin.0 + back.0, origin.1 - back.1)];
    for (name, (x, y)) in std::iter::zip(names, ends) {
        _ = writeln!(out, "<path class=\"axis\" d=\"M {} {} L {x} {y}\"/>", origin.0, origin.1);
        _ = writeln!(out, "<text class=\"name\" x=\"{}\" y=\"{}\">{name}</text>", x + 4, y + 2);
    }
}

/// Arrows are slightly bent, so that those along one line are distinguishable.
fn draw_arrow(out: &mut String, arrow: &Arrow, plane: &Plane, places: &[&[i64]]) {
    let ((x1, y1), (x2, y2)) = (plane.place(places[arrow.from]), plane.place(places[arrow.to]));
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = (((dx * dx + dy * dy) as f64).sqrt() as i64).max(1);
    let (bent_x, bent_y) = ((x1 + x2) / 2 - dy / 8, (y1 + y2) / 2 + dx / 8);
    let (from_x, from_y) = (x1 + dx * RADIUS / length, y1 + dy * RADIUS / length);
    let (to_x, to_y) = (x2 - dx * RADIUS / length, y2 - dy * RADIUS / length);
    let (name, color, dashes) = style(arrow.kind);
    _ = writeln!(
        out,
        "<path class=\"arrow\" d=\"M {from_x} {from_y} Q {bent_x} {bent_y} {to_x} {to_y}\" stroke=\"{color}\" \
         stroke-dasharray=\"{dashes}\" marker-end=\"url(#{name})\"/>"
    );
}
