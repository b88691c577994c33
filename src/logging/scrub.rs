//! Takes out of a text what is somebody's: other programs repeat what they were told, such as the address that a mail server
//! refuses.

/// What stands for it.
const GONE: char = '…';

/// Without addresses of mail and of the network, without what follows the question mark of an address of the web, and on one
/// line.
pub(super) fn scrub(text: &str) -> String {
    // There is no address in it, and it is one line: so are nearly all.
    if text.bytes().all(|b| matches!(b, b' '..=b'~') && !matches!(b, b'@' | b'?' | b'.' | b':')) {
        return text.to_owned();
    }
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !is_of_word(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        push(&mut clean, word);
        let mut chars = after.chars();
        clean.extend(chars.next().map(|c| if c.is_control() { ' ' } else { c }));
        rest = chars.as_str();
    }
    clean
}

/// What an address of any kind consists of; what stands around it in messages does not.
fn is_of_word(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && !matches!(c, '<' | '>' | '(' | ')' | '"' | '\'' | '`' | ',' | ';')
}

fn push(clean: &mut String, word: &str) {
    let tail = word.trim_end_matches(['.', ':', '!']);
    if tail.contains('@') || is_of_network(tail) {
        clean.push(GONE);
        clean.push_str(&word[tail.len()..]);
        return;
    }
    match word.split_once('?').filter(|(before, after)| before.contains('/') && !after.is_empty()) {
        Some((address, _)) => {
            clean.push_str(address);
            clean.push('?');
            clean.push(GONE);
        }
        None => clean.push_str(word),
    }
}

/// Somebody's address, with or without a port; this machine's is nobody's.
fn is_of_network(word: &str) -> bool {
    let bare = word.trim_start_matches('[');
    let ip = bare.parse().ok().or_else(|| bare.split_once("]:")?.0.parse().ok());
    let ip = ip.or_else(|| bare.trim_end_matches(']').parse().ok()).or_else(|| {
        let (host, port) = bare.rsplit_once(':')?;
        port.parse::<u16>().ok()?;
        host.parse().ok()
    });
    ip.is_some_and(|ip: std::net::IpAddr| !ip.is_loopback() && !ip.is_unspecified())
}

#[cfg(test)]
mod tests {
    use super::scrub;

    #[test]
    fn what_is_somebodys_is_gone_and_the_rest_stays() {
        for (said, written) in [
            ("550 5.1.1 <ana@example.com>: Recipient address rejected", "550 5.1.1 <…>: Recipient address rejected"),
            ("no such user: ana.puig@example.com.", "no such user: …."),
            (
                "error sending request for url (https://api.example/v1/x?email=a%40b.es&n=Ana)",
                "error sending request for url (https://api.example/v1/x?…)",
            ),
            ("from 203.0.113.9, to 198.51.100.7:443 and [2001:db8::1]:80", "from …, to … and …"),
            ("127.0.0.1:8080: Address already in use", "127.0.0.1:8080: Address already in use"),
            ("version 1.2.3.4.5 at 12:30:05; is it? yes", "version 1.2.3.4.5 at 12:30:05; is it? yes"),
            ("listening", "listening"),
            ("no llegó\u{9b}más", "no llegó más"),
            ("a\tb", "a b"),
            ("two\nlines\u{1b}[31m", "two lines [31m"),
            ("a::b::c failed at src/x.rs:10:5", "a::b::c failed at src/x.rs:10:5"),
        ] {
            assert_eq!(scrub(said), written);
        }
    }
}
