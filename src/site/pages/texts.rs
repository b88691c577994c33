//! Titles and descriptions of pages, in every language. `{brand}` and `{town}` are the settings'.

use crate::lang::Lang;
use crate::settings::Settings;

/// A text in the four languages, in the order of [`Lang::ALL`].
type Text = [&'static str; 4];

const HOME: Text = [
    "Construcción, reformas y urgencias 24 h en {town}",
    "Construction, renovation and 24-hour repairs in {town}",
    "Construction, rénovation et dépannage 24 h/24 à {town}",
    "بناء وترميم وإصلاحات طارئة على مدار الساعة في {town}",
];
const STORE: Text = ["Tienda", "Store", "Boutique", "المتجر"];
const NOT_FOUND: Text = ["Página no encontrada", "Page not found", "Page introuvable", "الصفحة غير موجودة"];

const TITLES: [(&str, Text); 21] = [
    ("home", HOME),
    ("contact", ["Contacto", "Contact", "Contact", "اتصل بنا"]),
    ("quote", ["Solicitar presupuesto", "Request a quote", "Demander un devis", "اطلب عرض سعر"]),
    ("store", STORE),
    ("product", ["Producto", "Product", "Produit", "منتج"]),
    ("cart", ["Carrito", "Cart", "Panier", "السلة"]),
    ("checkout", ["Finalizar compra", "Checkout", "Finaliser l’achat", "إتمام الشراء"]),
    ("success", ["Confirmación del pedido", "Order confirmation", "Confirmation de commande", "تأكيد الطلب"]),
    ("login", ["Inicia sesión", "Log in", "Connexion", "تسجيل الدخول"]),
    ("register", ["Crea tu cuenta", "Create your account", "Créez votre compte", "أنشئ حسابك"]),
    ("check-email", ["Revisa tu correo", "Check your email", "Consultez votre e-mail", "تحقّق من بريدك الإلكتروني"]),
    ("welcome", ["Te damos la bienvenida", "Welcome", "Bienvenue", "أهلًا بك"]),
    ("account", ["Mi cuenta", "My account", "Mon compte", "حسابي"]),
    ("order", ["Pedido", "Order", "Commande", "الطلب"]),
    ("terms", ["Términos y condiciones", "Terms and conditions", "Conditions générales", "الشروط والأحكام"]),
    ("privacy", ["Política de privacidad", "Privacy policy", "Politique de confidentialité", "سياسة الخصوصية"]),
    ("legal-notice", ["Aviso legal", "Legal notice", "Mentions légales", "إشعار قانوني"]),
    (
        "cookies",
        [
            "Cookies y almacenamiento local",
            "Cookies and local storage",
            "Cookies et stockage local",
            "ملفات تعريف الارتباط والتخزين المحلي",
        ],
    ),
    ("withdrawal", ["Derecho de desistimiento", "Right of withdrawal", "Droit de rétractation", "حق العدول عن الشراء"]),
    (
        "shipping-and-returns",
        ["Envíos y devoluciones", "Shipping and returns", "Livraison et retours", "الشحن والإرجاع"],
    ),
    ("tracking", ["Seguimiento del envío", "Parcel tracking", "Suivi du colis", "تتبّع الشحنة"]),
];

const ABOUT: Text = [
    "{brand}, en {town}: construcción y reformas, cerrajero, electricista, fontanero y frigorista con urgencias las 24 \
     horas, y una tienda con lo que usamos.",
    "{brand}, in {town}: building and renovation, locksmith, electrician, plumber and refrigeration with 24-hour \
     call-out, and a store with what we use.",
    "{brand}, à {town} : construction et rénovation, serrurier, électricien, plombier et frigoriste, dépannage 24 h/24, \
     et une boutique.",
    "{brand} في {town}: بناء وترميم، أقفال وكهرباء وسباكة وتبريد مع خدمة طوارئ على مدار الساعة، ومتجر لما نستخدمه.",
];
const ABOUT_STORE: Text = [
    "Cerraduras, electricidad, fontanería, pintura y herramientas que usamos cada día, con envío a toda la península. \
     IVA incluido.",
    "Locks, electrics, plumbing, paint and tools we use every day, delivered all over mainland Spain. VAT included.",
    "Serrures, électricité, plomberie, peinture et outils que nous utilisons chaque jour, livrés dans toute l'Espagne \
     péninsulaire. TVA comprise.",
    "أقفال وكهرباء وسباكة ودهانات وأدوات نستخدمها كل يوم، مع التوصيل إلى كل أنحاء إسبانيا القارّية. شامل الضريبة.",
];

const ABOUT_CONTACT: Text = [
    "Teléfono, WhatsApp, correo y formulario de {brand}, en {town}. Urgencias de cerrajería, electricidad, fontanería y \
     frío, las 24 horas.",
    "Phone, WhatsApp, e-mail and contact form of {brand}, in {town}. Locks, electrics, plumbing and refrigeration: \
     emergency calls 24 hours a day.",
    "Téléphone, WhatsApp, e-mail et formulaire de {brand}, à {town}. Serrurerie, électricité, plomberie et froid : \
     dépannage 24 h/24.",
    "هاتف {brand} وواتساب وبريده ونموذج الاتصال، في {town}. طوارئ الأقفال والكهرباء والسباكة والتبريد على مدار الساعة.",
];
const ABOUT_QUOTE: Text = [
    "Cuéntanos qué necesitas y te enviamos un presupuesto claro, gratis y sin compromiso. {brand}: obras, reformas y \
     oficios en {town} y alrededores.",
    "Tell us what you need and we will send you a clear quote, free and without obligation. {brand}: building, \
     renovation and trades in and around {town}.",
    "Dites-nous ce qu’il vous faut et recevez un devis clair, gratuit et sans engagement. {brand} : travaux, rénovation \
     et dépannage à {town}.",
    "أخبرنا بما تحتاجه ونرسل إليك عرض سعر واضحًا ومجانيًا ودون التزام. {brand}: بناء وترميم وحِرف في {town} وما حولها.",
];

/// What the legal pages are about; every other page is described by what the firm does.
const ABOUT_LEGAL: [(&str, Text); 6] = [
    (
        "terms",
        [
            "Condiciones de compra y de uso de {brand}: quién vende, cómo se compra, precios con IVA, entrega, garantía \
             de tres años y preaviso de 30 días.",
            "Terms of sale and use of {brand}: who sells, how to buy, prices with VAT, delivery, three-year guarantee and \
             30 days’ notice of changes.",
            "Conditions de vente et d’utilisation de {brand} : vendeur, achat, prix TTC, livraison, garantie de trois \
             ans et préavis de 30 jours.",
            "شروط البيع والاستخدام لدى {brand}: من البائع، وكيف تشتري، والأسعار شاملة الضريبة، والتسليم، وضمان ثلاث سنوات، \
             وإشعار قبل 30 يومًا.",
        ],
    ),
    (
        "privacy",
        [
            "Qué datos personales trata {brand}, para qué, con qué base legal, cuánto tiempo los guarda y cómo ejercer \
             tus derechos.",
            "Which personal data {brand} processes, why, on what legal basis, for how long, and how to exercise your \
             rights.",
            "Quelles données personnelles {brand} traite, pourquoi, sur quelle base légale, combien de temps, et \
             comment exercer vos droits.",
            "ما البيانات الشخصية التي تعالجها {brand}، ولماذا، وعلى أي أساس قانوني، وكم تحتفظ بها، وكيف تمارس حقوقك.",
        ],
    ),
    (
        "legal-notice",
        [
            "Quién está detrás de {brand}: denominación social, domicilio, NIF, datos registrales, correo y teléfono.",
            "Who is behind {brand}: company name, registered office, tax number, register entry, e-mail and phone.",
            "Qui est derrière {brand} : dénomination sociale, siège, NIF, immatriculation, e-mail et téléphone.",
            "من يقف وراء {brand}: اسم الشركة ومقرّها ورقمها الضريبي وقيدها في السجل التجاري والبريد والهاتف.",
        ],
    ),
    (
        "cookies",
        [
            "Las pocas cookies que usa {brand}, todas necesarias: ni publicidad, ni analítica, ni terceros. Por eso no \
             verás ningún aviso de cookies.",
            "The few cookies {brand} uses, all of them necessary: no advertising, no analytics, no third parties, and so \
             no cookie banner.",
            "Les rares cookies de {brand}, tous nécessaires : ni publicité, ni mesure d’audience, ni tiers, donc pas de \
             bandeau.",
            "ملفات تعريف الارتباط القليلة التي تستخدمها {brand}، وكلها ضرورية: لا إعلانات ولا تتبّع ولا أطراف ثالثة.",
        ],
    ),
    (
        "withdrawal",
        [
            "Tienes 14 días naturales para devolver tu compra a {brand} sin dar explicaciones. Cómo hacerlo, excepciones \
             y modelo de formulario.",
            "You have 14 days to withdraw from a purchase at {brand} without giving a reason. How, exceptions and the \
             model form.",
            "Vous avez 14 jours pour vous rétracter d’un achat chez {brand} sans motif : démarche, exceptions et \
             formulaire type.",
            "لديك 14 يومًا للعدول عن شرائك من {brand} دون إبداء الأسباب: الطريقة والاستثناءات والنموذج الرسمي.",
        ],
    ),
    (
        "shipping-and-returns",
        [
            "Entrega en 3 a 5 días laborables en la península, coste del envío y cómo devolver un pedido a {brand} en 14 \
             días.",
            "Delivery in 3 to 5 working days in mainland Spain, what it costs, and how to return an order to {brand} \
             within 14 days.",
            "Livraison en 3 à 5 jours ouvrables en Espagne péninsulaire, frais et retour d’une commande à {brand} sous \
             14 jours.",
            "التسليم خلال 3 إلى 5 أيام عمل داخل شبه الجزيرة الإيبيرية، وكلفة الشحن، وكيفية إرجاع طلبك إلى {brand} خلال 14 \
             يومًا.",
        ],
    ),
];

/// What a page is called, without the brand.
pub fn title(route: &str, lang: Lang, settings: &Settings) -> String {
    let text = TITLES.iter().find(|(name, _)| *name == route).map_or(&NOT_FOUND, |(_, text)| text);
    fill(text, lang, settings)
}

/// What a page is about, where nothing more particular is known.
pub fn description(route: &str, lang: Lang, settings: &Settings) -> String {
    let text = match route {
        "store" => &ABOUT_STORE,
        "contact" => &ABOUT_CONTACT,
        "quote" => &ABOUT_QUOTE,
        _ => ABOUT_LEGAL.iter().find(|(name, _)| *name == route).map_or(&ABOUT, |(_, text)| text),
    };
    fill(text, lang, settings)
}

/// The name of the landing page in a trail of links.
pub fn home(lang: Lang) -> &'static str {
    pick(&["Inicio", "Home", "Accueil", "الرئيسية"], lang)
}

fn fill(text: &Text, lang: Lang, settings: &Settings) -> String {
    pick(text, lang).replace("{brand}", &settings.brand).replace("{town}", &settings.locality)
}

const fn pick(text: &Text, lang: Lang) -> &'static str {
    match lang {
        Lang::Es => text[0],
        Lang::En => text[1],
        Lang::Fr => text[2],
        Lang::Ar => text[3],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::pages::routes::ROUTES;

    #[test]
    fn every_page_has_its_own_title_and_a_description_that_is_shown_whole() {
        let settings = Settings::default();
        for lang in Lang::ALL {
            let mut titles: Vec<_> = ROUTES.iter().map(|route| title(route.name, lang, &settings)).collect();
            titles.sort();
            titles.dedup();
            assert_eq!(titles.len(), ROUTES.len(), "{lang}");
            for route in &ROUTES {
                let text = description(route.name, lang, &settings);
                assert!(text.chars().count() <= 160, "{lang} {}: {}", route.name, text.chars().count());
                assert!(!text.contains(['{', '}']) && !title(route.name, lang, &settings).contains(['{', '}']));
            }
        }
    }
}
