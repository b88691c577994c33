import Phone from 'lucide-react/icons/phone';
import Wrench from 'lucide-react/icons/wrench';
import { Link } from 'react-router';
import { useSite } from '../../api/site';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { buttonClass } from '../../ui/button';

/** What is not sold online can be had all the same: from the shop, or brought and fitted. */
export function AskBox({ productId }: { productId: string }) {
  const { t } = useTranslation();
  const { phone, phone_display: display } = useSite();
  return (
    <>
      <p>{t('product.ask_text')}</p>
      <div className="buy-box__actions">
        <Link className={`${buttonClass('primary')} buy-box__add`} to={paths.quoteFor(productId)}>
          {t('product.ask')}
        </Link>
        <a className={buttonClass('secondary')} href={paths.phone(phone)}>
          <Phone aria-hidden="true" />
          <span>
            {t('product.call')} <bdi dir="ltr">{display}</bdi>
          </span>
        </a>
      </div>
    </>
  );
}

/** What is sold online can be had fitted too: a request for a quote that names it. */
export function FittedNote({ productId }: { productId: string }) {
  const { t } = useTranslation();
  return (
    <p className="delivery-note">
      <Wrench aria-hidden="true" />
      <span>
        {t('product.fitted')} <Link to={paths.quoteFor(productId)}>{t('product.fitted_ask')}</Link>
      </span>
    </p>
  );
}
