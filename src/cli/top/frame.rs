//! One frame: 23 lines, as wide as the screen at most.

use console::{Style, truncate_str};

use super::figures::{Figures, RouteTimes, Trouble};

/// Lines of a small terminal but one, on which the cursor stands.
#[cfg(test)]
const HEIGHT: usize = 23;
/// Troubles that are told one by one.
const SHOWN: usize = 2;

/// What is no good is red, if `in_colour`. A line that would be longer than `columns` is cut, where there are so many.
pub(super) fn draw(figures: &Figures, place: &str, columns: Option<usize>, in_colour: bool) -> Vec<String> {
    let mut lines = vec![head(figures, place), String::new()];
    lines.extend(requests(figures));
    lines.push(String::new());
    lines.extend(routes(&figures.slowest));
    lines.push(String::new());
    lines.extend(waits(figures));
    lines.push(String::new());
    lines.extend(troubles(&figures.troubles));
    let red = Style::new().red().force_styling(in_colour);
    let columns = columns.unwrap_or(usize::MAX);
    lines.into_iter().map(|line| coloured(&truncate_str(&line, columns, "…"), &red)).collect()
}

/// Between two marks stands what is no good.
const BAD: char = '\u{1}';

fn coloured(line: &str, red: &Style) -> String {
    let parts = line.split(BAD).enumerate();
    parts.map(|(n, part)| if n % 2 == 1 { red.apply_to(part).to_string() } else { part.to_owned() }).collect()
}

/// A figure, marked where it is no good.
fn figure(text: String, is_bad: bool) -> String {
    if is_bad { format!("{BAD}{text}{BAD}") } else { text }
}

fn head(figures: &Figures, place: &str) -> String {
    let kind = if figures.is_standby { "a standby, " } else { "" };
    let up = figures.up_seconds.map_or(String::new(), |seconds| format!("up {}", time(seconds)));
    format!("manetes {}  {kind}{place}  {up}  {}", figures.version, figures.at.to_local())
}

fn requests(figures: &Figures) -> [String; 4] {
    let (requests, data, pages, machine) = (&figures.requests, &figures.data, &figures.pages, &figures.machine);
    let took = |seconds: Option<f64>| seconds.map_or_else(|| String::from("-"), time);
    let size = |bytes: Option<f64>| bytes.map_or_else(|| String::from("-"), bytes_of);
    [
        format!(
            "Requests    {:.1}/s   half within {}, 99 % within {}   refused {:.1}/s   failed {}",
            requests.per_second,
            took(requests.p50_seconds),
            took(requests.p99_seconds),
            requests.refused_per_second,
            figure(format!("{:.1}/s", requests.failed_per_second), requests.failed_per_second > 0.0),
        ),
        format!(
            "Pages       {} kept   {:.1}/s drawn, 99 % within {}   left to browsers {}",
            pages.kept.map_or_else(|| String::from("-"), |kept| format!("{:.0} %", 100.0 * kept)),
            pages.drawn_per_second,
            took(pages.drawing_p99_seconds),
            pages.left_to_browsers.unwrap_or_default(),
        ),
        format!(
            "Database    {}, log {}   {:.1} commits/s, 99 % within {}   disk {} free",
            size(data.bytes),
            figure(size(data.wal_bytes), data.wal_bytes.is_some_and(|bytes| bytes > 64.0 * MIB)),
            data.commits_per_second,
            took(data.commit_p99_seconds),
            figure(size(data.disk_free_bytes), data.disk_free_bytes.is_some_and(|bytes| bytes < 1024.0 * MIB)),
        ),
        format!(
            "Machine     processor {:.0} %   memory {}, its own {}   files {} of {}   lines lost {}",
            100.0 * machine.processors,
            size(machine.memory_bytes),
            size(machine.own_memory_bytes),
            count(machine.open_files),
            count(machine.most_files),
            count(machine.lines_lost),
        ),
    ]
}

