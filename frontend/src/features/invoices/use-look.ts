import { useState } from 'react';
import { api } from '../../api/client';
import type { InvoiceBuyer, InvoiceList, InvoiceLook } from '../../api/types';
import { useTranslation } from '../../i18n';
import { useFailure } from '../account/use-failure';

type Seen = { buyer: InvoiceBuyer; look: InvoiceLook };

/** Does what is sent; false when it was given up. */
type Sender = (work: () => Promise<void>) => Promise<boolean>;

const once: Sender = async (work) => {
  await work();
  return true;
};

/**
 * An invoice made in two steps: `ask` shows what it would say (the server's refusals belong to the form), `make` issues
 * it. The addresses are those of both acts; `fresh` is for where the server may want another sign-in first.
 */
export function useLook(
  paths: { look: string; make: string },
  onMade: (made: InvoiceList) => Promise<void> | void,
  fresh: Sender = once,
) {
  const { t } = useTranslation();
  const failed = useFailure(t('invoice.failed'));
  const [seen, setSeen] = useState<Seen | null>(null);
  const [busy, setBusy] = useState(false);

  const ask = async (buyer: InvoiceBuyer) => {
    await fresh(async () => setSeen({ buyer, look: await api.post<InvoiceLook>(paths.look, buyer) }));
  };

  async function make() {
    if (seen === null) return;
    setBusy(true);
    try {
      await fresh(async () => onMade(await api.post<InvoiceList>(paths.make, seen.buyer)));
    } catch (error) {
      failed(error);
    } finally {
      setBusy(false);
    }
  }

  return { seen, busy, ask, make: () => void make(), change: () => setSeen(null) };
}
