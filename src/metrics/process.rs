//! What the program takes of the machine, under the names that every Prometheus client uses.

use std::fs;

use rustix::process::{Resource, getrlimit};
use rustix::time::{ClockId, clock_gettime};

use super::text::Text;

/// Bytes of a page of memory.
const PAGE: u64 = 4096;

/// Writes it; what this machine does not tell is left out.
pub(super) fn write(text: &mut Text) {
    if let Some(resident) = resident() {
        text.gauge("process_resident_memory_bytes", "Memory in use.", resident);
    }
    if let Some(own) = proportional() {
        text.gauge("manetes_memory_pss_bytes", "Memory in use, of what is shared only this program's part.", own);
    }
    if let Ok(open) = fs::read_dir("/proc/self/fd") {
        // One is that which reads them.
        text.gauge("process_open_fds", "Open files and connections.", open.count().saturating_sub(1));
    }
    if let Some(most) = getrlimit(Resource::Nofile).current {
        text.gauge("process_max_fds", "Files and connections that may be open.", most);
    }
    let spent = clock_gettime(ClockId::ProcessCPUTime);
    #[expect(clippy::cast_precision_loss, reason = "seconds of a program's life")]
    let seconds = spent.tv_sec as f64 + spent.tv_nsec as f64 / 1e9;
    text.counter("process_cpu_seconds_total", "Processor time spent.", seconds);
}

fn resident() -> Option<u64> {
    let pages: u64 = fs::read_to_string("/proc/self/statm").ok()?.split(' ').nth(1)?.parse().ok()?;
    Some(pages * PAGE)
}

fn proportional() -> Option<u64> {
    let rollup = fs::read_to_string("/proc/self/smaps_rollup").ok()?;
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib * 1024)
}
