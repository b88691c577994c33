// Which version of a legal text this is, and those before it.

import { Link } from 'react-router';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import type { LegalText } from '../../api/types';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { longDate } from '../../ui/format';
import { fill } from './rich-text';
import { useLegalTexts, type DocumentName } from './texts';

/** What the server calls the documents, where that is not what their texts are called. */
const named: Partial<Record<DocumentName, LegalText['document']>> = { notice: 'legal-notice', shipping: 'shipping-and-returns' };

export const documentOf = (name: DocumentName) => named[name] ?? name;

function useVersions(name: DocumentName) {
  const { lang } = useTranslation();
  return useResource<LegalText>(resourcePaths.legalText(documentOf(name), lang));
}

/** Nothing while none was kept, as in a shop that has just been started. */
export function VersionOf({ name }: { name: DocumentName }) {
  const { t } = useTranslation();
  const { ui } = useLegalTexts();
  const { data: text, loading } = useVersions(name);
  if (!loading && !text?.since) return null;
  // Its line is kept until it has come.
  const version = text?.since ? fill(ui.version, { version: String(text.version), date: longDate(text.since, t) }) : '\u00a0';
  return <p className="muted">{version}</p>;
}

export function OlderVersions({ name }: { name: DocumentName }) {
  const { t } = useTranslation();
  const { ui } = useLegalTexts();
  const older = useVersions(name).data?.versions.slice(1) ?? [];
  if (older.length === 0) return null;
  return (
    <details className="legal__older">
      <summary>{ui.older}</summary>
      <ul>
        {older.map(({ version, since }) => (
          <li key={version}>
            <Link to={paths.legalVersion(documentOf(name), version)}>
              {fill(ui.version, { version: String(version), date: longDate(since, t) })}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
