/** The sign-in and create-account screen (spec section 2): one card, the promise in a line, the demo one press away. */
import { useEffect, useState } from 'react';
import { DEMO_WORD } from '#core/account/credentials.ts';
import type { AccountFailure, Factor } from '#client/ports/accounts.ts';
import type { EntryFailure } from '#client/session/entry.ts';
import { useApp, useIsOnline } from '#web/app-context.ts';
import { accountSentence } from '#web/entry/account-sentence.ts';
import { useCaptcha } from '#web/entry/captcha.tsx';
import { PasswordField } from '#web/entry/password-field.tsx';
import { SecondStep } from '#web/entry/second-step.tsx';
import { useOffers } from '#web/entry/use-offers.ts';
import { entry as words, fallbacks } from '#web/messages/en/entry.ts';
import { status } from '#web/messages/en/status.ts';
import { Button } from '#web/ui/button.tsx';
import { EntryCard, EntryForm, FormMessage } from '#web/ui/entry-card.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { OtherWays } from './other-ways.tsx';
import styles from './sign-in-screen.module.css';
import { useTakeAlong } from './take-along.tsx';
import { useEntry } from './use-entry.ts';
import type { Mode } from './use-entry.ts';

type SignInScreenProps = {
  readonly firstMode: Mode;
  /** Whether one comes here from another screen. */
  readonly startsFocused: boolean;
  /** Leads to the reset screen, with the address that was typed; '' for none. */
  readonly onForgot: (email: string) => void;
};

/** Success needs no way on, since the session's change shows the list. */
export function SignInScreen({ firstMode, startsFocused, onForgot }: SignInScreenProps) {
  const { session } = useApp();
  const [mode, setMode] = useState(firstMode);
  const [isReturning, setReturning] = useState(startsFocused);
  const [factors, setFactors] = useState<readonly Factor[] | null>(null);
  // Once the address is confirmed one signs in, with what was typed.
  const entry = useEntry({ mode, onMailSent: () => setMode('sign-in'), onCodeNeeded: setFactors });
  if (factors !== null) {
    return (
      <SecondStep
        factors={factors}
        onArrived={(arrived) => {
          if (arrived.type === 'in') session.door.keep(arrived.user);
        }}
        onBack={() => {
          setReturning(true);
          setFactors(null);
        }}
      />
    );
  }
  const switchMode = (): void => {
    setMode(mode === 'sign-up' ? 'sign-in' : 'sign-up');
    entry.clear();
  };
  const ways = { onSwitch: switchMode, onForgot, onCodeNeeded: setFactors };
  return <Card mode={mode} entry={entry} startsFocused={isReturning} {...ways} />;
}

type CardProps = {
  readonly mode: Mode;
  readonly entry: ReturnType<typeof useEntry>;
  readonly startsFocused: boolean;
  readonly onSwitch: () => void;
  readonly onForgot: (email: string) => void;
  readonly onCodeNeeded: (factors: readonly Factor[]) => void;
};

function Card({ mode, entry, startsFocused, onSwitch, onForgot, onCodeNeeded }: CardProps) {
  const isOnline = useIsOnline();
  const { queued } = useApp();
  const [waiting] = useState(queued.read);
  const isSignUp = mode === 'sign-up';
  const { offers, askAgain } = useOffers(useIsMeant(entry.email));
  const captcha = useCaptcha(offers.captcha);
  const takeAlong = useTakeAlong(isSignUp);
  const endTry = (failure: EntryFailure | null): void => {
    captcha.reset();
    // The backend asks for a check that is not on the screen, perhaps: what it offers could not be read before.
    if (failure?.type === 'captcha-needed') askAgain();
  };
  const submit = async (): Promise<void> =>
    endTry(await entry.submit({ captcha: captcha.token, takesDemoAlong: takeAlong.isWanted }));
  const tell = (failure: AccountFailure): void => {
    endTry(failure);
    if (failure.type === 'code-needed') onCodeNeeded(failure.factors);
    else entry.say(accountSentence(failure, fallbacks.signIn));
  };
  const fillDemo = (): void => {
    // The demo is entered by signing in: its sentence names that button.
    if (isSignUp) onSwitch();
    entry.fillDemo();
  };
  return (
    <EntryCard
      title={isSignUp ? words.signUpTitle : words.signInTitle}
      hint={isSignUp ? words.signUpHint : words.signInHint}
      isOnline={isOnline}
      count={waiting === 0 ? null : status.waiting(waiting)}
      offline={words.offline}
      startsFocused={startsFocused}
    >
      <EntryForm onSubmit={submit}>
        <Fields isSignUp={isSignUp} entry={entry} onForgot={onForgot} />
        {takeAlong.box}
        {captcha.box}
        <FormMessage text={entry.sentences.form} isError />
        <FormMessage text={entry.sentences.info} />
        <Button look="primary" type="submit" isBusy={entry.isBusy}>
          {submitLabel(isSignUp, entry.isBusy)}
        </Button>
      </EntryForm>
      <div className={styles['ways']}>
        <Button onPress={fillDemo}>{words.tryDemo}</Button>
        {isSignUp || offers.canSignUp ? (
          <Button look="link" onPress={onSwitch}>
            {isSignUp ? words.toSignIn : words.toSignUp}
          </Button>
        ) : null}
      </div>
      <OtherWays
        // A passkey belongs to an account that is there.
        offers={isSignUp ? { ...offers, hasPasskeys: false } : offers}
        captcha={captcha.token}
        takesDemoAlong={takeAlong.isWanted}
        onFailure={tell}
      />
    </EntryCard>
  );
}

type FieldsProps = Pick<CardProps, 'entry' | 'onForgot'> & { readonly isSignUp: boolean };

function Fields({ isSignUp, entry, onForgot }: FieldsProps) {
  const { session } = useApp();
  // Whoever was not asked is told why the list is gone from the screen.
  const [hasEnded] = useState(() => session.endReason() === 'session-ended');
  return (
    <>
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
          <Button look="link" onPress={() => onForgot(entry.email === DEMO_WORD ? '' : entry.email)}>
            {words.forgot}
          </Button>
        </div>
      )}
    </>
  );
}

/** Who goes straight to the demo is gone by then, and needs no backend (spec section 6). */
const STAYS_AFTER_MS = 1000;

/** Whether somebody is about to come in by an account: typed something, or has looked at the screen for a while. */
function useIsMeant(email: string): boolean {
  const [hasStayed, setStayed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStayed(true), STAYS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return email !== DEMO_WORD && (hasStayed || email !== '');
}

function submitLabel(isSignUp: boolean, isBusy: boolean): string {
  if (isBusy) return words.busy;
  return isSignUp ? words.signUp : words.signIn;
}
