import type { ReactNode } from 'react';
import type { Product } from '../../api/types';
import { useTranslation } from '../../i18n';

/** Who made it, who answers for it, how it is told from others and what to mind: with each offer, as the law wants it. */
export function ProductSafety({ product }: { product: Product }) {
  const { t } = useTranslation();
  const { maker, model, warnings, variants } = product;
  if (!maker && !model && !warnings) return null;
  const codes = variants.flatMap(({ gtin }) => gtin ?? []);
  return (
    <section className="details safety" aria-labelledby="safety-title">
      <h2 id="safety-title">{t('safety.title')}</h2>
      <dl>
        {maker && (
          <Fact name={t('safety.maker')}>
            <Party {...maker} />
          </Fact>
        )}
        {maker?.responsible && (
          <Fact name={t('safety.responsible')}>
            <Party {...maker.responsible} />
          </Fact>
        )}
        {model && (
          <Fact name={t('safety.model')}>
            <bdi>{model}</bdi>
          </Fact>
        )}
        {codes.length > 0 && (
          <Fact name={t('safety.gtin')}>
            <bdi>{codes.join(' · ')}</bdi>
          </Fact>
        )}
        {warnings && (
          <Fact name={t('safety.warnings')}>
            <span className="safety__warnings">{warnings}</span>
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A firm, where it gets post, and its electronic address. */
function Party({ name, address, contact }: { name: string; address: string; contact: string }) {
  return (
    <>
      <bdi>{name}</bdi>
      {address !== '' && (
        <address>
          <bdi>{address}</bdi>
        </address>
      )}
      {contact !== '' && (
        <a href={contact.includes('://') ? contact : `mailto:${contact}`} rel="noreferrer">
          <bdi>{contact}</bdi>
        </a>
      )}
    </>
  );
}