fn routes(slowest: &[RouteTimes]) -> Vec<String> {
    let mut lines = vec![format!("{:<50}{:>10}{:>10}{:>10}", "Slowest routes", "per s", "half", "99 %")];
    lines.extend(slowest.iter().map(|route| {
        let name = format!("{} {}", route.method, route.route);
        let name = truncate_str(&name, 49, "…");
        format!("{name:<50}{:>10.1}{:>10}{:>10}", route.per_second, time(route.p50_seconds), time(route.p99_seconds))
    }));
    lines
}

fn waits(figures: &Figures) -> [String; 5] {
    let (waits, safety) = (&figures.waits, &figures.safety);
    let some = |value: Option<f64>| figure(count(value), value.is_some_and(|value| value > 0.0));
    let oldest = |seconds: Option<f64>, most: f64| {
        let seconds = seconds.filter(|seconds| *seconds > 0.0);
        seconds.map_or_else(String::new, |seconds| format!(", oldest {}", figure(time(seconds), seconds > most)))
    };
    let since = |seconds: Option<f64>, most: f64| {
        seconds
            .map_or_else(|| String::from("never"), |seconds| format!("{} ago", figure(time(seconds), seconds > most)))
    };
    [
        format!(
            "Mails       {} wait{}   held {}   given up {}",
            count(waits.mails),
            oldest(waits.mails_oldest_seconds, 900.0),
            count(waits.mails_held),
            count(waits.mails_given_up),
        ),
        format!(
            "Orders      {} unpaid   {} need somebody   payments {} open, {} overdue",
            count(waits.orders_unpaid),
            some(waits.orders_need_somebody),
            waits.payments_open,
            some(Some(waits.payments_overdue)),
        ),
        format!(
            "Money       refunds {} wait{}   invoices {} to make, {} to send, {} wrong",
            count(waits.refunds),
            oldest(waits.refunds_oldest_seconds, DAY),
            count(waits.invoices_to_make),
            count(waits.invoices_to_send),
            some(waits.invoices_wrong),
        ),
        format!(
            "Safety      backup {}   drill {}   certificate {}   {:.1} wrong passwords/min",
            since(safety.backup_age_seconds, 2.0 * DAY),
            since(safety.drill_age_seconds, 9.0 * DAY),
            safety.certificate_seconds.map_or_else(|| String::from("-"), time),
            safety.login_failures_per_minute,
        ),
        refused(figures),
    ]
}

fn refused(figures: &Figures) -> String {
    let lately = figures.refused.iter().filter(|refused| refused.lately > 0.0);
    let lately: Vec<_> = lately.map(|refused| format!("{} {}", refused.code, refused.lately)).collect();
    format!("Refused     {}", if lately.is_empty() { String::from("nothing lately") } else { lately.join("   ") })
}

fn troubles(troubles: &[Trouble]) -> Vec<String> {
    if troubles.is_empty() {
        return vec![String::from("Troubles    none")];
    }
    let mut lines: Vec<_> = troubles
        .iter()
        .take(SHOWN)
        .map(|trouble| {
            format!("Troubles    {}", figure(format!("{} for {}", trouble.name, time(trouble.seconds)), true))
        })
        .collect();
    let more = troubles.len().saturating_sub(SHOWN);
    if more > 0 {
        lines.push(format!("            {more} more: the desk and /readyz name them"));
    }
    lines
}

const MIB: f64 = 1024.0 * 1024.0;
const DAY: f64 = 86_400.0;

fn count(value: Option<f64>) -> String {
    value.map_or_else(|| String::from("-"), |value| value.to_string())
}

fn bytes_of(bytes: f64) -> String {
    if bytes < 10.0 * MIB {
        format!("{:.1} MiB", bytes / MIB)
    } else if bytes < 1024.0 * MIB {
        format!("{:.0} MiB", bytes / MIB)
    } else {
        format!("{:.1} GiB", bytes / MIB / 1024.0)
    }
}

