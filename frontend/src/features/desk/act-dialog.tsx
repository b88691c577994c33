import { useRef, type ReactNode, type RefObject } from 'react';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { regainFocus } from '../../ui/focus';
import { toast, type ToastInput } from '../../ui/toast';
import { useFailure } from '../account/use-failure';
import { useForm, type FieldErrors, type FormValues } from '../account/use-form';
import { useFreshSignIn } from '../security/step-up';
import { useWindowGuard } from './window-guard';

type Props = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** What the button that does it says: the act itself, not "yes". */
  submit: string;
  /** For what cannot be taken back. */
  danger?: boolean;
  /** What the page knows to be wrong with the fields, by name. */
  check?: (values: FormValues) => FieldErrors;
  /** Does it; may be called twice, when the server wants another sign-in first. */
  send: (values: FormValues) => Promise<unknown>;
  /** Said once it is done; by a function where only the answer tells, or it can be taken back. */
  done: string | (() => ToastInput);
  /** Said with the reason when it is refused. */
  failed: string;
  /** After it is done, the window closed. */
  onDone: () => void | Promise<void>;
  /** Explanation and fields. */
  children: (errors: FieldErrors) => ReactNode;
};

/** Asks before an act, with the fields it needs or with none; and before a text that was written there is lost. */
export function ActDialog({ open, onClose, title, ...act }: Props) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const { leave, question } = useWindowGuard(form, onClose);
  return (
    <>
      {question}
      <Dialog open={open} onClose={leave} title={title} closeLabel={t('common.close')} asks>
        <ActForm form={form} onClose={onClose} onLeave={leave} {...act} />
      </Dialog>
    </>
  );
}

type FormProps = Omit<Props, 'open' | 'title'> & { form: RefObject<HTMLFormElement | null>; onLeave: () => void };

function ActForm({ form, onClose, onLeave, submit, danger, check, send, done, failed, onDone, children }: FormProps) {
  const { t } = useTranslation();
  const fresh = useFreshSignIn();
  const { busy, errors, handlers } = useForm({
    check,
    send: async (values) => {
      try {
        if (!(await fresh(async () => void (await send(values))))) return;
        onClose();
        toast({ variant: 'success', ...(typeof done === 'string' ? { title: done } : done()) });
        await onDone();
      } finally {
        // What opened the window may not be offered any more.
        regainFocus();
      }
    },
    onError: useFailure(failed),
  });
  return (
    <form className="stack" ref={form} {...handlers}>
      {children(errors)}
      <div className="row desk-dialog__acts">
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
          {submit}
        </Button>
        <Button variant="secondary" onClick={onLeave}>
          {t('desk.not_now')}
        </Button>
      </div>
    </form>
  );
}
