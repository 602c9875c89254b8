/** A part of the account's screen: a heading, what is so, what can be done, what went wrong. */
import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { useFirstFocus } from '#web/ui/use-first-focus.ts';
import styles from './section.module.css';

type SectionProps = { readonly title: string; readonly children: ReactNode };

export function Section({ title, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h3 className={styles['title']} id={id}>
        {title}
      </h3>
      {children}
    </section>
  );
}

/** What went wrong, announced at once. */
export const SectionError = ({ text }: { readonly text: string | null }) => (
  <p className={styles['error']} role="alert">
    {text}
  </p>
);

export const Hint = ({ children }: { readonly children: ReactNode }) => <p className={styles['hint']}>{children}</p>;

export const Actions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['actions']}>{children}</div>
);

export const Rows = ({ children }: { readonly children: ReactNode }) => <ul className={styles['rows']}>{children}</ul>;

type RowProps = {
  readonly name: string;
  /** What more there is to say. */
  readonly about?: string;
  /** What went wrong with it. */
  readonly error?: string | null;
  /** What can be done with it. */
  readonly children?: ReactNode;
};

export const Row = ({ name, about = '', error = null, children }: RowProps) => (
  <li className={styles['row']}>
    <div className={styles['what']}>
      <p className={styles['name']}>
        <bdi>{name}</bdi>
      </p>
      {about === '' ? null : (
        <p className={styles['about']}>
          <bdi>{about}</bdi>
        </p>
      )}
    </div>
    {children}
    <div className={styles['whole']}>
      <SectionError text={error} />
    </div>
  </li>
);

type SectionFormProps = { readonly onSubmit: () => Promise<void>; readonly children: ReactNode };

/** A form that opened at its place: its first field has the focus. */
export function SectionForm({ onSubmit, children }: SectionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useFirstFocus(form, 'input:not([hidden])');
  return (
    <form
      ref={form}
      className={styles['panel']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** What opened at its place and is no form by itself: it is read from its beginning. */
export function Panel({ children }: { readonly children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  useFirstFocus(panel);
  return (
    <div ref={panel} className={styles['panel']} tabIndex={-1}>
      {children}
    </div>
  );
}

/** A part of a form that came in answer to its button: its field has the focus. */
export function Followup({ children }: { readonly children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  useFirstFocus(part, 'input');
  return (
    <div ref={part} className={styles['followup']}>
      {children}
    </div>
  );
}
