import { useState } from 'react';
import { api } from '../../../api/client';
import type { DeskMaker } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { Field } from '../../../ui/field';
import type { FieldErrors } from '../../account/use-form';
import { ActDialog } from '../act-dialog';
import { deskApi } from '../desk-paths';

type Props = {
  open: boolean;
  onClose: () => void;
  /** `null` for one that is not there yet. */
  maker: DeskMaker | null;
  onDone: () => void | Promise<void>;
};

/** What the law wants told of a maker. */
export function MakerDialog({ open, onClose, maker, onDone }: Props) {
  const { t } = useTranslation();
  const [isOutside, setOutside] = useState(maker?.is_outside_eu ?? false);
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      title={maker === null ? t('desk.makers.new') : maker.name}
      submit={t('desk.save')}
      send={({ name, address, contact, eu_name = '', eu_address = '', eu_contact = '' }) => {
        const body = { name, address, contact, is_outside_eu: isOutside, eu_name, eu_address, eu_contact };
        return maker === null ? api.post(deskApi.makers, body) : api.put(deskApi.maker(maker.slug), body);
      }}
      done={t('desk.makers.saved')}
      failed={t('desk.makers.failed')}
      onDone={onDone}
    >
      {(errors) => (
        <>
          <Party of="" maker={maker} errors={errors} labels={['desk.makers.name', 'desk.makers.address', 'desk.makers.contact']} />
          <label className="desk-check">
            <input type="checkbox" checked={isOutside} onChange={() => setOutside(!isOutside)} />
            <span>{t('desk.makers.outside')}</span>
          </label>
          {isOutside && (
            <fieldset className="stack">
              <legend>{t('desk.makers.responsible')}</legend>
              <Party of="eu_" maker={maker} errors={errors} labels={['desk.makers.eu_name', 'desk.makers.eu_address', 'desk.makers.eu_contact']} />
            </fieldset>
          )}
        </>
      )}
    </ActDialog>
  );
}

type PartyProps = { of: '' | 'eu_'; maker: DeskMaker | null; errors: FieldErrors; labels: [string, string, string] };

function Party({ of, maker, errors, labels: [name, address, contact] }: PartyProps) {
  const { t } = useTranslation();
  const shared = (part: 'name' | 'address' | 'contact', most: number) => ({
    name: `${of}${part}`,
    defaultValue: maker?.[`${of}${part}`] ?? '',
    error: errors[`${of}${part}`],
    maxLength: most,
    autoComplete: 'off',
    dir: 'auto' as const,
  });
  return (
    <>
      <Field label={t(name)} required={of === ''} {...shared('name', 200)} />
      <Field label={t(address)} hint={t('desk.makers.address_hint')} {...shared('address', 300)} />
      <Field label={t(contact)} hint={t('desk.makers.contact_hint')} {...shared('contact', 200)} dir="ltr" />
    </>
  );
}
