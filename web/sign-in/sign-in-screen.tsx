/** The sign-in and create-account screen (spec section 2): one card, the promise in a line, the demo one press away. */
import { useContext, useRef, useState } from 'react';
import { DEMO_WORD } from '#core/account/credentials.ts';
import { isDemoUser } from '#core/account/user.ts';
import { signIn, signUp } from '#client/session/entry.ts';
import { useApp, useIsOnline } from '#web/app-context.ts';
import { entry as words } from '#web/messages/en/entry.ts';
import { status } from '#web/messages/en/status.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { EntryCard, EntryForm, FormMessage } from '#web/ui/entry-card.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ToasterContext } from '#web/ui/toaster.ts';
import { entrySentences, NO_SENTENCES } from './entry-sentences.ts';
import styles from './sign-in-screen.module.css';
import { toolIcons } from '#web/ui/tool-icons.ts';

type Mode = 'sign-in' | 'sign-up';

/** `onForgot` leads to the reset screen; success needs no way on, since the session's change shows the list. */
export function SignInScreen({ onForgot }: { readonly onForgot: () => void }) {
  const isOnline = useIsOnline();
  const [mode, setMode] = useState<Mode>('sign-in');
  // Once the address is confirmed one signs in, with what was typed.
  const entry = useEntry(mode, () => setMode('sign-in'));
  const { queued, session } = useApp();
  const [waiting] = useState(queued.read);
  // Whoever was not asked is told why the list is gone from the screen.
  const [hasEnded] = useState(() => session.endReason() === 'session-ended');
  const isSignUp = mode === 'sign-up';
  const switchMode = (): void => {
    setMode(isSignUp ? 'sign-in' : 'sign-up');
    entry.clear();
  };
  return (
    <EntryCard
      title={isSignUp ? words.signUpTitle : words.signInTitle}
      hint={isSignUp ? words.signUpHint : words.signInHint}
      isOnline={isOnline}
      count={waiting === 0 ? null : status.waiting(waiting)}
      offline={words.offline}
    >
      <EntryForm onSubmit={entry.submit}>
        <FormMessage text={hasEnded ? words.ended : null} />
        <TextField
          label={words.email}
          type="email"
          autoComplete="username"
          value={entry.email}
          error={entry.sentences.email}
          onChange={entry.setEmail}
        />
        <PasswordField
          isNew={isSignUp}
          value={entry.password}
          error={entry.sentences.password}
          onChange={entry.setPassword}
        />
        {isSignUp ? null : (
          <div className={styles['end']}>
            <Button look="link" onPress={onForgot}>
              {words.forgot}
            </Button>
          </div>
        )}
        <FormMessage text={entry.sentences.form} isError />
        <FormMessage text={entry.sentences.info} />
        <Button look="primary" type="submit" disabled={entry.isBusy}>
          {submitLabel(isSignUp, entry.isBusy)}
        </Button>
      </EntryForm>
      <div className={styles['ways']}>
        <Button onPress={entry.fillDemo}>{words.tryDemo}</Button>
        <Button look="link" onPress={switchMode}>
          {isSignUp ? words.toSignIn : words.toSignUp}
        </Button>
      </div>
    </EntryCard>
  );
}

function submitLabel(isSignUp: boolean, isBusy: boolean): string {
  if (isBusy) return words.busy;
  return isSignUp ? words.signUp : words.signIn;
}

type PasswordFieldProps = {
  readonly isNew: boolean;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
};

/** A password that one can look at. */
function PasswordField({ isNew, value, error, onChange }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      label={words.password}
      type={isShown ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      value={value}
      error={error}
      onChange={onChange}
    >
      <IconButton
        icon={toolIcons.eye}
        name={isShown ? words.hidePassword : words.showPassword}
        onPress={() => setShown(!isShown)}
      />
    </TextField>
  );
}

/** What was typed, what is wrong with it, and the call under way. */
function useEntry(mode: Mode, onMailSent: () => void) {
  const { session } = useApp();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [sentences, setSentences] = useState(NO_SENTENCES);
  const [isBusy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  const toaster = useContext(ToasterContext);
  const clear = (): void => setSentences(NO_SENTENCES);
  const submit = async (): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    clear();
    const result = await (mode === 'sign-up' ? signUp : signIn)(session.door, { email, password });
    isUnderWay.current = false;
    setBusy(false);
    if (!result.ok) {
      setSentences(entrySentences(result.failure, mode));
      if (result.failure.type === 'confirmation-needed') onMailSent();
    } else if (mode === 'sign-up' && !isDemoUser(result.value)) toaster.show(words.created);
  };
  return {
    email,
    password,
    sentences,
    isBusy,
    clear,
    submit,
    setEmail: (value: string): void => {
      setEmail(value);
      setSentences({ ...sentences, email: null, form: null });
    },
    setPassword: (value: string): void => {
      setPassword(value);
      setSentences({ ...sentences, password: null, form: null });
    },
    /** Fills in the demo's credentials; the next press of the button enters (product W3). */
    fillDemo: (): void => {
      setEmail(DEMO_WORD);
      setPassword(DEMO_WORD);
      setSentences({ ...NO_SENTENCES, info: words.demoFilled });
    },
  };
}
