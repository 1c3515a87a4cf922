//! The language server: what an editor shows about MLIR text, by the Language Server Protocol on standard input and
//! output.
//!
//! Reading order: `lines` converts positions of the protocol; `analysis` parses a text, each part between `// -----` for
//! itself, and keeps what is asked for; `symbols` resolves symbols and aliases, `entity` names what stands at a position
//! and finds all its occurrences; `hover`, `complete`, `outline` and `highlight` answer requests; `documents` has the open
//! files, `server` the messages.

pub mod analysis;
pub mod complete;
pub mod documents;
pub mod entity;
pub mod highlight;
pub mod hover;
pub mod lines;
pub mod outline;
pub mod server;
pub mod symbols;

use std::process::ExitCode;

use clap::Command;
use rmlir_opt::Registry;

/// The command line of the language server.
pub fn command() -> Command {
    Command::new("rmlir-lsp")
        .about("Answers an editor by the Language Server Protocol on standard input and output")
        .version(env!("CARGO_PKG_VERSION"))
}

/// Serves an editor on standard input and output until it ends the connection.
pub fn main(registry: Registry, args: &[String]) -> ExitCode {
    if let Err(error) = command().try_get_matches_from(args) {
        // Help and the version are no errors.
        let code = if error.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        return error.print().map_or(ExitCode::FAILURE, |()| code);
    }
    let (connection, threads) = lsp_server::Connection::stdio();
    let served = server::serve(&registry, &connection);
    // The thread that writes ends with the connection.
    drop(connection);
    match served.and_then(|()| threads.join().map_err(|error| error.to_string())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("rmlir-lsp: {message}");
            ExitCode::FAILURE
        }
    }
}
