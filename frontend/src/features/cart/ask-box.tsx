import Phone from 'lucide-react/icons/phone';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useSite } from '../../api/site';
import type { Product } from '../../api/types';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { buttonClass } from '../../ui/button';
import { BuyBar } from './buy-bar';

/** What is not sold online can be had all the same: from the shop, or brought and fitted. */
export function AskBox({ product: { id, fitting } }: { product: Product }) {
  const { t } = useTranslation();
  const { phone, phone_display: display } = useSite();
  const actions = useRef<HTMLDivElement>(null);
  const isFitted = fitting === 'only';
  const ask = t(isFitted ? 'product.ask_fitted' : 'product.ask');
  return (
    <>
      <p>{t(isFitted ? 'product.only_fitted' : 'product.ask_text')}</p>
      <div className="buy-box__actions" ref={actions}>
        <Link className={`${buttonClass('primary')} buy-box__add`} to={paths.quoteFor(id)}>
          {ask}
        </Link>
        <a className={buttonClass('secondary')} href={paths.phone(phone)}>
          <Phone aria-hidden="true" />
          <span>
            {t('product.call')} <bdi dir="ltr">{display}</bdi>
          </span>
        </a>
      </div>
      <BuyBar place={actions}>
        <Link className={buttonClass('primary')} to={paths.quoteFor(id)}>
          {ask}
        </Link>
      </BuyBar>
    </>
  );
}
