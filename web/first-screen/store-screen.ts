/** Stores the list screen whenever it has not changed for a while (decision 49). */
import { copyScreen } from './copy-screen.ts';
import type { Copied } from './copy-screen.ts';

/** Copying waits until nothing has changed for this long, so that it delays no tap. */
const QUIET_MS = 1500;

export type ScreenStorage = {
  /** @param sheets the rules of the style sheets that the app has loaded besides the page's own */
  readonly write: (screen: Copied, sheets: string) => void;
  readonly remove: () => void;
};

/**
 * Removes the stored screen with the first change, so that a start never shows an old one, and stores the new screen when the
 * changes have ended or the page is left.
 * @param signal stops it
 */
export function storeScreen(screen: HTMLElement, signal: AbortSignal, storage: ScreenStorage): void {
  // At first, the screen of the last start may be stored.
  let isCurrent = false;
  let sheets: string | undefined;
  const store = (): void => {
    clearTimeout(timer);
    const copied = isCurrent ? null : copyScreen(screen);
    if (copied === null) return;
    sheets ??= readSheets();
    storage.write(copied, sheets);
    isCurrent = true;
  };
  let timer = setTimeout(store, QUIET_MS);
  const onChange = (): void => {
    // Each time, because another tab may have stored one meanwhile.
    storage.remove();
    isCurrent = false;
    clearTimeout(timer);
    timer = setTimeout(store, QUIET_MS);
  };
  const observer = new MutationObserver(onChange);
  observer.observe(screen, { subtree: true, childList: true, characterData: true, attributes: true });
  const onHidden = (): void => {
    if (document.visibilityState === 'hidden') store();
  };
  document.addEventListener('visibilitychange', onHidden, { signal });
  window.addEventListener('pagehide', store, { signal });
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
  };
  signal.addEventListener('abort', stop);
}

const readSheets = (): string =>
  [...document.styleSheets]
    // Only the app's own: an extension's sheets cannot be read.
    .filter(({ href }) => href?.startsWith(location.origin))
    .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
    .join('\n');
