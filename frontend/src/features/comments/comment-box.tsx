import { useState } from 'react';
import { Link } from 'react-router';
import { api, ApiError } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import { useSite } from '../../api/site';
import type { CommentPermission } from '../../api/types';
import { errorText } from '../../api/problem';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import type { TFunction } from '../../translation';
import { Button, buttonClass } from '../../ui/button';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { useSession } from '../account/session';
import { useForm } from '../account/use-form';

/** Says whether whoever asks may comment on a product. */
const permission = (productId: string) => `/api/comments/permission?item_id=${encodeURIComponent(productId)}`;

/** Characters of a comment, as the server counts them. */
const longest = 2000;

/**
 * The form for who is signed in; everybody else signs in first and comes back to the product. Until it is known who is
 * here, a line that is true of both.
 */
export function CommentBox({ productId }: { productId: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const { comments_from_buyers: fromBuyers } = useSite();
  if (session.status === 'user') {
    const Form = fromBuyers ? BuyersForm : CommentForm;
    return <Form key={session.user.id} productId={productId} />;
  }
  if (session.status === 'loading') return <p className="comments__prompt muted">{t('comments.who')}</p>;
  return (
    <p className="comments__prompt">
      {t('comments.sign_in')}{' '}
      <Link className={buttonClass('secondary')} to={paths.loginFor(paths.product(productId))}>
        {t('nav.login')}
      </Link>
    </p>
  );
}

/** Where only buyers comment, nobody writes in vain: it is asked first who bought. */
function BuyersForm({ productId }: { productId: string }) {
  const { t } = useTranslation();
  const { data, error } = useResource<CommentPermission>(permission(productId));
  if (error) return <p className="comments__prompt muted">{reason(t, error)}</p>;
  if (!data) return <p className="comments__prompt muted">{t('comments.only_buyers')}</p>;
  return data.allowed ? <CommentForm productId={productId} /> : <p className="comments__prompt">{t('error.purchase_needed')}</p>;
}

function CommentForm({ productId }: { productId: string }) {
  const { t } = useTranslation();
  const [isBlank, setBlank] = useState(true);
  const [isPending, setPending] = useState(false);
  const { busy, errors, handlers } = useForm({
    send: async ({ content }, clear) => {
      await api.post(resourcePaths.postComment, { item_id: productId, content });
      clear();
      setBlank(true);
      setPending(true);
      toast({ title: t('comments.sent_title'), description: t('comments.sent_text'), variant: 'success' });
    },
    onError: (error) =>
      toast({ title: t('comments.send_failed'), description: reason(t, error), variant: 'destructive' }),
  });
  return (
    <form className="comments__form" {...handlers}>
      <TextField
        label={t('comments.yours')}
        hint={t('comments.hint')}
        name="content"
        rows={4}
        maxLength={longest}
        dir="auto"
        error={errors['content']}
        onChange={({ target }) => setBlank(target.value.trim() === '')}
      />
      {isPending && <p role="status">{t('comments.pending')}</p>}
      <Button type="submit" busy={busy} disabled={isBlank}>
        {t('comments.send')}
      </Button>
    </form>
  );
}

function reason(t: TFunction, error: unknown): string {
  const status = error instanceof ApiError ? error.status : null;
  if (status === 0) return t('comments.unreachable');
  return status === 401 ? t('comments.sign_in') : errorText(t, error);
}
