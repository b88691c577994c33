//! The command line: one enum, one file per command; what is done to comments shares one.
//!
//! Results go to standard output, everything else to standard error. Exit codes: 0 done; 1 refused or failed, one line
//! says why and nothing is half done; 2 wrong usage.

mod backup;
mod check;
mod check_certificate;
mod check_law;
mod create_admin;
mod data_dir;
mod delete_product;
mod demo;
mod drill;
mod env_file;
mod erase_person;
mod examples;
mod export_products;
mod fulfil;
mod health;
mod ids;
mod import_products;
mod inbox;
mod invariants;
mod invoices;
mod keys;
mod list_admins;
mod list_comments;
mod list_counts;
mod list_customers;
mod list_messages;
mod list_orders;
mod list_products;
mod list_quotes;
mod list_withdrawals;
mod log;
mod mails;
mod manual;
mod moderate_comments;
mod openapi;
mod options;
mod output;
mod primary;
mod promote;
mod rehearsal;
mod reload;
mod replication;
mod reset_password;
mod restore;
mod restore_product;
mod rollback;
mod serve;
mod service_file;
mod set_stock;
mod settings;
mod setup;
mod show_order;
mod show_withdrawal;
mod standby;
mod sure;
mod table;
mod tax_agency;
mod terminal;
mod top;
mod undo_import;
mod usage;

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::process::ExitCode;

use clap::parser::ValueSource;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::audit::Actor;
use crate::config::{self, Global};
use crate::db;
use crate::fulfilment;
use crate::invoices::NotMended;
use crate::quotes::inbox::Kind;

