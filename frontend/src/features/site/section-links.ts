import { paths, type Section } from '../../paths';

const labels: [Section, string][] = [
  ['inicio', 'nav.home'],
  ['quienes-somos', 'nav.about'],
  ['servicios', 'nav.services'],
  ['galeria', 'nav.gallery'],
  ['contacto', 'nav.contact'],
];

/** The parts of the landing page, as header and footer list them; `label` is a translation key. */
export const sectionLinks = labels.map(([id, label]) => ({ id, label, to: paths.section(id) }));
