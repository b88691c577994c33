import { useEffect, useRef } from 'react';
import type { InvoiceLook as Look, InvoiceLookLine } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { money } from '../../ui/format';

type Props = {
  look: Look;
  /** Cents: what the order comes to, where its invoice waits. */
  total: number;
  busy: boolean;
  onMake: () => void;
  onChange: () => void;
};

/** An invoice as it would be issued, before it is: it can be annulled afterwards, but not changed. */
export function InvoiceLook({ look: { buyer, invoice }, total, busy, onMake, onChange }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { name, nif, address, postal_code: postcode, city, country } = buyer;
  return (
    <div className="stack invoice-look" role="group" aria-label={t('invoice.look')} tabIndex={-1} ref={box}>
      <p>
        <strong>{t('invoice.look')}</strong>
      </p>
      <address className="invoice-look__buyer" dir="auto">
        <strong>{name}</strong>
        <span>NIF {nif}</span>
        <span>{address}</span>
        <span>
          {postcode} {city}, {country}
        </span>
      </address>
      <dl className="sums numeric">
        {invoice?.lines.map((line, at) => <Line key={at} line={line} />)}
        {invoice && (
          <div className="muted">
            <dt>{t('order.tax')}</dt>
            <dd>{money(invoice.tax_in_cents, lang)}</dd>
          </div>
        )}
        <div className="sums__total">
          <dt>{t('order.total')}</dt>
          <dd>{money(invoice?.total_in_cents ?? total, lang)}</dd>
        </div>
      </dl>
      {invoice?.replaces && <p className="muted">{t('invoice.look_replaces', { number: invoice.replaces })}</p>}
      <p className="muted">{t(invoice ? 'invoice.look_final' : 'invoice.look_waits')}</p>
      <div className="row">
        <Button busy={busy} onClick={onMake}>
          {t('invoice.make_full_yes')}
        </Button>
        <Button variant="ghost" disabled={busy} onClick={onChange}>
          {t('invoice.look_change')}
        </Button>
      </div>
    </div>
  );
}

function Line({ line: { title, quantity, shipping, total_in_cents: cents } }: { line: InvoiceLookLine }) {
  const { t } = useTranslation();
  const lang = useLang();
  const what = title ?? t(shipping ? 'order.shipping' : 'invoice.look_rest');
  return (
    <div>
      <dt>
        {typeof quantity === 'number' && `${quantity} × `}
        <bdi>{what}</bdi>
      </dt>
      <dd>{money(cents, lang)}</dd>
    </div>
  );
}
