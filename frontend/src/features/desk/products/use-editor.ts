// The state of a product's page: what is being written, what was there, and how it is saved.

import { useRef, useState, type RefObject } from 'react';
import { api, ApiError } from '../../../api/client';
import type { DeskProduct } from '../../../api/types';
import { useLang, useTranslation } from '../../../i18n';
import { toast } from '../../../ui/toast';
import { useFailure } from '../../account/use-failure';
import { isUnreadable } from '../../contact/shrink';
import { useFreshSignIn } from '../../security/step-up';
import { deskApi } from '../desk-paths';
import { blankDraft, bodyOf, changed, draftOf, rebased, wirePath, type Draft, type ProductBody } from './draft';
import { fieldNamed, problemsOf, refusalOf, type Problems } from './problems';

/** What somebody else changed meanwhile, as the refusal of a change tells it. */
type OthersChange = { by: string; at: string; fields: string[] };

/** Somebody else was faster: their product, what they changed, and what was changed here. */
export type Conflict = { theirs: DeskProduct; changes: OthersChange[]; own: Partial<ProductBody> };

type State = {
  /** The server's product that `draft` was made from; `null` for a new one. */
  base: DeskProduct | null;
  draft: Draft;
  /** The draft as it was loaded: as long as it is the same object, nothing is to be saved. */
  clean: Draft;
};

/** Changes the draft there is then, which may be a later one than is shown. */
export type Change = (update: (draft: Draft) => Draft) => void;

type Options = {
  product: DeskProduct | null;
  /** What a new one is called to begin with. */
  called?: string;
  /** Resolves when no picture is on its way any more. */
  pictures: RefObject<Promise<void>>;
  /** The names of fields with something wrong, in the order they were found. */
  onWrong: (fields: string[]) => void;
};

export function useEditor({ product, called = '', pictures, onWrong }: Options) {
  const { t } = useTranslation();
  const lang = useLang();
  const fresh = useFreshSignIn();
  const failed = useFailure(t('desk.product.not_saved'));
  const [state, setState] = useState<State>(() => loaded(product));
  const [problems, setProblems] = useState<Problems>({});
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [busy, setBusy] = useState(false);
  // State comes a render too late for the second half of a double click, and for pictures that arrive.
  const saving = useRef(false);
  const latest = useRef(state);
  const settle = (next: State) => {
    latest.current = next;
    setState(next);
  };
  // What was shown at first may be what this browser remembered; the server's answer comes after it.
  const [seen, setSeen] = useState(product);
  if (product !== seen) {
    setSeen(product);
    if (state.draft === state.clean && product?.revision !== state.base?.revision) settle(loaded(product));
  }

  function loaded(from: DeskProduct | null): State {
    const draft = from === null ? { ...blankDraft(), title: called } : draftOf(from, lang);
    return { base: from, draft, clean: draft };
  }

  const change: Change = (update) => settle({ ...latest.current, draft: update(latest.current.draft) });

  /** A message goes as soon as its field is corrected. */
  const corrected = (field: string) => setProblems(({ [field]: _, ...rest }) => rest);

  function show(found: Problems): boolean {
    setProblems(found);
    const fields = Object.keys(found);
    if (fields.length > 0) onWrong(fields);
    return fields.length > 0;
  }

  /** Answers the product as it is then; `null` when it was not saved, and the page says why. */
  async function save(): Promise<DeskProduct | null> {
    if (saving.current) return null;
    saving.current = true;
    setBusy(true);
    try {
      await pictures.current;
      let saved: DeskProduct | null = null;
      await fresh(async () => void (saved = await send(latest.current)));
      return saved;
    } catch (error) {
      refused(error);
      return null;
    } finally {
      saving.current = false;
      setBusy(false);
    }
  }

  async function send({ base, draft, clean }: State): Promise<DeskProduct | null> {
    const failed = draft.pictures.filter(({ error }) => error !== undefined);
    const why = failed.every(({ error }) => isUnreadable(error)) ? 'desk.product.wrong.no_picture' : 'desk.product.wrong.picture';
    if (show({ ...problemsOf(draft, clean), ...(failed.length > 0 && { images: why }) })) return null;
    const body = bodyOf(draft);
    if (base === null) return kept(await api.post<DeskProduct>(deskApi.products, withSlug(body)));
    const own = changed(bodyOf(draftOf(base, lang)), body);
    try {
      const asked = { revision: base.revision, ...withSlug(own), confirmed_texts: confirmedTexts(draft) };
      return kept(await api.patch<DeskProduct>(deskApi.product(base.id), asked));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'product_changed') throw error;
      const theirs = await api.get<DeskProduct>(deskApi.product(base.id));
      setConflict({ theirs, changes: (error.params['changed'] ?? []) as OthersChange[], own });
      return null;
    }
  }

  function kept(saved: DeskProduct): DeskProduct {
    settle(loaded(saved));
    setProblems({});
    const isDraft = saved.status === 'draft';
    toast({ title: t('desk.product.saved'), ...(isDraft && { description: t('desk.product.is_draft') }), variant: 'success' });
    return saved;
  }

  function refused(error: unknown) {
    const field = error instanceof ApiError ? error.params['field'] : undefined;
    if (typeof field === 'string') show({ [fieldNamed(field)]: refusalOf(field) });
    failed(error);
  }

  /** Takes what the server has by now; nothing of this page is unsaved then. */
  async function refresh() {
    const { base } = latest.current;
    if (base !== null) settle(loaded(await api.get<DeskProduct>(deskApi.product(base.id))));
  }

  /** Goes back to what was there. */
  function discard() {
    settle({ ...latest.current, draft: latest.current.clean });
    setProblems({});
  }

  /** Gives up the own changes for those of the other. */
  function takeTheirs() {
    if (conflict !== null) settle(loaded(conflict.theirs));
    setConflict(null);
  }

  /** Puts the own changes on what the other has made of the product; they are still to be saved. */
  function applyOwn() {
    if (conflict === null) return;
    const { theirs, own } = conflict;
    settle({ ...loaded(theirs), draft: draftOf(rebased(theirs, own), lang) });
    setConflict(null);
  }

  return {
    ...state,
    isDirty: state.draft !== state.clean,
    problems,
    busy,
    change,
    corrected,
    save,
    refresh,
    discard,
    conflict,
    decide: { later: () => setConflict(null), takeTheirs, applyOwn },
  };
}

export type Editor = ReturnType<typeof useEditor>;

/** The server makes an address of the title where there is none. */
function withSlug<Body extends Partial<ProductBody>>({ slug, ...body }: Body) {
  return slug ? { slug, ...body } : body;
}

const confirmedTexts = (draft: Draft) =>
  Object.fromEntries(Object.entries(draft.confirmed).map(([lang, paths]) => [lang, paths.map((path) => wirePath(draft, path))]));
