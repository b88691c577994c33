import CircleMinus from 'lucide-react/icons/circle-minus';
import CirclePlus from 'lucide-react/icons/circle-plus';
import Copy from 'lucide-react/icons/copy';
import { useTranslation } from '../../../i18n';
import { Button, IconButton } from '../../../ui/button';
import type { FieldErrors } from '../../account/use-form';
import { valueOf, weekIn, wrongSpan, type Span } from './week';

/** The name of a time's input. */
const timeName = (day: number, span: number, end: keyof Span) => `time_${day}_${span}_${end}`;

/** What is wrong with the hours, at the input where it is. */
export function hoursErrors(value: string, message: string): FieldErrors {
  const wrong = wrongSpan(weekIn(value));
  return wrong === null ? {} : { [timeName(wrong.day, wrong.span, 'closes')]: message };
}

type Props = { name: string; value: string; onChange: (value: string) => void; errors: FieldErrors };

/** Opening hours, day by day. */
export function HoursField({ name, value, onChange, errors }: Props) {
  const { t } = useTranslation();
  const week = weekIn(value);
  const days = t('hours.days').split(' ');
  const change = (changed: Record<number, Span[]>) => onChange(valueOf(week.map((spans, day) => changed[day] ?? spans)));
  const open = (day: number) => week.slice(0, day).findLast((spans) => spans.length > 0) ?? [{ opens: '09:00', closes: '18:00' }];
  const monday = week[0] ?? [];
  return (
    <div className="desk-hours">
      <input type="hidden" name={name} value={value} />
      <ul className="desk-hours__week">
        {week.map((spans, day) => (
          <li key={days[day]}>
            <label className="desk-check">
              <input
                type="checkbox"
                checked={spans.length > 0}
                onChange={({ target }) => change({ [day]: target.checked ? open(day) : [] })}
              />
              <span className="desk-hours__day">{days[day]}</span>
            </label>
            {spans.length === 0 ? (
              <span className="muted">{t('desk.settings.closed')}</span>
            ) : (
              <Spans day={day} title={days[day] ?? ''} spans={spans} errors={errors} onChange={(next) => change({ [day]: next })} />
            )}
          </li>
        ))}
      </ul>
      {monday.length > 0 && (
        <Button variant="secondary" onClick={() => change({ 1: monday, 2: monday, 3: monday, 4: monday })}>
          <Copy aria-hidden="true" />
          {t('desk.settings.same_all_week')}
        </Button>
      )}
      {errors[name] && <p className="field__error">{errors[name]}</p>}
    </div>
  );
}

type SpansProps = { day: number; title: string; spans: Span[]; errors: FieldErrors; onChange: (spans: Span[]) => void };

function Spans({ day, title, spans, errors, onChange }: SpansProps) {
  const { t } = useTranslation();
  const wrong = spans.flatMap((_, at) => [errors[timeName(day, at, 'opens')], errors[timeName(day, at, 'closes')]]).find(Boolean);
  const id = `hours-${day}-error`;
  const time = (at: number, end: keyof Span, label: string) => (
    <input
      className="field__input"
      type="time"
      required
      name={timeName(day, at, end)}
      aria-label={`${title}: ${label}`}
      aria-invalid={errors[timeName(day, at, end)] ? true : undefined}
      aria-describedby={wrong ? id : undefined}
      value={spans[at]?.[end]}
      onChange={({ target }) => onChange(spans.map((span, other) => (other === at ? { ...span, [end]: target.value } : span)))}
    />
  );
  return (
    <div className="desk-hours__spans">
      {spans.map((_, at) => (
        <div key={at} className="desk-hours__span">
          {time(at, 'opens', t('desk.settings.opens'))}
          <span aria-hidden="true">–</span>
          {time(at, 'closes', t('desk.settings.closes'))}
          {spans.length > 1 && (
            <IconButton
              label={t('desk.settings.remove_span', { day: title })}
              onClick={() => onChange(spans.filter((__, other) => other !== at))}
            >
              <CircleMinus aria-hidden="true" />
            </IconButton>
          )}
          {spans.length === 1 && (
            <IconButton
              label={t('desk.settings.add_span', { day: title })}
              onClick={() => onChange([...spans, { opens: '', closes: '' }])}
            >
              <CirclePlus aria-hidden="true" />
            </IconButton>
          )}
        </div>
      ))}
      {wrong && (
        <p className="field__error" id={id}>
          {wrong}
        </p>
      )}
    </div>
  );
}
