//! The tree of a command line out of its words.

use std::iter::Peekable;
use std::vec::IntoIter;

use super::syntax::{Command, Join, List, Pipe, Redirection, Stream, Target};
use super::words::{Token, tokens};

/// Parses a command line. The error is a sentence about its syntax.
///
/// ```
/// use rmlir_lit::shell::parse;
/// let list = parse("not rmlir-opt a.mlir 2>&1 | FileCheck a.mlir").unwrap();
/// assert_eq!(list.first.commands.len(), 2);
/// assert!(parse("a | ").is_err());
/// ```
pub fn parse(line: &str) -> Result<List, String> {
    let mut parser = Parser { tokens: tokens(line)?.into_iter().peekable() };
    let first = parser.pipe()?;
    let mut rest = Vec::new();
    while let Some(token) = parser.tokens.next() {
        let join = match token {
            Token::Operator(None, ";") => Join::Then,
            Token::Operator(None, "&&") => Join::And,
            Token::Operator(None, "||") => Join::Or,
            Token::Operator(_, operator) => return Err(format!("'{operator}' is not supported here")),
            Token::Word(word) => return Err(format!("unexpected '{word}'")),
        };
        // A list may end with its separator.
        if join == Join::Then && parser.tokens.peek().is_none() {
            break;
        }
        rest.push((join, parser.pipe()?));
    }
    Ok(List { first, rest })
}

struct Parser {
    tokens: Peekable<IntoIter<Token>>,
}

impl Parser {
    fn pipe(&mut self) -> Result<Pipe, String> {
        let is_negated = self.tokens.next_if_eq(&Token::Word("!".to_owned())).is_some();
        let mut commands = vec![self.command()?];
        while let Some(Token::Operator(_, operator)) =
            self.tokens.next_if(|token| matches!(token, Token::Operator(None, "|" | "|&")))
        {
            if operator == "|&" {
                let both = Redirection { stream: Stream::Error, target: Target::Same(Stream::Output) };
                commands.iter_mut().last().expect("there is always a last command").redirections.push(both);
            }
            commands.push(self.command()?);
        }
        Ok(Pipe { commands, is_negated })
    }

    fn command(&mut self) -> Result<Command, String> {
        let mut command = Command { words: Vec::new(), redirections: Vec::new() };
        loop {
            match self.tokens.peek() {
                Some(Token::Word(_)) => command.words.extend(self.word()),
                Some(Token::Operator(_, operator)) if operator.contains(['<', '>']) => {
                    command.redirections.push(self.redirection()?);
                }
                _ if command.words.is_empty() => return Err("expected a command".to_owned()),
                _ => return Ok(command),
            }
        }
    }

    fn word(&mut self) -> Option<String> {
        match self.tokens.next_if(|token| matches!(token, Token::Word(_))) {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    fn redirection(&mut self) -> Result<Redirection, String> {
        let Some(Token::Operator(number, operator)) = self.tokens.next() else {
            return Err("expected a redirection".to_owned());
        };
        let target = self.word().ok_or_else(|| format!("expected a file after '{operator}'"))?;
        let unsupported = || {
            format!(
                "the redirection '{}{operator}{target}' is not supported",
                number.map_or(String::new(), |n| n.to_string())
            )
        };
        let stream = match (number, operator) {
            (None | Some(0), "<") => Stream::Input,
            (None, "&>" | "&>>") => Stream::Both,
            (None | Some(1), _) if operator.starts_with('>') => Stream::Output,
            (Some(2), _) if operator.starts_with('>') => Stream::Error,
            _ => return Err(unsupported()),
        };
        let target = match (operator, &*target) {
            (">&", "1") => Target::Same(Stream::Output),
            (">&", "2") => Target::Same(Stream::Error),
            // `>& FILE` has both outputs in it.
            (">&", _) if number.is_none() => {
                return Ok(Redirection { stream: Stream::Both, target: Target::File(target) });
            }
            (">&", _) => return Err(unsupported()),
            (">>" | "&>>", _) => Target::End(target),
            _ => Target::File(target),
        };
        Ok(Redirection { stream, target })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirections_are_read() {
        let list = parse("a < b > c 2>> d 2>&1 &> e").unwrap();
        let file = |name: &str| Target::File(name.to_owned());
        let expected = [
            (Stream::Input, file("b")),
            (Stream::Output, file("c")),
            (Stream::Error, Target::End("d".to_owned())),
            (Stream::Error, Target::Same(Stream::Output)),
            (Stream::Both, file("e")),
        ];
        let redirections = expected.map(|(stream, target)| Redirection { stream, target });
        assert_eq!(list.first.commands[0].redirections, redirections);
    }

    #[test]
    fn lists_have_conditions() {
        let list = parse("a && ! b | c || d; e;").unwrap();
        let joins: Vec<Join> = list.rest.iter().map(|(join, _)| *join).collect();
        assert_eq!(joins, [Join::And, Join::Or, Join::Then]);
        assert!(list.rest[0].1.is_negated && list.rest[0].1.commands.len() == 2);
    }

    #[test]
    fn errors_are_told() {
        for line in ["", "a |", "a && ", "| a", "a >", "a & b", "a 3> b", "a 2>&3"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
