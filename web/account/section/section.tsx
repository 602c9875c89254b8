/** The building blocks of the account dialog's sections: headings, rows, forms, actions and messages. */
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useFirstFocus } from '#web/ui/use-first-focus.ts';
import { parts } from '#web/messages/en/account.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import styles from './section.module.css';

export const SectionList = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.list}>{children}</div>
);

type SectionProps = { readonly title: string; readonly children: ReactNode };

export function Section({ title, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 className={styles.title} id={id}>
        {title}
      </h3>
      {children}
    </section>
  );
}

/** A status, announced politely. */
export const StatusText = ({ text }: { readonly text: string | null }) => (
  <p className={styles.statusText} role="status">
    {text}
  </p>
);

/** An error, announced immediately. */
export const SectionError = ({ text }: { readonly text: string | null }) => (
  <p className={styles.error} role="alert">
    {text}
  </p>
);

/** An error about the whole dialog, which remains visible while scrolling. */
export const StickyError = ({ text }: { readonly text: string }) => (
  <div className={styles.stickyError}>
    <SectionError text={text} />
  </div>
);

export const Hint = ({ children }: { readonly children: ReactNode }) => <p className={styles.hint}>{children}</p>;

/** A row of buttons. When a form closes, the button that opened it appears again with the focus. */
export function Actions({ children }: { readonly children: ReactNode }) {
  const actions = useRef<HTMLDivElement>(null);
  useFirstFocus(actions, '[data-autofocus]');
  return (
    <div ref={actions} className={styles.actions}>
      {children}
    </div>
  );
}

export const Rows = ({ children }: { readonly children: ReactNode }) => <ul className={styles.rows}>{children}</ul>;

type RowProps = {
  readonly name: string;
  /** The second line. */
  readonly about?: ReactNode;
  /** The error of the row's action. */
  readonly error?: string | null;
  /** The row's actions. */
  readonly children?: ReactNode;
};

export const Row = ({ name, about = '', error = null, children }: RowProps) => (
  <li className={styles.row}>
    <div className={styles.what}>
      <p className={styles.name}>
        <bdi>{name}</bdi>
      </p>
      {about === '' ? null : <p className={styles.about}>{typeof about === 'string' ? <bdi>{about}</bdi> : about}</p>}
    </div>
    {children}
    <div className={styles.whole}>
      <SectionError text={error} />
    </div>
  </li>
);

type FormActionsProps = {
  /** The label of the submit button. */
  readonly action: string;
  readonly isBusy: boolean;
  readonly isDanger?: boolean;
  readonly onCancel: () => void;
};

/** The submit and cancel buttons of a form. */
export const FormActions = ({ action, isBusy, isDanger = false, onCancel }: FormActionsProps) => (
  <Actions>
    <Button look={isDanger ? 'danger' : 'primary'} type="submit" isBusy={isBusy}>
      {action}
    </Button>
    <Button look="quiet" onPress={onCancel}>
      {parts.cancel}
    </Button>
  </Actions>
);

type SectionFormProps = { readonly onSubmit: () => Promise<void>; readonly children: ReactNode };

/** A form that a button opened. Focuses the first field, and after a failed submit the field with the error. */
export function SectionForm({ onSubmit, children }: SectionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [sent, setSent] = useState(0);
  useOpening(form, 'input:not([hidden])');
  useEffect(() => {
    if (sent > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [sent]);
  const submit = async (): Promise<void> => {
    await onSubmit();
    setSent((count) => count + 1);
  };
  return (
    <form
      ref={form}
      className={styles.panel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children}
    </form>
  );
}

/** Content that a button opened. It gets the focus, so that screen readers read it from its beginning. */
export function Panel({ children }: { readonly children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  useOpening(panel);
  return (
    <div ref={panel} className={styles.panel} tabIndex={-1}>
      {children}
    </div>
  );
}

/** A part of a form that appears after a submit. Focuses its field. */
export function Followup({ children }: { readonly children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  useOpening(part, 'input');
  return (
    <div ref={part} className={styles.followup}>
      {children}
    </div>
  );
}

/** Moves the focus to new content and scrolls all of it into view. */
function useOpening(part: RefObject<HTMLElement | null>, selector?: string): void {
  useFirstFocus(part, selector);
  useEffect(() => {
    part.current?.scrollIntoView({ block: 'nearest' });
  }, [part]);
}
