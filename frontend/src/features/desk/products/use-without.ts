import { useTranslation } from '../../../i18n';
import { toast } from '../../../ui/toast';
import { undoTime } from '../use-act';
import type { Draft } from './draft';
import { useEditorContext } from './form-context';
import { broughtBack } from './variants';

/** Takes a part out; where saved variants go with it, that is said and can be taken back. */
export function useWithout() {
  const { t } = useTranslation();
  const { draft, change } = useEditorContext();
  return (take: (now: Draft) => Draft) => {
    const left = new Set(take(draft).variants.map(({ key }) => key));
    const count = draft.variants.filter(({ id, key }) => id !== null && !left.has(key)).length;
    change(take);
    if (count === 0) return;
    toast({
      title: t('desk.product.variants_go', { count }),
      duration: undoTime,
      action: { label: t('common.undo'), onClick: () => change((now) => broughtBack(now, draft)) },
    });
  };
}
