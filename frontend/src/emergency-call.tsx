import Phone from 'lucide-react/icons/phone';
import { useSite } from './api/site';
import { paths } from './paths';
import { buttonClass } from './ui/button';

/** Whoever picks up at night, not the office. */
export function EmergencyCall({ text }: { text: string }) {
  const { phone, phone_display: display } = useSite();
  return (
    <a className={buttonClass('emergency')} href={paths.phone(phone)}>
      <Phone aria-hidden="true" />
      <span>
        {text} <bdi dir="ltr">{display}</bdi>
      </span>
    </a>
  );
}
