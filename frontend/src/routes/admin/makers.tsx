import Factory from 'lucide-react/icons/factory';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { api } from '../../api/client';
import type { DeskMaker, DeskMakerList } from '../../api/types';
import { ActDialog } from '../../features/desk/act-dialog';
import { DeskList } from '../../features/desk/desk-list';
import { DeskPage } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { MakerDialog } from '../../features/desk/products/maker-dialog';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';

/** Who makes what is sold: written once, chosen by products. */
export function Makers() {
  const { t } = useTranslation();
  const [isNew, setNew] = useState(false);
  // The list is fetched anew when its address in the API is another.
  const [made, setMade] = useState(0);
  return (
    <DeskPage
      title={t('desk.makers.title')}
      back={{ to: deskPaths.products, label: t('desk.place.products') }}
      main={
        <Button onClick={() => setNew(true)}>
          <Plus aria-hidden="true" />
          {t('desk.makers.new')}
        </Button>
      }
    >
      <p className="muted">{t('desk.makers.lead')}</p>
      <DeskList<DeskMakerList, 'makers'>
        key={made}
        api={deskApi.makers}
        name="makers"
        empty={{
          art: <Factory size={48} strokeWidth={1.25} />,
          title: t('desk.makers.none_title'),
          text: t('desk.makers.none_text'),
        }}
      >
        {(makers, reload) => (
          <ul className="desk-rows">
            {makers.map((maker) => (
              <li key={maker.slug} className="desk-row desk-person">
                <Maker maker={maker} reload={reload} />
              </li>
            ))}
          </ul>
        )}
      </DeskList>
      <MakerDialog open={isNew} onClose={() => setNew(false)} maker={null} onDone={() => setMade((n) => n + 1)} />
    </DeskPage>
  );
}

function Maker({ maker, reload }: { maker: DeskMaker; reload: () => Promise<void> }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { slug, name, address, contact, eu_name: euName, products, is_complete: isComplete } = maker;
  return (
    <>
      <div className="desk-row__main">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className="muted">
          <bdi>{[address, contact].filter(Boolean).join(' · ')}</bdi>
        </span>
        {euName !== '' && <span className="muted">{t('desk.makers.answers', { name: euName })}</span>}
        <span className="muted">{t('desk.makers.products', { count: products })}</span>
        {!isComplete && <span className="desk-mark" data-state="missing">{t('desk.makers.incomplete')}</span>}
      </div>
      <div className="row">
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {t('desk.makers.edit')}
        </Button>
        {products === 0 && (
          <Button variant="ghost" onClick={() => setAsking(true)}>
            {t('desk.makers.delete')}
          </Button>
        )}
      </div>
      <MakerDialog open={isOpen} onClose={() => setOpen(false)} maker={maker} onDone={reload} />
      <ActDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('desk.makers.delete_title', { name })}
        submit={t('desk.makers.delete')}
        danger
        send={() => api.delete(deskApi.maker(slug))}
        done={t('desk.makers.deleted')}
        failed={t('desk.makers.failed')}
        onDone={reload}
      >
        {() => <p>{t('desk.makers.delete_text')}</p>}
      </ActDialog>
    </>
  );
}
