/** Shows how rows move: rows that leave fade, and rows below them glide to their new places. Loads after the list. */
import { useCallback, useContext, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { rowDiffsOf } from '#core/diff/diff.ts';
import { liveRow } from '#core/list/list.ts';
import type { ShownCategory } from '#core/view/shown-categories.ts';
import type { Motion } from '#client/collapse/category-collapse.ts';
import { useShownList, type ShownList } from '#web/shown-list/shown-list.ts';
import { passFocusBeyond, rowOf } from '#web/list/keyboard/row-focus.ts';
import { marked, readMark, ROW } from '#web/ui/marks.ts';
import { ToasterContext, type Toaster } from '#web/ui/toasts/toaster.ts';

/** As `--quick`, `--calm` and `--ease` in web/styles/tokens.css. */
const FADE_MS = 120;
const GLIDE_MS = 200;
/** From this number of items, and for more new rows than this at once, a change by the shopper is shown without motion, as fast as possible. */
const MOST_ITEMS = 300;
const MOST_NEW = 24;
const EASING = 'cubic-bezier(0.2, 0.7, 0.3, 1)';
/** Each element that can change its place. A moving card would also move its sticky heading. */
const MOVABLE = [ROW, marked('categoryHeader'), marked('moves')].join(', ');

/** A touch this soon after rows have moved by themselves, in milliseconds, was aimed before they did. */
const AIMED_MS = GLIDE_MS + 200;

type Aim = Pick<PointerEvent, 'target' | 'clientY'>;

/** @returns whether a touch hits what was not at its place a moment ago: rows leave while the thumb is on its way to another one */
export function useMotion(): (touch: Aim) => boolean {
  const { store, collapse } = useShownList();
  const toaster = useContext(ToasterContext);
  const current = useRef<GuardedMotion | null>(null);
  useEffect(() => {
    const motion = createMotion(store);
    current.current = motion;
    const controller = new AbortController();
    const options = { capture: true, passive: true, signal: controller.signal };
    // Nothing moves between a press and its release.
    window.addEventListener('pointerdown', motion.pause, options);
    for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, motion.resume, options);
    collapse.setMotion(motion);
    const stop = store.onDiff((diff, source) => {
      const [only, ...others] = rowDiffsOf(diff, 'items');
      if (source !== 'remote' && only !== undefined && others.length === 0) keepClearOfToast(toaster, only.id);
    });
    return () => {
      stop();
      collapse.setMotion(null);
      controller.abort();
    };
  }, [store, collapse, toaster]);
  return useCallback((touch) => current.current?.hasJustMoved(touch) === true, []);
}

/** Scrolls a row from below the toast that speaks of it, which appears after the change. A tick has no toast, and scrolls nothing. */
function keepClearOfToast(toaster: Toaster, itemId: string): void {
  const earlier = toaster.current()?.id;
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      // The toaster knows whether there is a new one: searching the page for it took a tenth of the time of a burst.
      if ((toaster.current()?.id ?? earlier) !== earlier) scrollClear(rowOf(itemId), document.querySelector(TOAST));
    }),
  );
}

const TOAST = '[data-toasts] > *';

function scrollClear(row: Element | null, toast: Element | null): void {
  if (row === null || toast === null) return;
  const [covered, cover] = [row.getBoundingClientRect(), toast.getBoundingClientRect()];
  if (covered.bottom <= cover.top || covered.top >= cover.bottom) return;
  window.scrollBy({ top: covered.bottom - cover.top, behavior: 'instant' });
}

type GuardedMotion = Motion & {
  readonly pause: () => void;
  readonly resume: () => void;
  readonly hasJustMoved: (touch: Aim) => boolean;
};

function createMotion({ view, list }: ShownList['store']): GuardedMotion {
  let fades: readonly Animation[] = [];
  let leaving: readonly string[] = [];
  let glides: readonly Animation[] = [];
  const aim = createAim();
  // In a burst, each change would have to wait for the motion of the one before.
  const isBusy = (): boolean => glides.some(({ playState }) => playState === 'running');
  const isEmptied = (categoryId: string): boolean => isComplete(view.shownCategory(categoryId));
  return {
    setLeaving(itemIds) {
      for (const fade of fades) fade.cancel();
      leaving = itemIds ?? [];
      fades = isStill() ? [] : [...findLeaving(leaving, isEmptied)].map(fadeOut);
    },
    move(apply, isAtRest) {
      passFocusBeyond(leaving.filter((id) => liveRow(list.items, id) !== undefined));
      if (!isAtRest && (isStill() || isBusy() || view.heading().total > MOST_ITEMS)) return apply();
      const before = measure();
      const result = flushSync(apply);
      if (isAtRest) {
        keepScreen(before);
        aim.remember(before);
      }
      glides = isStill() ? [] : glide(before);
      markGliding(glides);
      return result;
    },
    pause() {
      for (const animation of glides.filter(({ playState }) => playState === 'running')) {
        const { currentTime } = animation;
        animation.pause();
        // A paused animation continues until the next frame. If it reached its end, it would start again when it is resumed.
        animation.currentTime = currentTime;
      }
    },
    resume() {
      for (const animation of glides) if (animation.playState === 'paused') animation.play();
    },
    hasJustMoved: aim.hasJustMoved,
  };
}

