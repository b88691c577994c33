import FileText from 'lucide-react/icons/file-text';
import type { ReactNode } from 'react';
import type { Invoice } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { money } from '../../ui/format';

type Props = {
  invoices: Invoice[];
  /** The link to the paper of that number. */
  linkTo: (number: string, text: ReactNode) => ReactNode;
};

/** Invoices, each as a paper to keep. */
export function InvoiceLinks({ invoices, linkTo }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <ul className="invoices">
      {invoices.map(({ number, type, total_in_cents, replaced, annulled, trial }) => (
        <li key={number}>
          <FileText aria-hidden="true" />
          <span className="dots">
            {linkTo(
              number,
              <>
                {t(`invoice.type.${type}`)} <bdi className="numeric">{number}</bdi> (PDF)
              </>,
            )}
            {replaced && <span className="muted">{t('invoice.replaced')}</span>}
            {annulled && <span className="muted">{t('invoice.annulled')}</span>}
            {trial && <span className="muted">{t('invoice.trial')}</span>}
          </span>
          <span className="invoices__sum numeric">{money(total_in_cents, lang)}</span>
        </li>
      ))}
    </ul>
  );
}
