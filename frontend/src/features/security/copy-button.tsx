import Copy from 'lucide-react/icons/copy';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';

/** Copies a text; where the browser lets no page copy, there is no button. */
export function CopyButton({ text, label, block }: { text: string; label?: string; block?: boolean }) {
  const { t } = useTranslation();
  if (!('clipboard' in navigator)) return null;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: t('copy.done'), variant: 'success' });
    } catch {
      toast({ title: t('copy.failed'), variant: 'destructive' });
    }
  }

  return (
    <Button variant="secondary" block={block} onClick={() => void copy()}>
      <Copy aria-hidden="true" /> {label ?? t('copy.copy')}
    </Button>
  );
}
