import { paths } from '../../paths';

/** The parts of the landing page and the contact page, as header and footer list them; `label` is a translation key. */
export const sectionLinks = [
  { to: paths.section('inicio'), label: 'nav.home' },
  { to: paths.section('quienes-somos'), label: 'nav.about' },
  { to: paths.section('servicios'), label: 'nav.services' },
  { to: paths.section('galeria'), label: 'nav.gallery' },
  { to: paths.contact, label: 'nav.contact' },
];
