import CircleHelp from 'lucide-react/icons/circle-question-mark';
import { useState } from 'react';
import { useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { Drawer } from '../../../ui/dialog';
import { guide, pictured, pictureSize, type GuideAct } from './acts';

/** Explains an act where it is done: over the page, which stays as it is. */
export function HowTo({ act, block }: { act: GuideAct; block?: boolean }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const title = t(`desk.guide.${act}.title`);
  return (
    <>
      <Button variant="ghost" block={block} onClick={() => setOpen(true)}>
        <CircleHelp aria-hidden="true" />
        {title}
      </Button>
      <Drawer open={isOpen} onClose={() => setOpen(false)} title={title} closeLabel={t('common.close')}>
        <Steps act={act} />
      </Drawer>
    </>
  );
}

/** What to do, one thing after the other, and how it looks. */
export function Steps({ act }: { act: GuideAct }) {
  const { t } = useTranslation();
  return (
    <ol className="desk-guide">
      {guide[act].map((step) => (
        <li key={step}>
          <p>{t(`desk.guide.${act}.${step}`)}</p>
          {pictured.includes(act) && <img src={`/guide/${act}-${step}.webp`} alt="" loading="lazy" {...pictureSize} />}
        </li>
      ))}
    </ol>
  );
}
