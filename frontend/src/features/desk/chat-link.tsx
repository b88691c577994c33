import MessageCircle from 'lucide-react/icons/message-circle';
import { useSite } from '../../api/site';
import { useTranslation } from '../../i18n';
import type { Lang } from '../../languages';
import { paths } from '../../paths';
import { buttonClass } from '../../ui/button';
import { international } from './inbox/phone-number';
import { useTextsIn } from './use-texts-in';

type Props = {
  /** As it was written; a chat with what is no number cannot be opened. */
  phone: string;
  about: 'order' | 'quotes';
  /** What people call it by. */
  number: string;
  name: string;
  /** The customer's, in which the chat begins. */
  lang: Lang;
};

/** A chat with a customer, begun with what it is about. */
export function ChatLink({ phone, about, number, name, lang }: Props) {
  const { t } = useTranslation();
  const { brand } = useSite();
  const theirs = useTextsIn(lang);
  const called = international(phone);
  if (called === null) return null;
  const text = theirs(`desk.chat.${about}`, { name, brand, number });
  return (
    <a
      className={buttonClass('secondary')}
      href={paths.whatsapp(called.slice(1), text)}
      target="_blank"
      rel="noopener noreferrer"
    >
      <MessageCircle aria-hidden="true" />
      {t('contact.chat')}
      <span className="visually-hidden"> ({t('order.new_tab')})</span>
    </a>
  );
}
