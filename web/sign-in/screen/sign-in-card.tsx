/** The sign-in card without what it reads from the app, and as the build writes it into the page (scripts/first-script-plugin.ts, decision 51). */
import type { ReactNode } from 'react';
import { isDemoEntry } from '#core/account/credentials.ts';
import { PasswordField } from '#web/auth/password-field.tsx';
import { loadMessages, messages, setLanguage } from '#web/messages/messages.ts';
import { FormMessage, SignedOutCard, SignedOutForm } from '#web/sign-in/steps/signed-out-card.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './sign-in-screen.module.css';
import type { Mode, SignInForm } from './use-sign-in-form.ts';
import { NO_ERRORS } from '#web/sign-in/steps/sign-in-errors.ts';

type SignInCardProps = {
  readonly mode: Mode;
  readonly form: Omit<SignInForm, 'submit' | 'resend' | 'clear' | 'setFormError'>;
  readonly isOnline: boolean;
  /** A message about changes on this device that wait for a sign-in; null if there are none. */
  readonly count: string | null;
  readonly startsFocused: boolean;
  /** Whether the server uses passwords. Without them, the fields are only for the demo. */
  readonly hasPasswords: boolean;
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

export function SignInCard({ canSwitch, noSignUp, notes, questions, methods, ...props }: SignInCardProps) {
  const { mode, form } = props;
  const words = wordsOf(mode);
  const hasFields = props.hasPasswords || isDemoEntry(form);
  return (
    <SignedOutCard
      title={words.title}
      hint={words.hint}
      isOnline={props.isOnline}
      count={props.count}
      offline={messages.signInForm.offline}
      startsFocused={props.startsFocused}
    >
      <SignedOutForm onSubmit={props.onSubmit}>
        {notes}
        {hasFields ? <Fields {...props} /> : null}
        {questions}
        <FormMessage text={form.errors.form} isError />
        {form.errors.canResend ? (
          <Button isBusy={form.isBusy} onPress={props.onResend}>
            {messages.signInForm.resend}
          </Button>
        ) : null}
        <FormMessage text={form.errors.info} />
        {hasFields ? (
          <Button look="primary" type="submit" isBusy={form.isBusy}>
            {submitLabel(words, form)}
          </Button>
        ) : null}
      </SignedOutForm>
      <div className={styles.alternatives}>
        <Button onPress={form.fillDemo}>{messages.signInForm.tryDemo}</Button>
        {canSwitch ? (
          <Button look="link" onPress={props.onSwitch}>
            {words.toOther}
          </Button>
        ) : null}
        <FormMessage text={noSignUp} />
      </div>
      {methods}
    </SignedOutCard>
  );
}

const Fields = ({
  mode,
  form,
  hasPasswords,
  onForgot,
}: Pick<SignInCardProps, 'mode' | 'form' | 'hasPasswords' | 'onForgot'>) => (
  <>
    <TextField
      label={messages.signInForm.email}
      type="email"
      autoComplete="username"
      value={form.email}
      error={form.errors.email}
      onChange={form.setEmail}
    />
    <PasswordField
      isNew={mode === 'sign-up'}
      value={form.password}
      error={form.errors.password}
      onChange={form.setPassword}
    />
    {hasPasswords && mode === 'sign-in' ? (
      <div className={styles.end}>
        <Button look="link" onPress={onForgot}>
          {messages.signInForm.forgot}
        </Button>
      </div>
    ) : null}
  </>
);

/** The words of each mode, read when the card is rendered, because the messages load late. */
function wordsOf(mode: Mode) {
  const { signInForm } = messages;
  return mode === 'sign-up'
    ? {
        title: signInForm.signUpTitle,
        hint: signInForm.signUpHint,
        submit: signInForm.signUp,
        toOther: signInForm.toSignIn,
      }
    : {
        title: signInForm.signInTitle,
        hint: signInForm.signInHint,
        submit: signInForm.signIn,
        toOther: signInForm.toSignUp,
      };
}

function submitLabel({ submit }: ReturnType<typeof wordsOf>, form: SignInCardProps['form']): string {
  if (form.isBusy) return messages.signInForm.busy;
  if (isDemoEntry(form)) return messages.signInForm.openDemo;
  return submit;
}

const doNothing = (): void => undefined;

/** Loads the messages of the card. */
export async function prepareCard(language: Parameters<typeof setLanguage>[0]): Promise<void> {
  setLanguage(language, language.tag);
  await loadMessages('signedOut');
}

/** Replaced by the app's card, which repeats what the visitor did on this one. */
export const FirstCard = () => (
  <SignInCard
    mode="sign-in"
    form={{
      email: '',
      password: '',
      errors: NO_ERRORS,
      isBusy: false,
      setEmail: doNothing,
      setPassword: doNothing,
      fillDemo: doNothing,
    }}
    isOnline
    count={null}
    startsFocused={false}
    hasPasswords
    canSwitch
    noSignUp={null}
    notes={null}
    questions={null}
    methods={null}
    onSubmit={() => Promise.resolve()}
    onSwitch={doNothing}
    onForgot={doNothing}
    onResend={doNothing}
  />
);
