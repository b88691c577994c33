import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n';
import { langCodes, languages } from '../../../languages';
import { Field } from '../../../ui/field';
import type { FieldErrors } from '../../account/use-form';
import { FormRows } from '../form-rows';
import { spanish } from '../products/parts';
import { blankLine, type LineDraft } from './draft';
import { PriceField } from './price-field';

type Props = {
  part: 'jobs' | 'parts';
  lines: LineDraft[];
  onChange: (lines: LineDraft[]) => void;
  errors: FieldErrors;
  /** What is asked about all of them. */
  children?: ReactNode;
};

/** Usual jobs, or parts: what each is called and costs. */
export function LineRows({ part, lines, onChange, errors, children }: Props) {
  const { t } = useTranslation();
  const isJobs = part === 'jobs';
  return (
    <FormRows
      title={t(isJobs ? 'desk.tariff.jobs' : 'desk.tariff.parts')}
      hint={t(isJobs ? 'desk.tariff.jobs_hint' : 'desk.tariff.parts_hint')}
      add={t(isJobs ? 'desk.tariff.job_add' : 'desk.tariff.part_add')}
      blank={blankLine}
      nameOf={({ name }) => name}
      rows={lines}
      onChange={onChange}
      fields={(line, at, change) => (
        <>
          <Field
            {...spanish}
            label={t('desk.tariff.name')}
            required
            maxLength={120}
            autoComplete="off"
            name={`${part}/${at}/name`}
            value={line.name}
            error={errors[`${part}/${at}/name`]}
            onChange={({ target }) => change({ name: target.value })}
          />
          <Translations part={part} at={at} line={line} change={change} errors={errors} />
          <label className="desk-check">
            <input type="checkbox" checked={line.isFrom} onChange={({ target }) => change({ isFrom: target.checked })} />
            <span>{t('desk.tariff.is_from')}</span>
          </label>
        </>
      )}
      last={({ price }, at, change) => <PriceField part={part} at={at} value={price} onChange={change} errors={errors} />}
    >
      {children}
    </FormRows>
  );
}

type TranslationsProps = {
  part: Props['part'];
  at: number;
  line: LineDraft;
  change: (changed: Partial<LineDraft>) => void;
  errors: FieldErrors;
};

/** The name in the site's other languages; without one the Spanish is shown. */
function Translations({ part, at, line, change, errors }: TranslationsProps) {
  const { t } = useTranslation();
  return (
    <details className="desk-tariff__texts">
      <summary>{t('desk.tariff.texts')}</summary>
      <div className="stack">
        {langCodes.slice(1).map((lang) => (
          <Field
            key={lang}
            lang={lang}
            dir="auto"
            label={<bdi>{languages[lang].name}</bdi>}
            maxLength={120}
            autoComplete="off"
            name={`${part}/${at}/texts/${lang}`}
            value={line.texts[lang] ?? ''}
            error={errors[`${part}/${at}/texts/${lang}`]}
            onChange={({ target }) => change({ texts: { ...line.texts, [lang]: target.value } })}
          />
        ))}
      </div>
    </details>
  );
}
