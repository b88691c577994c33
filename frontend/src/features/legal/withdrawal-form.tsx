import Copy from 'lucide-react/icons/copy';
import Mail from 'lucide-react/icons/mail';
import Printer from 'lucide-react/icons/printer';
import { useSite } from '../../api/site';
import { paths } from '../../paths';
import { Button, buttonClass } from '../../ui/button';
import { toast } from '../../ui/toast';
import { fill, RichText, useFacts } from './rich-text';
import { useLegalTexts } from './texts';

/** The model form: to be read, copied, printed, or sent from the reader's own mail program. */
export function WithdrawalForm({ lines }: { lines: string[] }) {
  const { ui, documents } = useLegalTexts();
  const { email } = useSite();
  const facts = useFacts();
  const text = lines.map((line) => fill(line, facts)).join('\n\n');

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: ui.copied, variant: 'success' });
    } catch {
      toast({ title: ui.copy_failed, variant: 'destructive' });
    }
  }

  return (
    <div className="legal__form">
      <div className="panel stack" role="group" aria-label={documents.withdrawal.sections.find(({ id }) => id === 'model-form')?.title}>
        {lines.map((line) => (
          <p key={line}>
            <RichText text={line} />
          </p>
        ))}
      </div>
      <div className="row legal__tools">
        <a className={buttonClass('secondary')} href={paths.mailWith(email, documents.withdrawal.title, text)}>
          <Mail aria-hidden="true" /> {ui.mail}
        </a>
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy aria-hidden="true" /> {ui.copy}
        </Button>
        <Button variant="secondary" onClick={() => print()}>
          <Printer aria-hidden="true" /> {ui.print}
        </Button>
      </div>
    </div>
  );
}
