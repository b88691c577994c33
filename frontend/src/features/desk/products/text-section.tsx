import { useTranslation } from '../../../i18n';
import { langCodes, languages, type Lang } from '../../../languages';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { Tabs } from '../../../ui/tabs';
import { TextField } from '../../../ui/text-field';
import { wirePath } from './draft';
import { useEditorContext } from './form-context';
import { HtmlField } from './html-field';
import { Section, ToDo } from './parts';
import { stateOf, translatable, type Translatable } from './translations';

/** Every language but Spanish, in which the product itself is written. */
export const translated = langCodes.filter((lang) => lang !== 'es');

type Props = { shown: Lang; onShow: (lang: Lang) => void };

/** The product in the other languages; what is missing is shown in Spanish. */
export function TextSection({ shown, onShow }: Props) {
  const { t } = useTranslation();
  const { draft } = useEditorContext();
  const texts = translatable(draft);
  const open = (lang: Lang) => texts.filter(({ path }) => stateOf(draft, lang, path) !== 'done').length;
  const tabs = translated.map((lang) => ({
    id: lang,
    label: (
      <>
        <bdi lang={lang}>{languages[lang].name}</bdi>{' '}
        <ToDo count={open(lang)} />
      </>
    ),
    panel: <Texts lang={lang} texts={texts} />,
  }));
  return (
    <Section title={t('desk.product.texts')} waiting={Math.max(...translated.map(open))}>
      <p className="field__hint">{t('desk.product.texts_hint')}</p>
      <Tabs label={t('desk.product.texts')} tabs={tabs} value={shown} onChange={(lang) => onShow(lang as Lang)} />
    </Section>
  );
}

function Texts({ lang, texts }: { lang: Lang; texts: Translatable[] }) {
  const { t } = useTranslation();
  if (texts.length === 0) return <p className="muted">{t('desk.product.texts_none')}</p>;
  return (
    <div className="stack">
      {texts.map((text) => (
        <Text key={text.path} lang={lang} {...text} />
      ))}
    </div>
  );
}

/** The words of what is formatted, each block on a line of its own. */
const plain = (html: string) => html.replace(/<\/?(a|strong|em)\b[^>]*>/g, '').replace(/(<[^>]+>)+/g, '\n').trim();

function Text({ lang, path, label, params, spanish, kind }: Translatable & { lang: Lang }) {
  const { t } = useTranslation();
  const { draft, change, field } = useEditorContext();
  const state = stateOf(draft, lang, path);
  const value = draft.texts[lang]?.[path] ?? '';
  const write = (text: string) =>
    change((now) => ({ ...now, texts: { ...now.texts, [lang]: { ...now.texts[lang], [path]: text } } }));
  const confirm = () =>
    change((now) => ({ ...now, confirmed: { ...now.confirmed, [lang]: [...(now.confirmed[lang] ?? []), path] } }));
  const shared = {
    label: (
      <>
        {t(label, params)}{' '}
        {state !== 'done' && (
          <span className="desk-mark" data-state={state}>
            {t(`desk.product.text_is.${state}`)}
          </span>
        )}
      </>
    ),
    hint: (
      <span className="desk-text__spanish" lang="es" dir="ltr">
        {kind === 'html' ? plain(spanish) : spanish}
      </span>
    ),
    lang,
    dir: languages[lang].dir,
    value,
    ...field(`texts/${lang}/${wirePath(draft, path)}`),
  };
  return (
    <div className="desk-text">
      {kind === 'html' ? (
        <HtmlField {...shared} onChange={write} tools={t(label, params)} />
      ) : kind === 'lines' ? (
        <TextField {...shared} rows={4} maxLength={4000} onChange={({ target }) => write(target.value)} />
      ) : (
        <Field {...shared} maxLength={500} onChange={({ target }) => write(target.value)} />
      )}
      {state === 'stale' && (
        <Button variant="ghost" onClick={confirm}>
          {t('desk.product.text_confirm')}
        </Button>
      )}
    </div>
  );
}
