//! Our language server beside upstream's.
//!
//! `client` is an editor's end of a connection, `peer` asks both servers the same, `speed` measures answers of ours,
//! `neovim` has an editor use ours.

mod client;
mod neovim;
mod peer;
mod speed;

use std::path::PathBuf;

use clap::Subcommand;

/// The comparisons.
#[derive(Subcommand)]
pub enum Command {
    /// Diagnostics, definitions and references beside those of mlir-lsp-server
    Peer {
        /// Files, and folders of files
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// The number of names per file that are asked for
        #[arg(long, value_name = "N", default_value_t = 20)]
        names: usize,
        /// Required: so many names
        #[arg(long, value_name = "N", default_value_t = 1)]
        at_least: usize,
        /// The other server
        #[arg(long, value_name = "PROGRAM", default_value = "mlir-lsp-server-22")]
        program: String,
    },
    /// A session of Neovim, which is a package of Debian, with our server
    Neovim,
    /// The times of requests and edits at random places
    Time {
        /// The file
        file: PathBuf,
        /// The number of requests
        #[arg(long, value_name = "N", default_value_t = 1000)]
        requests: usize,
    },
}

impl Command {
    /// Executes the command; returns whether all is right.
    ///
    /// # Errors
    /// A file or a program cannot be used, or there is too little to compare.
    pub fn run(self) -> Result<bool, String> {
        match self {
            Self::Peer { paths, names, at_least, program } => peer::compare(&paths, names, at_least, &program),
            Self::Neovim => neovim::check(),
            Self::Time { file, requests } => speed::measure(&file, requests).map(|()| true),
        }
    }
}
