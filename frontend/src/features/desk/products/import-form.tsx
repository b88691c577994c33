import FileUp from 'lucide-react/icons/file-up';
import { useEffect, useId, useRef, useState, type ChangeEvent } from 'react';
import { Link } from 'react-router';
import { api, ApiError } from '../../../api/client';
import { errorText } from '../../../api/problem';
import type { ImportNote, ImportProblem, ImportReport, ImportState } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import type { Params } from '../../../translation';
import { Button, buttonClass } from '../../../ui/button';
import { ErrorBox } from '../../../ui/empty';
import { thousands } from '../../../ui/format';
import { useFreshSignIn } from '../../security/step-up';
import { deskApi, deskPaths } from '../desk-paths';
import { patiently, untilAnswered } from '../patiently';
import { Differences } from './import-differences';

/** What the server takes. */
const maxBytes = 16 * 1024 * 1024;

type Step =
  | { at: 'choose' }
  | { at: 'work'; what: 'checking' | 'importing'; now?: ImportState }
  | { at: 'checked' | 'done'; report: ImportReport; byRow: boolean }
  | { at: 'refused'; error: unknown };

/** How often the page asks how far the import is, in milliseconds. */
const glance = 400;

/**
 * What an import did, once it is done, however long the server cannot be asked meanwhile.
 * @throws ApiError 404 when the server was restarted meanwhile
 */
async function outcome(begun: ImportState, show: (now: ImportState) => void, signal: AbortSignal): Promise<ImportReport> {
  const ask = () => api.get<ImportState>(deskApi.importState(begun.id), { signal });
  for (let state = begun; ; state = await patiently(ask, untilAnswered)) {
    if (state.report) return state.report;
    show(state);
    await new Promise((resolve) => setTimeout(resolve, glance));
  }
}

/** A product file: first what it would do, then whether to do it. */
export function ImportForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const fresh = useFreshSignIn();
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [step, setStep] = useState<Step>({ at: 'choose' });
  const isWorking = step.at === 'work';
  const visit = useRef(new AbortController());
  useEffect(() => () => visit.current.abort(), []);

  async function send(body: File, isDryRun: boolean, byRow: boolean) {
    const what = isDryRun ? 'checking' : 'importing';
    setStep({ at: 'work', what });
    const post = async () => {
      const begun = await api.post<ImportState>(deskApi.importProducts(isDryRun, byRow), new Blob([body], { type: 'text/csv' }));
      const report = await outcome(begun, (now) => setStep({ at: 'work', what, now }), visit.current.signal);
      setStep({ at: isDryRun ? 'checked' : 'done', report, byRow });
      if (!isDryRun) onDone();
    };
    try {
      if (!(await fresh(post))) setStep({ at: 'choose' });
    } catch (error) {
      setStep({ at: 'refused', error });
    }
  }
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = currentTarget.files?.[0] ?? null;
    currentTarget.value = '';
    setFile(chosen);
    if (chosen === null) return;
    if (chosen.size > maxBytes) setStep({ at: 'refused', error: new ApiError(413, 'payload_too_large', '') });
    else void send(chosen, true, false);
  };
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('desk.import.file')}</h2>
      <p>{t('desk.import.text')}</p>
      <input
        className="visually-hidden desk-drop__input"
        id={id}
        type="file"
        name="file"
        accept=".csv,text/csv"
        disabled={isWorking}
        onChange={onChange}
      />
      <label className={`${buttonClass('secondary')} desk-add`} htmlFor={id} aria-disabled={isWorking || undefined}>
        <FileUp aria-hidden="true" />
        {t('desk.import.choose')}
      </label>
      <div className="stack" aria-live="polite">
        {file && (
          <p>
            <bdi>{file.name}</bdi>
          </p>
        )}
        {step.at === 'work' && (
          <label className="desk-progress">
            <span>{t(`desk.import.${step.what}`)}</span>
            <progress value={step.now?.done} max={step.now?.total} />
            {step.now && (
              <bdi className="muted numeric" dir="ltr" aria-hidden="true">
                {step.now.done} / {step.now.total}
              </bdi>
            )}
          </label>
        )}
        {step.at === 'refused' && (
          <Refused error={step.error} onRest={file === null ? undefined : () => void send(file, true, true)} />
        )}
        {(step.at === 'checked' || step.at === 'done') && <Report report={step.report} />}
      </div>
      {step.at === 'checked' && file && nothingOf(step.report) === null && (
        <Button className="desk-add" onClick={() => void send(file, false, step.byRow)}>
          {t('desk.import.do', { count: step.report.created + step.report.changed })}
        </Button>
      )}
      {step.at === 'done' && (
        <Link className={buttonClass('primary')} to={deskPaths.products}>
          {t('desk.import.see')}
        </Link>
      )}
    </section>
  );
}

/** Formats of other programs, by name. */
const formats: Record<string, string> = { shopify: 'Shopify', woocommerce: 'WooCommerce' };

