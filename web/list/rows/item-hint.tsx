/** Explains once on each device how to edit and move an item. */
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useApp } from '#web/shown-list/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import { useHasMoreThan } from '#web/shown-list/shown-list.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import styles from './item-hint.module.css';

/** The number of items from which the hint is useful. */
const FIRST_ITEMS = 2;
/** Screen readers announce only changes of a status region that is already in the page. */
const ANNOUNCED_AFTER_MS = 500;

/** An overlay above the add bar, so that no row moves. */
export function ItemHint({ onClose }: { readonly onClose: () => void }) {
  const { preferences } = useApp();
  const isWanted = useHasMoreThan(FIRST_ITEMS);
  const isReady = useIsReady();
  const hint = useRef<HTMLDivElement>(null);
  const isShown = isWanted && isReady;
  const coversFocus = useCoversFocus(hint, isShown);
  useEffect(() => {
    if (isShown) preferences.write({ ...preferences.read(), hasSeenItemHint: true });
  }, [isShown, preferences]);
  return (
    <div className={styles.layer} data-covers-focus={coversFocus}>
      <div className={styles.hint} ref={hint} data-shown={isShown}>
        <span role="status">{isShown ? messages.itemMenu.hint : null}</span>
        {isShown ? (
          <Button look="quiet" onPress={onClose}>
            {messages.itemMenu.dismissHint}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function useIsReady(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), ANNOUNCED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isReady;
}

/** Whether the element covers the focused one (WCAG 2.4.11). */
function useCoversFocus(element: RefObject<HTMLElement | null>, isShown: boolean): boolean {
  const [coversFocus, setCoversFocus] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    let frame = 0;
    // In the next frame, because measuring within the event would force a layout before the tap is handled.
    const updateSoon = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setCoversFocus(element.current !== null && isFocusUnder(element.current)));
    };
    for (const type of ['focusin', 'focusout', 'scroll', 'resize']) {
      window.addEventListener(type, updateSoon, { signal: controller.signal, passive: true });
    }
    if (isShown) updateSoon();
    return () => {
      cancelAnimationFrame(frame);
      controller.abort();
    };
  }, [element, isShown]);
  return coversFocus;
}

function isFocusUnder(element: Element): boolean {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body || element.contains(activeElement)) return false;
  const cover = element.getBoundingClientRect();
  const focused = activeElement.getBoundingClientRect();
  return (
    focused.top < cover.bottom && focused.bottom > cover.top && focused.left < cover.right && focused.right > cover.left
  );
}
