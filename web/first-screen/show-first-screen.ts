/**
 * Shows the list as it last was (decision 50), or the sign-in card (decision 51), before the app's scripts have run. The service worker adds
 * this file to the page together with the list, and the page's first script adds it for visitors. It cannot import anything.
 */

type Tick = readonly [itemId: string, checked: boolean];

type Ids = { readonly id?: string; readonly listId?: string };

/** How long after the release of a pointer its click may come. */
const CLICK_MS = 100;

/** Reads the signed-in user, or the list that was open last. */
// The app wrote them (device/local-storage). Text that is not JSON throws, and the app starts without this screen.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const read = (key: string, storage: Storage) => JSON.parse(storage.getItem(key) ?? 'null') as Ids | null;

function readListId(userId: string): string {
  const key = `checklist.open-list.${userId}`;
  return (read(key, sessionStorage) ?? read(key, localStorage))?.listId ?? userId;
}

/** What this start has in common with the one that stored the screen: the build, the user, the list and the width. */
const describeStart = (userId: string, listId: string): string =>
  [document.querySelector<HTMLScriptElement>('[type=module]')?.src, userId, listId, innerWidth].join(' ');

function show(host: HTMLElement, userId: string, listId: string): void {
  setStyle(host, document.documentElement);
  for (const element of host.querySelectorAll<HTMLElement>('[data-style]')) setStyle(element, element);
  host.hidden = false;
  keepTicks(host, listId === userId ? userId : `${userId}:${listId}`);
  keepPresses(host);
  holdWhilePressed(host);
}

/** The Content-Security-Policy refuses style attributes, but not a script that sets styles. */
function setStyle({ dataset }: HTMLElement, { style }: HTMLElement): void {
  style.cssText = dataset['style'] ?? '';
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
  // Each start has a key, because another tab may show the first screen of the same list.
  const prefix = `checklist.early-ticks.${listKey} `;
  const stored = new Map(
    Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .toSorted()
      .map((key) => [key, localStorage.getItem(key) ?? '']),
  );
  // Those of starts that ended before the app could apply them.
  const earlier = [...stored.keys()].flatMap(readTicks);
  for (const [itemId, checked] of earlier) {
    const box = host.querySelector<HTMLInputElement>(`[data-item-id="${CSS.escape(itemId)}"] input`);
    if (box && box.checked !== checked) showTick(box, checked);
  }
  host.dataset['ticks'] = JSON.stringify(earlier);
  host.dataset['list'] = listKey;
  const ticks: Tick[] = [];
  host.addEventListener('change', ({ target }) => {
    const itemId = target instanceof HTMLInputElement && showTick(target, target.checked);
    if (!itemId) return;
    ticks.push([itemId, target.checked]);
    host.dataset['ticks'] = JSON.stringify([...earlier, ...ticks]);
    // The database survives if the browser is killed, local storage if this task closes the page.
    database
      .then((open) =>
        open.transaction('meta', 'readwrite').objectStore('meta').put(ticks, `earlyTicks ${performance.timeOrigin}`),
      )
      // It was closed for another version, or because the list is being removed.
      .catch(() => undefined);
    const text = JSON.stringify(ticks);
    stored.set(prefix + performance.timeOrigin, text);
    localStorage.setItem(prefix + performance.timeOrigin, text);
  });
  // The app has applied them (take-over.ts). Those that another tab has added since stay.
  host.addEventListener('applied', () => {
    for (const [key, text] of stored) if (localStorage.getItem(key) === text) localStorage.removeItem(key);
  });
}

/** Reads the ticks of one start. Removes a value that is unreadable, because it would prevent every later start from showing the list. */
function readTicks(key: string): readonly Tick[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '');
    if (areTicks(value)) return value;
  } catch {
    // It is not JSON.
  }
  localStorage.removeItem(key);
  return [];
}

const areTicks = (value: unknown): value is readonly Tick[] =>
  Array.isArray(value) &&
  value.every((tick) => Array.isArray(tick) && typeof tick[0] === 'string' && typeof tick[1] === 'boolean');

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

/** Marks pressed buttons, and Enter in the add field. The app repeats the presses (web/first-screen/take-over.ts). */
function keepPresses(host: HTMLElement): void {
  host.addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest('button');
    if (!button) return;
    event.preventDefault();
    button.dataset['pressed'] = `${event.timeStamp}`;
  });
  host.addEventListener('keydown', (event) => {
    const { target } = event;
    if (
      event.key !== 'Enter' ||
      event.isComposing ||
      !(target instanceof HTMLInputElement) ||
      !target.matches('[data-add-field]')
    )
      return;
    event.preventDefault();
    target.dataset['pressed'] = `${event.timeStamp}`;
    // Another name would replace the one that the app is going to add.
    target.readOnly = true;
  });
}

/** Marks the screen while a pointer is down, because the element must still be there when the click comes. */
function holdWhilePressed(host: HTMLElement): void {
  const pointers = new Set<number>();
  let timer = 0;
  host.addEventListener('pointerdown', ({ pointerId }) => {
    pointers.add(pointerId);
    clearTimeout(timer);
    host.dataset['held'] = '';
  });
  for (const type of ['pointerup', 'pointercancel'] as const) {
    host.addEventListener(type, ({ pointerId }) => {
      pointers.delete(pointerId);
      if (pointers.size === 0) timer = setTimeout(() => host.removeAttribute('data-held'), CLICK_MS);
    });
  }
}

/** Whether this is a start by a shortcut or a link. */
const isShortcut = (): boolean => location.search + location.hash !== '';

/** Shows the screen, if it is of the same start and not after a shortcut or a link. Otherwise the app shows the list, only later. */
function start(host: HTMLElement): void {
  const userId = read('user', localStorage)?.id ?? '';
  const listId = readListId(userId);
  if (!isShortcut() && history.state === null && host.dataset['key'] === describeStart(userId, listId))
    show(host, userId, listId);
  else host.replaceChildren();
}

/** Shows the sign-in card of the page to a visitor, when its style sheets have loaded and unless the app was faster. */
async function showCard(host: HTMLElement): Promise<void> {
  const card = document.querySelector<HTMLTemplateElement>('#first-card')?.content;
  await Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(untilLoaded));
  if (!card || document.querySelector('#app')?.firstChild) return;
  host.append(card);
  host.hidden = false;
  keepPresses(host);
  holdWhilePressed(host);
}

/** Stays pending if the sheet cannot be loaded. Chromium gives such a link a sheet without rules. */
const untilLoaded = (link: HTMLLinkElement): Promise<unknown> =>
  link.sheet?.cssRules.length ? Promise.resolve() : new Promise((resolve) => link.addEventListener('load', resolve));

const host = document.querySelector<HTMLElement>('#first-screen');
try {
  if (host?.firstChild) start(host);
  // The page's first script hides the greeting from users, and after a link.
  else if (host && document.documentElement.dataset['user'] === undefined && !isShortcut()) void showCard(host);
} catch {
  host?.replaceChildren();
}
