/**
 * Shows the list as it last was (decision 50), or the sign-in card (decision 51), before the app's scripts have run. The service worker adds
 * this script to the page together with the list, and the page's first script adds it for visitors. It is built into one small file.
 */
import { listKey } from '#core/account/list-ref.ts';
import type { Start } from '#core/start/read-start.ts';
import { openTickStorage } from '#device/database/first-screen-ticks.ts';
import { readThisStart } from '#device/start.ts';
import { marked, markedAs, readMark, ROW, TICK } from '#web/ui/marks.ts';
import { APPLIED, describeControl, describeStart, findHost, writeHandOver } from './host.ts';

/** How long after the release of a pointer its click may come. */
const CLICK_MS = 100;
/** A pause in a composition after which the app need not wait: keyboards on phones compose each word until the next space. */
const PAUSE_MS = 500;

/** Shows the stored list if it is of the same build, user, list and width. A start that asks for something else waits for the app. */
function show(place: HTMLElement, start: Start): void {
  const isPlain = 'launch' in start && start.launch.action === null;
  const ref = start.signedIn && { userId: start.signedIn.user.id, listId: start.signedIn.listId };
  if (isPlain && ref !== null && place.dataset['key'] === describeStart(ref)) {
    showList(place, listKey(ref));
    return;
  }
  place.replaceChildren();
  if (isPlain && start.type === 'first-visit') void showCard(place);
}

function showList(place: HTMLElement, list: string): void {
  setStyle(place, document.documentElement);
  for (const element of place.querySelectorAll<HTMLElement>('[data-style]')) setStyle(element, element);
  place.hidden = false;
  keepTicks(place, list);
  refuseLines(place);
  holdWhileBusy(place);
}

/** The Content-Security-Policy refuses style attributes, but not a script that sets styles. */
function setStyle({ dataset }: HTMLElement, { style }: HTMLElement): void {
  style.cssText = dataset['style'] ?? '';
}

/** Shows ticks at once and stores them, because a crash must not lose them. The app applies them. */
function keepTicks(place: HTMLElement, list: string): void {
  const { earlier, add, remove } = openTickStorage(list, performance.timeOrigin);
  const ticks = [...earlier];
  for (const [itemId, checked] of earlier) {
    const box = place.querySelector<HTMLInputElement>(`${markedAs('itemId', itemId)} ${TICK}`);
    if (box && box.checked !== checked) showTick(box, checked);
  }
  writeHandOver(place, { list, ticks });
  place.addEventListener('change', ({ target }) => {
    const row = target instanceof HTMLInputElement && target.closest(ROW);
    if (!row) return;
    const tick = [readMark(row, 'itemId') ?? '', target.checked] as const;
    add(tick);
    ticks.push(tick);
    writeHandOver(place, { list, ticks });
    showTick(target, target.checked);
  });
  place.addEventListener(APPLIED, remove);
}

function showTick(box: HTMLInputElement, checked: boolean): void {
  const row = box.closest<HTMLElement>(ROW);
  if (!row) return;
  box.checked = checked;
  row.dataset['checked'] = `${checked}`;
  for (const place of [document.querySelector('h1'), row.closest('section')]) {
    const count = place?.querySelector(marked('count'));
    if (count) count.textContent = count.textContent.replace(/\d+/, (text) => `${Number(text) + (checked ? 1 : -1)}`);
  }
}

/** The field would join several pasted lines into one name; the app's preview is not here yet. Enter leaves the text in the field. */
function refuseLines(place: HTMLElement): void {
  place.querySelector<HTMLElement>(marked('addField'))?.addEventListener('paste', (event) => {
    if (event.clipboardData?.getData('text/plain').trim().includes('\n') === true) event.preventDefault();
  });
  place.addEventListener('submit', (event) => event.preventDefault());
}

/** Shows the sign-in card of the page to a visitor, when its style sheets have loaded and unless the app was faster. */
async function showCard(place: HTMLElement): Promise<void> {
  const card = document.querySelector<HTMLTemplateElement>('#first-card')?.content;
  await Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(untilLoaded));
  if (!card || place.firstChild || document.querySelector('#app')?.firstChild) return;
  place.append(card.cloneNode(true));
  place.hidden = false;
  keepPresses(place);
  holdWhileBusy(place);
}

/** Stays pending if the sheet cannot be loaded. Chromium gives such a link a sheet without rules. */
const untilLoaded = (link: HTMLLinkElement): Promise<unknown> =>
  link.sheet?.cssRules.length ? Promise.resolve() : new Promise((resolve) => link.addEventListener('load', resolve));

/** Keeps the presses on the sign-in card for the app. Nothing is submitted, because that would leave the page. */
function keepPresses(place: HTMLElement): void {
  const presses: string[] = [];
  const keep = (): void => writeHandOver(place, { presses });
  place.addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest('button');
    if (!button) return;
    event.preventDefault();
    const press = describeControl(button);
    // The card shows no response to a press. People press again, and mean the same.
    if (presses.at(-1) !== press) presses.push(press);
    keep();
  });
  // Text that follows a press counts, not the text that the press would fill in.
  place.addEventListener('input', () => {
    presses.length = 0;
    keep();
  });
  // A password manager can submit the form without a press.
  place.addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) event.target.querySelector<HTMLElement>('[type=submit]')?.click();
  });
}

/** Marks the screen while a finger is down or a word is being composed, because the element must still be there when that ends. */
function holdWhileBusy(place: HTMLElement): void {
  const busy = new Set<number | 'word'>();
  let timer = 0;
  const begin = (what: number | 'word'): void => {
    busy.add(what);
    clearTimeout(timer);
    place.dataset['held'] = '';
  };
  const end = (what: number | 'word', delay: number): void => {
    busy.delete(what);
    clearTimeout(timer);
    if (busy.size === 0) timer = setTimeout(() => place.removeAttribute('data-held'), delay);
  };
  place.addEventListener('pointerdown', ({ pointerId }) => begin(pointerId));
  for (const type of ['pointerup', 'pointercancel'] as const)
    place.addEventListener(type, ({ pointerId }) => end(pointerId, CLICK_MS));
  for (const type of ['compositionstart', 'compositionupdate'] as const)
    place.addEventListener(type, () => {
      begin('word');
      end('word', PAUSE_MS);
    });
  place.addEventListener('compositionend', () => end('word', 0));
}

// At the end, when everything above is defined.
const host = findHost();
try {
  if (host) show(host, readThisStart());
} catch {
  host?.replaceChildren();
}
