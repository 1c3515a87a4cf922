//! The command line parser.
//!
//! Plan: 1. long flags with one dash get a second one, as upstream accepts both; 2. clap splits the line into flags and
//! values; 3. values are parsed by their declarations. Error messages are upstream's.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Command};
use rmlir_ir::diag::near_name;
use rmlir_ir::pass::options::{OptionDef, OptionKind};
use rmlir_ir::pass::pipeline::ConsoleLine;

use super::actions::{COUNTER_FLAG, Counters};
use super::flags::{self, ALIASES, GROUPS, OPTIONAL_VALUE, Options, UNSUPPORTED};
use super::help;
use crate::Registry;

/// The parsed command line.
pub enum ParsedCommandLine {
    /// An execution of the tool.
    Run(Box<Options>),
    /// A text for standard output only.
    Text(String),
    /// An error for standard error.
    Failure(String),
}

/// Parses `args`, of which the first is the program.
pub fn read(args: &[String], registry: &Registry) -> ParsedCommandLine {
    let program = args.first().map_or("rmlir-opt", String::as_str);
    let tool = std::path::Path::new(program).file_name().map_or(program.into(), |name| name.to_string_lossy());
    let reader = Reader { program, tool: &tool, registry };
    match reader.read(args) {
        Ok(asked) => asked,
        Err(failure) => ParsedCommandLine::Failure(failure),
    }
}

struct Reader<'r> {
    program: &'r str,
    tool: &'r str,
    registry: &'r Registry,
}

