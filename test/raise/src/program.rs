//! Random C programs.
//!
//! The function `kernel` has nests of loops in many forms over arrays of constant size, an array of variable size, and
//! two pointers, which `main` lets overlap. All subscripts are within the arrays for all sizes that `main` passes, which
//! are zero and negative, too.

use crate::source::Source;

/// The rows and columns of arrays of constant size.
const SIZE: u64 = 40;
/// The greatest value of a size that is passed.
const MAX: u64 = 12;

/// The program of `seed`.
pub fn text(seed: u64) -> String {
    let mut generator = Generator { source: Source::new(seed), indices: Vec::new() };
    let n_nests = 1 + generator.source.random.below(4);
    for number in 0..n_nests {
        if number > 0 && generator.source.chance(15) {
            generator.source.line("touch(p);");
        }
        generator.statement();
    }
    let kernel = generator.source.text;
    format!(
        "#include <stdio.h>
static double D[{SIZE}][{SIZE}], E[{SIZE}][{SIZE}];
static float F[{SIZE}];
static int I[{SIZE}], X[{SIZE}];
static double store[{length}];
__attribute__((noinline)) static void touch(double *p) {{ p[0] += 1; }}
__attribute__((noinline)) static double kernel(int n, int m, long w, double V[n > 0 ? n : 1][w], double *p, double *q) {{
  double s = 0.5;
  unsigned u = 1;
  int t = 3;
{kernel}  return s + u + t;
}}
static void fill(void) {{
  for (int i = 0; i < {SIZE}; i++) {{
    for (int j = 0; j < {SIZE}; j++) {{ D[i][j] = (i * 7 + j * 3) % 11 / 8.0; E[i][j] = (i + j * 5) % 13 / 4.0; }}
    F[i] = i % 9 / 2.0f; I[i] = i * 37 % 101; X[i] = i * 11 % {SIZE};
  }}
  for (int i = 0; i < {length}; i++) store[i] = i % 17 / 16.0;
}}
static void show(double r) {{
  double d = 0, e = 0, f = 0, v = 0;
  unsigned k = 0;
  for (int i = 0; i < {SIZE}; i++) {{
    for (int j = 0; j < {SIZE}; j++) {{ d += D[i][j] * (1 + i + 3 * j); e += E[i][j] * (2 + j + 5 * i); }}
    f += F[i] * (i + 1); k = k * 31 + (unsigned)I[i] + 7u * (unsigned)X[i];
  }}
  for (int i = 0; i < {length}; i++) v += store[i] * (1 + i % 29);
  printf(\"%a %a %a %a %u %a\\n\", d, e, f, v, k, r);
}}
int main(void) {{
  static const int sizes[][3] = {{{{{MAX}, {MAX}, {MAX}}}, {{7, {MAX}, {SIZE}}}, {{{MAX}, 5, 20}}, {{1, 1, 1}}, {{0, 3, 4}}, {{4, 0, 6}}, {{-2, -5, 9}}}};
  for (unsigned c = 0; c < sizeof sizes / sizeof *sizes; c++) {{
    int n = sizes[c][0], m = sizes[c][1], w = sizes[c][2];
    double (*v)[w] = (double (*)[w])(store + 400);
    fill(); show(kernel(n, m, w, v, store, store + 100));
    fill(); show(kernel(n, m, w, v, store, store));
    fill(); show(kernel(n, m, w, v, store + 3, store));
    fill(); show(kernel(n, m, w, v, store + 395, store + 200));
  }}
}}
",
        length = 400 + SIZE * SIZE,
    )
}

struct Generator {
    source: Source,
    /// The variables of the loops around, with their exclusive upper bounds, inner last.
    indices: Vec<(String, Bound)>,
}

/// What is known of an index.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// Less than `n`, the number of rows of `V`, and than the constant.
    Rows,
    /// Less than `m`, so less than the number of columns of `V`.
    Columns,
    /// Less than the constant.
    Constant,
}

impl Generator {
    fn statement(&mut self) {
        let n_loops = self.indices.len();
        match () {
            () if n_loops < 3 && (n_loops == 0 || self.source.chance(45)) => self.nest(),
            () if n_loops > 0 && self.source.chance(12) => self.conditional(),
            () => self.assignment(),
        }
    }

    fn body(&mut self) {
        self.source.depth += 1;
        for _ in 0..1 + self.source.random.below(3) {
            self.statement();
        }
        self.source.depth -= 1;
        self.source.line("}");
    }

