import Undo2 from 'lucide-react/icons/undo-2';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../../api/client';
import { useResource } from '../../../api/resource';
import type { PastImport, PastImportList, UndoReport } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { thousands } from '../../../ui/format';
import { ActDialog } from '../act-dialog';
import { deskApi, deskPaths } from '../desk-paths';
import { patiently, untilAnswered } from '../patiently';
import { useAct } from '../use-act';
import { useClock } from '../when';

/** How often the page asks how far it is, in milliseconds. */
const glance = 700;

/** The imports of the last seven days, each with its way back. */
export function PastImports({ onUndone }: { onUndone: () => void }) {
  const { t } = useTranslation();
  const clock = useClock();
  const { data, reload } = useResource<PastImportList>(deskApi.imports);
  const [shown, setShown] = useState<UndoReport | null>(null);
  const [isAsked, setAsked] = useState(false);
  const { busy, run } = useAct();
  const begun = useRef<UndoReport>(null);
  const visit = useRef(new AbortController());
  useEffect(() => () => visit.current.abort(), []);
  if (data === undefined || data.imports.length === 0) return null;

  const look = ({ id }: PastImport) =>
    run(
      id,
      async () => {
        const report = await api.get<UndoReport>(deskApi.pastImport(id));
        setShown(report);
        setAsked(report.import.state === 'kept');
        if (report.import.state === 'undoing') await follow(report);
      },
      { failed: t('desk.undo_import.failed') },
    );
  /** Shows how far it is until it is done. */
  async function follow(begun: UndoReport) {
    const { signal } = visit.current;
    for (let now = begun; ; now = await patiently(() => api.get<UndoReport>(deskApi.pastImport(begun.import.id), { signal }), untilAnswered)) {
      setShown(now);
      if (now.import.state !== 'undoing' || signal.aborted) break;
      await new Promise((resolve) => setTimeout(resolve, glance));
    }
    await reload();
  }
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('desk.undo_import.title')}</h2>
      <p className="muted">{t('desk.undo_import.text')}</p>
      <ul className="desk-rows">
        {data.imports.map((past) => (
          <li key={past.id} className="stack">
            <p>
              <strong>{clock.moment(past.at)}</strong> <Counts past={past} />
            </p>
            {past.state === 'too_large' && <p className="muted">{t('desk.undo_import.too_large')}</p>}
            {past.state !== 'too_large' && (
              <Button className="desk-add" variant="secondary" busy={busy === past.id} disabled={busy !== null} onClick={() => void look(past)}>
                {past.state === 'kept' && <Undo2 className="flip" aria-hidden="true" />}
                {t(past.state === 'kept' ? 'desk.undo_import.do' : 'desk.undo_import.see')}
              </Button>
            )}
            {shown?.import.id === past.id && !isAsked && shown.import.state !== 'kept' && <Outcome report={shown} />}
          </li>
        ))}
      </ul>
      {shown !== null && (
        <ActDialog
          open={isAsked}
          onClose={() => setAsked(false)}
          title={t('desk.undo_import.ask')}
          submit={t('desk.undo_import.do')}
          danger
          send={async () => void (begun.current = await api.post<UndoReport>(deskApi.undoImport(shown.import.id)))}
          done={t('desk.undo_import.begun')}
          failed={t('desk.undo_import.failed')}
          onDone={() => void (begun.current && follow(begun.current).then(onUndone))}
        >
          {() => (
            <>
              <Figures report={shown} />
              <Told report={shown} />
              <p className="muted">{t('desk.undo_import.rules')}</p>
            </>
          )}
        </ActDialog>
      )}
    </section>
  );
}

function Counts({ past: { created, changed } }: { past: PastImport }) {
  const { t, lang } = useTranslation();
  const said = { created: thousands(created, lang), changed: thousands(changed, lang) };
  return <span className="muted">{t('desk.undo_import.counts', said)}</span>;
}

/** How far it is, and what became of it. */
function Outcome({ report }: { report: UndoReport }) {
  const { t } = useTranslation();
  return (
    <div className="stack" aria-live="polite">
      {report.import.state === 'undoing' ? (
        <label className="desk-progress">
          <span>{t('desk.undo_import.working')}</span>
          <progress value={report.done} max={report.total} />
        </label>
      ) : (
        <h3>{t('desk.undo_import.done')}</h3>
      )}
      <Figures report={report} />
      <Told report={report} />
    </div>
  );
}

function Figures({ report: { back, binned, left } }: { report: UndoReport }) {
  const { t, lang } = useTranslation();
  return (
    <dl className="desk-figures">
      {Object.entries({ back, binned, left }).map(([name, count]) => (
        <div key={name}>
          <dt>{t(`desk.undo_import.count.${name}`)}</dt>
          <dd className="numeric">{thousands(count, lang)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The products that do not simply go back, and why. */
function Told({ report: { told, told_count } }: { report: UndoReport }) {
  const { t } = useTranslation();
  if (told.length === 0) return null;
  return (
    <ul className="desk-rows desk-notes">
      {told.map(({ product_id: id, title, outcome }) => (
        <li key={id}>
          <Link to={deskPaths.product(id)}>
            <bdi lang="es">{title}</bdi>
          </Link>
          : {t(`desk.undo_import.outcome.${outcome}`)}
        </li>
      ))}
      {told_count > told.length && <li className="muted">{t('desk.import.more', { n: told_count - told.length })}</li>}
    </ul>
  );
}
