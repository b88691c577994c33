import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { leaveEnded, putOffSignIn } from './session';
import { SignInAgain } from './sign-in-again';

/** Asks for another sign-in above a page whose session has ended, so that nothing written in it is lost. */
export function SessionEnded({ email, asks }: { email: string; asks: boolean }) {
  const { t } = useTranslation();
  return (
    <Dialog open={asks} onClose={putOffSignIn} title={t('ended.title')} closeLabel={t('common.close')}>
      <div className="stack">
        {/* The page goes on by itself once its user is here. */}
        <SignInAgain email={email} lead={t('ended.text', { email })} byPassword onDone={() => undefined} />
        <Button variant="ghost" block onClick={leaveEnded}>
          {t('ended.leave')}
        </Button>
      </div>
    </Dialog>
  );
}
