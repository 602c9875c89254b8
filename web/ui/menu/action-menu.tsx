/** A menu of actions next to the button that opened it (WAI-ARIA menu pattern). */
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { Icon } from '#web/ui/icons/icon.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import { useStrayTaps } from '#web/ui/stray-input.ts';
import styles from './action-menu.module.css';

/** Space between the menu and the edges of the screen, in pixels. */
const EDGE = 8;

/** The share of the screen's height that long entries get at least. */
const LEAST_SHARE = 0.5;

/** Returns a handler that closes the menu and then runs the action. */
export type CloseAnd = (run: () => void) => () => void;

type ActionMenuProps = {
  readonly label: string;
  /** The button that opened it. */
  readonly opener: HTMLButtonElement;
  /** Names the shown entries; other entries get the focus again. */
  readonly page?: string;
  readonly onClose: () => void;
  /** Renders the entries. */
  readonly children: (closeAnd: CloseAnd) => ReactNode;
};

/** A popover: the browser closes it on Escape and on a press outside, and returns the focus to the opener. */
export function ActionMenu({ label, opener, page = '', onClose, children }: ActionMenuProps) {
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  // Where the first entries opened.
  const corner = useRef<Corner>(null);
  useCloseOnScroll(menu, opener);
  const strayTaps = useStrayTaps(page);
  const place = useCallback(
    (element: HTMLElement): void => {
      if (corner.current !== null) return keepPlace(element, corner.current);
      placeBeside(element, opener);
      corner.current = element.getBoundingClientRect();
    },
    [opener],
  );
  const closeAnd: CloseAnd = (run) => () => {
    menu?.hidePopover();
    run();
  };
  return (
    <div
      className={styles.menu}
      ref={setMenu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      {...strayTaps}
      onKeyDown={moveFocus}
      onToggle={({ newState }) => {
        if (newState === 'closed') onClose();
      }}
    >
      <Entries key={page} menu={menu} opener={opener} onOpen={place}>
        {children(closeAnd)}
      </Entries>
    </div>
  );
}

/** A visible title of the entries; screen readers read the label of the menu instead. */
export const MenuTitle = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.title} aria-hidden="true">
    {children}
  </p>
);

/**
 * An open menu. Its number is a new key for each opening: the browser reports late that a menu was closed, and the report must not
 * close one that was reopened.
 */
type OpenedMenu = { readonly opener: HTMLButtonElement; readonly opening: number };

/**
 * The menu of one or more buttons.
 * @returns the open menu, if any; `open`, which handles the click of a button; and `close`
 */
export function useMenu() {
  const [opened, setOpened] = useState<OpenedMenu | null>(null);
  const open = (event: MouseEvent<HTMLButtonElement>): void => {
    const { currentTarget: opener } = event;
    // The browser's own action closes the open menu of this button.
    if (opener.popoverTargetElement?.matches(':popover-open') === true) return;
    // The menu that opens now becomes the button's popover, and the same press must not close it.
    event.preventDefault();
    setOpened((last) => ({ opener, opening: (last?.opening ?? 0) + 1 }));
  };
  return { opened, open, close: () => setOpened(null) };
}

type MoreMenuProps = {
  /** The name of the button and of the menu. */
  readonly name: string;
  /** Whether the button gets the focus when it appears. */
  readonly startsFocused?: boolean;
  readonly children: (closeAnd: CloseAnd) => ReactNode;
};

/** A button with three dots that opens a menu. */
export function MoreMenu({ name, startsFocused = false, children }: MoreMenuProps) {
  const { opened, open, close } = useMenu();
  return (
    <>
      <button
        className={styles.opener}
        type="button"
        aria-haspopup="menu"
        aria-label={name}
        data-autofocus={startsFocused || undefined}
        onClick={open}
      >
        <Icon path={icons.more} />
      </button>
      {opened === null ? null : (
        <ActionMenu key={opened.opening} label={name} opener={opened.opener} onClose={close}>
          {children}
        </ActionMenu>
      )}
    </>
  );
}

/** Where the menu is, in pixels from the top and the left of the screen. */
type Corner = { readonly top: number; readonly right: number };

type EntriesProps = {
  readonly menu: HTMLElement | null;
  readonly opener: HTMLButtonElement;
  /** Receives the open menu. */
  readonly onOpen: (menu: HTMLElement) => void;
  readonly children: ReactNode;
};

