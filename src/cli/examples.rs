//! How each command is used, for its help and its page of the manual. A test reads every line as the program would.

use clap::Command;

/// A command line, and what it does.
type Example = (&'static str, &'static str);

/// By the words of a command, such as `settings get`; the program itself has none.
const EXAMPLES: [(&str, &[Example]); 70] = [
    (
        "",
        &[
            ("manetes serve --demo", "Look at a shop with products, on http://localhost:8080/store"),
            ("manetes list-orders --status paid", "What there is to send"),
            ("manetes help refund-order", "How a command goes"),
        ],
    ),
    (
        "setup",
        &[
            ("manetes setup", "Answer a few questions, on the machine that is to serve the shop"),
            (
                "manetes setup --domain example.com --secrets -",
                "The same from a script: the other answers are options, and secrets come by standard input",
            ),
        ],
    ),
    ("health", &[("manetes health", "Prints ready, or fails within 5 seconds")]),
    (
        "serve",
        &[
            ("manetes serve --demo", "Try it: a shop with products, where no money moves"),
            (
                "manetes serve --domain example.com --demo",
                "The same for everybody, over https, with a certificate it gets",
            ),
            (
                "manetes serve --base-url https://example.com --trusted-proxies 127.0.0.1 --demo",
                "The same behind a proxy on this machine",
            ),
        ],
    ),
    (
        "top",
        &[
            ("manetes top --env-file /etc/manetes.env", "How the shop of a service is, live; Ctrl-C ends it"),
            ("manetes top --once --json", "The same of the next two seconds, for a program"),
        ],
    ),
    (
        "reload",
        &[
            ("manetes reload --log debug", "Have the server tell more from now on"),
            ("manetes reload", "Have it tell as much as usual again, and take up certificates anew"),
        ],
    ),
    (
        "check",
        &[
            ("manetes check --base-url https://example.com", "Whether it would serve, and what a launch still lacks"),
            (
                "manetes check --env-file /etc/manetes.env",
                "The same of a service, with the variables that its unit reads",
            ),
            ("manetes check --json", "For a program that tells when something is wrong"),
            (
                "manetes check --probe-mail ana@example.com",
                "Whether a mail arrives, and what its receiver thinks of it",
            ),
            ("manetes check --invariants", "Whether orders, money, stock and mails add up"),
            ("manetes check --upgrade", "What a new program would make of the database, tried on a copy"),
        ],
    ),
    (
        "rollback",
        &[("manetes rollback", "Say what came since the last migration, ask, and put back the copy from before")],
    ),
    (
        "create-admin",
        &[
            ("manetes create-admin --email ana@example.com --name Ana", "Make an administrator; asks for a password"),
            ("manetes create-admin --email ana@example.com --revoke", "Take the role away again"),
        ],
    ),
    ("list-admins", &[("manetes list-admins", "Who may use the desk, and who has a second factor")]),
    (
        "reset-password",
        &[
            ("manetes reset-password --email ana@example.com", "Mail Ana a link to choose another password"),
            ("manetes reset-password --email ana@example.com --typed", "Type one for an administrator without mail"),
        ],
    ),
    ("list-customers", &[("manetes list-customers --search puig", "Everybody with Puig in their name or address")]),
    (
        "list-orders",
        &[
            ("manetes list-orders --status paid", "What there is to send"),
            ("manetes list-orders --json", "Every order whole, for a program such as jq"),
        ],
    ),
    ("show-order", &[("manetes show-order 2026-42", "An order, by its number or the first characters of its id")]),
    (
        "ship-order",
        &[
            ("manetes ship-order 2f1c9a7b --tracking PQ4F6W0712345670108075X", "On its way; the buyer is told"),
            ("manetes ship-order 2026-42 --carrier pick_up", "Ready to be fetched from the shop"),
        ],
    ),
    ("unship-order", &[("manetes unship-order 2f1c9a7b", "It has not left, that was a mistake")]),
    ("deliver-order", &[("manetes deliver-order 2f1c9a7b", "It has arrived")]),
    ("undeliver-order", &[("manetes undeliver-order 2f1c9a7b", "It has not, that was a mistake")]),
    (
        "correct-email",
        &[(
            "manetes correct-email 2026-42 nuria@example.com",
            "Mail Núria, who mistyped her address, a link that opens it",
        )],
    ),
    (
        "cancel-order",
        &[
            ("manetes cancel-order 2f1c9a7b", "Not sent after all: money and goods go back"),
            ("manetes cancel-order 2f1c9a7b --no-restock", "The same, but the goods cannot be sold"),
        ],
    ),
    (
        "refund-order",
        &[
            ("manetes refund-order 2f1c9a7b --amount 12.50", "Give back a part"),
            (
                "manetes refund-order 2f1c9a7b --line 1:2 --shipping 4.90",
                "Give back two units of the first line, and shipping",
            ),
            (
                "manetes refund-order 2f1c9a7b --amount 12.50 --elsewhere \"in cash\"",
                "Write down what was given back by hand",
            ),
            ("manetes refund-order 2f1c9a7b --yes", "Give back all that is left, without being asked"),
        ],
    ),
    (
        "list-invoices",
        &[
            ("manetes list-invoices", "What was invoiced, the newest first"),
            ("manetes list-invoices --json", "The same with each hash and the very text that was hashed"),
        ],
    ),
    (
        "show-invoice",
        &[
            ("manetes show-invoice T-2026-000001 --pdf invoice.pdf", "An invoice as a paper, to be sent or printed"),
            ("manetes show-invoice T-2026-000001 --xml record.xml", "Its record as the tax agency is sent it"),
        ],
    ),
    ("issue-invoices", &[("manetes issue-invoices", "Invoices for what was paid before the shop made them by itself")]),
    (
        "send-invoices",
        &[("manetes send-invoices", "What waits goes to the tax agency now, with MANETES_VERIFACTU_… set")],
    ),
    (
        "correct-invoice",
        &[(
            "manetes correct-invoice F-2026-000001 --buyer-name \"Obres Puig SL\"",
            "A buyer's name as the tax agency has it; the invoice stays as it is",
        )],
    ),
    (
        "annul-invoice",
        &[(
            "manetes annul-invoice T-2026-000007 --yes",
            "An invoice of what was never sold, as of a purchase to try the shop",
        )],
    ),
    ("declaration", &[("manetes declaration", "What the tax inspector asks to see of the program")]),
    (
        "list-withdrawals",
        &[("manetes list-withdrawals --state received", "What waits for a person, with the day the money is due")],
    ),
    ("show-withdrawal", &[("manetes show-withdrawal 5e0c71aa", "A statement word for word, and what it is about")]),
    ("list-quotes", &[("manetes list-quotes --status new", "Requests that nobody has answered")]),
    ("show-quote", &[("manetes show-quote P-2026-0042", "A request whole, with the paths of its photos")]),
    (
        "reply-quote",
        &[
            ("manetes reply-quote P-2026-0042", "Type an answer, which is mailed"),
            ("manetes reply-quote P-2026-0042 --text \"Pasamos mañana a las diez.\"", "Mail a short one"),
            (
                "manetes reply-quote P-2026-0042 --file presupuesto.pdf --file plano.jpg",
                "Mail a quote and a drawing along",
            ),
        ],
    ),
    (
        "close-quote",
        &[
            ("manetes close-quote P-2026-0042 P-2026-0040", "Nothing more is to be done about these two"),
            ("manetes close-quote P-2026-0042 --reopen", "There is, after all"),
        ],
    ),
    (
        "list-messages",
        &[
            ("manetes list-messages --status new", "Messages that nobody has answered"),
            ("manetes list-messages --complaints", "Complaints, the one whose answer is due first at the top"),
        ],
    ),
    (
        "show-message",
        &[
            ("manetes show-message M-2026-0017", "A message whole"),
            ("manetes show-message R-2026-0042", "A complaint by its key"),
        ],
    ),
    ("reply-message", &[("manetes reply-message M-2026-0017", "Type an answer, which is mailed")]),
    (
        "close-message",
        &[
            ("manetes close-message M-2026-0017", "Nothing more is to be done about it"),
            (
                "manetes close-message R-2026-0042 --note 'Called on Monday: we replace it'",
                "A complaint that was answered by telephone",
            ),
        ],
    ),
    ("erase-person", &[("manetes erase-person ana@example.com", "Show what is known of Ana, ask, and forget it")]),
    ("list-counts", &[("manetes list-counts --days 7", "How the site was visited in a week")]),
    ("list-comments", &[("manetes list-comments --status pending", "Comments that wait to be judged")]),
    ("approve-comment", &[("manetes approve-comment 61aa2153 b1f91f0f", "Show both on their products' pages")]),
    (
        "reject-comment",
        &[("manetes reject-comment 61aa2153 --reason \"Es una pregunta\"", "Keep one off, and note why")],
    ),
    ("delete-comment", &[("manetes delete-comment 61aa2153", "Delete one for good")]),
    (
        "reply-comment",
        &[
            ("manetes reply-comment 61aa2153 --text \"Gracias, Núria\"", "Answer below a comment, for everybody"),
            ("manetes reply-comment 61aa2153 --remove", "Take the answer away"),
        ],
    ),
    ("list-mails", &[("manetes list-mails --state dead", "Mails that will not go out by themselves, and why")]),
    (
        "retry-mail",
        &[
            ("manetes retry-mail 5c0e77d1", "Send one again, once what was wrong is put right"),
            ("manetes retry-mail --all", "Send all of them again"),
        ],
    ),
    (
        "held-mails",
        &[
            ("manetes held-mails", "How many wait for a word since a backup was restored"),
            ("manetes held-mails --send", "They go out; with --drop they never do"),
        ],
    ),
    ("dkim", &[("manetes dkim", "Sign mails: make the key, and print what its domain must say")]),
    (
        "rotate-key",
        &[
            ("manetes rotate-key dkim", "Print the record of the next key; again, once it can be seen: take it"),
            ("manetes rotate-key orders --now", "Have no link open an order that was mailed before"),
        ],
    ),
    (
        "backup",
        &[
            ("manetes backup /mnt/backups/", "Into a directory, with the moment in its name"),
            ("manetes backup s3://shop/backups", "Into a bucket, with the keys of MANETES_S3_…"),
            ("manetes backup", "As the server does it by itself, where MANETES_BACKUP_TO says"),
        ],
    ),
    (
        "restore",
        &[
            ("manetes restore /mnt/backups", "The newest of a directory; what is there now is kept aside"),
            ("manetes restore manetes-20261122T162012Z.tar.zst.age", "A certain one"),
        ],
    ),
    ("drill", &[("manetes drill /mnt/backups", "Whether the newest of a directory can be restored, and how fast")]),
    (
        "promote",
        &[(
            "manetes promote --data-dir /var/lib/manetes",
            "Sell from this machine, which was the standby, from now on",
        )],
    ),
    ("openapi", &[("manetes openapi", "What a program may ask the server")]),
    ("settings", &[("manetes settings get", "Every setting and its value")]),
    ("settings get", &[("manetes settings get company.phone", "One of them")]),
    (
        "settings set",
        &[
            ("manetes settings set company.phone +34931234567", "Another telephone, on the site at once"),
            ("manetes settings set text.es.hero.title \"\"", "The title that the site came with"),
        ],
    ),
    (
        "list-products",
        &[
            ("manetes list-products", "Every product, with its variants, prices and stock"),
            ("manetes list-products --deleted", "Those that restore-product can bring back"),
        ],
    ),
    (
        "import-products",
        &[
            ("manetes import-products products.csv --dry-run", "What a file of another shop would change"),
            ("manetes import-products products.csv", "Change it"),
        ],
    ),
    (
        "undo-import",
        &[
            ("manetes undo-import", "The imports that can be taken back"),
            ("manetes undo-import 3f2a --dry-run", "What would go back, and what is left alone"),
            ("manetes undo-import 3f2a", "Take it back"),
        ],
    ),
    (
        "export-products",
        &[
            ("manetes export-products products.csv", "Everything, to edit in a table and import again"),
            ("manetes export-products -", "To standard output"),
        ],
    ),
    (
        "log",
        &[
            ("manetes log --act order", "What was done to orders, and by whom"),
            ("manetes log --verify", "Whether the log is as it was written"),
        ],
    ),
    ("set-stock", &[("manetes set-stock FON-LAT-40 12", "Twelve were counted")]),
    ("delete-product", &[("manetes delete-product maceta-de-barro", "Stop selling a product, by its slug or id")]),
    ("restore-product", &[("manetes restore-product maceta-de-barro", "Sell it again, as it was")]),
    ("demo", &[("manetes demo remove", "Take out what nobody has bought or changed, before opening")]),
    ("demo remove", &[("manetes demo remove", "Take out what nobody has bought or changed, before opening")]),
    ("completions", &[("manetes completions bash", "For /usr/share/bash-completion/completions/manetes")]),
    ("man", &[("manetes man /usr/local/share/man/man1", "Then `man manetes-ship-order` explains that command")]),
];

