import ChevronDown from 'lucide-react/icons/chevron-down';
import { useLocation } from 'react-router';
import { DeskPage } from '../../features/desk/desk-page';
import { guideActs } from '../../features/desk/guide/acts';
import { Steps } from '../../features/desk/guide/how-to';
import { useTranslation } from '../../i18n';

/** How the acts of an owner's day are done. */
export function Guide() {
  const { t } = useTranslation();
  const { hash } = useLocation();
  return (
    <DeskPage title={t('desk.place.guide')}>
      <p className="muted">{t('desk.guide.lead')}</p>
      {guideActs.map((act) => (
        <details key={act} id={act} className="panel desk-fold" open={hash === `#${act}`}>
          <summary>
            <h2 className="panel__title">{t(`desk.guide.${act}.title`)}</h2>
            <ChevronDown aria-hidden="true" />
          </summary>
          <div className="desk-fold__body">
            <Steps act={act} />
          </div>
        </details>
      ))}
    </DeskPage>
  );
}
