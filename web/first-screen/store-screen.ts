/** Stores the list screen whenever it has not changed for a while (decision 50). */
import { copyScreen, LIVE, moveStyle } from './copy-screen.ts';

/** Copying waits until nothing has changed for this long, so that it delays no tap. */
const QUIET_MS = 1500;

type ScreenStorage = {
  /** @param markup what the service worker inserts into the page */
  readonly write: (markup: string) => void;
  readonly remove: () => void;
};

type StoredScreen = {
  /** What a start must have in common with this one (web/first-screen/show-first-screen.ts). */
  readonly key: () => string;
  readonly storage: ScreenStorage;
  readonly signal: AbortSignal;
};

/**
 * Removes the stored screen with the first change, so that a start does not show an old one, and stores the new screen when the
 * changes have ended or the page is left. Does nothing in browsers that cannot write markup.
 */
export function storeScreen(screen: HTMLElement, { key, storage, signal }: StoredScreen): void {
  if (!('getHTML' in screen)) return;
  // At first, the screen of the last start may be stored.
  let isStored = true;
  let isChanged = true;
  // Copied now, before a dialog loads its own.
  const sheets = copySheets();
  const store = (): void => {
    clearTimeout(timer);
    const copy = isChanged ? copyScreen(screen) : null;
    if (copy === null) return;
    isChanged = false;
    isStored = true;
    storage.write(toMarkup([...sheets, wrap(copy, key()), createScript()]));
  };
  let timer = setTimeout(store, QUIET_MS);
  const onChange = (changes: readonly MutationRecord[]): void => {
    if (changes.every(isLive)) return;
    isChanged = true;
    clearTimeout(timer);
    timer = setTimeout(store, QUIET_MS);
    if (!isStored) return;
    isStored = false;
    storage.remove();
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

/** Whether a change is in a part that is not copied. */
const isLive = ({ target }: MutationRecord): boolean =>
  Boolean((target instanceof Element ? target : target.parentElement)?.closest(LIVE));

/** The style sheets that the app has loaded besides the page's own. */
const copySheets = (): readonly Node[] =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    // Only the app's own, not an extension's.
    .filter(({ href }) => href.startsWith(location.origin))
    .map((link) => link.cloneNode());

/** Hidden until show-first-screen.ts has checked the key. */
function wrap(copy: Node, key: string): Element {
  const host = Object.assign(document.createElement('div'), { id: 'first-screen', hidden: true });
  host.dataset['key'] = key;
  moveStyle(host, document.documentElement.getAttribute('style'));
  host.append(copy);
  return host;
}

/** scripts/service-worker-plugin.ts builds it from show-first-screen.ts. */
const createScript = (): Node => Object.assign(document.createElement('script'), { src: '/first-screen.js' });

function toMarkup(nodes: readonly Node[]): string {
  const holder = document.createElement('div');
  holder.append(...nodes);
  return holder.getHTML();
}