/// The examples of a command.
pub(super) fn of(command: &str) -> &'static [Example] {
    EXAMPLES.iter().find(|(words, _)| *words == command).map_or(&[], |(_, examples)| examples)
}

/// Adds its examples to the help of each command.
pub(super) fn add(program: Command) -> Command {
    fn with_examples(command: Command, words: &str) -> Command {
        let lines = of(words).iter().map(|(line, does)| format!("\n  {line}\n      {does}"));
        let lines: String = lines.collect();
        let command = command.mut_subcommands(|sub| {
            let words = format!("{words} {}", sub.get_name());
            with_examples(sub, words.trim_start())
        });
        if lines.is_empty() { command } else { command.after_long_help(format!("Examples:{lines}")) }
    }
    with_examples(program, "")
}

#[cfg(test)]
mod tests {
    use super::super::{command, manual};
    use super::*;

    /// The words of a line as a shell would part them.
    fn words(line: &str) -> Vec<String> {
        let parts = line.split('"').enumerate();
        let read = |(n, part): (usize, &str)| match n % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
            _ => vec![part.to_owned()],
        };
        parts.flat_map(read).collect()
    }

    #[test]
    fn every_command_has_examples_and_the_program_takes_them() {
        for path in manual::paths(&command()) {
            let examples = of(&path);
            assert!(!examples.is_empty(), "src/cli/examples.rs has none for {path:?}");
            for (line, does) in examples {
                let begins = format!("manetes {path}");
                assert!(path.is_empty() || line.starts_with(&begins), "{line}");
                let read = command().try_get_matches_from(words(line));
                let is_help = read.as_ref().is_err_and(|error| error.kind() == clap::error::ErrorKind::DisplayHelp);
                assert!(read.is_ok() || is_help, "{line}: {:?}", read.err());
                assert!(!does.ends_with('.'), "{does}");
            }
        }
    }
}
