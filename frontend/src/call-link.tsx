import Phone from 'lucide-react/icons/phone';
import { inOnePiece, useSite } from './api/site';
import { useTranslation } from './i18n';
import { paths } from './paths';
import { buttonClass } from './ui/button';

/** A way on that always works. */
export function CallLink() {
  const { t } = useTranslation();
  const { phone, phone_display: display } = useSite();
  return (
    <a className={buttonClass('secondary')} href={paths.phone(phone)}>
      <Phone aria-hidden="true" />
      <span>
        {t('contact.call')} <bdi dir="ltr">{inOnePiece(display)}</bdi>
      </span>
    </a>
  );
}
