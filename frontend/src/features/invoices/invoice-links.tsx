import FileText from 'lucide-react/icons/file-text';
import type { Invoice } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { money } from '../../ui/format';

type Props = { invoices: Invoice[]; hrefOf: (number: string) => string };

/** Invoices, each as a paper to keep. */
export function InvoiceLinks({ invoices, hrefOf }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <ul className="invoices">
      {invoices.map(({ number, type, total_in_cents, replaced, annulled, trial }) => (
        <li key={number}>
          <FileText aria-hidden="true" />
          <span>
            <a href={hrefOf(number)} download={`${number}.pdf`}>
              {t(`invoice.type.${type}`)} <bdi className="numeric">{number}</bdi> (PDF)
            </a>
            {replaced && <span className="muted"> · {t('invoice.replaced')}</span>}
            {annulled && <span className="muted"> · {t('invoice.annulled')}</span>}
            {trial && <span className="muted"> · {t('invoice.trial')}</span>}
          </span>
          <span className="invoices__sum numeric">{money(total_in_cents, lang)}</span>
        </li>
      ))}
    </ul>
  );
}
