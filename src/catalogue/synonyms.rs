//! RULE: what people call the same thing. A word that no product has is looked for under the others of its row: whoever
//! asks for a "bombín" is shown the cylinders, in whichever language the page speaks.

use super::search::singulars;
use crate::text;

/// Words of the trade for one thing, without case and accents, in all languages of the shop.
const ROWS: [&[&str]; 19] = [
    &[
        "cilindro",
        "bombin",
        "bombillo",
        "cerradura",
        "cilindre",
        "bombi",
        "pany",
        "cylinder",
        "lock",
        "cylindre",
        "barillet",
        "serrure",
        "أسطوانة",
        "قفل",
        "كالون",
    ],
    &["cerrojo", "pestillo", "forrellat", "bolt", "deadbolt", "verrou", "مزلاج"],
    &[
        "grifo",
        "monomando",
        "griferia",
        "canilla",
        "aixeta",
        "tap",
        "faucet",
        "mixer",
        "robinet",
        "mitigeur",
        "صنبور",
        "حنفية",
    ],
    &["ducha", "alcachofa", "regadera", "dutxa", "shower", "douche", "pommeau", "دش"],
    &["inodoro", "vater", "retrete", "wc", "toilet", "toilette", "مرحاض"],
    &["latiguillo", "flexo", "manguera", "manega", "hose", "flexible", "tuyau", "خرطوم"],
    &["enchufe", "toma", "tomacorriente", "endoll", "socket", "outlet", "prise", "مقبس", "بريزة"],
    &["bombilla", "lampara", "foco", "bombeta", "bulb", "lamp", "ampoule", "lampe", "مصباح", "لمبة"],
    &["taladro", "taladradora", "perforadora", "trepant", "drill", "perceuse", "مثقاب", "دريل"],
    &["destornillador", "desatornillador", "tornavis", "screwdriver", "tournevis", "مفك"],
    &["radiador", "estufa", "calefactor", "heater", "radiator", "radiateur", "chauffage", "مدفأة"],
    &["acondicionado", "split", "climatizador", "condicionat", "conditioner", "climatiseur", "مكيف"],
    &["silicona", "sellador", "sellante", "masilla", "sealant", "silicone", "mastic", "سيليكون"],
    &["manilla", "maneta", "manivela", "picaporte", "pomo", "manubri", "handle", "knob", "poignee", "مقبض"],
    &["candado", "cadenat", "padlock", "cadenas"],
    &["magnetotermico", "diferencial", "disyuntor", "breaker", "disjoncteur", "قاطع"],
    &["pintura", "esmalte", "esmalt", "paint", "enamel", "peinture", "طلاء", "دهان"],
    &["cinta", "precinto", "tape", "ruban", "شريط"],
    &["martillo", "maza", "martell", "hammer", "marteau", "مطرقة", "شاكوش"],
];

/// The other words for what a word names; none where it names nothing that is known here.
pub(super) fn others(word: &str) -> impl Iterator<Item = &'static str> {
    let folded = text::folded(word);
    let typed: Vec<String> = singulars(&folded).chain([folded.clone()]).collect();
    let is_typed = move |known: &&str| typed.contains(&text::folded(known));
    let row = ROWS.iter().find(|row| row.iter().any(&is_typed)).copied().unwrap_or_default();
    row.iter().copied().filter(move |known| !is_typed(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_the_others_of_its_row() {
        for (word, other) in [
            ("Bombín", "cilindro"),
            ("bombines", "cilindro"),
            ("CERRADURAS", "cilindro"),
            ("panys", "cilindro"),
            ("robinets", "grifo"),
            ("lámparas", "bombilla"),
            ("حنفية", "صنبور"),
        ] {
            assert!(others(word).any(|known| known == other), "{word}");
            assert!(others(word).all(|known| known != word), "{word}");
        }
        assert_eq!(others("ventana").count(), 0);
    }

    #[test]
    fn no_word_stands_in_two_rows_or_twice() {
        let all: Vec<String> = ROWS.iter().flat_map(|row| row.iter()).map(|word| text::folded(word)).collect();
        let different: std::collections::BTreeSet<&String> = all.iter().collect();
        assert_eq!(different.len(), all.len());
    }
}