/// The website and online store of a local trade firm: one program, one database file.
#[derive(Debug, Parser)]
#[command(name = "manetes", bin_name = "manetes", version, propagate_version = true, arg_required_else_help = true)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Set a shop up: ask what it needs, write its settings, make its administrator, and say what is left
    Setup(setup::Args),
    /// Migrate the database and serve the site
    Serve(serve::Args),
    /// Have the server that runs take up anew how much it tells, and its certificates
    Reload(reload::Args),
    /// Ask the server of this data directory whether it is ready
    Health,
    /// Show how the shop is, live: requests, what waits, what stands in the way
    Top(top::Args),
    /// Check the configuration, the database and the connections, and say what a launch still lacks
    Check(check::Args),
    /// Take an upgrade back: put the copy from before the last migration in the place of the database
    Rollback(rollback::Args),
    /// Give somebody the administrator's role, or take it away
    CreateAdmin(create_admin::Args),
    /// List everybody with the administrator's role
    ListAdmins(list_admins::Args),
    /// Let somebody in again who forgot their password
    ResetPassword(reset_password::Args),
    /// List the customers, the newest first
    ListCustomers(list_customers::Args),
    /// List orders, newest first
    ListOrders(list_orders::Args),
    /// Show one order with everything that happened to it
    ShowOrder(show_order::Args),
    /// Send a paid order on its way
    ShipOrder(fulfil::Ship),
    /// Take back that an order is on its way: it is to be sent
    UnshipOrder(fulfil::Step),
    /// Note that a shipped order has arrived
    DeliverOrder(fulfil::Step),
    /// Take back that an order has arrived: it is on its way again
    UndeliverOrder(fulfil::Step),
    /// Correct the address for mail of an order without an account; former links open it no more
    CorrectEmail(fulfil::CorrectEmail),
    /// Cancel an order that is not on its way; what was paid goes back
    CancelOrder(fulfil::Cancel),
    /// Give back what was paid for an order, or a part of it
    RefundOrder(fulfil::Refund),
    /// List what was invoiced, newest first
    ListInvoices(invoices::List),
    /// Show an invoice, or write it to a file as a PDF or as the tax agency is sent it
    ShowInvoice(invoices::Show),
    /// Invoice the orders that were paid before orders were invoiced by themselves, the oldest first
    IssueInvoices(invoices::Issue),
    /// Send the tax agency now what waits to be sent
    SendInvoices(invoices::Send),
    /// Make the record of an invoice anew that the tax agency found wrong; the invoice stays as it is
    CorrectInvoice(invoices::Correct),
    /// Tell the tax agency that an invoice should never have been issued; money that goes back is refunded instead
    AnnulInvoice(invoices::Annul),
    /// Print what the maker of this program declares before the tax agency
    Declaration(invoices::Declaration),
    /// List the requests for a quote, newest first
    #[command(visible_alias = "list-requests")]
    ListQuotes(list_quotes::Args),
    /// Show a request for a quote, its photos and what was answered
    #[command(visible_alias = "show-request")]
    ShowQuote(inbox::Show),
    /// Answer a request for a quote by mail
    #[command(visible_alias = "reply-request")]
    ReplyQuote(inbox::Reply),
    /// Put requests for a quote aside, for nothing more is to be done: all that are named, or none
    #[command(visible_alias = "close-request")]
    CloseQuote(inbox::Close),
    /// List the messages from the contact form, newest first
    ListMessages(list_messages::Args),
    /// Show a message and what was answered
    ShowMessage(inbox::Show),
    /// Answer a message by mail
    ReplyMessage(inbox::Reply),
    /// Put messages aside, for nothing more is to be done: all that are named, or none
    CloseMessage(inbox::Close),
    /// List the statements of withdrawal, newest first
    ListWithdrawals(list_withdrawals::Args),
    /// Show a statement of withdrawal, word for word
    ShowWithdrawal(show_withdrawal::Args),
    /// Forget somebody: their account, requests and messages, and who they are on orders
    ErasePerson(erase_person::Args),
    /// List the comments on products, newest first
    ListComments(list_comments::Args),
    /// List how the site was visited, day by day, and what was looked for in vain
    ListCounts(list_counts::Args),
    /// Show comments on their products' pages: all that are named, or none when one is not there
    ApproveComment(moderate_comments::Approve),
    /// Keep comments off the pages, or take them off: all that are named, or none
    RejectComment(moderate_comments::Reject),
    /// Delete comments: all that are named, or none
    DeleteComment(moderate_comments::Delete),
    /// Answer an approved comment below it, for everybody, or take the answer away
    ReplyComment(moderate_comments::Reply),
    /// List the mails of the shop, newest first; those that went out for 30 days
    ListMails(mails::List),
    /// Send mails again that would not go out: all that are named, or none
    RetryMail(mails::Retry),
    /// Send or drop the mails that a restored shop still had to send
    HeldMails(mails::Held),
    /// Make the key that signs mails, and print the record that receivers look for
    Dkim(keys::DkimArgs),
    /// Put a new key in the place of one
    RotateKey(keys::RotateArgs),
    /// Copy the whole shop into one file, while it sells
    Backup(backup::Args),
    /// Put a backup in the place of what is there; everything is compared before anything is touched
    Restore(restore::Args),
    /// Restore the newest backup to a place of its own, to see that it can be
    Drill(drill::Args),
    /// Make a standby the shop: the machine that was it writes no more from that moment
    Promote(promote::Args),
    /// Print the description of the HTTP interface
    Openapi(openapi::Args),
    /// Read or change what the owner changes in daily life
    Settings(settings::Args),
    /// List the products with their variants
    ListProducts(list_products::Args),
    /// Read products from a file: all of them, or none when anything is wrong
    ImportProducts(import_products::Args),
    /// Take an import of the last seven days back: the products that it changed are as they were
    UndoImport(undo_import::Args),
    /// Write all products to a file that import-products reads
    ExportProducts(export_products::Args),
    /// Show who did what and when, or check that the log is whole
    Log(log::Args),
    /// Set the stock of a variant
    SetStock(set_stock::Args),
    /// Delete a product; for 30 days restore-product brings it back
    DeleteProduct(delete_product::Args),
    /// Bring back a product that was deleted in the last 30 days
    RestoreProduct(restore_product::Args),
    /// Take the demo out of a shop that becomes a real one
    Demo(demo::Args),
    /// Print what a shell needs to complete commands and options
    Completions(manual::CompletionsArgs),
    /// Write the manual's pages, one per command
    Man(manual::ManArgs),
}

