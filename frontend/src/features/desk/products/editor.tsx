import Copy from 'lucide-react/icons/copy';
import ExternalLink from 'lucide-react/icons/external-link';
import Eye from 'lucide-react/icons/eye';
import Percent from 'lucide-react/icons/percent';
import Trash2 from 'lucide-react/icons/trash-2';
import { Suspense, useEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../../api/client';
import type { DeskProduct } from '../../../api/types';
import { useLang, useTranslation } from '../../../i18n';
import type { Lang } from '../../../languages';
import { paths } from '../../../paths';
import { Button, buttonClass } from '../../../ui/button';
import { Spinner } from '../../../ui/spinner';
import { dismissToast } from '../../../ui/toast';
import { ActDialog } from '../act-dialog';
import { deskApi, deskPaths } from '../desk-paths';
import { DeskPage } from '../desk-page';
import { HowTo } from '../guide/how-to';
import { SaveBar } from '../save-bar';
import { undoTime, useAct } from '../use-act';
import { Basics } from './basics';
import { ConflictDialog } from './conflict-dialog';
import { useRestore } from './deleted-rows';
import { bodyOf, draftOf } from './draft';
import { FactsSection } from './facts-section';
import { EditorContext } from './form-context';
import { liftGuard, useLeaveGuard } from '../leave-guard';
import { Advanced, CustomFields, Info, Placement } from './more-sections';
import { PictureSection } from './picture-section';
import { picturesOf } from './pictures';
import { Preview } from './preview';
import { Related } from './related-section';
import { SaleDialog } from './sale-dialog';
import { SafetySection } from './safety-section';
import { SaleUndo } from './sale-undo';
import { TextSection, translated } from './text-section';
import { useEditor } from './use-editor';
import { VariantSection } from './variant-section';

type Props = {
  product: DeskProduct | null;
  /** What a new one is called to begin with. */
  called?: string;
};

/** Writes a product, or makes one. */
export function ProductEditor({ product, called }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const onWay = useRef<Promise<void>>(Promise.resolve());
  const [lang, setLang] = useState<Lang>(translated[0] ?? 'en');
  const [wrong, setWrong] = useState<string[]>([]);
  const [isPreview, setPreview] = useState(false);
  const editor = useEditor({
    product,
    called,
    pictures: onWay,
    onWrong: (fields) => {
      const inLang = translated.find((code) => fields[0]?.startsWith(`texts/${code}/`));
      if (inLang !== undefined) setLang(inLang);
      setWrong(fields);
    },
  });
  const { base, draft, isDirty, busy } = editor;
  const question = useLeaveGuard(isDirty);
  useEffect(() => {
    // While it is being saved nothing in it can have the focus.
    if (!busy && form.current !== null) focusFirst(form.current, wrong);
  }, [wrong, busy]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setWrong([]);
    // What was said of the save before is not of this one.
    dismissToast();
    const saved = await editor.save();
    if (saved === null || base !== null) return;
    // Back from the product leads where its maker came from, and not to an empty form.
    await liftGuard();
    await navigate(deskPaths.product(saved.id), { replace: true });
  }
  function discard() {
    setWrong([]);
    editor.discard();
  }
  const title = draft.title.trim() || t(base === null ? 'desk.product.new' : 'desk.product.untitled');
  return (
    <DeskPage
      title={title}
      back={{ to: deskPaths.products, label: t('desk.place.products') }}
      actions={
        base === null ? (
          <HowTo act="product" />
        ) : (
          <div className="row">
            <Button variant="secondary" onClick={() => setPreview(true)}>
              <Eye aria-hidden="true" />
              {t('desk.product.preview')}
            </Button>
            {base.status === 'published' && !base.is_hidden && (
              <a className={buttonClass('ghost')} href={paths.product(base.id)} target="_blank" rel="noreferrer">
                <ExternalLink className="flip" aria-hidden="true" />
                {t('desk.product.in_store')}
              </a>
            )}
          </div>
        )
      }
    >
      {/* Until what texts are written with is there, too: fields that came later would push the others down. */}
      <Suspense fallback={<Spinner label={t('common.loading')} />}>
        <EditorContext value={editor}>
          <form className="desk-editor" ref={form} noValidate onSubmit={(event) => void submit(event)}>
            <div className="desk-editor__sections" inert={busy}>
              <Basics />
              <PictureSection pictures={picturesOf(editor.change, onWay)} />
              <VariantSection />
              <FactsSection />
              <Placement />
              <TextSection shown={lang} onShow={setLang} />
              <SafetySection />
              <Info />
              <CustomFields />
              <Related />
              <Advanced />
            </div>
            <SaveBar
              isDirty={isDirty}
              busy={busy}
              discard={discard}
              wrong={Object.keys(editor.problems).length}
              saved={base === null ? t('desk.product.not_yet') : undefined}
              detail={!isDirty && base?.status === 'draft' ? t('desk.product.is_draft') : undefined}
            />
          </form>
        </EditorContext>
        {base && (
          <div className="row">
            <SaleForAll id={base.id} label={t(base.variants.length > 1 ? 'desk.sale.all_variants' : 'desk.sale.one_variant')} isDirty={isDirty} onDone={editor.refresh} />
            <Whole product={base} isDirty={isDirty} />
          </div>
        )}
        {base && <SaleUndo onDone={editor.refresh} />}
      </Suspense>
      {base && <Preview id={base.id} title={title} open={isPreview} onClose={() => setPreview(false)} isDirty={isDirty} />}
      <ConflictDialog editor={editor} />
      {question}
    </DeskPage>
  );
}

/** Goes to the first of these fields, unfolding what it is in; a part that has no field of its own stands for it. */
function focusFirst(form: HTMLFormElement, fields: string[]) {
  const controls = [...form.querySelectorAll<HTMLElement>('[name]')];
  const named = (wanted: (name: string) => boolean) => controls.find((control) => wanted(control.getAttribute('name') ?? ''));
  const parent = fields[0]?.split('/').slice(0, -1).join('/');
  const found = named((name) => fields.includes(name)) ?? (parent ? named((name) => name.startsWith(`${parent}/`)) : undefined);
  for (let fold = found?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  found?.focus();
}

type SaleProps = { id: string; label: string; isDirty: boolean; onDone: () => Promise<void> };

/** One sale for every variant; the server knows their prices once they are saved. Outside the form: it has one of its own. */
function SaleForAll({ id, label, isDirty, onDone }: SaleProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" disabled={isDirty} onClick={() => setOpen(true)}>
        <Percent aria-hidden="true" />
        {label}
      </Button>
      {isDirty && <span className="field__hint">{t('desk.sale.save_first')}</span>}
      <SaleDialog open={isOpen} onClose={() => setOpen(false)} ids={[id]} onDone={onDone} />
    </>
  );
}

/** What is done with the product as a whole, as it is saved. */
function Whole({ product, isDirty }: { product: DeskProduct; isDirty: boolean }) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const { busy, run } = useAct();
  const [isAsking, setAsking] = useState(false);

  const { restore } = useRestore(async () => void (await navigate(deskPaths.product(product.id))));
  const deleted = () => ({
    title: t('desk.product.deleted'),
    duration: undoTime,
    action: { label: t('common.undo'), onClick: () => void restore(product.id) },
  });

  /** A draft with everything but what there can be only one of: address, numbers, stock. */
  async function duplicate() {
    const draft = draftOf(product, lang);
    const variants = draft.variants.map((variant) => ({ ...variant, id: null, sku: '', gtin: '', stock: '0', seen: null }));
    const { slug: _, ...body } = bodyOf({ ...draft, title: t('desk.product.copy_of', { title: draft.title }), status: 'draft', variants });
    const copy = await api.post<DeskProduct>(deskApi.products, body);
    void navigate(deskPaths.product(copy.id));
  }
  return (
    <>
      <Button
        variant="secondary"
        busy={busy !== null}
        // It leads to the copy, away from what is not saved.
        disabled={isDirty}
        onClick={() => void run('duplicate', duplicate, { done: { title: t('desk.product.copied') }, failed: t('desk.product.not_saved') })}
      >
        <Copy aria-hidden="true" />
        {t('desk.product.duplicate')}
      </Button>
      <Button variant="danger" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        {t('desk.product.delete')}
      </Button>
      <ActDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('desk.product.delete_title', { title: product.title })}
        submit={t('desk.product.delete')}
        danger
        send={() => api.delete(deskApi.product(product.id))}
        done={deleted}
        failed={t('desk.product.not_deleted')}
        onDone={() => void navigate(deskPaths.products)}
      >
        {() => <p>{t('desk.product.delete_text')}</p>}
      </ActDialog>
    </>
  );
}
