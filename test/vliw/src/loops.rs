//! The loops, each in a function `f` of a module, whose parameters are the trip count, then memrefs and scalars.

/// Names and sources of all loops. Those that contain `DISTANCE` are instantiated for several.
pub fn all() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (name, source) in LOOPS {
        if !source.contains("DISTANCE") {
            all.push(((*name).to_owned(), (*source).to_owned()));
            continue;
        }
        for distance in 1..=4 {
            all.push((format!("{name}-{distance}"), source.replace("DISTANCE", &distance.to_string())));
        }
    }
    all
}

const LOOPS: &[(&str, &str)] = &[
    ("dot", include_str!("../loops/dot.mlir")),
    ("daxpy", include_str!("../loops/daxpy.mlir")),
    ("fir", include_str!("../loops/fir.mlir")),
    ("complex-multiply", include_str!("../loops/complex-multiply.mlir")),
    ("biquad", include_str!("../loops/biquad.mlir")),
    ("livermore-1", include_str!("../loops/livermore-1.mlir")),
    ("livermore-5", include_str!("../loops/livermore-5.mlir")),
    ("livermore-7", include_str!("../loops/livermore-7.mlir")),
    ("livermore-11", include_str!("../loops/livermore-11.mlir")),
    ("matrix-vector", include_str!("../loops/matrix-vector.mlir")),
    ("clamp", include_str!("../loops/clamp.mlir")),
    ("shift-1", include_str!("../loops/shift-1.mlir")),
    ("shift-3", include_str!("../loops/shift-3.mlir")),
    ("backwards", include_str!("../loops/backwards.mlir")),
    ("scatter", include_str!("../loops/scatter.mlir")),
    ("swap", include_str!("../loops/swap.mlir")),
    ("narrow", include_str!("../loops/narrow.mlir")),
    ("branch", include_str!("../loops/branch.mlir")),
    ("divide", include_str!("../loops/divide.mlir")),
    ("sigma", include_str!("../loops/sigma.mlir")),
    ("factors", include_str!("../loops/factors.mlir")),
    ("factors-back", include_str!("../loops/factors-back.mlir")),
    ("overlap", include_str!("../loops/overlap.mlir")),
    ("negative", include_str!("../loops/negative.mlir")),
    ("affine", include_str!("../loops/affine.mlir")),
    ("search", include_str!("../loops/search.mlir")),
    ("search-bounded", include_str!("../loops/search-bounded.mlir")),
    ("strlen", include_str!("../loops/strlen.mlir")),
    ("copy-until-zero", include_str!("../loops/copy-until-zero.mlir")),
    ("while-store", include_str!("../loops/while-store.mlir")),
    ("while-float", include_str!("../loops/while-float.mlir")),
    ("while-divide", include_str!("../loops/while-divide.mlir")),
    ("chase", include_str!("../loops/chase.mlir")),
];

/// The loops that only Hexagon code is compared on, in the same form.
pub const HEXAGON: &[(&str, &str)] = &[
    ("multiply-add", include_str!("../hexagon/multiply-add.mlir")),
    ("limited-dot", include_str!("../hexagon/limited-dot.mlir")),
    ("fused-dot", include_str!("../hexagon/fused-dot.mlir")),
    ("bytes", include_str!("../hexagon/bytes.mlir")),
    ("long-dot", include_str!("../hexagon/long-dot.mlir")),
    ("stencil", include_str!("../hexagon/stencil.mlir")),
];

/// Names and sources of the loops of public suites: the functions of a file, each as `f`.
pub fn suite() -> Vec<(String, String)> {
    const SUITE: &str = include_str!("../hexagon/suite.mlir");
    const BEGIN: &str = "func.func @";
    let functions = SUITE.split(BEGIN).skip(1);
    let of = |text: &str| {
        let (name, rest) = text.split_once('(').expect("a function has parameters");
        (name.to_owned(), format!("{BEGIN}f({rest}"))
    };
    functions.map(of).collect()
}

/// The description of a machine, with files of at most `most` registers; three of four rotate where some do.
pub fn limited(machine: &str, most: usize) -> String {
    let known = rmlir_vliw_passes::machines::MACHINES.iter().find(|(name, _)| *name == machine);
    let line = |line: &str| {
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let mut limit = |word: &str, most: usize| {
            let place = words.iter().position(|it| it == word).map(|place| place + 1);
            if let Some(place) = place.filter(|_| line.trim_start().starts_with("vliw.registers")) {
                let size = words[place].parse::<usize>().expect("a size is a number");
                words[place] = size.min(most).to_string();
            }
        };
        limit("size", most);
        limit("rotating", most / 4 * 3);
        words.join(" ")
    };
    let (_, text) = known.expect("the machine is there");
    text.lines().map(|it| line(it) + "\n").collect()
}
