// Slides one after the other, that a finger can move too. They advance by themselves until somebody looks
// closer: with the pointer or the focus on them, in another tab, or with the button.

import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { IconButton } from './button';

type Words = {
  label: string;
  /** What this and a part of it are called. */
  carousel: string;
  slide: string;
  previous: string;
  next: string;
  pause: string;
  play: string;
  /** The name of the slide at an index. */
  position: (index: number) => string;
};

type Props = { words: Words; slides: { key: string; content: ReactNode }[] };

/** How long a slide stays, in milliseconds. */
const interval = 5000;

export function Carousel({ words, slides }: Props) {
  const track = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const [stopped, setStopped] = useState(false);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const hidden = useTabHidden();
  const count = slides.length;
  const playing = !stopped && !pointed && !focused && !hidden && count > 1;

  const go = (index: number) => {
    const box = track.current;
    const slide = box?.children[(index + count) % count];
    if (!box || !slide) return;
    const away = slide.getBoundingClientRect().left - box.getBoundingClientRect().left;
    box.scrollTo({ left: box.scrollLeft + away });
  };

  // Who wants no motion starts it with the button.
  useEffect(() => setStopped(matchMedia('(prefers-reduced-motion: reduce)').matches), []);
  useEffect(() => {
    if (!playing) return;
    const next = setInterval(() => go(shown + 1), interval);
    return () => clearInterval(next);
  }, [playing, shown, count]);

  const onScroll = () => {
    const { scrollLeft = 0, clientWidth = 1 } = track.current ?? {};
    // From right to left, places are negative.
    setShown(Math.round(Math.abs(scrollLeft) / clientWidth));
  };
  // The button that starts it must not hold it.
  const onFocus = (event: FocusEvent) => setFocused(event.target.closest('.carousel__play') === null);

  return (
    <div
      className="carousel"
      role="group"
      aria-roledescription={words.carousel}
      aria-label={words.label}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={onFocus}
      onBlur={() => setFocused(false)}
    >
      {count > 1 && (
        <div className="carousel__controls">
          <IconButton
            className="carousel__play"
            label={stopped ? words.play : words.pause}
            onClick={() => setStopped(!stopped)}
          >
            {stopped ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
          </IconButton>
          <p className="carousel__position numeric" aria-hidden="true">
            {words.position(shown)}
          </p>
          <IconButton label={words.previous} onClick={() => go(shown - 1)}>
            <ChevronLeft className="flip" aria-hidden="true" />
          </IconButton>
          <IconButton label={words.next} onClick={() => go(shown + 1)}>
            <ChevronRight className="flip" aria-hidden="true" />
          </IconButton>
        </div>
      )}
      <div className="carousel__track" ref={track} onScroll={onScroll} aria-live={playing ? 'off' : 'polite'}>
        {slides.map(({ key, content }, index) => (
          <div key={key} className="carousel__slide" role="group" aria-roledescription={words.slide} aria-label={words.position(index)}>
            {content}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Whether the reader is looking at another tab. */
function useTabHidden() {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const look = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return hidden;
}
