import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '../../i18n';
import { IconButton } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { SitePicture } from './site-picture';
import { openPicture, pictureName, pictureState } from './pictures';

/** How far a finger must go to turn to the next picture, in pixels. */
const swipe = 50;

type Props = {
  numbers: string[];
  /** What is said after the caption. */
  remark: (number: string) => string;
};

/** The open picture over the whole screen. It is a step in the visit's history, so that Back closes it. */
export function Lightbox({ numbers, remark }: Props) {
  const { t } = useTranslation();
  const { state, pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const start = useRef<number | null>(null);
  // A page that comes back with its history still opens as the server drew it.
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const asked = alive ? openPicture(state) : null;
  const index = asked === null ? -1 : numbers.indexOf(asked);
  const number = numbers[index];

  const close = () => {
    if (number !== undefined) void navigate(-1);
  };
  const turn = (step: number) => {
    const next = numbers[(index + step + numbers.length) % numbers.length];
    if (next !== undefined) void navigate({ pathname, search, hash }, { replace: true, state: pictureState(next) });
  };
  const forwards = () => (document.documentElement.dir === 'rtl' ? -1 : 1);

  // The focus may be anywhere in the dialog.
  useEffect(() => {
    if (number === undefined) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step !== undefined) turn(step * forwards());
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
  const onPointerUp = (event: PointerEvent) => {
    const moved = start.current === null ? 0 : event.clientX - start.current;
    start.current = null;
    if (Math.abs(moved) >= swipe) turn(Math.sign(-moved) * forwards());
  };

  return (
    <Dialog
      kind="stage"
      open={number !== undefined}
      onClose={close}
      closeLabel={t('common.close')}
      title={number !== undefined && t(`pictures.caption.${number}`) + remark(number)}
    >
      {number !== undefined && (
        <div
          className="lightbox"
          onPointerDown={(event) => (start.current = event.clientX)}
          onPointerUp={onPointerUp}
          onPointerCancel={() => (start.current = null)}
        >
          <SitePicture key={number} name={pictureName(number)} alt={t(`pictures.caption.${number}`)} sizes="100vw" eager />
          <div className="lightbox__controls">
            <IconButton label={t('pictures.previous')} onClick={() => turn(-1)}>
              <ChevronLeft className="flip" aria-hidden="true" />
            </IconButton>
            <p className="numeric" role="status">
              {t('pictures.position', { index: index + 1, total: numbers.length })}
            </p>
            <IconButton label={t('pictures.next')} onClick={() => turn(1)}>
              <ChevronRight className="flip" aria-hidden="true" />
            </IconButton>
          </div>
        </div>
      )}
    </Dialog>
  );
}
