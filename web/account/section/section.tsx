/** The building blocks of the account dialog's sections: headings, rows, forms, email addresses, actions and messages. */
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useFirstFocus } from '#web/ui/use-first-focus.ts';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import styles from './section.module.css';

export const SectionList = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.list}>{children}</div>
);

type GroupProps = { readonly title: string; readonly children: ReactNode };

/** Settings that belong together, such as those of the sign-in. */
export function Group({ title, children }: GroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 className={styles.groupTitle} id={id}>
        {title}
      </h3>
      <div className={styles.group}>{children}</div>
    </section>
  );
}

type SectionProps = {
  readonly title: string;
  /** The value of the setting, or a hint, below the title. */
  readonly about?: ReactNode;
  /** The buttons at the end of the line, while no form is open. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
};

/** One setting of a group: a row with its value and its buttons, and what opens below. */
export function Section({ title, about, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <div className={styles.what}>
          <h4 className={styles.title} id={id}>
            {title}
          </h4>
          {about}
        </div>
        {actions}
      </div>
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
      {messages.parts.cancel}
    </Button>
  </Actions>
);

type SectionFormProps = {
  readonly onSubmit: () => Promise<void>;
  readonly onCancel: () => void;
  readonly children: ReactNode;
};

/**
 * A form that a button opened. Focuses the first field, and after a failed submit the field with the error. Escape closes it, and
 * not the dialog around it.
 */
export function SectionForm({ onSubmit, onCancel, children }: SectionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [sent, setSent] = useState(0);
  useOpening(form, 'input:not([hidden])');
  useEscape(form, onCancel);
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

type PanelProps = {
  /** Closes it on Escape; without it, Escape closes the dialog. */
  readonly onCancel?: () => void;
  readonly children: ReactNode;
};

/** Content that a button opened. It gets the focus, so that screen readers read it from its beginning. */
export function Panel({ onCancel, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useOpening(panel);
  useEscape(panel, onCancel);
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

/** Escape within a part closes it. A dialog does not close on a key that was handled. */
function useEscape(part: RefObject<HTMLElement | null>, onEscape: (() => void) | undefined): void {
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || onEscape === undefined) return;
    event.preventDefault();
    onEscape();
  });
  useEffect(() => {
    const element = part.current;
    element?.addEventListener('keydown', close);
    return () => element?.removeEventListener('keydown', close);
  }, [part]);
}

/** Moves the focus to new content and scrolls all of it into view. */
function useOpening(part: RefObject<HTMLElement | null>, selector?: string): void {
  useFirstFocus(part, selector);
  useEffect(() => {
    part.current?.scrollIntoView({ block: 'nearest' });
  }, [part]);
}

type Disclosure = {
  readonly isOpen: boolean;
  /** Whether the form was closed, so that the button gets the focus again. */
  readonly isBack: boolean;
  readonly open: () => void;
  readonly close: () => void;
};

/** State of a form that a button opens in its place. */
export function useDisclosure(): Disclosure {
  const [stage, setStage] = useState<'closed' | 'open' | 'back'>('closed');
  return {
    isOpen: stage === 'open',
    isBack: stage === 'back',
    open: () => setStage('open'),
    close: () => setStage('back'),
  };
}

type EmailProps = {
  readonly address: string;
  /** The text before the address. */
  readonly lead?: string;
};

/**
 * An email address on one line. A long one is truncated in the middle, so that its start and domain remain readable. The text is complete for screen readers, for copying and in the
 * tooltip.
 */
export function Email({ address, lead = '' }: EmailProps) {
  const at = Math.max(address.lastIndexOf('@'), 0);
  const before = lead === '' ? '' : `${lead} `;
  return (
    <span className={styles.emailLine}>
      {before === '' ? null : <span className={styles.lead}>{before}</span>}
      <bdi className={styles.email} title={address}>
        <span className={styles.start}>{address.slice(0, at)}</span>
        <span className={styles.end}>{address.slice(at)}</span>
      </bdi>
    </span>
  );
}
