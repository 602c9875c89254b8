/**
 * Shows the list as it last was, before the app's scripts have run (decision 49). The build writes this file into the page, where it runs
 * while the page is parsed. It stands alone, because it cannot import anything.
 */

/** A text, or an element; web/first-screen/copy-screen.ts writes them. */
type Copied = string | readonly [name: string, attributes: Record<string, string>, children: readonly Copied[]];

/** `sheets` has the style rules that the app loads later, `style` the properties that it sets on the page. */
type Stored = { readonly key: string; readonly sheets: string; readonly style: string; readonly screen: Copied };

type Tick = readonly [itemId: string, checked: boolean];

/** The stored screen, the signed-in user, the list that was open last, or ticks. */
type Read = Stored & { readonly id: string; readonly listId: string } & readonly Tick[];

const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';
const SCREEN_KEY = 'checklist.first-screen';
/** How long after the release of a pointer its click may come. */
const CLICK_MS = 100;

// The app wrote these values (device/local-storage). One of another shape throws, and the app starts without this screen.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const read = (key: string, storage: Storage) => JSON.parse(storage.getItem(key) ?? 'null') as Read | null;

function build(copied: Copied, inherited = HTML): Node {
  if (typeof copied === 'string') return document.createTextNode(copied);
  const [name, attributes, children] = copied;
  const namespace = name === 'svg' ? SVG : inherited;
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) {
    // The Content-Security-Policy refuses style attributes, but not a script that sets styles.
    if (key === 'style' && element instanceof HTMLElement) element.style.cssText = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.map((child) => build(child, namespace)));
  return element;
}

function readListId(userId: string): string {
  const key = `checklist.open-list.${userId}`;
  return (read(key, sessionStorage) ?? read(key, localStorage))?.listId ?? userId;
}

/** Shows the stored screen, if it is of this build, and of the user, the list and the width of this start. */
function show(host: HTMLElement): void {
  const userId = read('user', localStorage)?.id ?? '';
  const listId = readListId(userId);
  const stored = read(SCREEN_KEY, localStorage);
  const src = document.querySelector<HTMLScriptElement>('[type=module]')?.src;
  if (stored?.key !== [src, userId, listId, innerWidth].join(' ')) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(stored.sheets);
  document.adoptedStyleSheets = [sheet];
  document.documentElement.style.cssText = stored.style;
  host.append(build(stored.screen));
  keepTicks(host, listId === userId ? userId : `${userId}:${listId}`);
  keepPresses(host);
  holdWhilePressed(host);
}

/** Shows ticks at once and stores them, because a crash must not lose them. The app applies them. */
function keepTicks(host: HTMLElement, listKey: string): void {
  const opening = indexedDB.open(`checklist:${listKey}`);
  const database = new Promise<IDBDatabase>((resolve) => {
    opening.addEventListener('success', () => resolve(opening.result));
    // The list was removed from this device.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
  });
  void database.then((open) => open.addEventListener('versionchange', () => open.close()));
  const key = `checklist.early-ticks.${listKey}`;
  // Those of a start that ended before the app could apply them.
  const ticks = [...(read(key, localStorage) ?? [])];
  for (const [itemId, checked] of ticks) {
    const box = host.querySelector<HTMLInputElement>(`[data-item-id="${CSS.escape(itemId)}"] input`);
    if (box && box.checked !== checked) showTick(box, checked);
  }
  host.dataset['ticks'] = JSON.stringify(ticks);
  host.dataset['list'] = listKey;
  host.addEventListener('change', ({ target }) => {
    const itemId = target instanceof HTMLInputElement && showTick(target, target.checked);
    if (!itemId) return;
    ticks.push([itemId, target.checked]);
    host.dataset['ticks'] = JSON.stringify(ticks);
    // The database survives if the browser is killed, local storage if this task closes the page.
    void database.then((open) =>
      open.transaction('meta', 'readwrite').objectStore('meta').put(ticks, `earlyTicks ${performance.timeOrigin}`),
    );
    localStorage.setItem(key, host.dataset['ticks']);
  });
}

/** @returns the id of the item; undefined if the element is not the check box of an item */
function showTick(box: HTMLInputElement, checked: boolean): string | undefined {
  const row = box.closest<HTMLElement>('[data-item-id]');
  if (!row) return undefined;
  box.checked = checked;
  row.dataset['checked'] = `${checked}`;
  for (const place of [document.querySelector('h1'), row.closest('section')]) {
    const count = place?.querySelector('[data-count]');
    if (count) count.textContent = count.textContent.replace(/\d+/, (text) => `${Number(text) + (checked ? 1 : -1)}`);
  }
  return row.dataset['itemId'];
}

/** Marks pressed buttons. The app repeats the presses (web/first-screen/take-over.ts). */
function keepPresses(host: HTMLElement): void {
  host.addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest('button');
    if (!button) return;
    event.preventDefault();
    button.dataset['pressed'] = `${event.timeStamp}`;
  });
}

/** Marks the screen while a pointer is down, because the element must still be there when the click comes. */
function holdWhilePressed(host: HTMLElement): void {
  let timer = 0;
  host.addEventListener('pointerdown', () => {
    clearTimeout(timer);
    host.dataset['held'] = '';
  });
  for (const type of ['pointerup', 'pointercancel']) {
    host.addEventListener(type, () => {
      timer = setTimeout(() => host.removeAttribute('data-held'), CLICK_MS);
    });
  }
}

const host = document.querySelector<HTMLElement>('#first-screen');
try {
  // Not after a shortcut or a link.
  if (host && !(location.search + location.hash || history.state)) show(host);
} catch {
  // The app shows the list by itself, only later.
  host?.replaceChildren();
}
