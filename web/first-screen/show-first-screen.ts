/**
 * Shows the list as it last was (decision 50), or the sign-in card (decision 51), before the app's scripts have run. The service worker adds
 * this script to the page together with the list, and the page's first script adds it for visitors. It is built into one small file.
 */
import {
  createRecorder,
  holdWhileBusy,
  recordAdder,
  recordGestures,
  recordPresses,
  recordTexts,
} from './record-input.ts';
import type { Input } from './input.ts';
import type { Recorder } from './record-input.ts';

type Tick = readonly [itemId: string, checked: boolean];

type Ids = { readonly id?: string; readonly listId?: string };

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
  const recorder = keepTicks(host, listId === userId ? userId : `${userId}:${listId}`);
  recordPresses(host, recorder);
  recordAdder(host, recorder);
  recordGestures(host, recorder);
  holdWhileBusy(host);
}

/** The Content-Security-Policy refuses style attributes, but not a script that sets styles. */
function setStyle({ dataset }: HTMLElement, { style }: HTMLElement): void {
  style.cssText = dataset['style'] ?? '';
}

/** Shows ticks at once and stores them, because a crash must not lose them. The app applies them. */
function keepTicks(host: HTMLElement, listKey: string): Recorder {
  const database = openDatabase(listKey);
  // Each start has a key, because another tab may show the first screen of the same list.
  const prefix = `checklist.first-screen-ticks.${listKey} `;
  const key = prefix + performance.timeOrigin;
  const stored = findStored(prefix);
  // Those of starts that ended before the app could apply them.
  const earlier = [...stored.keys()].flatMap(readTicks).map(([itemId, checked]) => showStored(host, itemId, checked));
  const recorder = createRecorder(host, earlier);
  host.dataset['list'] = listKey;
  const ticks: Tick[] = [];
  host.addEventListener('change', ({ target }) => {
    const itemId = target instanceof HTMLInputElement && showTick(target, target.checked);
    if (!itemId) return;
    recorder.record({ type: 'tick', itemId, checked: target.checked });
    ticks.push([itemId, target.checked]);
    // The database survives if the browser is killed, local storage if this task closes the page.
    database
      .then((open) => {
        const meta = open.transaction('meta', 'readwrite').objectStore('meta');
        meta.put(ticks, `firstScreenTicks ${performance.timeOrigin}`);
      })
      // It was closed for another version, or because the list is being removed.
      .catch(() => undefined);
    const text = JSON.stringify(ticks);
    stored.set(key, text);
    localStorage.setItem(key, text);
  });
  // The app has applied them (take-over.ts). Those that another tab has added since stay.
  host.addEventListener('applied', () => {
    for (const [name, text] of stored) if (localStorage.getItem(name) === text) localStorage.removeItem(name);
  });
  return recorder;
}

/** Stays pending if the list was removed from this device. */
function openDatabase(listKey: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(`checklist:${listKey}`);
  return new Promise((resolve) => {
    opening.addEventListener('success', () => {
      const open = opening.result;
      open.addEventListener('versionchange', () => open.close());
      resolve(open);
    });
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
  });
}

/** The values of the keys that begin with the prefix, in the order of their starts. */
const findStored = (prefix: string): Map<string, string> =>
  new Map(
    Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .toSorted()
      .map((key) => [key, localStorage.getItem(key) ?? '']),
  );

function showStored(host: HTMLElement, itemId: string, checked: boolean): Input {
  const box = host.querySelector<HTMLInputElement>(`[data-item-id="${CSS.escape(itemId)}"] input`);
  if (box && box.checked !== checked) showTick(box, checked);
  return { type: 'tick', itemId, checked };
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
  const recorder = createRecorder(host);
  recordPresses(host, recorder);
  recordTexts(host, recorder);
  holdWhileBusy(host);
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
