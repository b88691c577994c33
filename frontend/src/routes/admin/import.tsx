import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { DeskPage } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { ImportForm } from '../../features/desk/products/import-form';
import { PastImports } from '../../features/desk/products/past-imports';
import { saveFile } from '../../features/desk/save-file';
import { useAct } from '../../features/desk/use-act';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';

/** Products from a file, and into one. */
export function Import() {
  const { t } = useTranslation();
  const { busy, run } = useAct();
  const [imported, setImported] = useState(0);
  const [undone, setUndone] = useState(0);
  const reloadPast = () => setImported((times) => times + 1);
  const save = () => saveFile(deskApi.exportProducts, 'products.csv');
  return (
    <DeskPage title={t('desk.import.title')} back={{ to: deskPaths.products, label: t('desk.place.products') }}>
      {/* What was taken back is not told as done any more. */}
      <ImportForm key={undone} onDone={reloadPast} />
      <section className="panel stack">
        <h2 className="panel__title">{t('desk.export.title')}</h2>
        <p>{t('desk.export.text')}</p>
        <Button
          className="desk-add"
          variant="secondary"
          busy={busy !== null}
          onClick={() => void run('export', save, { failed: t('desk.export.failed') })}
        >
          <Download aria-hidden="true" />
          {t('desk.export.do')}
        </Button>
      </section>
      {/* Last, for it comes after the page. */}
      <PastImports key={imported} onUndone={() => setUndone((times) => times + 1)} />
    </DeskPage>
  );
}
