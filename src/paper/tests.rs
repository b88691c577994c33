use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::LazyLock;

use tempfile::TempDir;

use super::fonts::Weight;
use super::typeset::{Style, Typesetter};
use super::*;

static FONTS: LazyLock<&Fonts> = LazyLock::new(|| Fonts::site().unwrap());

const STYLE: Style = Style::new(9.0, Weight::Regular, [0, 0, 0]);
const URL: &str = "https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR?nif=B12345674&numserie=T-2026-000001&fecha=23-11-2026&importe=60.49";

/// A file to be looked at with the programs people have.
struct Drawn {
    dir: TempDir,
    bytes: Vec<u8>,
}

impl Drawn {
    fn new(paper: &Paper) -> Self {
        let (dir, bytes) = (tempfile::tempdir().unwrap(), draw(paper, &FONTS).unwrap());
        fs::write(dir.path().join("paper.pdf"), &bytes).unwrap();
        Self { dir, bytes }
    }

    fn run(&self, program: &str, options: &[&str]) -> Output {
        let run = Command::new(program).args(options).current_dir(self.dir.path()).output();
        let output = run.unwrap_or_else(|error| panic!("{program} is needed: {error}"));
        assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
        output
    }

    /// Each page's text, with single spaces.
    fn pages(&self) -> Vec<String> {
        let text = String::from_utf8(self.run("pdftotext", &["-layout", "paper.pdf", "-"]).stdout).unwrap();
        let pages = text.trim_end_matches('\u{c}').split('\u{c}');
        pages.map(|page| page.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    /// The first page, 150 dots to the inch.
    fn picture(&self, kind: &str) -> PathBuf {
        self.run("pdftoppm", &["-r", "150", kind, "-singlefile", "paper.pdf", "page"]);
        self.dir.path().join(if kind == "-gray" { "page.pgm" } else { "page.png" })
    }
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| String::from(*text)).collect()
}

fn invoice() -> Paper {
    let row = |name: &str| texts(&[name, "1", "12,10 €", "21 %", "12,10 €"]);
    Paper {
        lang: "es",
        issued: Timestamp::UNIX_EPOCH,
        title: String::from("Factura simplificada"),
        number: String::from("T-2026-000001"),
        brand: String::from("Clau i Pany"),
        seller: texts(&["Clau i Pany, S.L.", "NIF B12345674", "Carrer Major 1"]),
        buyer: Some(Party { heading: String::from("Cliente"), lines: texts(&["Núria Ibáñez", "08001 Barcelona"]) }),
        facts: vec![(String::from("Fecha"), String::from("23/11/2026"))],
        qr: Some(Qr {
            content: String::from(URL),
            above: String::from("QR tributario:"),
            below: Some(String::from("VERI*FACTU")),
        }),
        table: Table {
            header: texts(&["Artículo", "Cantidad", "Precio", "IVA", "Importe"]),
            rows: ["Cilindro 30×30\nRef. C-3030", "Pomo", "Llave", "Escudo", "Bombín"].map(row).to_vec(),
        },
        sums: Table {
            header: texts(&["Tipo", "Base imponible", "Cuota"]),
            rows: vec![texts(&["21 %", "49,99\u{a0}€", "10,50\u{a0}€"])],
        },
        total: (String::from("Total"), String::from("60,49\u{a0}€")),
        notes: texts(&["Rectifica la factura T-2026-000000."]),
        footer: String::from("Registro Mercantil de Barcelona"),
    }
}

#[test]
fn every_text_of_a_paper_can_be_copied_from_it() {
    let paper = invoice();
    let page = Drawn::new(&paper).pages().concat();
    let qr = paper.qr.unwrap();
    let buyer = paper.buyer.unwrap();
    let mut all =
        vec![paper.title, paper.number, paper.brand, paper.footer, qr.above, qr.below.unwrap(), buyer.heading];
    all.extend(paper.seller.into_iter().chain(buyer.lines).chain(paper.notes));
    all.extend(paper.facts.into_iter().chain([paper.total]).flat_map(|(label, value)| [label, value]));
    for table in [paper.table, paper.sums] {
        all.extend(table.header.into_iter().chain(table.rows.into_iter().flatten()));
    }
    for text in all.iter().flat_map(|text| text.lines()) {
        assert!(page.contains(&text.replace('\u{a0}', " ")), "{text} in {page}");
    }
}

#[test]
fn a_row_is_read_in_its_order_and_the_code_before_the_title() {
    let page = Drawn::new(&invoice()).pages().concat();
    assert!(page.contains("Pomo 1 12,10 € 21 % 12,10 €"), "{page}");
    assert!(page.find("QR tributario:") < page.find("Factura simplificada"), "{page}");
}

#[test]
fn the_code_is_read_back_from_the_printed_page() {
    let drawn = Drawn::new(&invoice());
    drawn.picture("-png");
    let read = drawn.run("zbarimg", &["--quiet", "--raw", "page.png"]).stdout;
    assert_eq!(String::from_utf8(read).unwrap().trim(), URL);
}

#[test]
fn the_code_is_printed_as_wide_as_the_law_asks() {
    let picture = fs::read(Drawn::new(&invoice()).picture("-gray")).unwrap();
    // `P5`, the width, the height and the brightest value, a line each.
    let mut parts = picture.splitn(4, |byte| *byte == b'\n');
    assert_eq!(parts.next(), Some(&b"P5"[..]));
    let size = String::from_utf8(parts.next().unwrap().to_vec()).unwrap();
    let width: usize = size.split(' ').next().unwrap().parse().unwrap();
    let pixels = parts.nth(1).unwrap();
    // Between 30 and 50 mm from the top there is nothing else in the middle of the page.
    let (mut left, mut right) = (width, 0);
    for row in pixels.chunks(width).take(295).skip(177) {
        for (x, _) in row.iter().enumerate().skip(width * 2 / 5).take(width / 5).filter(|(_, light)| **light < 128) {
            (left, right) = (left.min(x), right.max(x + 1));
        }
    }
    // 150 dots to the inch: 30 mm are 177, 40 mm are 236; 35 mm are 207.
    assert!((204..=209).contains(&(right - left)), "{left} to {right}");
    assert!((left + right).abs_diff(width) < 4, "not in the middle: {left} to {right}");
}

#[test]
fn a_long_paper_has_its_header_and_its_number_on_each_page() {
    let mut paper = invoice();
    paper.table.rows = (1..=200).map(|i| texts(&[&format!("Fila {i} fin"), "1", "1 €", "21 %", "1 €"])).collect();
    let pages = Drawn::new(&paper).pages();
    assert!((5..=9).contains(&pages.len()), "{}", pages.len());
    for (i, page) in pages.iter().enumerate() {
        assert!(page.contains(&format!("{}/{}", i + 1, pages.len())), "{page}");
        assert!(page.contains("T-2026-000001") && page.contains("Registro Mercantil"), "{page}");
        assert!(!page.contains("Fila") || page.contains("Artículo Cantidad"), "{page}");
    }
    let all = pages.concat();
    (1..=200).for_each(|i| assert_eq!(all.matches(&format!("Fila {i} fin")).count(), 1, "{i}"));
    assert_eq!(all.matches("QR tributario:").count(), 1);
}

#[test]
fn a_row_longer_than_a_page_goes_on_on_the_next() {
    let mut paper = invoice();
    let long: Vec<_> = (0..2000).map(|i| format!("palabra{i}")).collect();
    paper.table.rows.push(vec![long.join(" ")]);
    let pages = Drawn::new(&paper).pages();
    assert!(pages.len() > 2, "{}", pages.len());
    assert!(long.iter().all(|word| pages.iter().any(|page| page.contains(word))));
}

#[test]
fn a_name_in_arabic_is_drawn_and_what_no_face_has_becomes_a_question_mark() {
    let mut paper = invoice();
    paper.buyer = Some(Party {
        heading: String::new(), lines: texts(&["محمد بن علي", "Ana 🏠 李\u{0}\u{feff} (ა)"])
    });
    let page = Drawn::new(&paper).pages().concat();
    assert!(page.contains("محمد"), "{page}");
    assert!(page.contains("Ana ? ? (?)"), "{page}");
}

#[test]
fn arabic_is_shaped_from_right_to_left_and_digits_in_it_are_not() {
    let typesetter = Typesetter::new(&FONTS).unwrap();
    let line = typesetter.line("شارع 12 علي", STYLE);
    let texts: Vec<_> = line.runs.iter().map(|run| &*run.text).collect();
    assert_eq!(texts, ["شارع ", "12", " ", "علي"]);
    assert!(line.runs.windows(2).all(|pair| pair[0].x > pair[1].x));
    let starts: Vec<_> = line.runs[0].glyphs.iter().map(|glyph| glyph.text_range.start).collect();
    assert!(starts.is_sorted_by(|a, b| a > b), "{starts:?}");
}

/// The runs of a line from left to right; the brackets of an Arabic text are runs of their own, of a face that has them.
fn seen(text: &str) -> Vec<String> {
    let mut runs = Typesetter::new(&FONTS).unwrap().line(text, STYLE).runs;
    runs.sort_by(|one, other| one.x.total_cmp(&other.x));
    runs.into_iter().map(|run| run.text).collect()
}

#[test]
fn punctuation_between_arabic_and_latin_stands_where_it_is_read() {
    // In a line of Latin the brackets and the comma are the line's, those within Arabic are of that.
    assert_eq!(seen("Grifo (حنفية), 20 cm"), ["Grifo (", "حنفية", "), ", "20", " cm"]);
    assert_eq!(seen("Grifo حنفية (مطبخ), cm"), ["Grifo ", ")", "مطبخ", "(", "حنفية ", ", cm"]);
    // In a line of Arabic all that is not Latin runs from right to left, and its end is at the left.
    assert_eq!(seen("حنفية Grifo, (مطبخ)."), [").", "مطبخ", ", (", "Grifo", "حنفية "]);
    assert_eq!(seen("الطلب \u{2068}2026-0042 (1a2b)\u{2069}."), [".", "2026-0042 (1a2b)", "الطلب "]);
}

#[test]
fn a_wrapped_text_is_whole_and_no_line_is_too_wide() {
    let typesetter = Typesetter::new(&FONTS).unwrap();
    let sku = "PVC-120110-".repeat(12) + &"X".repeat(90);
    let text = format!("Ventana practicable con doble acristalamiento Ref. {sku} y su marco\nsegunda línea");
    for width in [20.0, 70.0, 150.0, 400.0] {
        let lines = typesetter.wrap(&text, STYLE, width);
        assert!(lines.iter().all(|line| line.width <= width), "{width}");
        let whole: String = lines.iter().flat_map(|line| &line.runs).map(|run| &*run.text).collect();
        assert_eq!(whole.replace(' ', ""), text.replace([' ', '\n'], ""), "{width}");
    }
}

#[test]
fn amounts_below_each_other_have_their_digits_below_each_other() {
    let typesetter = Typesetter::new(&FONTS).unwrap();
    let width = |text| typesetter.line(text, STYLE.tabular()).width;
    for digits in ["111,11 €", "444,44 €", "777,77 €", "888,88 €"] {
        assert!((width(digits) - width("000,00 €")).abs() < 0.001, "{digits}");
    }
}

#[test]
fn the_same_paper_is_the_same_file() {
    assert!(draw(&invoice(), &FONTS).unwrap() == draw(&invoice(), &FONTS).unwrap());
    let again = Fonts::read(&super::fonts::SITE).unwrap();
    assert!(draw(&invoice(), &FONTS).unwrap() == draw(&invoice(), &again).unwrap());
}

#[test]
fn an_invoice_is_small_and_says_which_standards_it_keeps() {
    let drawn = Drawn::new(&invoice());
    assert!(drawn.bytes.len() <= 60_000, "{}", drawn.bytes.len());
    let file = String::from_utf8_lossy(&drawn.bytes);
    for said in ["<pdfaid:part>2<", "<pdfaid:conformance>A<", "<pdfuaid:part>1<", "T-2026-000001"] {
        assert!(file.contains(said), "{said}");
    }
    if Command::new("qpdf").arg("--version").output().is_ok() {
        drawn.run("qpdf", &["--check", "paper.pdf"]);
    }
}

#[test]
fn a_paper_without_amounts_is_drawn_too() {
    let paper = Paper {
        lang: "ca",
        title: String::from("Albarà"),
        number: String::from("2026-0042"),
        table: Table { header: texts(&["Article"]), rows: vec![texts(&["Pany"]), Vec::new()] },
        ..Paper::default()
    };
    assert_eq!(Drawn::new(&paper).pages(), ["Albarà 2026-0042 Article Pany 1/1"]);
}

#[test]
fn what_cannot_be_drawn_is_said() {
    assert!(matches!(Fonts::read(&[b"wOF2"]), Err(Error::NotWoff2(_))));
    let mut paper = invoice();
    paper.qr = Some(Qr { content: "x".repeat(3000), ..Qr::default() });
    assert!(matches!(draw(&paper, &FONTS), Err(Error::Qr(_))));
}

#[test]
fn papers_of_one_file_begin_on_pages_of_their_own_each_counted_by_itself() {
    let papers = ["A-1", "A-2"].map(|number| Paper { number: String::from(number), ..invoice() });
    let alone = Drawn::new(&papers[0]).pages();
    let (dir, bytes) = (tempfile::tempdir().unwrap(), draw_all(&papers, &FONTS).unwrap());
    fs::write(dir.path().join("paper.pdf"), &bytes).unwrap();
    let pages = Drawn { dir, bytes }.pages();
    assert_eq!(pages.len(), 2);
    assert_eq!(pages[0], alone[0]);
    assert!(pages[1].contains("A-2") && pages[1].ends_with("1/1"), "{}", pages[1]);
}