function Report({ report }: { report: ImportReport }) {
  const { t, lang } = useTranslation();
  const { dry_run: isDryRun, format, created, changed, unchanged, left_out } = report;
  const nothing = nothingOf(report);
  const counts = { created, changed, unchanged, ...(left_out > 0 && { left_out }) };
  return (
    <>
      <h3>{t(isDryRun ? 'desk.import.would' : 'desk.import.done')}</h3>
      <dl className="desk-figures">
        {Object.entries(counts).map(([name, count]) => (
          <div key={name}>
            <dt>{t(`desk.import.count.${name}`)}</dt>
            <dd className="numeric">{thousands(count, lang)}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">
        {t('desk.import.format')} <bdi>{formats[format] ?? t('desk.import.format_own')}</bdi>
      </p>
      {isDryRun && nothing !== null && <p className="notice">{t(`desk.import.${nothing}`)}</p>}
      <Differences report={report} />
      <Notes title={t('desk.import.problems')} notes={report.problems} count={report.problem_count} isOpen />
      <Notes title={t('desk.import.pictures', { count: report.missing_pictures.length })} notes={report.missing_pictures} />
      <Notes title={t('desk.import.notes', { count: report.notes.length })} notes={report.notes} isOpen={report.notes.length <= few || report.notes.some(({ code }) => code === 'free')} />
    </>
  );
}

/** Why there is nothing to import; `null` where there is something. */
function nothingOf({ created, changed, unchanged, left_out }: ImportReport): 'nothing_new' | 'nothing_left' | 'nothing_there' | null {
  if (created + changed > 0) return null;
  if (unchanged > 0) return 'nothing_new';
  return left_out > 0 ? 'nothing_left' : 'nothing_there';
}

/** What is said of a row: a problem of one of its columns, or a note. */
type Line = ImportNote | ImportProblem;

const isProblem = (line: Line): line is ImportProblem => 'column' in line;

type NotesProps = { title: string; notes: Line[]; /** Where there are more than were sent. */ count?: number; isOpen?: boolean };

/** So many notes are read at once; more are opened by who wants them. */
const few = 3;

function Notes({ title, notes, count, isOpen = notes.length <= few }: NotesProps) {
  if (notes.length === 0) return null;
  return (
    <details className="accordion" open={isOpen}>
      <summary>{title}</summary>
      <NoteList notes={notes} count={count} />
    </details>
  );
}

/** What must not be missed comes first. */
const byWeight = (one: Line, other: Line) => Number(other.code === 'free') - Number(one.code === 'free');

/** Notes that are shown: a file of every picture the shop had elsewhere has thousands. */
const maxNotes = 200;

function NoteList({ notes, count = notes.length }: { notes: Line[]; count?: number }) {
  const { t } = useTranslation();
  const more = count - Math.min(notes.length, maxNotes);
  return (
    <ul className="desk-rows desk-notes">
      {[...notes].sort(byWeight).slice(0, maxNotes).map((line, at) => (
        <li key={at}>
          {line.row > 0 && <strong>{t('desk.import.row', { row: line.row })} </strong>}
          <Said line={line} />
        </li>
      ))}
      {more > 0 && <li className="muted">{t('desk.import.more', { n: more })}</li>}
    </ul>
  );
}

function Said({ line }: { line: Line }) {
  const { t } = useTranslation();
  const params = (line.params ?? {}) as Params;
  if (isProblem(line)) {
    return (
      <>
        {line.column !== '' && (
          <>
            <bdi>{line.column}</bdi>:{' '}
          </>
        )}
        {t(`desk.import.problem.${line.code}`, params)}
      </>
    );
  }
  if (line.code) return t(`desk.import.note.${line.code}`, params);
  // An address.
  return <bdi dir="ltr">{line.message}</bdi>;
}

/** What is said of a file that has no products, or that nobody can read as one that has. */
const noProductFile = ['unknown_header', 'empty_file', 'not_text', 'not_utf8', 'workbook'];

/** What is wrong with a file, row by row where the server says so; then the rest can be had without those rows. */
function Refused({ error, onRest }: { error: unknown; onRest?: () => void }) {
  const { t } = useTranslation();
  const problems = error instanceof ApiError ? error.params['problems'] : undefined;
  const rows = Array.isArray(problems) ? (problems as ImportProblem[]) : [];
  // Of a file that is not read to its end nobody knows what the rest is.
  const isWhole = rows.some(({ row, code }) => row <= 1 || code === 'open_quote');
  const isNothingLeft = error instanceof ApiError && error.params['sound'] === 0;
  const count = error instanceof ApiError && typeof error.params['count'] === 'number' ? error.params['count'] : rows.length;
  const isNoProductFile = rows.every(({ code }) => noProductFile.includes(code));
  const isLost = error instanceof ApiError && error.status === 404;
  const [only] = rows;
  // Of a file that is none of products, why not comes first.
  if (isNoProductFile && only !== undefined && rows.length === 1) {
    return <ErrorBox title={<Said line={only} />} text={t('desk.import.refused_file')} />;
  }
  const text = isLost ? t('desk.import.lost') : rows.length > 0 ? t('desk.import.refused_rows') : errorText(t, error);
  return (
    <ErrorBox title={t('desk.import.refused')} text={text}>
      {rows.length > 0 && <NoteList notes={rows} count={count} />}
      {rows.length > 0 && !isWhole && isNothingLeft && <p>{t('desk.import.nothing_left')}</p>}
      {rows.length > 0 && !isWhole && !isNothingLeft && onRest && (
        <div className="stack">
          <Button className="desk-add" variant="secondary" onClick={onRest}>
            {t('desk.import.rest')}
          </Button>
          <p className="muted">{t('desk.import.rest_hint')}</p>
        </div>
      )}
    </ErrorBox>
  );
}
