//! Where a text in another language belongs: a draft counts positions, the database names rows.

/// The rows of a product that texts are attached to, in order.
pub(super) struct Ids {
    /// Spanish title and id.
    pub options: Vec<(String, String)>,
    pub variants: Vec<String>,
    pub info: Vec<String>,
    pub fields: Vec<String>,
    pub attributes: Vec<String>,
    pub documents: Vec<String>,
    pub images: Vec<String>,
}

impl Ids {
    /// The stored path of a path of a draft; `None` when it names nothing.
    pub(super) fn to_stored(&self, path: &str) -> Option<String> {
        self.map(
            path,
            |ids, position| ids.get(position.parse::<usize>().ok()?).cloned(),
            |options, title| options.iter().find(|(spanish, _)| spanish == title).map(|(_, id)| id.clone()),
        )
    }

    /// The path in a draft of a stored path; `None` when its row is gone.
    pub(super) fn to_draft(&self, path: &str) -> Option<String> {
        self.map(
            path,
            |ids, id| ids.iter().position(|known| known == id).map(|n| n.to_string()),
            |options, id| options.iter().find(|(_, known)| known == id).map(|(spanish, _)| spanish.clone()),
        )
    }

    fn map(
        &self,
        path: &str,
        row: impl Fn(&[String], &str) -> Option<String>,
        option: impl Fn(&[(String, String)], &str) -> Option<String>,
    ) -> Option<String> {
        let Some((what, rest)) = path.split_once('/') else { return Some(path.to_owned()) };
        let key = match what {
            "option" => option(&self.options, rest)?,
            "variant" => row(&self.variants, rest)?,
            "field" => row(&self.fields, rest)?,
            "image" => row(&self.images, rest)?,
            "document" => row(&self.documents, rest)?,
            "info" | "attribute" => {
                let (which, part) = rest.split_once('/')?;
                let rows = if what == "info" { &self.info } else { &self.attributes };
                format!("{}/{part}", row(rows, which)?)
            }
            _ => rest.to_owned(),
        };
        Some(format!("{what}/{key}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_goes_to_its_row_and_back() {
        let ids = Ids {
            options: vec![(String::from("Medida"), String::from("o1"))],
            variants: vec![String::from("v1"), String::from("v2")],
            info: vec![String::from("i1")],
            fields: vec![String::from("f1")],
            attributes: vec![String::from("a1")],
            documents: vec![String::from("d1")],
            images: vec![String::from("m1")],
        };
        for (draft, stored) in [
            ("title", "title"),
            ("option/Medida", "option/o1"),
            ("value/30 / 40", "value/30 / 40"),
            ("variant/1", "variant/v2"),
            ("info/0/description", "info/i1/description"),
            ("field/0", "field/f1"),
            ("attribute/0/value", "attribute/a1/value"),
            ("document/0", "document/d1"),
            ("section/Te puede gustar", "section/Te puede gustar"),
            ("image/0", "image/m1"),
        ] {
            assert_eq!(ids.to_stored(draft).as_deref(), Some(stored));
            assert_eq!(ids.to_draft(stored).as_deref(), Some(draft));
        }
        assert_eq!(ids.to_stored("variant/2"), None);
        assert_eq!(ids.to_stored("option/Color"), None);
    }
}
