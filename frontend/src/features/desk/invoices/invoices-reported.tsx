import type { InvoicesReported as Reported } from '../../../api/types';
import { useTranslation } from '../../../i18n';

/** How reporting to the tax agency goes, and what its program's maker declares; nothing where nothing is reported. */
export function InvoicesReported({ unsent, wrong, lost, held, failure, declaration }: Reported) {
  const { t } = useTranslation();
  const counts = ([['unsent', unsent], ['wrong', wrong], ['lost', lost]] as const).filter(([, n]) => n > 0);
  return (
    <>
      {(held || failure || counts.length > 0) && (
        <section className="panel stack" role="status">
          {held && <p>{t('desk.agency.held')}</p>}
          {counts.map(([name, n]) => (
            <p key={name}>
              <strong>{t(`desk.agency.${name}`, { n })}</strong>
            </p>
          ))}
          {failure && (
            <p className="muted">
              {t('desk.agency.failure')} <bdi>{failure}</bdi>
            </p>
          )}
        </section>
      )}
      {declaration && (
        <details className="panel">
          <summary>{t('desk.agency.declaration')}</summary>
          <pre className="desk-declaration" lang="es" dir="ltr">
            {declaration}
          </pre>
        </details>
      )}
    </>
  );
}
