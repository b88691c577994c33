import Send from 'lucide-react/icons/send';
import { useState, type ReactNode } from 'react';
import { api, ApiError } from '../../../api/client';
import type { InquiryBody, InquiryEvent } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/text-field';
import { toast } from '../../../ui/toast';
import { useFailure } from '../../account/use-failure';
import { useForm } from '../../account/use-form';
import { useFreshSignIn } from '../../security/step-up';
import { deskApi, type InboxKind } from '../desk-paths';
import { Named } from '../order-parts';
import { useClock } from '../when';
import { useLeaveGuard } from '../leave-guard';
import { AnswerFilesField, SentFiles } from './answer-files';
import { idsOf } from './answer-room';
import { Photos } from './inquiry-parts';
import { useAnswerFiles } from './use-answer-files';

type Props = { kind: InboxKind; inquiry: InquiryBody; reload: () => Promise<void> };

/** What they wrote and all that came after, as a conversation that goes on below. */
export function Thread({ kind, inquiry, reload }: Props) {
  const { t } = useTranslation();
  return (
    <section className="stack" aria-labelledby="thread">
      <h2 className="visually-hidden" id="thread">
        {t('desk.inbox.thread')}
      </h2>
      <ol className="desk-thread">
        <Said by={inquiry.name} at={inquiry.created_at} kind="asked" text={inquiry.message}>
          <Photos inquiry={inquiry} />
        </Said>
        {inquiry.events.map((event) => (
          <Event key={`${event.at} ${event.kind} ${event.text}`} {...event} />
        ))}
      </ol>
      <Reply kind={kind} inquiry={inquiry} reload={reload} />
    </section>
  );
}

function Event({ kind, by, at, text, files }: InquiryEvent) {
  const { t } = useTranslation();
  const clock = useClock();
  if (kind !== 'status') {
    return (
      <Said by={by} at={at} kind={kind} text={text}>
        <SentFiles files={files} />
      </Said>
    );
  }
  return (
    <li className="desk-thread__status muted dots">
      <span>
        {t('desk.inbox.became')} <Named text={`desk.inbox.status.${text}`} name={text} />
      </span>
      <time dateTime={at}>{clock.short(at)}</time>
      <bdi>{by}</bdi>
    </li>
  );
}

type SaidProps = { by: string; at: string; kind: 'asked' | 'reply' | 'note'; text: string; children?: ReactNode };

function Said({ by, at, kind, text, children }: SaidProps) {
  const { t } = useTranslation();
  const clock = useClock();
  return (
    <li className="desk-said" data-kind={kind}>
      <p className="desk-said__head dots">
        <span>
          {kind !== 'asked' && <strong>{t(`desk.inbox.said.${kind}`)} </strong>}
          <bdi>{by}</bdi>
        </span>
        <time dateTime={at}>{clock.moment(at)}</time>
      </p>
      <p className="desk-said__text" dir="auto">
        {text}
      </p>
      {children}
    </li>
  );
}

/** Answers by mail, with up to three files. */
function Reply({ kind, inquiry: { id, name, email, lang, events }, reload }: Props) {
  const { t, lang: own } = useTranslation();
  const [isBegun, setBegun] = useState(false);
  const files = useAnswerFiles();
  const question = useLeaveGuard(isBegun || files.list.length > 0);
  const fresh = useFreshSignIn();
  const failed = useFailure(t('desk.inbox.reply_failed'));
  const { busy, errors, handlers } = useForm({
    send: async ({ text }, clear) => {
      const along = idsOf(await files.settled());
      if (along === null) {
        toast({ title: t('desk.inbox.reply_failed'), description: t('desk.inbox.files_missing'), variant: 'destructive' });
        return;
      }
      const body = { text, files: along, seen: events.filter((event) => event.kind === 'reply').length };
      if (!(await fresh(async () => void (await api.post(deskApi.inquiryAct(kind, id, 'reply'), body))))) return;
      clear();
      files.clear();
      setBegun(false);
      toast({ title: t('desk.inbox.reply_done'), variant: 'success' });
      await reload();
    },
    onError: (error) => {
      failed(error);
      // The other's answer is shown, and what was typed stays: sent again, it goes out.
      if (error instanceof ApiError && error.code === 'inquiry_answered') void reload();
    },
  });
  return (
    <form className="panel stack" {...handlers}>
      {question}
      <TextField
        label={t('desk.inbox.reply_label')}
        name="text"
        rows={6}
        required
        maxLength={4000}
        dir="auto"
        hint={t('desk.inbox.reply_hint', { email, name, language: new Intl.DisplayNames(own, { type: 'language' }).of(lang) ?? lang })}
        error={errors.text}
        onChange={({ target }) => setBegun(target.value.trim() !== '')}
      />
      <AnswerFilesField files={files} />
      <div className="row">
        <Button type="submit" busy={busy}>
          <Send className="flip" aria-hidden="true" />
          {t('desk.inbox.reply')}
        </Button>
      </div>
    </form>
  );
}
