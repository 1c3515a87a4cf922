//! The syntax of a declarative format: parses a text to elements, without name resolution.

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;
use rmlir_base::words::{human_list, near_name};

use crate::element::{Clause, Custom, Element, Group, Kind, Values};
use crate::error::FormatError;

#[derive(pest_derive::Parser)]
#[grammar = "format.pest"]
struct FormatGrammar;

type Read<T> = Result<T, FormatError>;

/// The words that directives start with.
const DIRECTIVES: &[&str] = &[
    "attr-dict",
    "attr-dict-with-keyword",
    "prop-dict",
    "type",
    "functional-type",
    "qualified",
    "oilist",
    "custom",
    "ref",
    "operands",
    "results",
    "regions",
    "successors",
    "params",
    "struct",
];

const PUNCTUATION: &[&str] =
    &["->", ":", ",", "=", "<", ">", "{", "}", "(", ")", "[", "]", "?", "+", "*", "...", "::", "|", "-", "/"];

/// Parses the format of an operation.
pub(crate) fn op_format(text: &'static str) -> Read<&'static [Element]> {
    Reader { text }.format(Rule::op_format)
}

/// Parses the format of a type's or an attribute's parameters.
pub(crate) fn param_format(text: &'static str) -> Read<&'static [Element]> {
    Reader { text }.format(Rule::param_format)
}

/// Leaks a list, since definitions have static lifetime.
fn keep<T>(list: Vec<T>) -> &'static [T] {
    list.leak()
}

fn keep_one<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

struct Reader {
    text: &'static str,
}

impl Reader {
    fn format(&self, rule: Rule) -> Read<&'static [Element]> {
        let mut pairs = FormatGrammar::parse(rule, self.text).map_err(|error| self.grammar_error(&error))?;
        let format = pairs.next().expect("a format is one pair");
        self.elements(format.into_inner().filter(|pair| pair.as_rule() != Rule::EOI))
    }

    fn elements(&self, pairs: impl Iterator<Item = Pair<'static, Rule>>) -> Read<&'static [Element]> {
        pairs.filter(|pair| !is_separator(pair.as_rule())).map(|pair| self.element(pair)).collect::<Read<_>>().map(keep)
    }

    fn element(&self, pair: Pair<'static, Rule>) -> Read<Element> {
        let at = pair.as_span().start() as u32;
        Ok(Element { at, kind: self.kind(pair)? })
    }

    fn kind(&self, pair: Pair<'static, Rule>) -> Read<Kind> {
        let (rule, text, start) = (pair.as_rule(), pair.as_str(), pair.as_span().start());
        let mut inner = pair.into_inner().filter(|pair| !is_separator(pair.as_rule()));
        let kind = match rule {
            Rule::literal => return self.literal(start, inner.next().map_or("", |text| text.as_str())),
            Rule::variable => Kind::Variable(&text[1..]),
            Rule::attr_dict => Kind::AttrDict { keyword: false },
            Rule::attr_dict_with_keyword => Kind::AttrDict { keyword: true },
            Rule::prop_dict => Kind::PropDict,
            Rule::all_operands => Kind::Operands,
            Rule::all_regions => Kind::Regions,
            Rule::all_successors => Kind::Successors,
            Rule::type_of => Kind::Type(values(inner.next())),
            Rule::functional_type => Kind::FunctionalType(keep_one([values(inner.next()), values(inner.next())])),
            Rule::qualified => Kind::Qualified(self.only(inner)?),
            Rule::reference => Kind::Ref(self.only(inner)?),
            Rule::string => Kind::Text(&text[1..text.len() - 1]),
            Rule::custom => {
                let name = inner.next().map_or("", |name| name.as_str());
                Kind::Custom(keep_one(Custom { name, args: self.elements(inner)? }))
            }
            Rule::oilist => Kind::OiList(inner.map(|pair| self.clause(pair)).collect::<Read<_>>().map(keep)?),
            Rule::op_group | Rule::param_group => Kind::Group(keep_one(self.group(start, inner)?)),
            Rule::params => Kind::Params,
            Rule::struct_of => {
                let names = inner.filter(|pair| pair.as_rule() == Rule::variable);
                Kind::Struct(keep(names.map(|pair| &pair.as_str()[1..]).collect()))
            }
            _ => unreachable!("the grammar has no other element"),
        };
        Ok(kind)
    }

    fn only(&self, mut inner: impl Iterator<Item = Pair<'static, Rule>>) -> Read<&'static Element> {
        self.element(inner.next().expect("the grammar asks for an element")).map(keep_one)
    }

    fn literal(&self, at: usize, text: &'static str) -> Read<Kind> {
        match text {
            "" => return Ok(Kind::NoSpace),
            " " => return Ok(Kind::Space),
            "\\n" => return Ok(Kind::Newline),
            _ => {}
        }
        let is_keyword = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && text.chars().all(|c| c.is_ascii_alphanumeric() || "_$.".contains(c));
        if is_keyword || PUNCTUATION.contains(&text) {
            return Ok(Kind::Literal(text));
        }
        Err(FormatError::new(self.text, at, format!("`{text}` is neither a keyword nor punctuation")))
    }

    fn clause(&self, pair: Pair<'static, Rule>) -> Read<Clause> {
        let mut inner = pair.into_inner();
        let first = self.element(inner.next().expect("a clause starts with a literal"))?;
        let Kind::Literal(literal) = first.kind else {
            let message = "a clause of `oilist` starts with a keyword or punctuation";
            return Err(FormatError::new(self.text, first.at as usize, message));
        };
        Ok(Clause { literal, body: self.elements(inner)? })
    }

    fn group(&self, at: usize, branches: impl Iterator<Item = Pair<'static, Rule>>) -> Read<Group> {
        let mut anchors = Vec::new();
        let mut parts = [Vec::new(), Vec::new()];
        for (part, branch) in branches.enumerate() {
            for pair in branch.into_inner() {
                if pair.as_rule() == Rule::anchor {
                    anchors.push((part == 1, parts[part].len() - 1, pair.as_span().start()));
                } else {
                    parts[part].push(self.element(pair)?);
                }
            }
        }
        let [then, otherwise] = parts.map(keep);
        match anchors[..] {
            [(inverted, anchor, _)] => Ok(Group { then, otherwise, inverted, anchor }),
            [] => Err(FormatError::new(self.text, at, "the optional group has no anchor `^`")),
            [_, (.., at), ..] => {
                Err(FormatError::new(self.text, at, "the optional group has more than one anchor `^`"))
            }
        }
    }

    /// The error of the grammar: the expected tokens, or the most similar directive.
    fn grammar_error(&self, error: &pest::error::Error<Rule>) -> FormatError {
        let at = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
        let rest = &self.text[at..];
        let word = &rest[..rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())];
        if let Some(near) = near_name(word, DIRECTIVES.iter().copied()).filter(|near| *near != word) {
            return FormatError::new(self.text, at, format!("`{word}` is no directive; did you mean `{near}`?"));
        }
        FormatError::new(self.text, at, expected(&error.variant))
    }
}

/// The expected tokens at an error: punctuation if there is a choice, as an element is allowed nearly everywhere.
fn expected(variant: &ErrorVariant<Rule>) -> String {
    let ErrorVariant::ParsingError { positives, .. } = variant else { return variant.message().into_owned() };
    let mut separators = Vec::new();
    let mut elements = Vec::new();
    for &rule in positives {
        let (list, word) = match rule {
            Rule::open => (&mut separators, "'('"),
            Rule::close => (&mut separators, "')'"),
            Rule::less => (&mut separators, "'<'"),
            Rule::greater => (&mut separators, "'>'"),
            Rule::comma => (&mut separators, "','"),
            Rule::bar => (&mut separators, "'|'"),
            Rule::colon => (&mut separators, "':'"),
            Rule::question => (&mut separators, "'?'"),
            Rule::quote => (&mut separators, "'\"'"),
            Rule::backquote => (&mut separators, "a closing back quote"),
            Rule::name => (&mut elements, "a name"),
            Rule::literal | Rule::clause => (&mut elements, "a literal"),
            Rule::variable => (&mut elements, "a variable"),
            Rule::op_group | Rule::param_group | Rule::op_branch | Rule::param_branch => {
                (&mut elements, "an optional group")
            }
            Rule::EOI | Rule::anchor | Rule::literal_text | Rule::string_text => continue,
            Rule::string => (&mut elements, "a string"),
            _ => (&mut elements, "a directive"),
        };
        if !list.contains(&word) {
            list.push(word);
        }
    }
    elements.sort_by_key(|word| (*word == "an optional group", *word == "a directive"));
    let words = if separators.is_empty() { elements } else { separators };
    format!("expected {}", human_list(&words, "or"))
}

fn is_separator(rule: Rule) -> bool {
    use Rule::{backquote, bar, close, colon, comma, greater, less, open, question, quote};
    matches!(rule, open | close | less | greater | comma | bar | colon | question | quote | backquote)
}

fn values(pair: Option<Pair<'static, Rule>>) -> Values {
    let pair = pair.expect("the grammar asks for values");
    match pair.as_rule() {
        Rule::all_operands => Values::Operands,
        Rule::all_results => Values::Results,
        _ => Values::Field(&pair.as_str()[1..]),
    }
}