impl Reader<'_> {
    fn read(&self, args: &[String]) -> Result<ParsedCommandLine, String> {
        let args: Vec<String> = self.with_two_dashes(args);
        let matches = match command(self.registry).try_get_matches_from(&args) {
            Ok(matches) => matches,
            Err(error) => return self.clap_error(&error, &args),
        };
        let help = matches.get_one::<String>("help").map(String::as_str);
        if let Some(pass) = help.filter(|pass| *pass != ALONE) {
            return self.help_of(pass).map(ParsedCommandLine::Text);
        }
        if help.is_some() || matches.get_flag("help-hidden") {
            return Ok(ParsedCommandLine::Text(help::help(self.tool, self.registry)));
        }
        if matches.get_flag("version") {
            return Ok(ParsedCommandLine::Text(help::version()));
        }
        let options = self.options(&matches)?;
        Ok(match () {
            () if options.is_on("show-dialects") => ParsedCommandLine::Text(help::dialects(self.registry)),
            () if options.is_on("list-passes") => ParsedCommandLine::Text(help::passes(self.registry)),
            () if options.is_on("list-operations-without-meaning") => {
                ParsedCommandLine::Text(help::operations_without_meaning(self.registry))
            }
            () => ParsedCommandLine::Run(Box::new(options)),
        })
    }

    fn help_of(&self, pass: &str) -> Result<String, String> {
        match self.registry.passes.find(pass) {
            Some(entry) => Ok(help::entry(self.tool, entry, self.registry)),
            None => {
                let near = near_name(pass, self.registry.passes.names());
                let hint = near.map_or_else(String::new, |near| format!(" Did you mean '{near}'?"));
                Err(self.flag_error(&[ConsoleLine::Tool(format!("no pass or pipeline is called '{pass}'.{hint}"))]))
            }
        }
    }

    /// The arguments with two dashes before every name of more than one letter that follows a single dash.
    fn with_two_dashes(&self, args: &[String]) -> Vec<String> {
        let mut fixed = args.to_vec();
        for arg in fixed.iter_mut().skip(1).take_while(|arg| *arg != "--") {
            let Some(rest) = arg.strip_prefix('-') else { continue };
            let (dashes, rest) = rest.strip_prefix('-').map_or(("-", rest), |rest| ("--", rest));
            let name = rest.split('=').next().unwrap_or(rest);
            let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, name)| name);
            if name.len() > 1 && self.is_flag(name) {
                let value = rest.find('=').map_or("", |at| &rest[at..]);
                *arg = format!("--{name}{value}");
            } else if name.len() == 1 && dashes == "--" && self.is_flag(name) {
                *arg = format!("-{rest}");
            }
        }
        fixed
    }

    fn is_flag(&self, name: &str) -> bool {
        let others = ["help", "help-hidden", "version", "h"];
        flags::find(name).is_some()
            || self.registry.passes.find(name).is_some()
            || others.contains(&name)
            || UNSUPPORTED.iter().any(|(known, _)| *known == name)
    }

    fn options(&self, matches: &ArgMatches) -> Result<Options, String> {
        let mut options = Options::default();
        self.tool.clone_into(&mut options.tool);
        let mut inputs = matches.get_many::<String>("input").into_iter().flatten();
        if let Some(input) = inputs.next() {
            options.input.clone_from(input);
        }
        if inputs.next().is_some() {
            return Err(self.too_many_inputs());
        }
        for def in GROUPS.iter().flat_map(|group| group.flags) {
            let Some(values) = matches.get_many::<String>(def.name) else { continue };
            for value in values {
                let value = (value != ALONE).then_some(value.as_str());
                options.set(def.name, value).map_err(|error| self.flag_error(&error.console))?;
            }
        }
        self.check_pass_names(&options, "mlir-print-ir-before")?;
        self.check_pass_names(&options, "mlir-print-ir-after")?;
        self.check_fuel(&options)?;
        let counters = options.given::<String>(COUNTER_FLAG).unwrap_or_default();
        Counters::parse(&counters).map_err(|why| format!("error: {why}\n"))?;
        for (name, why) in UNSUPPORTED {
            if matches.get_many::<String>(name).is_some() {
                return Err(format!("{}: --{name} is not supported: {why}\n", self.tool));
            }
        }
        options.passes = self.passes(matches);
        Ok(options)
    }

    /// The passes given as flags, in the order they were given.
    fn passes(&self, matches: &ArgMatches) -> Vec<(String, String)> {
        let mut found: Vec<(usize, &str, &str)> = Vec::new();
        for name in self.registry.passes.names() {
            let (Some(indices), Some(values)) = (matches.indices_of(name), matches.get_many::<String>(name)) else {
                continue;
            };
            let values = values.map(|value| if value == ALONE { "" } else { value.as_str() });
            found.extend(indices.zip(values).map(|(index, value)| (index, name, value)));
        }
        found.sort_by_key(|&(index, ..)| index);
        found.into_iter().map(|(_, name, options)| (name.to_owned(), options.to_owned())).collect()
    }

    fn check_pass_names(&self, options: &Options, flag: &str) -> Result<(), String> {
        let Some(names) = options.given::<String>(flag) else { return Ok(()) };
        for name in names.split(',') {
            let is_pass = self.registry.passes.passes().iter().any(|def| def.name == name);
            if !is_pass {
                let line = format!("for the --{flag} option: Cannot find option named '{name}'!");
                return Err(self.flag_error(&[ConsoleLine::Tool(line)]));
            }
        }
        Ok(())
    }

    fn check_fuel(&self, options: &Options) -> Result<(), String> {
        match options.given::<String>("fuel").map(|text| (text.parse::<u64>(), text)) {
            Some((Err(_), text)) => {
                let line = format!("for the --fuel option: '{text}' value invalid for ulong argument!");
                Err(self.flag_error(&[ConsoleLine::Tool(line)]))
            }
            _ => Ok(()),
        }
    }

    fn flag_error(&self, lines: &[ConsoleLine]) -> String {
        lines.iter().map(|line| said_by(self.tool, line)).collect()
    }

    fn too_many_inputs(&self) -> String {
        format!(
            "{0}: Too many positional arguments specified!\n\
             Can specify at most 1 positional arguments: See: {1} --help\n",
            self.tool, self.program
        )
    }

    fn clap_error(&self, error: &clap::Error, args: &[String]) -> Result<ParsedCommandLine, String> {
        let context = |kind| match error.get(kind) {
            Some(ContextValue::String(text)) => Some(text.as_str()),
            _ => None,
        };
        let arg = context(ContextKind::InvalidArg).unwrap_or_default();
        match error.kind() {
            ErrorKind::UnknownArgument => Err(self.unknown(arg, args)),
            ErrorKind::InvalidValue | ErrorKind::NoEquals => {
                let name = arg.trim_start_matches('-').split([' ', '=', '[']).next().unwrap_or_default();
                Err(format!("{}: for the {} option: requires a value!\n", self.tool, dashed(name)))
            }
            _ => Err(format!("{}: {error}", self.tool)),
        }
    }

    /// Upstream's message for an unknown flag. The hint includes the value that was given.
    fn unknown(&self, arg: &str, args: &[String]) -> String {
        // Clap names a bundle of short flags by its first letter.
        let is_it = |given: &&String| given.as_str() == arg || given.split('=').next() == Some(arg);
        let short = || args.iter().skip(1).find(|given| given.starts_with(arg) && !given.starts_with("--"));
        let given = args.iter().skip(1).find(is_it).or_else(short).map_or(arg, String::as_str);
        let (name, value) = given.split_once('=').map_or((given, ""), |(name, _)| (name, &given[name.len()..]));
        let names = GROUPS.iter().flat_map(|group| group.flags).map(|def| def.name);
        let names = names.chain(["help", "version"]).chain(self.registry.passes.names());
        let lower = name.trim_start_matches('-').to_lowercase();
        let hint = match near_name(&lower, names) {
            Some(near) => format!("{}: Did you mean '{}{value}'?\n", self.tool, dashed(near)),
            None => String::new(),
        };
        format!("{}: Unknown command line argument '{given}'.  Try: '{} --help'\n{hint}", self.tool, self.program)
    }
}

