//! The selection of kernels.

use clap::Args;

/// The selection of kernels.
#[derive(Args)]
pub struct Which {
    /// Only these, separated by commas.
    #[arg(long, value_delimiter = ',')]
    pub(super) kernels: Vec<String>,
}