/// Why a command did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Refused or failed: one line, exit code 1.
    #[error("{0}")]
    Refused(String),
    /// Called wrongly: one line, exit code 2.
    #[error("{0}")]
    Usage(String),
    /// Whoever reads the result has seen enough, as `head` does: no failure.
    #[error("nobody reads the result")]
    ReaderGone,
}

impl From<NotMended> for Error {
    fn from(error: NotMended) -> Self {
        Self::Refused(error.to_string())
    }
}

impl From<db::Error> for Error {
    fn from(error: db::Error) -> Self {
        Self::Refused(error.to_string())
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ReaderGone,
            _ => Self::Refused(error.to_string()),
        }
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}

/// Parses the command line, runs the command and says how it went.
pub fn run() -> ExitCode {
    let cli = match parse() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    table::measure_screen();
    let out = &mut io::stdout().lock();
    let outcome = match cli.command {
        Command::Setup(args) => args.run(&cli.global, out),
        Command::Serve(args) => args.run(&cli.global),
        Command::Reload(args) => args.run(&cli.global, out),
        Command::Health => health::run(&cli.global, out),
        Command::Top(args) => args.run(&cli.global, out),
        Command::Check(args) => args.run(&cli.global, out),
        Command::Rollback(args) => args.run(&cli.global, out),
        Command::CreateAdmin(args) => args.run(&cli.global, out),
        Command::ListAdmins(args) => args.run(&cli.global, out),
        Command::ResetPassword(args) => args.run(&cli.global, out),
        Command::ListCustomers(args) => args.run(&cli.global, out),
        Command::ListOrders(args) => args.run(&cli.global, out),
        Command::ShowOrder(args) => args.run(&cli.global, out),
        Command::ShipOrder(args) => args.run(&cli.global, out),
        Command::DeliverOrder(args) => args.run(fulfilment::deliver, &cli.global, out),
        Command::UnshipOrder(args) => args.run(fulfilment::unship, &cli.global, out),
        Command::UndeliverOrder(args) => args.run(fulfilment::undeliver, &cli.global, out),
        Command::CorrectEmail(args) => args.run(&cli.global, out),
        Command::CancelOrder(args) => args.run(&cli.global, out),
        Command::RefundOrder(args) => args.run(&cli.global, out),
        Command::ListInvoices(args) => args.run(&cli.global, out),
        Command::ShowInvoice(args) => args.run(&cli.global, out),
        Command::IssueInvoices(args) => args.run(&cli.global, out),
        Command::SendInvoices(args) => args.run(&cli.global, out),
        Command::CorrectInvoice(args) => args.run(&cli.global, out),
        Command::AnnulInvoice(args) => args.run(&cli.global, out),
        Command::Declaration(args) => args.run(&cli.global, out),
        Command::ListQuotes(args) => args.run(&cli.global, out),
        Command::ShowQuote(args) => args.run(Kind::Quote, &cli.global, out),
        Command::ReplyQuote(args) => args.run(Kind::Quote, &cli.global, out),
        Command::CloseQuote(args) => args.run(Kind::Quote, &cli.global, out),
        Command::ShowMessage(args) => args.run(Kind::Message, &cli.global, out),
        Command::ReplyMessage(args) => args.run(Kind::Message, &cli.global, out),
        Command::CloseMessage(args) => args.run(Kind::Message, &cli.global, out),
        Command::ListMessages(args) => args.run(&cli.global, out),
        Command::ListWithdrawals(args) => args.run(&cli.global, out),
        Command::ShowWithdrawal(args) => args.run(&cli.global, out),
        Command::ErasePerson(args) => args.run(&cli.global, out),
        Command::ListComments(args) => args.run(&cli.global, out),
        Command::ListCounts(args) => args.run(&cli.global, out),
        Command::ApproveComment(args) => args.run(&cli.global, out),
        Command::RejectComment(args) => args.run(&cli.global, out),
        Command::DeleteComment(args) => args.run(&cli.global, out),
        Command::ReplyComment(args) => args.run(&cli.global, out),
        Command::ListMails(args) => args.run(&cli.global, out),
        Command::RetryMail(args) => args.run(&cli.global, out),
        Command::HeldMails(args) => args.run(&cli.global, out),
        Command::Dkim(args) => args.run(out),
        Command::RotateKey(args) => args.run(&cli.global, out),
        Command::Backup(args) => args.run(&cli.global, out),
        Command::Restore(args) => args.run(&cli.global, out),
        Command::Drill(args) => args.run(&cli.global, out),
        Command::Promote(args) => args.run(&cli.global, out),
        Command::Openapi(args) => args.run(out),
        Command::Settings(args) => args.run(&cli.global, out),
        Command::Log(args) => args.run(&cli.global, out),
        Command::ListProducts(args) => args.run(&cli.global, out),
        Command::ImportProducts(args) => args.run(&cli.global, out),
        Command::UndoImport(args) => args.run(&cli.global, out),
        Command::ExportProducts(args) => args.run(&cli.global, out),
        Command::SetStock(args) => args.run(&cli.global, out),
        Command::DeleteProduct(args) => args.run(&cli.global, out),
        Command::RestoreProduct(args) => args.run(&cli.global, out),
        Command::Demo(args) => args.run(&cli.global, out),
        Command::Completions(args) => args.run(out),
        Command::Man(args) => args.run(),
    };
    match outcome.and_then(|()| Ok(out.flush()?)) {
        Ok(()) | Err(Error::ReaderGone) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

/// The commands, with their examples.
fn command() -> clap::Command {
    examples::add(Cli::command())
}

/// Reads the command line and the environment; the error is what to exit with.
fn parse() -> Result<Cli, ExitCode> {
    let environment = config::settle_environment(command()).map_err(|line| fail(&Error::Usage(line)))?;
    let matches = match environment.command.try_get_matches() {
        Ok(matches) => matches,
        Err(error) => match usage::in_one_line(&error) {
            Some(line) => return Err(fail(&Error::Usage(line))),
            None => error.exit(),
        },
    };
    let mut cli = Cli::from_arg_matches(&matches).map_err(|error| fail(&Error::Usage(error.to_string())))?;
    if let (Command::Setup(args), Some((_, given))) = (&mut cli.command, matches.subcommand()) {
        args.data_dir_is_given = given.value_source("data_dir") != Some(ValueSource::DefaultValue);
    }
    let config = match &mut cli.command {
        Command::Serve(args) => Some(&mut args.options.config),
        Command::Check(args) => Some(&mut args.options.config),
        _ => None,
    };
    if let (Some(config), Some((_, given))) = (config, matches.subcommand()) {
        config.exposed = environment.exposed;
        if given.value_source("base_url") == Some(ValueSource::DefaultValue) {
            config.base_url_follows();
        }
    }
    Ok(cli)
}

fn fail(error: &Error) -> ExitCode {
    output::say(&format!("manetes: {}", output::printable(&without_number(&error.to_string().replace('\n', " ")))));
    match error {
        Error::Refused(_) | Error::ReaderGone => ExitCode::FAILURE,
        Error::Usage(_) => ExitCode::from(2),
    }
}

/// What the system said in words, without its number for it.
fn without_number(line: &str) -> String {
    let mut parts = line.split(" (os error ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |line, part| line + part.split_once(')').map_or(part, |(_, after)| after))
}

/// Who is at the terminal, as the kernel knows them: a variable could be set by anybody.
fn actor() -> Actor {
    let id = fs::metadata("/proc/self").map(|process| process.uid().to_string()).unwrap_or_default();
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let mut users = users.lines().map(|line| line.split(':').collect::<Vec<_>>());
    let user = users.find(|fields| fields.get(2) == Some(&id.as_str())).and_then(|fields| fields.first().copied());
    let user = user.unwrap_or(&id).to_owned();
    Actor::CommandLine { id, user }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn every_option_is_also_an_environment_variable() {
        for command in Cli::command().get_subcommands() {
            for arg in command.get_arguments().filter(|arg| arg.get_long().is_some()) {
                let expected = format!("MANETES_{}", arg.get_long().unwrap().to_uppercase().replace('-', "_"));
                let named = arg.get_env().map(|name| name.to_string_lossy().into_owned());
                assert_eq!(named, Some(expected), "{} {}", command.get_name(), arg.get_id());
            }
        }
    }
}
