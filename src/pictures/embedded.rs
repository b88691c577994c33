//! The pictures that came with the program.

use std::borrow::Cow;
use std::sync::LazyLock;

use bytes::Bytes;
use rust_embed::{EmbeddedFile, RustEmbed};

use super::{Picture, Rendition, Renditions};

#[derive(RustEmbed)]
#[folder = "pictures/site"]
struct Site;

#[derive(RustEmbed)]
#[folder = "pictures/products"]
struct Products;

/// The pictures of the site.
pub(super) fn site() -> Renditions {
    static SITE: LazyLock<Renditions> = LazyLock::new(renditions::<Site>);
    SITE.clone()
}

/// The pictures of the demo's products.
pub(super) fn products() -> &'static Renditions {
    static PRODUCTS: LazyLock<Renditions> = LazyLock::new(renditions::<Products>);
    &PRODUCTS
}

/// The picture for previews of links.
pub(super) fn social() -> Option<Picture> {
    Site::get("social.jpg").map(|file| picture(file, "image/jpeg"))
}

/// Every `<name>-<width>.avif` and `.webp` of a folder.
fn renditions<Folder: RustEmbed>() -> Renditions {
    let mut all = Renditions::new();
    for file_name in Folder::iter() {
        let Some((name, width, kind)) = parts(&file_name) else { continue };
        let Some(file) = Folder::get(&file_name) else { continue };
        let of_name = all.entry(name.to_owned()).or_default();
        let at = of_name.binary_search_by_key(&width, |rendition| rendition.width).unwrap_or_else(|at| {
            of_name.insert(at, Rendition { width, ..Rendition::default() });
            at
        });
        match kind {
            "avif" => of_name[at].avif = Some(picture(file, "image/avif")),
            _ => of_name[at].webp = Some(picture(file, "image/webp")),
        }
    }
    all
}

/// Name, width and kind out of `gallery-03-480.webp`.
fn parts(file_name: &str) -> Option<(&str, u32, &str)> {
    let (stem, kind) = file_name.rsplit_once('.')?;
    let (name, width) = stem.rsplit_once('-')?;
    matches!(kind, "avif" | "webp").then_some((name, width.parse().ok()?, kind))
}

fn picture(file: EmbeddedFile, content_type: &'static str) -> Picture {
    let digest = file.metadata.sha256_hash();
    let bytes = match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    };
    Picture { bytes, content_type, digest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_says_which_picture_it_is() {
        assert_eq!(parts("gallery-03-480.webp"), Some(("gallery-03", 480, "webp")));
        assert_eq!(parts("hero-1920.avif"), Some(("hero", 1920, "avif")));
        for other in ["social.jpg", ".hidden", "hero.webp", "hero-wide.webp", "hero-480.png"] {
            assert_eq!(parts(other), None, "{other}");
        }
    }

    #[test]
    fn every_picture_of_the_pages_and_of_the_demo_is_there_wide_enough_and_for_every_browser() {
        let gallery = (1..=14).map(|n| (format!("gallery-{n:02}"), 1200));
        let tiles = ["construccion", "reformas", "urgencias", "tienda"].map(|name| (format!("service-{name}"), 960));
        let team = (1..=4).map(|n| (format!("team-{n}"), 800));
        let firm = [("hero", 1920), ("van", 1920)].map(|(name, width)| (String::from(name), width));
        for (name, width) in gallery.chain(tiles).chain(team).chain(firm) {
            assert_eq!(reaches(site().get(&name)), Some(width), "{name}");
        }
        assert!(social().is_some());
        let catalogue: serde_json::Value =
            serde_json::from_str(include_str!("../catalogue/demo/catalogue.json")).unwrap();
        for product in catalogue["products"].as_array().unwrap() {
            for image in product["images"].as_array().unwrap() {
                let name = image["file"].as_str().unwrap();
                assert_eq!(reaches(products().get(name)), Some(1280), "{name}");
            }
        }
    }

    /// How wide a picture is that is there in four widths or more as AVIF, and in two or more for browsers without it.
    fn reaches(renditions: Option<&Vec<Rendition>>) -> Option<u32> {
        let all = renditions?;
        let webp = all.iter().filter(|one| one.webp.is_some()).count();
        let avif = all.iter().filter(|one| one.avif.is_some()).count();
        (avif == all.len() && avif >= 4 && webp >= 2).then(|| all.last().map(|one| one.width))?
    }
}
