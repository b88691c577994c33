import { Link } from 'react-router';
import { useSite } from '../../api/site';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import type { CartLine } from '../cart/cart';
import { GuaranteeNotice } from './guarantee-notice';
import { MeansNote, RedirectNote, useMeans } from './means';
import { PurchaseNotice } from './notice';
import { Goods, Sums } from './order-summary';
import type { PurchaseState } from './use-purchase';

type Props = {
  lines: CartLine[];
  purchase: PurchaseState;
  /** Whether a parcel can go to the address. */
  delivered: boolean;
};

/** What the first button may say. */
const labels = ['checkout.pay', 'checkout.pay_card', 'checkout.pay_busy'];

/** One of several texts, in the room that the longest of them takes: the button does not grow with what is learnt. */
function OneOf({ keys, shown }: { keys: string[]; shown: string }) {
  const { t } = useTranslation();
  return (
    <span className="one-of">
      {keys.map((key) => (
        <span key={key} data-shown={key === shown || undefined}>
          {t(key)}
        </span>
      ))}
    </span>
  );
}

/** What is bought, what it comes to, and the button that sends the form it stands in. */
export function PayPanel({ lines, purchase, delivered }: Props) {
  const { t } = useTranslation();
  const { payments } = useSite();
  const means = useMeans();
  const withBizum = means.includes('bizum');
  const byCard = withBizum && means.includes('card');
  // Then both buttons say it.
  const isSaid = byCard && means.length === 2;
  // Why stands with the address.
  const outside = { title: t('checkout.outside_title'), details: [] };
  const notice = delivered ? purchase.notice : outside;
  const way = (bizum: boolean) => ({
    type: 'submit' as const,
    block: true,
    busy: purchase.busy,
    disabled: !delivered,
    onClick: () => purchase.choose(bizum),
  });
  return (
    <section className="panel stack checkout__pay" aria-labelledby="summary-title">
      <div className="stack checkout__bought">
        <h2 className="panel__title" id="summary-title">
          {t('checkout.summary_title')}
        </h2>
        <Goods lines={lines} />
      </div>
      <RedirectNote />
      {payments === 'sandbox' && <p className="notice checkout__sandbox">{t('checkout.sandbox_note')}</p>}
      <GuaranteeNotice />
      <ul className="checkout__links">
        <li>
          <Link to={paths.shippingReturns}>{t('checkout.info')}</Link>
        </li>
        <li>
          <Link to={paths.withdrawal}>{t('checkout.withdrawal')}</Link>
        </li>
        <li>
          <Link to={paths.terms}>{t('checkout.terms')}</Link>
        </li>
        <li>
          <Link to={paths.privacy}>{t('footer.privacy')}</Link>
        </li>
      </ul>
      {/* On a telephone what it comes to is read on the screen of the button that buys; where there is room, below the goods. */}
      <Sums items={purchase.items} total={purchase.total} />
      {notice && <PurchaseNotice notice={notice} />}
      {/* Nothing of the page is moved by what the means of payment bring along. */}
      <Button {...way(false)}>
        <OneOf keys={labels} shown={purchase.busy ? 'checkout.pay_busy' : byCard ? 'checkout.pay_card' : 'checkout.pay'} />
      </Button>
      <div className="checkout__second">
        {withBizum ? (
          <Button variant="secondary" {...way(true)}>
            {t('checkout.pay_bizum')}
          </Button>
        ) : (
          <MeansNote means={means} />
        )}
      </div>
      {withBizum && !isSaid && <MeansNote means={means} />}
    </section>
  );
}
