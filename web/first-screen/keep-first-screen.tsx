/** Takes over from the screen of the last start, and stores the screen for the next start to show at once (decision 50). */
import { useEffect, useLayoutEffect, useState } from 'react';
import { rowDiffsOf } from '#core/diff/diff.ts';
import { listKey, type ListRef } from '#core/account/list-ref.ts';
import type { Store } from '#client/store/store.ts';
import { useApp } from '#web/shown-list/app-context.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { applyTick, takeOverList } from './take-over.ts';
import type { FirstScreenStorage } from '#client/ports/service-worker.ts';
import { marked, markedAs, MARKS, ROW } from '#web/ui/marks.ts';
import { describeStart } from './host.ts';

const NONE: ReadonlySet<string> = new Set();

export function FirstScreen() {
  const { loadFirstScreenStorage } = useApp();
  const { store, ref, openFailure } = useShownList();
  // A list that is only in memory is not there at the next start, and leaves stored ticks to it.
  const isOnDevice = openFailure === null;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(NONE);
  useLayoutEffect(() => {
    const taken = takeOverList(store, listKey(ref), isOnDevice);
    // Before the first frame of the app, so that the shopper sees no change: React renders the state at once, and runs the effects of the
    // whole app before that frame. A start without ticks need not wait for them.
    // oxlint-disable-next-line react/set-state-in-effect
    if (taken.size > 0) setTicked(taken);
  }, [store, ref, isOnDevice]);
  useEffect(() => {
    if (!isOnDevice) return undefined;
    const controller = new AbortController();
    const changed = watchTicks(store, ticked, controller.signal);
    const start = async (): Promise<void> => {
      const storage = await loadFirstScreenStorage();
      if (controller.signal.aborted) return;
      // It lacks the ticks that were just applied.
      if (ticked.size > 0) storage.remove();
      storeScreen(ref, storage, controller.signal);
      await storage.takeFirstScreenTicks(ref, async (ticks) => {
        for (const tick of ticks.filter(([id]) => !changed.has(id))) applyTick(store, tick);
        return areWritesOnDisk(store);
      });
    };
    // If this fails, the next start applies the ticks, and waits for the app.
    start().catch(() => undefined);
    return () => controller.abort();
  }, [ticked, store, ref, isOnDevice, loadFirstScreenStorage]);
  return null;
}

/**
 * The items that have been ticked or unticked in this start: that wins over the ticks of a start that a crash ended before the app could
 * apply them.
 */
function watchTicks(store: Store, ticked: ReadonlySet<string>, signal: AbortSignal): ReadonlySet<string> {
  const changed = new Set(ticked);
  const stop = store.onDiff((diff) => {
    for (const { id, after } of rowDiffsOf(diff, 'items')) if (after.checked !== undefined) changed.add(id);
  });
  signal.addEventListener('abort', stop);
  return changed;
}

/** A read waits for the writes before it, so if it succeeds, they have been stored or refused. */
async function areWritesOnDisk(store: Store): Promise<boolean> {
  const reading = { isDone: false };
  // Reported only by a read that succeeded.
  const stop = store.subscribe('incoming', () => {
    reading.isDone = true;
  });
  await store.catchUp();
  stop();
  return reading.isDone && store.storageFailure() === null;
}

/** Copying waits until nothing has changed for this long, so that it delays no tap. */
const QUIET_MS = 1500;
/** Parts that begin lower than this many screens are left out. */
const SCREENS = 1.25;
/** Parts of which only those near the top of the list are copied. They follow each other from the top to the bottom. */
const PARTS = `main section, ${marked('blockKey')}, ${ROW}`;
/** Elements whose content may differ at the next start, such as the connection status. They are copied empty, or left out. */
const LIVE = marked('live');
const LEFT_OUT = markedAs('live', 'left-out');
/** A tooltip is open while the pointer rests on a button: the screen is not in use for that. */
const OPEN = `dialog[open], [popover]:popover-open:not(${LEFT_OUT})`;
/** The line at the add bar that says for a while what was added. It is copied empty. */
const STRIP = marked('strip');
/** What the first screen does not answer: it must not look pressed either. Rows and the add field are kept (decision 65). */
const UNANSWERED = 'button, select, a';
/** Attributes that contain ids. */
const ID_ATTRIBUTES = ['id', 'for', 'aria-controls', 'aria-labelledby', 'aria-describedby', 'popovertarget'];
/** The height of the keyboard on the screen, which web/list/adding/use-bar-position.ts sets. */
const KEYBOARD = /--keyboard:[^;]*;?/u;

/**
 * Removes the stored screen with the first change, so that a start does not show an old one, and stores the new screen when the
 * changes have ended or the page is left. Does nothing in browsers that cannot write markup.
 */