    fn nest(&mut self) {
        let i = ["i", "j", "k"][self.indices.len()].to_owned();
        let outer = self.indices.last().map(|(name, bound)| (name.clone(), *bound));
        let (size, bound) = match self.source.random.below(3) {
            0 => ("n", Bound::Rows),
            1 => ("m", Bound::Columns),
            _ => ("10", Bound::Constant),
        };
        let ty = self.source.pick(&["int", "int", "long", "short"]);
        let (head, bound) = match (self.source.random.below(9), outer) {
            (0, _) => (format!("{ty} {i} = {size} - 1; {i} >= 0; {i}--"), bound),
            (1, _) => (format!("{ty} {i} = 0; {i} < {size}; {i} += {}", 2 + self.source.random.below(2)), bound),
            (2, _) => (format!("{ty} {i} = 0; {i} <= {size} - 1; {i}++"), bound),
            (3, _) => (format!("unsigned {i} = 0; {i} < {size} * ({size} > 0); {i}++"), bound),
            (4, Some((outer, bound))) => (format!("{ty} {i} = 0; {i} <= {outer}; {i}++"), bound),
            (5, Some((outer, bound))) => (format!("{ty} {i} = 0; {i} < {outer}; {i}++"), bound),
            (6, Some((outer, _))) => (format!("{ty} {i} = {outer}; {i} < {size}; {i}++"), bound),
            _ => (format!("{ty} {i} = 0; {i} < {size}; {i}++"), bound),
        };
        self.source.line(&format!("for ({head}) {{"));
        self.indices.push((i, bound));
        self.body();
        self.indices.pop();
    }

    fn conditional(&mut self) {
        let value = self.operand();
        let condition = self.source.pick(&["> 1.0", "< 0.75", "!= 0.5"]);
        self.source.line(&format!("if ({value} {condition}) {{"));
        self.body();
    }

    fn assignment(&mut self) {
        let (a, b) = (self.operand(), self.operand());
        let operator = self.source.pick(&["+", "-", "*"]);
        let value = format!("{a} {operator} {b} * 0.25");
        match self.source.random.below(10) {
            0 => self.source.line(&format!("s += {value};")),
            1 => self.source.line("u = u * 3 + 1;"),
            2 => {
                let (place, other) = (self.subscript(), self.subscript());
                self.source.line(&format!("I[{place}] = (I[{other}] + t) & 1023;"));
            }
            3 => {
                let place = self.subscript();
                self.source.line(&format!("F[{place}] = {value};"));
            }
            4 => self.source.line("t = (t * 5 + 1) & 63;"),
            _ => {
                let place = self.place();
                let assign = self.source.pick(&["=", "+=", "*="]);
                self.source.line(&format!("{place} {assign} {value};"));
            }
        }
    }

    /// An element of type `double`.
    fn place(&mut self) -> String {
        let row = self.indices.iter().rev().find(|(_, bound)| *bound == Bound::Rows).map(|(name, _)| name.clone());
        let column =
            self.indices.iter().rev().find(|(_, bound)| *bound == Bound::Columns).map(|(name, _)| name.clone());
        match (self.source.random.below(6), row, column) {
            (0 | 1, Some(row), Some(column)) if self.source.chance(70) => format!("V[{row}][{column}]"),
            (2, ..) => format!("p[{}]", self.subscript()),
            (3, ..) => format!("q[{}]", self.subscript()),
            (4, ..) => format!("E[{}][{}]", self.subscript(), self.subscript()),
            _ => format!("D[{}][{}]", self.subscript(), self.subscript()),
        }
    }

    fn operand(&mut self) -> String {
        match self.source.random.below(10) {
            0 => "s".to_owned(),
            1 => format!("F[{}]", self.subscript()),
            2 => format!("I[{}]", self.subscript()),
            3 => format!("D[X[{}]][{}]", self.subscript(), self.subscript()),
            4 => format!("{}.5", self.source.random.below(4)),
            _ => self.place(),
        }
    }

    /// A subscript of an array of constant size, from values of at most 12 each.
    fn subscript(&mut self) -> String {
        let n = self.indices.len() as u64;
        let mut any = || match n {
            0 => "2".to_owned(),
            _ => self.indices[self.source.random.below(n) as usize].0.clone(),
        };
        let (a, b) = (any(), any());
        match self.source.random.below(8) {
            0 => format!("{a} + {b}"),
            1 => format!("2 * {a} + {}", self.source.random.below(4)),
            2 => format!("{} - {a}", SIZE - 1),
            3 => format!("{a} + {}", 1 + self.source.random.below(5)),
            4 => format!("{a} - {b} + {MAX}"),
            5 => format!("{}", self.source.random.below(SIZE)),
            _ => a,
        }
    }
}
