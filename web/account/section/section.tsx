/** A part of the account's screen: a heading, what is so, what can be done, what went wrong. */
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

/** What is so just now, announced politely; nothing takes no room. */
export const StatusText = ({ text }: { readonly text: string | null }) => (
  <p className={styles.said} role="status">
    {text}
  </p>
);

/** What went wrong, announced at once. */
export const SectionError = ({ text }: { readonly text: string | null }) => (
  <p className={styles.error} role="alert">
    {text}
  </p>
);

/** What is wrong with all of it, in view wherever one is. */
export const StandingError = ({ text }: { readonly text: string }) => (
  <div className={styles.standing}>
    <SectionError text={text} />
  </div>
);

export const Hint = ({ children }: { readonly children: ReactNode }) => <p className={styles.hint}>{children}</p>;

/** Buttons in a row. Where they come back in the place of what one of them opened, that one has the focus again. */
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
  /** What more there is to say. */
  readonly about?: ReactNode;
  /** What went wrong with it. */
  readonly error?: string | null;
  /** What can be done with it. */
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
  /** The words of the button that sends the form. */
  readonly action: string;
  readonly isBusy: boolean;
  readonly isDanger?: boolean;
  readonly onCancel: () => void;
};

/** What every form of the account's screen ends with. */
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

/** A form that opened at its place: its first field has the focus; once it was sent, the field that is wrong. */
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

/** What opened at its place and is no form by itself: it is read from its beginning. */
export function Panel({ children }: { readonly children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  useOpening(panel);
  return (
    <div ref={panel} className={styles.panel} tabIndex={-1}>
      {children}
    </div>
  );
}

/** A part of a form that came in answer to its button: its field has the focus. */
export function Followup({ children }: { readonly children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  useOpening(part, 'input');
  return (
    <div ref={part} className={styles.followup}>
      {children}
    </div>
  );
}

/** Has the focus, and is in view as a whole: what opens at a phone's lower edge would show its first line only. */
function useOpening(part: RefObject<HTMLElement | null>, selector?: string): void {
  useFirstFocus(part, selector);
  useEffect(() => {
    part.current?.scrollIntoView({ block: 'nearest' });
  }, [part]);
}