function storeScreen(ref: ListRef, { write, remove }: FirstScreenStorage, signal: AbortSignal): void {
  const screen = document.querySelector<HTMLElement>('#app > [data-shop]');
  if (screen === null || !('getHTML' in screen)) return;
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
    // After a reload, the browser would scroll to the end of the first screen, which is shorter than the list.
    history.scrollRestoration = 'manual';
    write(ref.userId, toMarkup(copy, ref, sheets));
  };
  let timer = setTimeout(store, QUIET_MS);
  const onChange = (changes: readonly MutationRecord[]): void => {
    if (changes.every(isLive)) return;
    isChanged = true;
    clearTimeout(timer);
    timer = setTimeout(store, QUIET_MS);
    if (isStored) remove();
    isStored = false;
  };
  const observer = new MutationObserver(onChange);
  observer.observe(screen, { subtree: true, childList: true, characterData: true, attributes: true });
  const onHidden = (): void => {
    if (document.visibilityState === 'hidden') store();
  };
  document.addEventListener('visibilitychange', onHidden, { signal });
  window.addEventListener('pagehide', store, { signal });
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
}

/** Whether a change is in a part that is not copied. */
const isLive = ({ target }: MutationRecord): boolean =>
  Boolean((target instanceof Element ? target : target.parentElement)?.closest(LIVE));

/** The style sheets of the list screen. */
const copySheets = (): readonly Node[] =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    // Only the app's own, not an extension's.
    .filter(({ href }) => href.startsWith(location.origin))
    .map((link) => link.cloneNode());

/**
 * Copies the screen as it is at a start: at the top, without open menus and without typed text.
 * @returns null if the screen shows something that a start does not, or if rows at the top of a long list are not in the page
 */
function copyScreen(screen: HTMLElement): Element | null {
  // The window may be small or half covered by a keyboard now.
  const end = Math.max(window.innerHeight, window.screen.height) * SCREENS;
  return isInUse(screen) || hasSpaceAbove(screen, end) ? null : copyElement(screen, end);
}

/** Whether the screen shows what a start does not: Shop or Select mode, something open, or typed text. */
function isInUse(screen: HTMLElement): boolean {
  const { shop, selecting } = screen.dataset;
  const isOpen = document.querySelector(OPEN) !== null;
  const field = screen.querySelector<HTMLInputElement>(marked('addField'));
  return shop === 'true' || selecting === 'true' || isOpen || field?.value !== '';
}

/** Where a part begins, in pixels below the top of the page. */
const topOf = (element: Element): number => element.getBoundingClientRect().top + window.scrollY;

/** Whether rows of the first screen are not in the page, because a long list was scrolled. */
const hasSpaceAbove = (screen: Element, end: number): boolean =>
  [...screen.querySelectorAll(markedAs('block', 'space'))].some((space) => topOf(space) < end);

function copyElement(element: Element, end: number): Element {
  // A copy of an element is one.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const copy = element.cloneNode(false) as Element;
  copyState(element, copy);
  if (element.matches(LIVE) || element.matches(STRIP)) return copy;
  for (const child of element.childNodes) {
    if (!(child instanceof Element)) copy.append(child.cloneNode());
    else if (child.matches(PARTS) && topOf(child) > end) break;
    else if (!child.matches(LEFT_OUT)) copy.append(copyElement(child, end));
  }
  return copy;
}

function copyState(element: Element, copy: Element): void {
  copy.removeAttribute('aria-activedescendant');
  if (copy.matches(STRIP)) copy.setAttribute(MARKS.strip, 'hidden');
  if (copy.matches(UNANSWERED)) copy.setAttribute('inert', '');
  if (element instanceof HTMLInputElement) copy.toggleAttribute('checked', element.checked);
  // For a moment the copy and the app are both in the page, and a label in one must not refer to a field in the other.
  for (const name of ID_ATTRIBUTES) {
    const ids = copy.getAttribute(name);
    if (ids !== null) copy.setAttribute(name, ids.replaceAll(/\S+/gu, 'first-$&'));
  }
  moveStyle(copy, copy.getAttribute('style'));
}

/** The Content-Security-Policy refuses style attributes; the script in the page sets the styles. */
function moveStyle(copy: Element, style: string | null): void {
  copy.removeAttribute('style');
  if (style !== null) copy.setAttribute('data-style', style.replace(KEYBOARD, ''));
}

/** Describes the page's part of the next start: the screen, hidden until show-first-screen.ts has checked its key, and that script. */
function toMarkup(copy: Element, ref: ListRef, sheets: readonly Node[]): string {
  const host = Object.assign(document.createElement('div'), { id: 'first-screen', hidden: true });
  host.dataset['key'] = describeStart(ref);
  moveStyle(host, document.documentElement.getAttribute('style'));
  host.append(copy);
  const holder = document.createElement('div');
  // scripts/service-worker-plugin.ts builds the script.
  holder.append(...sheets, host, Object.assign(document.createElement('script'), { src: './first-screen.js' }));
  return holder.getHTML();
}
