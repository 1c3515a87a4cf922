//! Structured control flow: `scf`.

use crate::module::types;
use crate::options::Feature;
use crate::types::Type;
use crate::writer::Writer;

impl Writer {
    fn results(&mut self) -> Vec<Type> {
        let n = self.numbers.below(3);
        (0..n).filter_map(|_| self.any_type(|_| true)).collect()
    }

    /// Writes `names = header -> (types) {`; returns the name of the results.
    fn begin(&mut self, header: &str, results: &[Type]) -> String {
        let name = self.name();
        match results.len() {
            0 => self.line(format_args!("{header} {{")),
            1 => self.line(format_args!("{name} = {header} -> ({}) {{", types(results))),
            n => self.line(format_args!("{name}:{n} = {header} -> ({}) {{", types(results))),
        }
        name
    }

    /// A conditional with two regions.
    pub fn conditional(&mut self) {
        let (condition, results) = (self.any(Type::BOOL), self.results());
        let name = self.begin(&format!("scf.if {condition}"), &results);
        self.branch("scf.yield", &results);
        if !results.is_empty() || self.numbers.below(2) == 0 {
            self.line(format_args!("}} else {{"));
            self.branch("scf.yield", &results);
        }
        self.line(format_args!("}}"));
        self.add_all(&name, &results);
    }

    /// A loop with constant bounds.
    pub fn counted_loop(&mut self) {
        let (start, n, step) = (self.numbers.below(3), self.numbers.below(6), 1 + self.numbers.below(3));
        if !self.may_repeat(n.max(1) as u64) {
            return;
        }
        // Sometimes the last step goes past the upper bound.
        let end = start + (n * step).saturating_sub(self.numbers.below(step));
        let [start, end, step] = [start, end, step].map(|at| self.index(at));
        let (carried, passed) = self.carried();
        let variable = self.name();
        let names =
            self.begin_carrying(&format!("scf.for {variable} = {start} to {end} step {step}"), &carried, &passed);
        self.region(n.max(1) as u64, |writer| {
            writer.add(variable, Type::INDEX);
            names
                .iter()
                .flat_map(|(_, inner)| inner)
                .zip(&carried)
                .for_each(|(name, &ty)| writer.add(name.clone(), ty));
            writer.some_statements();
            writer.yielding("scf.yield", &carried);
        });
        self.line(format_args!("}}"));
        if let Some((name, _)) = names {
            self.add_all(&name, &carried);
        }
    }

    /// One of the rarer operations.
    pub fn other_region(&mut self) {
        match self.numbers.below(4) {
            0 => self.while_loop(),
            1 => self.switch(),
            2 => self.execute_region(),
            _ => self.parallel(),
        }
    }

    /// A loop that counts down beside its loop-carried values; it continues while the count is not zero and any other
    /// condition holds.
    fn while_loop(&mut self) {
        let n = 1 + self.numbers.below(5);
        if !self.may_repeat(n as u64 + 1) {
            return;
        }
        let mut carried = vec![Type::I32];
        carried.extend(self.any_type(|_| true));
        let fuel = self.define(Type::I32, format_args!("arith.constant {n} : i32"));
        let passed = carried[1..].iter().map(|&ty| self.any(ty));
        let passed: Vec<String> = std::iter::once(fuel).chain(passed).collect();
        let before: Vec<String> = carried.iter().map(|_| self.name()).collect();
        let after: Vec<String> = carried.iter().map(|_| self.name()).collect();
        let pairs: Vec<String> =
            before.iter().zip(&passed).map(|(inner, outer)| format!("{inner} = {outer}")).collect();
        let (name, list) = (self.name(), types(&carried));
        let number = carried.len();
        self.line(format_args!("{name}:{number} = scf.while ({}) : ({list}) -> ({list}) {{", pairs.join(", ")));
        self.region(n as u64 + 1, |writer| {
            before.iter().zip(&carried).for_each(|(name, &ty)| writer.add(name.clone(), ty));
            writer.some_statements();
            let zero = writer.define_hidden(format_args!("arith.constant 0 : i32"));
            let lasts = writer.define(Type::BOOL, format_args!("arith.cmpi sgt, {}, {zero} : i32", before[0]));
            let other = writer.any(Type::BOOL);
            let goes_on = writer.define_hidden(format_args!("arith.andi {lasts}, {other} : i1"));
            let mut passed = vec![before[0].clone()];
            passed.extend(carried[1..].iter().map(|&ty| writer.any(ty)).collect::<Vec<_>>());
            writer.line(format_args!("scf.condition({goes_on}) {} : {list}", passed.join(", ")));
        });
        self.line(format_args!("}} do {{"));
        let block: Vec<String> = after.iter().zip(&carried).map(|(name, ty)| format!("{name}: {ty}")).collect();
        self.line(format_args!("^bb0({}):", block.join(", ")));
        self.region(n as u64, |writer| {
            after.iter().zip(&carried).for_each(|(name, &ty)| writer.add(name.clone(), ty));
            writer.some_statements();
            let one = writer.define_hidden(format_args!("arith.constant 1 : i32"));
            let mut passed = vec![writer.define_hidden(format_args!("arith.subi {}, {one} : i32", after[0]))];
            passed.extend(carried[1..].iter().map(|&ty| writer.any(ty)).collect::<Vec<_>>());
            writer.line(format_args!("scf.yield {} : {list}", passed.join(", ")));
        });
        self.line(format_args!("}}"));
        self.add_all(&name, &carried);
    }

