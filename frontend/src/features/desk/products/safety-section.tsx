import { Link } from 'react-router';
import { useTranslation } from '../../../i18n';
import { Field } from '../../../ui/field';
import { SelectField, TextField } from '../../../ui/text-field';
import { deskPaths } from '../desk-paths';
import { useMakers } from './assign-maker';
import { useEditorContext } from './form-context';
import { Section, spanish } from './parts';

/** What the law wants told of it: who made it, which it is, what to mind. */
export function SafetySection() {
  const { t } = useTranslation();
  const { draft, set, field } = useEditorContext();
  const makers = useMakers();
  const isKnown = makers.some(({ slug }) => slug === draft.maker);
  return (
    <Section title={t('desk.product.safety')}>
      <SelectField
        label={t('desk.product.maker')}
        hint={<Link to={deskPaths.makers}>{t('desk.makers.manage')}</Link>}
        value={draft.maker}
        onChange={({ target }) => set({ maker: target.value })}
        {...field('maker')}
      >
        <option value="">{t('desk.product.maker_none')}</option>
        {draft.maker !== '' && !isKnown && <option value={draft.maker} dir="auto">{draft.maker}</option>}
        {makers.map(({ slug, name }) => (
          <option key={slug} value={slug} dir="auto">
            {name}
          </option>
        ))}
      </SelectField>
      <Field
        label={t('desk.product.model')}
        hint={t('desk.product.model_hint')}
        maxLength={200}
        dir="auto"
        autoComplete="off"
        value={draft.model}
        onChange={({ target }) => set({ model: target.value })}
        {...field('model')}
      />
      <TextField
        label={t('desk.product.warnings')}
        hint={t('desk.product.warnings_hint')}
        rows={4}
        maxLength={4000}
        {...spanish}
        value={draft.warnings}
        onChange={({ target }) => set({ warnings: target.value })}
        {...field('warnings')}
      />
      <fieldset className="stack">
        <legend>{t('desk.product.guarantee')}</legend>
        <p className="field__hint">{t('desk.product.guarantee_hint')}</p>
        <Field
          label={t('desk.product.guarantee_years')}
          inputMode="decimal"
          maxLength={5}
          autoComplete="off"
          value={draft.guaranteeYears}
          onChange={({ target }) => set({ guaranteeYears: target.value })}
          {...field('guarantee_months')}
        />
        <Field
          label={t('desk.product.guarantee_producer')}
          maxLength={200}
          dir="auto"
          autoComplete="off"
          value={draft.guaranteeProducer}
          onChange={({ target }) => set({ guaranteeProducer: target.value })}
          {...field('guarantee_producer')}
        />
        <Field
          label={t('desk.product.guarantee_model')}
          maxLength={200}
          dir="auto"
          autoComplete="off"
          value={draft.guaranteeModel}
          onChange={({ target }) => set({ guaranteeModel: target.value })}
          {...field('guarantee_model')}
        />
      </fieldset>
    </Section>
  );
}
