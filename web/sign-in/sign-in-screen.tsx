/** The sign-in and create-account screen (spec section 2): one card, the promise in a line, the demo one press away. */
import { useEffect, useState } from 'react';
import { DEMO_WORD } from '#core/account/credentials.ts';
import type { AccountFailure, Factor } from '#client/ports/accounts.ts';
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
  /** Leads to the reset screen. */
  readonly onForgot: () => void;
};

/** Success needs no way on, since the session's change shows the list. */
export function SignInScreen({ firstMode, onForgot }: SignInScreenProps) {
  const { session } = useApp();
  const [mode, setMode] = useState(firstMode);
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
        onBack={() => setFactors(null)}
      />
    );
  }
  const switchMode = (): void => {
    setMode(mode === 'sign-up' ? 'sign-in' : 'sign-up');
    entry.clear();
  };
  return <Card mode={mode} entry={entry} onSwitch={switchMode} onForgot={onForgot} onCodeNeeded={setFactors} />;
}

type CardProps = {
  readonly mode: Mode;
  readonly entry: ReturnType<typeof useEntry>;
  readonly onSwitch: () => void;
  readonly onForgot: () => void;
  readonly onCodeNeeded: (factors: readonly Factor[]) => void;
};

function Card({ mode, entry, onSwitch, onForgot, onCodeNeeded }: CardProps) {
  const isOnline = useIsOnline();
  const { queued } = useApp();
  const [waiting] = useState(queued.read);
  const isSignUp = mode === 'sign-up';
  const offers = useOffers(useIsMeant(entry.email));
  const captcha = useCaptcha(offers.captcha);
  const takeAlong = useTakeAlong(isSignUp);
  const submit = async (): Promise<void> => {
    await entry.submit({ captcha: captcha.token, takesDemoAlong: takeAlong.isWanted });
    captcha.reset();
  };
  const tell = (failure: AccountFailure): void => {
    captcha.reset();
    if (failure.type === 'code-needed') onCodeNeeded(failure.factors);
    else entry.say(accountSentence(failure, fallbacks.signIn));
  };
  return (
    <EntryCard
      title={isSignUp ? words.signUpTitle : words.signInTitle}
      hint={isSignUp ? words.signUpHint : words.signInHint}
      isOnline={isOnline}
      count={waiting === 0 ? null : status.waiting(waiting)}
      offline={words.offline}
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
        <Button onPress={entry.fillDemo}>{words.tryDemo}</Button>
        {isSignUp || offers.canSignUp ? (
          <Button look="link" onPress={onSwitch}>
            {isSignUp ? words.toSignIn : words.toSignUp}
          </Button>
        ) : null}
      </div>
      <OtherWays offers={offers} captcha={captcha.token} onFailure={tell} />
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
          <Button look="link" onPress={onForgot}>
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
