import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link, useParams } from 'react-router';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import type { LegalText } from '../../api/types';
import { useTranslation } from '../../i18n';
import { trusted } from '../../trusted-html';
import { longDate } from '../../ui/format';
import { useTitle } from '../site/use-navigation-effects';
import { fill } from './rich-text';
import { pathOf, useLegalTexts, type DocumentName } from './texts';
import { documentOf } from './versions';

/** A legal text word for word as it was shown, such as the terms that a buyer agreed to. */
export function LegalVersion() {
  const { t, lang } = useTranslation();
  const { ui, documents } = useLegalTexts();
  const { id = '' } = useParams();
  const at = id.lastIndexOf('-');
  const [document, version] = [id.slice(0, at), id.slice(at + 1)];
  const name = (Object.keys(documents) as DocumentName[]).find((known) => documentOf(known) === document);
  const { data: text, error } = useResource<LegalText>(name ? resourcePaths.legalText(document, lang, version) : null);
  const title = name ? documents[name].title : ui.no_version;
  useTitle(title);
  return (
    <div className="legal page">
      <header className="legal__head stack">
        <h1>{title}</h1>
        {(!name || error) && <p className="notice">{ui.no_version}</p>}
        {text?.since && (
          <>
            <p className="muted">{fill(ui.version, { version, date: longDate(text.since, t) })}</p>
            <p className="legal__binding">{text.version === text.versions[0]?.version ? ui.in_force : ui.as_it_was}</p>
          </>
        )}
        {name && (
          <Link className="legal__home" to={pathOf[name]}>
            <ArrowLeft aria-hidden="true" className="flip" /> {ui.today}
          </Link>
        )}
      </header>
      {/* Drawn by this program from its own texts, and kept. */}
      {text?.html && <article className="legal__text" dangerouslySetInnerHTML={{ __html: trusted(text.html) }} />}
    </div>
  );
}