/// A line for standard error.
pub fn said_by(tool: &str, line: &ConsoleLine) -> String {
    match line {
        ConsoleLine::Tool(text) => format!("{tool}: {text}\n"),
        ConsoleLine::Bare(text) => format!("{text}\n"),
    }
}

fn dashed(name: &str) -> String {
    if name.len() == 1 { format!("-{name}") } else { format!("--{name}") }
}

/// The command line with the descriptions of all flags, passes included.
pub fn described(registry: &Registry) -> Command {
    let mut command = command(registry)
        .about("Reads IR, runs passes, writes IR")
        .long_about(help::DESCRIPTION)
        .override_usage("rmlir-opt [flags] [file]")
        .version(env!("CARGO_PKG_VERSION"))
        .mut_args(|arg| arg.default_missing_value(None))
        .mut_arg("help", |arg| arg.help("Show all flags, or a pass with its options and an example").value_name("pass"))
        .mut_arg("help-hidden", |arg| arg.hide(true))
        .mut_arg("version", |arg| arg.help("Show the version"))
        .mut_arg("input", |arg| arg.help("The input file, '-' for standard input").value_name("file"));
    for group in GROUPS {
        for def in group.flags {
            command = command.mut_arg(def.name, |arg| describe(arg, def).help_heading(group.title));
        }
    }
    let passes = registry.passes.passes().iter().map(|def| ("Passes", def.name, def.summary));
    let pipelines = registry.passes.pipelines().iter().map(|def| ("Pipelines", def.name, def.summary));
    for (title, name, summary) in passes.chain(pipelines) {
        command = command.mut_arg(name, |arg| arg.help(summary).help_heading(title).value_name("options"));
    }
    UNSUPPORTED.iter().fold(command, |command, (name, _)| command.mut_arg(name, |arg| arg.hide(true)))
}

fn describe(arg: Arg, def: &OptionDef) -> Arg {
    let arg = arg.help(def.doc).value_name(help::value_name(def.kind).unwrap_or("true|false"));
    let cases = help::cases(def.kind).iter().filter(|case| !case.name.is_empty());
    let cases: Vec<PossibleValue> = cases.map(|case| PossibleValue::new(case.name).help(case.doc)).collect();
    if cases.is_empty() { arg } else { arg.value_parser(PossibleValuesParser::new(cases)) }
}

/// The value of a flag that was given without one: no argument can contain it.
const ALONE: &str = "\0";

