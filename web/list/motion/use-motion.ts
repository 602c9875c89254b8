/** Shows how rows move: rows that leave fade, and rows below them glide to their new places. Loads after the list. */
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { liveRow } from '#core/list/list.ts';
import type { Motion } from '#client/collapse/category-collapse.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import type { Shopper } from '#web/shopper/shopper-context.ts';
import { passFocusBeyond, ROW, rowOf } from '#web/list/keyboard/row-focus.ts';

/** As `--quick`, `--calm` and `--ease` in web/styles/tokens.css. */
const FADE_MS = 120;
const GLIDE_MS = 200;
const EASING = 'cubic-bezier(0.2, 0.7, 0.3, 1)';
/** Each element that can change its place. A moving card would also move its sticky heading. */
const MOVABLE = `${ROW}, [data-category-header], [data-moves]`;

export function useMotion(): void {
  const { store, collapse } = useShopper();
  useEffect(() => {
    const motion = createMotion(store);
    const controller = new AbortController();
    const options = { capture: true, passive: true, signal: controller.signal };
    // Nothing moves between a press and its release.
    window.addEventListener('pointerdown', motion.pause, options);
    for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, motion.resume, options);
    collapse.setMotion(motion);
    return () => {
      collapse.setMotion(null);
      controller.abort();
    };
  }, [store, collapse]);
}

type PausableMotion = Motion & { readonly pause: () => void; readonly resume: () => void };

function createMotion({ view, list }: Shopper['store']): PausableMotion {
  let fades: readonly Animation[] = [];
  let leaving: readonly string[] = [];
  let glides: readonly Animation[] = [];
  const isEmptied = (categoryId: string): boolean => {
    const category = view.shownCategory(categoryId);
    return category?.checked === category?.total;
  };
  return {
    setLeaving(itemIds) {
      for (const fade of fades) fade.cancel();
      leaving = itemIds ?? [];
      fades = isStill() ? [] : [...findLeaving(leaving, isEmptied)].map(fadeOut);
    },
    move(apply, isAtRest) {
      passFocusBeyond(leaving.filter((id) => liveRow(list.items, id) !== undefined));
      const before = measure();
      const result = flushSync(apply);
      if (isAtRest) keepScreen(before);
      glides = isStill() ? [] : glide(before);
      markGliding(glides);
      return result;
    },
    pause() {
      for (const animation of glides) if (animation.playState === 'running') animation.pause();
    },
    resume() {
      for (const animation of glides) if (animation.playState === 'paused') animation.play();
    },
  };
}

const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The rows of items that leave; for a category that gets empty, its whole card. */
function findLeaving(itemIds: readonly string[], isEmptied: (categoryId: string) => boolean): ReadonlySet<Element> {
  const elements = itemIds.flatMap((id) => {
    const row = rowOf(id);
    const card = row?.closest<HTMLElement>('[data-category-id]') ?? null;
    return card !== null && isEmptied(card.dataset['categoryId'] ?? '') ? card : (row ?? []);
  });
  return new Set(elements);
}

const fadeOut = (element: Element): Animation =>
  element.animate({ opacity: [1, 0] }, { duration: FADE_MS, easing: EASING, fill: 'forwards' });

type Tops = ReadonlyMap<Element, number>;

/** Where each element is, in pixels below the top of the screen. */
const measure = (): Tops =>
  new Map([...document.querySelectorAll(MOVABLE)].map((element) => [element, element.getBoundingClientRect().top]));

/** Scrolls so that the first row on the screen that is still there stays where it is. Not every browser does this itself. */
function keepScreen(before: Tops): void {
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
  return [...measure()].flatMap(([element, top]) => {
    const from = before.get(element);
    const options = { duration: GLIDE_MS, easing: EASING };
    if (from === undefined) return isNear(top) ? [element.animate({ opacity: [0, 1] }, options)] : [];
    if (from === top || !(isNear(top) || isNear(from))) return [];
    return [element.animate({ transform: [`translateY(${from - top}px)`, 'none'] }, { ...options, id: 'glide' })];
  });
}
