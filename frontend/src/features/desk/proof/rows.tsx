import { useTranslation } from '../../../i18n';
import { isLang, langCodes, languages } from '../../../languages';
import { Field } from '../../../ui/field';
import { SelectField, TextField } from '../../../ui/text-field';
import type { FieldErrors } from '../../account/use-form';
import { FormRows } from '../form-rows';
import {
  blankLicence,
  blankMember,
  blankSaid,
  licenceKinds,
  trades,
  type LicenceDraft,
  type MemberDraft,
  type SaidDraft,
} from './draft';

type Props<Row> = { rows: Row[]; onChange: (rows: Row[]) => void; errors: FieldErrors };

export function LicenceRows({ rows, onChange, errors }: Props<LicenceDraft>) {
  const { t } = useTranslation();
  return (
    <FormRows
      title={t('desk.proof.licences')}
      hint={t('desk.proof.licences_hint')}
      add={t('desk.proof.licence_add')}
      blank={blankLicence}
      nameOf={({ number }) => number}
      rows={rows}
      onChange={onChange}
      fields={({ kind, number }, at, change) => (
        <div className="desk-tariff__amounts">
          <SelectField
            label={t('desk.proof.licence_kind')}
            value={kind}
            onChange={({ target }) => change({ kind: target.value as LicenceDraft['kind'] })}
          >
            {licenceKinds.map((one) => (
              <option key={one} value={one}>
                {t(`proof.licence.${one}`)}
              </option>
            ))}
          </SelectField>
          <Field
            label={t('desk.proof.licence_number')}
            required
            maxLength={80}
            autoComplete="off"
            dir="ltr"
            name={`licences/${at}/number`}
            value={number}
            error={errors[`licences/${at}/number`]}
            onChange={({ target }) => change({ number: target.value })}
          />
        </div>
      )}
    />
  );
}

export function TeamRows({ rows, onChange, errors }: Props<MemberDraft>) {
  const { t } = useTranslation();
  return (
    <FormRows
      title={t('desk.proof.team')}
      hint={t('desk.proof.team_hint')}
      add={t('desk.proof.member_add')}
      blank={blankMember}
      nameOf={({ name }) => name}
      rows={rows}
      onChange={onChange}
      fields={({ name, trade, since }, at, change) => (
        <div className="desk-tariff__amounts">
          <Field
            label={t('desk.proof.member_name')}
            required
            maxLength={80}
            dir="auto"
            autoComplete="off"
            name={`team/${at}/name`}
            value={name}
            error={errors[`team/${at}/name`]}
            onChange={({ target }) => change({ name: target.value })}
          />
          <Trade value={trade} onChange={(chosen) => change({ trade: chosen })} />
          <Field
            label={t('desk.proof.member_since')}
            inputMode="numeric"
            maxLength={4}
            dir="ltr"
            autoComplete="off"
            name={`team/${at}/since`}
            value={since}
            error={errors[`team/${at}/since`]}
            onChange={({ target }) => change({ since: target.value })}
          />
        </div>
      )}
    />
  );
}

export function SaidRows({ rows, onChange, errors }: Props<SaidDraft>) {
  const { t } = useTranslation();
  return (
    <FormRows
      title={t('desk.proof.words')}
      hint={t('desk.proof.words_hint')}
      add={t('desk.proof.said_add')}
      blank={blankSaid}
      nameOf={({ author }) => author}
      rows={rows}
      onChange={onChange}
      fields={(row, at, change) => (
        <div className="desk-tariff__amounts">
          <TextField
            className="desk-proof__words"
            label={t('desk.proof.said_text')}
            required
            rows={3}
            maxLength={400}
            dir="auto"
            name={`words/${at}/text`}
            value={row.text}
            error={errors[`words/${at}/text`]}
            onChange={({ target }) => change({ text: target.value })}
          />
          {(['author', 'place'] as const).map((part) => (
            <Field
              key={part}
              label={t(`desk.proof.said_${part}`)}
              required
              maxLength={80}
              dir="auto"
              autoComplete="off"
              name={`words/${at}/${part}`}
              value={row[part]}
              error={errors[`words/${at}/${part}`]}
              onChange={({ target }) => change({ [part]: target.value })}
            />
          ))}
          <Field
            label={t('desk.proof.said_month')}
            hint={t('desk.proof.said_month_hint')}
            required
            // Where browsers know no months, a text as the hint has it.
            type="month"
            dir="ltr"
            placeholder="2026-09"
            name={`words/${at}/month`}
            value={row.month}
            error={errors[`words/${at}/month`]}
            onChange={({ target }) => change({ month: target.value })}
          />
          <Trade value={row.trade} onChange={(trade) => change({ trade })} />
          <SelectField
            label={t('desk.proof.said_lang')}
            value={row.lang ?? ''}
            onChange={({ target }) => change({ lang: isLang(target.value) ? target.value : null })}
          >
            <option value="">{t('desk.proof.said_lang_none')}</option>
            {langCodes.map((code) => (
              <option key={code} value={code}>
                {languages[code].name}
              </option>
            ))}
          </SelectField>
        </div>
      )}
    />
  );
}

function Trade({ value, onChange }: { value: MemberDraft['trade']; onChange: (trade: MemberDraft['trade']) => void }) {
  const { t } = useTranslation();
  return (
    <SelectField
      label={t('desk.proof.trade_label')}
      value={value}
      onChange={({ target }) => onChange(target.value as MemberDraft['trade'])}
    >
      {trades.map((trade) => (
        <option key={trade} value={trade}>
          {t(`proof.trade.${trade}`)}
        </option>
      ))}
    </SelectField>
  );
}