/** Opens the menu next to its opener and focuses the chosen entry, or the first one. */
function Entries({ menu, opener, onOpen, children }: EntriesProps) {
  useLayoutEffect(() => {
    if (menu === null) return;
    if (!menu.matches(':popover-open')) openFrom(opener, menu);
    onOpen(menu);
    const entries = entriesOf(menu);
    (entries.find((entry) => entry.ariaChecked === 'true') ?? entries[0])?.focus();
  }, [menu, opener, onOpen]);
  return children;
}

/** Opens the menu. The next press on the opener closes it. */
function openFrom(opener: HTMLButtonElement, menu: HTMLElement): void {
  // WebKit does not focus a pressed button, but the browser must return the focus to the opener.
  opener.focus({ preventScroll: true });
  menu.showPopover();
  opener.popoverTargetElement = menu;
}

/** Closes the menu when the opener scrolls, because the menu would appear next to another row. */
function useCloseOnScroll(menu: HTMLElement | null, opener: HTMLElement): void {
  useEffect(() => {
    const { top } = opener.getBoundingClientRect();
    const close = (): void => {
      // The scroll event may belong to a scroll that ended before the press.
      if (opener.getBoundingClientRect().top !== top) menu?.hidePopover();
    };
    // Captured, because the scroll events of a dialog do not bubble.
    window.addEventListener('scroll', close, true);
    window.addEventListener('resize', close);
    return () => {
      window.removeEventListener('scroll', close, true);
      window.removeEventListener('resize', close);
    };
  }, [menu, opener]);
}

/**
 * Positions the menu below the opener, or above it if there is more room. They end at the same place, or begin there if the opener is at
 * the left of the screen.
 */
function placeBeside(menu: HTMLElement, opener: HTMLElement): void {
  const { top, bottom, left, right } = opener.getBoundingClientRect();
  const below = window.innerHeight - bottom - EDGE;
  const above = top - EDGE;
  const isBelow = menu.scrollHeight <= below || below >= above;
  const { style } = menu;
  style.maxHeight = `${isBelow ? below : above}px`;
  style.top = isBelow ? `${bottom}px` : 'auto';
  style.bottom = isBelow ? 'auto' : `${window.innerHeight - top}px`;
  placeAcross(menu, left < menu.offsetWidth ? left + menu.offsetWidth : right);
}

/** Other entries open where the first ones were: the menu grows downward and to its start, and moves only as far as the screen requires. */
function keepPlace(menu: HTMLElement, { top, right }: Corner): void {
  const { style } = menu;
  const end = window.innerHeight - EDGE;
  const first = Math.max(EDGE, Math.min(top, end - Math.min(menu.scrollHeight, end * LEAST_SHARE)));
  style.maxHeight = `${end - first}px`;
  style.bottom = 'auto';
  style.top = `${first}px`;
  placeAcross(menu, right);
}

/** @param right where the end of the menu should be, in pixels from the left */
function placeAcross(menu: HTMLElement, right: number): void {
  const furthest = document.documentElement.clientWidth - menu.offsetWidth - EDGE;
  menu.style.left = `${Math.max(EDGE, Math.min(right - menu.offsetWidth, furthest))}px`;
}

/** Arrow keys, Home, End and first letters move the focus; Tab closes the menu (WAI-ARIA menu pattern). */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: menu, key } = event;
  if (key === 'Tab') menu.hidePopover();
  const entries = entriesOf(menu);
  const at = entries.findIndex((entry) => entry === document.activeElement);
  const move = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[key];
  const next = move === undefined ? findByLetter(entries, at, event) : entries.at(move % entries.length);
  if (next === undefined && key !== 'Tab') return;
  event.preventDefault();
  next?.focus();
}

/** The next entry that begins with the typed letter, ignoring case and accents. */
function findByLetter(entries: readonly HTMLElement[], at: number, event: KeyboardEvent): HTMLElement | undefined {
  const { key } = event;
  if (key.length !== 1 || key === ' ' || event.altKey || event.ctrlKey || event.metaKey) return undefined;
  return [...entries.slice(at + 1), ...entries.slice(0, at + 1)].find(
    ({ textContent }) => textContent.slice(0, 1).localeCompare(key, undefined, { sensitivity: 'base' }) === 0,
  );
}

const entriesOf = (menu: Element): readonly HTMLElement[] =>
  Array.from(menu.querySelectorAll<HTMLElement>('[role^="menuitem"]'));