    fn switch(&mut self) {
        let (mut flag, results) = (self.any(Type::INDEX), self.results());
        // Labels that wrap to another one in 32 bits, and negative ones.
        let first: i64 = match self.options.shows(Feature::Bounds) {
            true => *self.numbers.one_of(&[0, 1 << 32, -4]),
            false => 0,
        };
        if first != 0 {
            let label = self.define_hidden(format_args!("arith.constant {first} : index"));
            let condition = self.any(Type::BOOL);
            flag = self.define_hidden(format_args!("arith.select {condition}, {flag}, {label} : index"));
        }
        let name = self.name();
        let header = match results.len() {
            0 => format!("scf.index_switch {flag}"),
            1 => format!("{name} = scf.index_switch {flag} -> {}", types(&results)),
            n => format!("{name}:{n} = scf.index_switch {flag} -> {}", types(&results)),
        };
        self.line(format_args!("{header}"));
        let n_cases = self.numbers.below(3) as i64;
        for case in 0..=n_cases {
            let label = if case == n_cases { "default".to_owned() } else { format!("case {}", first + 2 * case) };
            self.line(format_args!("{label} {{"));
            self.region(1, |writer| {
                writer.some_statements();
                writer.yielding("scf.yield", &results);
                if results.is_empty() {
                    writer.line(format_args!("scf.yield"));
                }
            });
            self.line(format_args!("}}"));
        }
        self.add_all(&name, &results);
    }

    fn execute_region(&mut self) {
        let results = self.results();
        let name = self.begin("scf.execute_region", &results);
        self.region(1, |writer| {
            writer.some_statements();
            writer.yielding("scf.yield", &results);
            if results.is_empty() {
                writer.line(format_args!("scf.yield"));
            }
        });
        self.line(format_args!("}}"));
        self.add_all(&name, &results);
    }

    /// A parallel loop: it writes nothing, and its results are sums of integers.
    fn parallel(&mut self) {
        let n = 1 + self.numbers.below(4);
        if !self.may_repeat(n as u64) {
            return;
        }
        let ty = if self.numbers.below(2) == 0 { Type::I32 } else { Type::INDEX };
        let (start, [low, high, step]) = (self.any(ty), [0, n, 1].map(|at| self.index(at)));
        let (name, variable) = (self.name(), self.name());
        self.line(format_args!(
            "{name} = scf.parallel ({variable}) = ({low}) to ({high}) step ({step}) init ({start}) -> {ty} {{"
        ));
        let could_write = std::mem::replace(&mut self.may_write, false);
        self.region(n as u64, |writer| {
            writer.add(variable, Type::INDEX);
            writer.some_statements();
            let value = writer.any(ty);
            let (left, right) = (writer.name(), writer.name());
            writer.line(format_args!("scf.reduce({value} : {ty}) {{"));
            writer.line(format_args!("^bb0({left}: {ty}, {right}: {ty}):"));
            let sum = writer.define_hidden(format_args!("arith.addi {left}, {right} : {ty}"));
            writer.line(format_args!("scf.reduce.return {sum} : {ty}"));
            writer.line(format_args!("}}"));
        });
        self.may_write = could_write;
        self.line(format_args!("}}"));
        self.add(name, ty);
    }
}
