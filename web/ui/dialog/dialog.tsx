/** A modal dialog: a card on a wide screen, a sheet from the bottom on a phone. */
import { useContext, useEffect, useId, useRef, type ReactNode, type PointerEvent, type RefObject } from 'react';
import { messages } from '#web/messages/messages.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import styles from './dialog.module.css';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { Toasts } from '#web/ui/toasts/toasts.tsx';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import { useStrayTaps } from '#web/ui/stray-input.ts';

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  /** Whether it is a large dialog, which fills a phone's screen and is a column on a wide one. */
  readonly isScreen?: boolean;
  /** Whether it is below the list's name on a wide screen, like a popover. */
  readonly isPopover?: boolean;
  /** Whether Close is among its actions instead of next to its title. */
  readonly closesBelow?: boolean;
  readonly children: ReactNode;
};

/**
 * A `<dialog>` that is open while it is rendered. It focuses the first field, or the element with `data-autofocus`, and
 * returns the focus when it closes. Escape, the close button, a tap outside and a swipe down close it.
 */
export function Dialog(props: DialogProps) {
  const { title, onClose, isScreen = false, isPopover = false, closesBelow = false, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedBeside = useRef(false);
  const titleId = useId();
  const toaster = useContext(ToasterContext);
  // Toasts from before the dialog do not belong in it.
  useEffect(() => toaster.hide(), [toaster]);
  useEffect(() => {
    const opener = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    const first = element?.querySelector<HTMLElement>('[data-autofocus], form input, form select');
    // Sticky buttons are always in view: scrolling to them would hide the start of a long text.
    first?.focus({ preventScroll: first.closest('[data-sticky="true"]') !== null });
    // Select an existing name, so that typing replaces it.
    if (first instanceof HTMLInputElement) first.select();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const swipe = useSwipeDown(dialog, onClose);
  const strayTaps = useStrayTaps();
  return (
    // Keyboard users close the dialog with Escape instead of a press outside.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-screen={isScreen}
      data-popover={isPopover}
      aria-labelledby={titleId}
      {...strayTaps}
      onCancel={(event) => {
        // Cancel events of inner dialogs and file pickers bubble up here.
        if (event.target !== event.currentTarget || !event.cancelable) return;
        event.preventDefault();
        onClose();
      }}
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget || currentTarget.open || !currentTarget.isConnected) return;
        // The browser itself closed it, as Chrome does at a second Escape in a row. Its owner may keep it open.
        currentTarget.showModal();
        onClose();
      }}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        // Close on click, not on pointer down, or the tap would reach the list below.
        if (pressedBeside.current && event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.card}>
        <header className={styles.header} {...swipe}>
          <h2 className={styles.title} id={titleId}>
            {title}
          </h2>
          {closesBelow ? null : <IconButton icon={toolIcons.close} name={messages.close} onPress={onClose} />}
        </header>
        <div className={styles.body}>{children}</div>
      </div>
      <Toasts />
    </dialog>
  );
}

type DialogActionsProps = {
  /** An action at the other end of the row. */
  readonly start?: ReactNode;
  /** Whether they stay in view while the dialog scrolls. */
  readonly isSticky?: boolean;
  readonly children: ReactNode;
};

/** The buttons at the end of a dialog; the last one is the main action. */
export const DialogActions = ({ start, isSticky = false, children }: DialogActionsProps) => (
  <div className={styles.actions} data-sticky={isSticky}>
    {start === undefined ? null : <div className={styles.start}>{start}</div>}
    {children}
  </div>
);

/** A swipe at least this far, in CSS pixels, closes the sheet. */
const CLOSE_FROM_PX = 80;

type SwipeHandlers = {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
};

/** Event handlers for the sheet's header. The sheet follows the finger. */
function useSwipeDown(sheet: RefObject<HTMLElement | null>, onClose: () => void): SwipeHandlers {
  const startY = useRef<number | null>(null);
  const pulled = useRef(0);
  const pull = (pixels: number): void => {
    pulled.current = pixels;
    sheet.current?.style.setProperty('--pulled', `${pixels}px`);
  };
  const end = (): void => {
    const isMeant = pulled.current >= CLOSE_FROM_PX;
    startY.current = null;
    pull(0);
    if (isMeant) onClose();
  };
  return {
    onPointerDown: (event) => {
      if (event.pointerType === 'touch') startY.current = event.clientY;
    },
    onPointerMove: (event) => {
      if (startY.current !== null) pull(Math.max(0, event.clientY - startY.current));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