/** Remembers where everything was before rows last moved by themselves. */
function createAim() {
  const none: Tops = new Map();
  let last = { at: -Infinity, scrollY: 0, tops: none };
  return {
    remember(before: Tops): void {
      last = { at: performance.now(), scrollY: window.scrollY, tops: before };
    },
    // After a scroll, the shopper has aimed anew.
    hasJustMoved: (touch: Aim): boolean =>
      performance.now() - last.at < AIMED_MS && window.scrollY === last.scrollY && !wasThere(last.tops, touch),
  };
}

/** Whether the touched row or heading was below the finger before the move. Nothing else moves. */
function wasThere(before: Tops, { target, clientY }: Aim): boolean {
  const element = target instanceof Element ? target.closest(MOVABLE) : null;
  if (element === null) return true;
  const from = before.get(element);
  return from !== undefined && clientY >= from && clientY < from + element.getBoundingClientRect().height;
}

const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

const isComplete = (category: ShownCategory | undefined): boolean => category?.checked === category?.total;

/** The rows of items that leave; for a category that gets empty, its whole card. */
function findLeaving(itemIds: readonly string[], isEmptied: (categoryId: string) => boolean): ReadonlySet<Element> {
  const elements = itemIds.flatMap((id) => {
    const row = rowOf(id);
    const card = row?.closest<HTMLElement>(marked('categoryId')) ?? null;
    return card !== null && isEmptied(readMark(card, 'categoryId') ?? '') ? card : (row ?? []);
  });
  return new Set(elements);
}

const fadeOut = (element: Element): Animation =>
  element.animate({ opacity: [1, 0] }, { duration: FADE_MS, easing: EASING, fill: 'forwards' });

type Tops = ReadonlyMap<Element, number>;

/** Where each element is, in pixels below the top of the screen. */
const measure = (): Tops =>
  new Map([...document.querySelectorAll(MOVABLE)].map((element) => [element, element.getBoundingClientRect().top]));

/**
 * Scrolls so that the first row on the screen that is still in the list keeps its position. Not every browser does this itself. At the top
 * of the page, as in browsers, new rows push it down: otherwise they and the toolbar would be hidden behind the header.
 */
function keepScreen(before: Tops): void {
  if (window.scrollY === 0) return;
  const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const isOnScreen = (from: number): boolean => from >= top && from < window.innerHeight;
  const anchor = [...before].find(([row, from]) => row.matches(ROW) && row.isConnected && isOnScreen(from));
  if (anchor === undefined) return;
  const by = anchor[0].getBoundingClientRect().top - anchor[1];
  if (by !== 0) window.scrollBy({ top: by, behavior: 'instant' });
}

/** While rows glide, their cards must not cut them off, and no card shines through them. */
function markGliding(glides: readonly Animation[]): void {
  if (glides.length === 0) return;
  const { dataset } = document.documentElement;
  dataset['gliding'] = '';
  void Promise.allSettled(glides.map(({ finished }) => finished)).then(() => delete dataset['gliding']);
}

/** Lets elements glide from their old places, and new ones appear. Only what is near the screen moves. */
function glide(before: Tops): readonly Animation[] {
  const height = window.innerHeight;
  const isNear = (top: number): boolean => top > -height && top < 2 * height;
  const after = [...measure()];
  const isCalm = after.filter(([element, top]) => !before.has(element) && isNear(top)).length <= MOST_NEW;
  return after.flatMap(([element, top]) => {
    const from = before.get(element);
    const options = { duration: GLIDE_MS, easing: EASING };
    if (from === undefined) return isCalm && isNear(top) ? [element.animate({ opacity: [0, 1] }, options)] : [];
    if (from === top || !(isNear(top) || isNear(from))) return [];
    return [element.animate({ transform: [`translateY(${from - top}px)`, 'none'] }, { ...options, id: 'glide' })];
  });
}
