/** The address of the desk's style sheet; the build knows it. */
declare const DESK_SHEET: string;

/** Resolves when the desk looks as it should, or its style cannot be had: a page without it is better than none. */
export function applyDeskStyle(): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = DESK_SHEET;
  return new Promise((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => resolve();
    document.head.append(link);
  });
}
