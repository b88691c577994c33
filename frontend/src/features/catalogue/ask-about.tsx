import MessageCircle from 'lucide-react/icons/message-circle';
import { useSite } from '../../api/site';
import { CallLink } from '../../call-link';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { buttonClass } from '../../ui/button';

/** Who has a question asks those who know. */
export function AskAbout({ title }: { title: string }) {
  const { t } = useTranslation();
  const site = useSite();
  return (
    <section className="ask" aria-labelledby="ask-title">
      <h2 id="ask-title">{t('ask.title')}</h2>
      <p>{t('ask.text')}</p>
      <a
        className={buttonClass('secondary')}
        href={paths.whatsapp(site.whatsapp, t('chat.product', { product: title }))}
        target="_blank"
        rel="noopener noreferrer"
      >
        <MessageCircle aria-hidden="true" />
        <span>{t('ask.chat')}</span>
      </a>
      <CallLink />
    </section>
  );
}
