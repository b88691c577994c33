import { Link } from 'react-router';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import type { Proof as Sheet } from '../../api/types';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { deskPaths } from '../../features/desk/desk-paths';
import { ProofForm } from '../../features/desk/proof/proof-form';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { buttonClass } from '../../ui/button';

/** What shows customers that the firm is real. */
export function Proof() {
  const { t } = useTranslation();
  const answer = useResource<Sheet>(resourcePaths.proof);
  return (
    <DeskPage
      title={t('desk.place.proof')}
      actions={
        <Link className={buttonClass('secondary')} to={paths.home}>
          {t('desk.tariff.see')}
        </Link>
      }
    >
      <p className="muted">{t('desk.proof.lead')}</p>
      <p>
        <Link to={deskPaths.sitePictures}>{t('desk.proof.pictures')}</Link>
      </p>
      <Loaded resource={answer}>{(proof) => <ProofForm proof={proof} onSaved={answer.reload} />}</Loaded>
    </DeskPage>
  );
}
