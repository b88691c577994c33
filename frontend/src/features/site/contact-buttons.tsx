import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import { useTranslation } from '../../i18n';
import { useSite } from '../../api/site';
import { paths } from '../../paths';
import { useChatText } from './chat-text';

/** Chat and call, always at hand in the bottom corner. */
export function ContactButtons() {
  const { t } = useTranslation();
  const { phone, whatsapp } = useSite();
  const text = useChatText();
  return (
    <aside className="contact-buttons" aria-label={t('contact.quick')}>
      <a
        className="contact-buttons__chat"
        href={paths.whatsapp(whatsapp, text)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('contact.whatsapp')}
        title={t('contact.whatsapp')}
      >
        <MessageCircle aria-hidden="true" />
      </a>
      <a
        className="contact-buttons__call"
        href={paths.phone(phone)}
        aria-label={t('contact.call')}
        title={t('contact.call')}
      >
        <Phone aria-hidden="true" />
      </a>
    </aside>
  );
}