/// In the unit that says most.
fn time(seconds: f64) -> String {
    match seconds {
        s if s < 0.001 => format!("{:.1} ms", 1000.0 * s),
        s if s < 1.0 => format!("{:.0} ms", 1000.0 * s),
        s if s < 10.0 => format!("{s:.1} s"),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s if s < 2.0 * DAY => format!("{:.0} h", s / 3600.0),
        s => format!("{:.0} d", s / DAY),
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::super::scrape::Scrape;
    use super::*;
    use crate::clock::Timestamp;

    /// A shop in which much goes on and everything is wrong.
    fn busy() -> Figures {
        let text = |n: u32| {
            let routes = (0..40).map(|route| {
                let labels =
                    format!("route=\"/api/admin/a-long-name/{{id}}/of-a-route/{{other}}/{route}\",method=\"GET\"");
                format!(
                    "manetes_http_request_duration_seconds_bucket{{{labels},status=\"5xx\",le=\"5\"}} {n}\n\
                     manetes_http_request_duration_seconds_bucket{{{labels},status=\"5xx\",le=\"+Inf\"}} {n}\n\
                     manetes_http_request_duration_seconds_count{{{labels},status=\"5xx\"}} {n}\n\
                     manetes_trouble_seconds{{name=\"a_trouble_{route}\"}} 100000\n\
                     manetes_problems_total{{code=\"a_code_with_a_long_name_{route}\"}} {n}\n"
                )
            });
            let rest = "manetes_build_info{version=\"0.1.0\"} 1\nmanetes_db_bytes 4e11\nmanetes_db_wal_bytes 4e11\n\
                manetes_disk_free_bytes 1000\nmanetes_mails_queued 123456\nmanetes_mails_oldest_seconds 987654\n\
                manetes_orders_attention 12345\nprocess_resident_memory_bytes 4e9\nmanetes_memory_pss_bytes 4e9\n\
                process_open_fds 8192\nprocess_max_fds 8192\nmanetes_refunds_queued 12345\n\
                manetes_refunds_oldest_seconds 9876543\nmanetes_invoices_wrong 12345\nprocess_start_time_seconds 1\n";
            routes.chain([rest.to_owned()]).collect::<String>()
        };
        let begun = Instant::now();
        let (before, now) = (Scrape::read(&text(1), begun), Scrape::read(&text(900), begun + Duration::from_secs(2)));
        Figures::between(&before, &now, Timestamp::from_millis(1_795_172_400_000))
    }

    #[test]
    fn whatever_happens_it_fits_on_a_small_terminal() {
        let place = "https://a-shop-with-a-long-name.example.com";
        for columns in [80, 40] {
            let lines = draw(&busy(), place, Some(columns), false);
            assert!(lines.len() <= HEIGHT, "{} lines:\n{}", lines.len(), lines.join("\n"));
            assert!(lines.iter().all(|line| console::measure_text_width(line) <= columns), "{}", lines.join("\n"));
        }
        let lines = draw(&busy(), place, None, false);
        assert!(
            lines[0].contains(place) && !lines[0].contains('…'),
            "nothing of it is cut where nothing is overwritten"
        );
        let all = lines.join("\n");
        assert!(!all.contains(['\u{1b}', BAD]), "{all}");
        assert!(all.contains("a_trouble_1 for 1 d") || all.contains("a_trouble_1 for 28 h"), "{all}");
        assert!(all.contains("38 more"), "{all}");
    }

    #[test]
    fn what_is_no_good_is_red() {
        let lines = draw(&busy(), "here", Some(80), true).join("\n");
        assert!(lines.contains("\u{1b}[31m") && !lines.contains(BAD), "{lines}");
    }

    #[test]
    fn a_time_is_told_in_the_unit_that_says_most() {
        let told = [0.0004, 0.0312, 1.25, 45.0, 600.0, 36_000.0, 3_000_000.0].map(time);
        assert_eq!(told, ["0.4 ms", "31 ms", "1.2 s", "45 s", "10 min", "10 h", "35 d"]);
        assert_eq!([1e6, 5e7, 5e9].map(bytes_of), ["1.0 MiB", "48 MiB", "4.7 GiB"]);
    }
}
