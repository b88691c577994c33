import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '../../i18n';
import { IconButton } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { openPicture, pictureState } from './open-picture';
import { useBack } from './use-back';
import { Zoomable, type Zoom } from './zoomable';

type Props = {
  /** The name of each picture, in their order. */
  names: string[];
  /** What stands over an open picture. */
  titleOf: (name: string) => ReactNode;
  pictureOf: (name: string) => ReactNode;
};

/** The open picture over the whole screen. It is a step in the visit's history, so that Back closes it. */
export function Lightbox({ names, titleOf, pictureOf }: Props) {
  const { t } = useTranslation();
  const { state, pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const back = useBack();
  const zoom = useRef<Zoom>(null);
  // A page that comes back with its history still opens as the server drew it.
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const asked = alive ? openPicture(state) : null;
  const index = asked === null ? -1 : names.indexOf(asked);
  const name = names[index];

  const turn = (step: number) => {
    const next = names[(index + step + names.length) % names.length];
    if (next !== undefined) void navigate({ pathname, search, hash }, { replace: true, state: pictureState(next) });
  };
  const forwards = () => (document.documentElement.dir === 'rtl' ? -1 : 1);

  // The focus may be anywhere in the dialog.
  useEffect(() => {
    if (name === undefined) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const x = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
      const y = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
      if (x !== 0 || y !== 0) {
        if (!zoom.current?.move(x, y) && x !== 0) turn(x * forwards());
      } else if (event.key === '+' || event.key === '=') zoom.current?.in();
      else if (event.key === '-') zoom.current?.out();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });

  return (
    <Dialog
      kind="stage"
      open={name !== undefined}
      onClose={back}
      closeLabel={t('common.close')}
      title={name !== undefined && titleOf(name)}
    >
      {name !== undefined && (
        <div className="lightbox">
          <Zoomable key={name} zoom={zoom} onSwipe={(direction) => turn(direction * forwards())}>
            {pictureOf(name)}
          </Zoomable>
          <div className="lightbox__controls">
            <IconButton label={t('gallery.zoom_out')} onClick={() => zoom.current?.out()}>
              <ZoomOut aria-hidden="true" />
            </IconButton>
            {names.length > 1 && (
              <>
                <IconButton label={t('gallery.previous')} onClick={() => turn(-1)}>
                  <ChevronLeft className="flip" aria-hidden="true" />
                </IconButton>
                <p className="numeric" role="status">
                  <span className="visually-hidden">{t('gallery.position', { index: index + 1, total: names.length })}</span>
                  <bdi dir="ltr" aria-hidden="true">
                    {index + 1} / {names.length}
                  </bdi>
                </p>
                <IconButton label={t('gallery.next')} onClick={() => turn(1)}>
                  <ChevronRight className="flip" aria-hidden="true" />
                </IconButton>
              </>
            )}
            <IconButton label={t('gallery.zoom_in')} onClick={() => zoom.current?.in()}>
              <ZoomIn aria-hidden="true" />
            </IconButton>
          </div>
        </div>
      )}
    </Dialog>
  );
}
