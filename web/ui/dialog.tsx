/** A modal dialog: a card on a wide screen, a sheet from the bottom on a phone. */
import { useContext, useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { close } from '#web/messages/en/dialogs.ts';
import { IconButton } from './icon-button.tsx';
import styles from './dialog.module.css';
import { useSwipeDown } from './swipe-down.ts';
import { ToasterContext } from './toaster.ts';
import { Toasts } from './toasts.tsx';
import { toolIcons } from './tool-icons.ts';

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  /** It holds so much that it is a screen of its own: all of a phone's, a column on a wide one. */
  readonly isScreen?: boolean;
  readonly children: ReactNode;
};

/**
 * A `<dialog>` that is open as long as it is rendered. Focus starts at the first field, or at what carries
 * `autofocus`, and returns where it was; Escape, the close button, a tap beside it and a swipe down close it.
 */
export function Dialog({ title, onClose, isScreen = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedBeside = useRef(false);
  const titleId = useId();
  const toaster = useContext(ToasterContext);
  // What was said before the dialog is old news in it.
  useEffect(() => toaster.hide(), [toaster]);
  useEffect(() => {
    const opener = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus], form input, form select')?.focus();
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
      className={styles['dialog']}
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
      <div className={styles['card']}>
        <header className={styles['header']} {...swipe}>
          <h2 className={styles['title']} id={titleId}>
            {title}
          </h2>
          <IconButton icon={toolIcons.close} name={close} onPress={onClose} />
        </header>
        <div className={styles['body']}>{children}</div>
      </div>
      <Toasts />
    </dialog>
  );
}

/** The row of buttons at a dialog's end; the last is the one to press. */
export const DialogActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['actions']}>{children}</div>
);
