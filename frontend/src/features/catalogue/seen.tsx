import { useEffect, useState, type ComponentType } from 'react';
import { someoneIsThere } from '../../late-part';
import { needSections } from '../../sections';
import { applyWholeStyle } from '../../style';
import type { Props as SeenProps } from './seen-lately';
import { seenProducts } from './seen-products';

type Props = { productId: string; action: SeenProps['action'] };

/** What this browser looked at before this product; it comes at the first sign of a reader. */
export function Seen({ productId, action }: Props) {
  const [ids, setIds] = useState<string[]>([]);
  const [Part, setPart] = useState<ComponentType<SeenProps> | null>(null);
  useEffect(() => {
    const before = seenProducts().filter((id) => id !== productId);
    setIds(before);
    if (before.length === 0) return;
    let gone = false;
    const bring = async () => {
      await someoneIsThere();
      const code = import('../../later').then((module) => module.SeenLately);
      const [part] = await Promise.all([code, needSections(['finding']), applyWholeStyle()]);
      if (!gone) setPart(() => part);
    };
    // Without a connection the page goes without them.
    bring().catch(() => undefined);
    return () => void (gone = true);
  }, [productId]);
  return Part && ids.length > 0 ? <Part ids={ids} action={action} /> : null;
}
