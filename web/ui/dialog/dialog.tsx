/** A modal dialog: a card on a wide screen, a sheet from the bottom on a phone. */
import { useContext, useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { close } from '#web/messages/en/dialogs.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import styles from './dialog.module.css';
import { useSwipeDown } from './swipe-down.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { Toasts } from '#web/ui/toasts/toasts.tsx';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  /** A large dialog: it fills a phone's screen and is a column on a wide one. */
  readonly isScreen?: boolean;
  /** It has a Close button among its actions, instead of the one beside its title. */
  readonly closesBelow?: boolean;
  readonly children: ReactNode;
};

/**
 * A `<dialog>` that is open as long as it is rendered. Focus starts at the first field, or at what carries
 * `autofocus`, and returns where it was; Escape, the close button, a tap beside it and a swipe down close it.
 */
export function Dialog({ title, onClose, isScreen = false, closesBelow = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedBeside = useRef(false);
  const titleId = useId();
  const toaster = useContext(ToasterContext);
  // Toasts from before the dialog are outdated in it.
  useEffect(() => toaster.hide(), [toaster]);
  useEffect(() => {
    const opener = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    const first = element?.querySelector<HTMLElement>('[data-autofocus], form input, form select');
    first?.focus();
    // An existing name is selected, so that typing replaces it and moving the cursor keeps it.
    if (first instanceof HTMLInputElement) first.select();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const swipe = useSwipeDown(dialog, onClose);
  return (
    // The keyboard has Escape for what a press beside the dialog does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-screen={isScreen}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A question over it and a file picker in it are cancelled by themselves, and tell it.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        // Only now is the press over: a dialog that went earlier would let the tap through to the list beneath.
        if (pressedBeside.current && event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.card}>
        <header className={styles.header} {...swipe}>
          <h2 className={styles.title} id={titleId}>
            {title}
          </h2>
          {closesBelow ? null : <IconButton icon={toolIcons.close} name={close} onPress={onClose} />}
        </header>
        <div className={styles.body}>{children}</div>
      </div>
      <Toasts />
    </dialog>
  );
}

type DialogActionsProps = {
  /** An action apart from the others, at the other end. */
  readonly start?: ReactNode;
  readonly children: ReactNode;
};

/** The row of buttons at a dialog's end; the last is the one to press. */
export const DialogActions = ({ start, children }: DialogActionsProps) => (
  <div className={styles.actions}>
    {start === undefined ? null : <div className={styles.start}>{start}</div>}
    {children}
  </div>
);