fn command(registry: &Registry) -> Command {
    let mut command = Command::new("rmlir-opt")
        .disable_help_flag(true)
        .disable_version_flag(true)
        .args_override_self(true)
        .arg(with_optional_value(Arg::new("help").long("help").short('h').action(ArgAction::Append)))
        .arg(Arg::new("help-hidden").long("help-hidden").action(ArgAction::SetTrue))
        .arg(Arg::new("version").long("version").action(ArgAction::SetTrue))
        .arg(Arg::new("input").num_args(0..).action(ArgAction::Append));
    for def in GROUPS.iter().flat_map(|group| group.flags) {
        let arg = Arg::new(def.name).action(ArgAction::Append);
        let arg = match def.name.len() {
            1 => arg.short(def.name.chars().next().expect("a name has a letter")),
            _ => arg.long(def.name),
        };
        let optional = def.kind == OptionKind::Bool || OPTIONAL_VALUE.contains(&def.name);
        command = command.arg(if optional { with_optional_value(arg) } else { arg.allow_hyphen_values(true) });
    }
    let mut passes: Vec<&str> = registry.passes.names().collect();
    passes.sort_unstable();
    let others = passes.into_iter().chain(UNSUPPORTED.iter().map(|(name, _)| *name));
    command.args(others.map(|name| with_optional_value(Arg::new(name).long(name).action(ArgAction::Append))))
}

/// `--flag` or `--flag=value`, but not `--flag value`.
fn with_optional_value(arg: Arg) -> Arg {
    arg.num_args(0..=1).require_equals(true).default_missing_value(ALONE)
}

#[cfg(test)]
mod tests {
    //! The parsing of command lines.

    use rmlir_ir::pass::{PassCx, PassDef, PassResult};

    use super::*;

    fn nothing(_: &mut PassCx) -> PassResult {
        Ok(())
    }

    static LEVEL: OptionDef = OptionDef { name: "level", doc: "How much", kind: OptionKind::I32, default: Some("3") };
    static CSE: PassDef = PassDef::new("cse", "CSE", "Merge", |_| Ok(Box::new(nothing)));
    static TIDY: PassDef = PassDef {
        options: std::slice::from_ref(&LEVEL),
        ..PassDef::new("tidy-up", "TidyUp", "Tidy", |_| Ok(Box::new(nothing)))
    };

    fn asked(args: &[&str]) -> ParsedCommandLine {
        let mut registry = Registry::new();
        registry.add_pass(&CSE).add_pass(&TIDY);
        let args: Vec<String> = ["bin/rmlir-opt"].iter().chain(args).map(|arg| (*arg).to_owned()).collect();
        read(&args, &registry)
    }

    fn options(args: &[&str]) -> Options {
        match asked(args) {
            ParsedCommandLine::Run(options) => *options,
            ParsedCommandLine::Text(text) | ParsedCommandLine::Failure(text) => {
                panic!("{args:?} is a run, not: {text}")
            }
        }
    }

    fn failure(args: &[&str]) -> String {
        match asked(args) {
            ParsedCommandLine::Failure(text) => text,
            _ => panic!("{args:?} is refused"),
        }
    }

    fn passes(args: &[&str]) -> String {
        let passes = options(args).passes;
        passes.iter().map(|(name, options)| format!("{name}{{{options}}}")).collect::<Vec<_>>().join(",")
    }

    #[test]
    fn passes_keep_the_order_of_their_flags() {
        assert_eq!(passes(&["--tidy-up", "-cse", "a.mlir", "--tidy-up=level=2"]), "tidy-up{},cse{},tidy-up{level=2}");
        assert_eq!(passes(&["--cse", "--cse=", "-tidy-up=level=1 level=2"]), "cse{},cse{},tidy-up{level=1 level=2}");
    }

    #[test]
    fn one_dash_is_as_good_as_two() {
        let options = options(&["-allow-unregistered-dialect", "-pass-pipeline=any(cse)", "--o", "out", "-"]);
        assert!(options.is_on("allow-unregistered-dialect"));
        assert_eq!(options.given::<String>("pass-pipeline").as_deref(), Some("any(cse)"));
        assert_eq!((options.get::<String>("o").as_str(), options.input.as_str()), ("out", "-"));
    }

    #[test]
    fn values_follow_a_sign_or_a_blank() {
        for args in [["-p", "any(cse)"], ["--pass-pipeline", "any(cse)"], ["--p=any(cse)", "-"]] {
            assert_eq!(options(&args).given::<String>("pass-pipeline").as_deref(), Some("any(cse)"));
        }
        let hex = "mlir-print-elementsattrs-with-hex-if-larger";
        assert_eq!(options(&[&format!("--{hex}"), "-1"]).get::<i64>(hex), -1);
    }

