/** The sign-in card without what it reads from the app, so that the build can write it into the page (first-card.tsx). */
import type { ReactNode } from 'react';
import { isDemoEntry } from '#core/account/credentials.ts';
import { PasswordField } from '#web/auth/password-field.tsx';
import { signInForm as words } from '#web/messages/en/sign-in.ts';
import { EntryCard, EntryForm, FormMessage } from '#web/sign-in/steps/entry-card.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './sign-in-screen.module.css';
import type { Mode, SignInForm } from './use-sign-in-form.ts';

type SignInCardProps = {
  readonly mode: Mode;
  readonly form: Omit<SignInForm, 'submit' | 'resend' | 'clear' | 'setFormError'>;
  readonly isOnline: boolean;
  /** A message about changes on this device that wait for a sign-in; null if there are none. */
  readonly count: string | null;
  readonly startsFocused: boolean;
  /** Whether the visitor can change between sign-in and sign-up. */
  readonly canSwitch: boolean;
  /** Why the visitor cannot sign up; null for nothing to say. */
  readonly noSignUp: string | null;
  /** Messages above the fields. */
  readonly notes: ReactNode;
  /** What else the form asks, such as a captcha. */
  readonly questions: ReactNode;
  /** Sign-in methods without a password. */
  readonly methods: ReactNode;
  readonly onSubmit: () => Promise<void>;
  readonly onSwitch: () => void;
  readonly onForgot: () => void;
  /** Sends the email again that confirms the address. */
  readonly onResend: () => void;
};

export function SignInCard({ mode, form, canSwitch, noSignUp, notes, questions, methods, ...props }: SignInCardProps) {
  const isSignUp = mode === 'sign-up';
  return (
    <EntryCard
      title={isSignUp ? words.signUpTitle : words.signInTitle}
      hint={isSignUp ? words.signUpHint : words.signInHint}
      isOnline={props.isOnline}
      count={props.count}
      offline={words.offline}
      startsFocused={props.startsFocused}
    >
      <EntryForm onSubmit={props.onSubmit}>
        {notes}
        <TextField
          label={words.email}
          type="email"
          autoComplete="username"
          value={form.email}
          error={form.errors.email}
          onChange={form.setEmail}
        />
        <PasswordField
          isNew={isSignUp}
          value={form.password}
          error={form.errors.password}
          onChange={form.setPassword}
        />
        {isSignUp ? null : (
          <div className={styles.end}>
            <Button look="link" onPress={props.onForgot}>
              {words.forgot}
            </Button>
          </div>
        )}
        {questions}
        <FormMessage text={form.errors.form} isError />
        {form.errors.canResend ? (
          <Button isBusy={form.isBusy} onPress={props.onResend}>
            {words.resend}
          </Button>
        ) : null}
        <FormMessage text={form.errors.info} />
        <Button look="primary" type="submit" isBusy={form.isBusy}>
          {submitLabel(isSignUp, form)}
        </Button>
      </EntryForm>
      <div className={styles.alternatives}>
        <Button onPress={form.fillDemo}>{words.tryDemo}</Button>
        {canSwitch ? (
          <Button look="link" onPress={props.onSwitch}>
            {isSignUp ? words.toSignIn : words.toSignUp}
          </Button>
        ) : null}
        <FormMessage text={noSignUp} />
      </div>
      {methods}
    </EntryCard>
  );
}

function submitLabel(isSignUp: boolean, form: SignInCardProps['form']): string {
  if (form.isBusy) return words.busy;
  if (isDemoEntry(form)) return words.openDemo;
  return isSignUp ? words.signUp : words.signIn;
}
