import Droplets from 'lucide-react/icons/droplets';
import KeyRound from 'lucide-react/icons/key-round';
import MessageCircle from 'lucide-react/icons/message-circle';
import Snowflake from 'lucide-react/icons/snowflake';
import Zap from 'lucide-react/icons/zap';
import { useSite } from '../../api/site';
import { EmergencyCall } from '../../emergency-call';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { AskPrice } from '../tariff/ask-price';

const troubles = [
  { key: 'door', Icon: KeyRound },
  { key: 'power', Icon: Zap },
  { key: 'water', Icon: Droplets },
  { key: 'cold', Icon: Snowflake },
];

/**
 * Whom to call, what has happened, and what to do meanwhile. The call comes first, so that it is in view as soon as the
 * block is. The style sheet shows the answer to the chosen trouble, so that it works before any script has come, and without.
 */
export function Emergency() {
  const { t } = useTranslation();
  return (
    <div className="emergency" id="urgencias">
      <EmergencyCall text={t('emergency.call')} />
      <fieldset>
        <legend>{t('emergency.legend')}</legend>
        <div className="emergency__troubles">
          {troubles.map(({ key, Icon }) => (
            <label key={key} className="emergency__trouble">
              <input className="visually-hidden" type="radio" name="trouble" value={key} />
              <Icon aria-hidden="true" />
              {t(`emergency.${key}.name`)}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="emergency__answers" aria-live="polite">
        <p className="emergency__answer emergency__answer--none">{t('emergency.hint')}</p>
        {troubles.map(({ key }) => (
          <div key={key} className={`emergency__answer emergency__answer--${key}`}>
            <p>{t(`emergency.${key}.advice`)}</p>
            <Chat message={t(`emergency.${key}.message`)} />
          </div>
        ))}
      </div>
      <AskPrice Title="h4" />
    </div>
  );
}

/** A chat that begins with what has happened. */
function Chat({ message }: { message: string }) {
  const { t } = useTranslation();
  const { whatsapp } = useSite();
  return (
    <a className="button button--chat" href={paths.whatsapp(whatsapp, message)} target="_blank" rel="noopener noreferrer">
      <MessageCircle aria-hidden="true" />
      {t('emergency.whatsapp')}
    </a>
  );
}