    #[test]
    fn flags_with_optional_values_take_none_from_the_next_argument() {
        let options = options(&["--split-input-file", "a.mlir", "--verify-diagnostics", "--verify-each=0"]);
        assert_eq!((options.input_marker().as_str(), options.input.as_str()), ("// -----", "a.mlir"));
        assert_eq!(options.verify_diagnostics(), Some(rmlir_ir::diag::Level::All));
        assert!(!options.is_on("verify-each"));
    }

    #[test]
    fn the_last_of_several_values_counts() {
        assert!(options(&["--verify-each=0", "--verify-each"]).is_on("verify-each"));
        assert_eq!(options(&["--split-input-file", "--split-input-file=@"]).input_marker(), "@");
    }

    #[test]
    fn unknown_flags_are_refused_with_a_hint() {
        assert_eq!(
            failure(&["a.mlir", "--tidyup=level=1"]),
            "rmlir-opt: Unknown command line argument '--tidyup=level=1'.  Try: 'bin/rmlir-opt --help'\n\
             rmlir-opt: Did you mean '--tidy-up=level=1'?\n"
        );
        for unknown in ["--CSE", "---cse", "-CSE"] {
            assert!(failure(&[unknown]).ends_with("Did you mean '--cse'?\n"), "{}", failure(&[unknown]));
        }
        assert_eq!(
            failure(&["--spirv-thing"]),
            "rmlir-opt: Unknown command line argument '--spirv-thing'.  Try: 'bin/rmlir-opt --help'\n"
        );
    }

    #[test]
    fn wrong_values_are_refused_in_upstreams_words() {
        for (args, words) in [
            (&["--verify-each=x"][..], "--verify-each option: 'x' is invalid value for boolean argument! Try 0 or 1"),
            (&["--verify-diagnostics=x"], "--verify-diagnostics option: Cannot find option named 'x'!"),
            (&["--pass-pipeline"], "--pass-pipeline option: requires a value!"),
            (&["-o"], "-o option: requires a value!"),
            (&["--mlir-print-ir-after=cse,x"], "--mlir-print-ir-after option: Cannot find option named 'x'!"),
            (&["--mlir-print-ir-after"], "--mlir-print-ir-after option: Cannot find option named ''!"),
            (&["--fuel=much"], "--fuel option: 'much' value invalid for ulong argument!"),
        ] {
            assert_eq!(failure(args), format!("rmlir-opt: for the {words}\n"));
        }
        assert_eq!(
            failure(&["a", "b"]),
            "rmlir-opt: Too many positional arguments specified!\n\
             Can specify at most 1 positional arguments: See: bin/rmlir-opt --help\n"
        );
        assert!(failure(&["--load-pass-plugin=a.so"]).starts_with("rmlir-opt: --load-pass-plugin is not supported: "));
    }

    #[test]
    fn every_flag_can_be_asked_for() {
        for def in GROUPS.iter().flat_map(|group| group.flags) {
            assert!(std::ptr::eq(flags::find(def.name).expect("it is declared"), def), "{} is declared once", def.name);
        }
        let ParsedCommandLine::Text(text) = asked(&["--help"]) else { panic!("--help shows text") };
        assert!(text.contains("\nPasses:\n  --cse ") && text.contains("\n    --level=<int> "));
        let ParsedCommandLine::Text(text) = asked(&["--help=tidy-up"]) else { panic!("--help shows text") };
        let expected = "\
--tidy-up: Tidy

Options:
  --level=<int>                               How much [3]

Example:
  rmlir-opt FILE --pass-pipeline='builtin.module(tidy-up{level=3})'
";
        assert_eq!(text, expected);
        assert_eq!(
            failure(&["--help=tidyup"]),
            "rmlir-opt: no pass or pipeline is called 'tidyup'. Did you mean 'tidy-up'?\n"
        );
        let ParsedCommandLine::Text(text) = asked(&["--list-passes"]) else { panic!("--list-passes shows text") };
        let expected = "\
Passes:
  --cse               -   Merge
  --tidy-up           -   Tidy
    --level=<int>     - How much
";
        assert_eq!(text, expected);
    }
}
