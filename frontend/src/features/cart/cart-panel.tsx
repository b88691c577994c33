import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useTranslation } from '../../i18n';
import { patiently, someoneIsThere } from '../../late-part';
import { needSections } from '../../sections';
import { applyWholeStyle } from '../../style';
import { Drawer } from '../../ui/dialog';
import { Spinner } from '../../ui/spinner';
import { useCart } from './cart';
import { closeCartPanel, useCartPanelOpen } from './panel-state';

const fetchContent = async () => {
  await Promise.all([import('../../later'), needSections(['cart']), applyWholeStyle()]);
  const { CartPanelBody, CartPanelFooter } = await import('../../later');
  return { CartPanelBody, CartPanelFooter };
};

type Content = Awaited<ReturnType<typeof fetchContent>>;

/** Being fetched, until it has come. */
let coming: Promise<Content> | null = null;

/** What it shows: here by the time somebody with a cart opens it, or fetched then; `undefined` while it does not come. */
function useContent(open: boolean, empty: boolean): Content | null | undefined {
  const [content, setContent] = useState<Content | null | undefined>(null);
  const wanted = open || !empty;
  useEffect(() => {
    if (!wanted) return;
    setContent((before) => before ?? null);
    void (open ? Promise.resolve() : someoneIsThere())
      .then(() => (coming ??= patiently(fetchContent, () => setContent((before) => before ?? undefined))))
      .then(setContent);
  }, [open, wanted]);
  return content;
}

/** The cart over any page; following any of its links closes it. */
export function CartPanel() {
  const { t } = useTranslation();
  const { key } = useLocation();
  const open = useCartPanelOpen();
  const empty = useCart().length === 0;
  const content = useContent(open, empty);
  useEffect(closeCartPanel, [key]);

  return (
    <Drawer
      open={open}
      onClose={closeCartPanel}
      title={t('cart.title')}
      closeLabel={t('common.close')}
      footer={content && !empty ? <content.CartPanelFooter /> : undefined}
    >
      {content === null && <Spinner label={t('common.loading')} />}
      {content === undefined && <p role="alert">{t('error.network_error')}</p>}
      {content && <content.CartPanelBody />}
    </Drawer>
  );
}
