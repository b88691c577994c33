import { useEffect, useState, type ComponentType } from 'react';
import { someoneIsThere } from '../../late-part';
import { needSections } from '../../sections';
import { applyWholeStyle } from '../../style';

type Props = { productId: string; title: string };

let heart: Promise<ComponentType<Props>> | null = null;

async function bring(): Promise<ComponentType<Props>> {
  await someoneIsThere();
  const code = import('../../later').then((module) => module.WishButton);
  const [button] = await Promise.all([code, needSections(['wishlist']), applyWholeStyle()]);
  return button;
}

/** The heart of a product; it comes at the first sign of a reader. */
export function Heart(props: Props) {
  const [Button, setButton] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    heart ??= bring();
    // Without a connection the page goes without hearts, and the next one tries again.
    heart.then((button) => setButton(() => button), () => void (heart = null));
  }, []);
  return Button && <Button {...props} />;
}
