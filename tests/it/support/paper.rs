//! Papers, read back with the program that people have (poppler).

use std::process::Command;

use reqwest::Method;

use super::Person;

/// A PDF that the shop answered.
#[derive(Debug)]
pub struct Paper {
    /// What it is kept as.
    pub name: String,
    /// Each page's text, with single spaces.
    pub pages: Vec<String>,
}

impl Paper {
    /// All of its text.
    pub fn text(&self) -> String {
        self.pages.join(" ")
    }

    /// Every one of these words stands on it.
    #[track_caller]
    pub fn says(&self, words: &[&str]) {
        let text = self.text();
        for said in words {
            assert!(text.contains(said), "{said}: {text}");
        }
    }

    /// None of these words stands on it.
    #[track_caller]
    pub fn hides(&self, words: &[&str]) {
        let text = self.text();
        for said in words {
            assert!(!text.contains(said), "{said}: {text}");
        }
    }

    /// One that came as a file.
    pub fn read(name: &str, bytes: &[u8]) -> Self {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        let read = Command::new("pdftotext").args(["-layout", file.path().to_str().unwrap(), "-"]).output().unwrap();
        assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
        let text = String::from_utf8(read.stdout).unwrap();
        let pages = text.trim_end_matches('\u{c}').split('\u{c}');
        let pages = pages.map(|page| page.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        Self { name: name.to_owned(), pages }
    }
}

impl Person {
    /// A paper that is to be looked at, and that no one else keeps.
    pub async fn paper(&self, path: &str) -> Paper {
        let answer = self.request(Method::GET, path).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 200, "{path}");
        let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
        assert_eq!([header("content-type"), header("cache-control")], ["application/pdf", "no-store"]);
        let kept = header("content-disposition");
        let name = kept.strip_prefix("inline; filename=\"").and_then(|name| name.strip_suffix('"')).unwrap();
        Paper::read(name, &answer.bytes().await.unwrap())
    }
}
