/** The sign-in and sign-up screen (spec section 2): one card, with a button that fills in the demo. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DEMO_WORD } from '#core/account/credentials.ts';
import type { AccountFailure, AuthSettings, Factor } from '#client/ports/accounts.ts';
import type { SignInFailure } from '#client/session/sign-in.ts';
import { useApp, useIsOnline } from '#web/shown-list/app-context.ts';
import { accountError } from '#web/sign-in/steps/sign-in-errors.ts';
import { usePendingInvitation } from '#web/shown-list/use-pending-invitation.ts';
import { useCaptcha } from '#web/sign-in/steps/captcha.tsx';
import { SecondStep } from '#web/sign-in/steps/second-step.tsx';
import { useAuthSettings } from '#web/sign-in/steps/call-accounts.ts';
import { messages } from '#web/messages/messages.ts';
import { FormMessage, SignedOutCard } from '#web/sign-in/steps/signed-out-card.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/status/notice.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { SignInMethods } from './sign-in-methods.tsx';
import { type Mode, type SignInForm, useSignInForm } from './use-sign-in-form.ts';
import { CheckField } from '#web/ui/fields/check-field.tsx';
import styles from './sign-in-screen.module.css';

type SignInScreenProps = {
  readonly firstMode: Mode;
  /** Whether the user came from another screen. */
  readonly startsFocused: boolean;
  /** Opens the reset screen with the typed email address; '' for none. */
  readonly onForgot: (email: string) => void;
};

/** A successful sign-in changes the session, which shows the list. */
export function SignInScreen({ firstMode, startsFocused, onForgot }: SignInScreenProps) {
  const { session } = useApp();
  const [mode, setMode] = useState(firstMode);
  const [isReturning, setReturning] = useState(startsFocused);
  const [factors, setFactors] = useState<readonly Factor[] | null>(null);
  // After confirming the address, the user signs in with the same credentials.
  const form = useSignInForm({ onMailSent: () => setMode('sign-in'), onCodeNeeded: setFactors });
  if (factors !== null) {
    return (
      <SecondStep
        factors={factors}
        onCompleted={(outcome) => {
          if (outcome.type === 'in') session.signInAccess.setUser(outcome.user);
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
    form.clear();
  };
  const handlers = { onSwitch: switchMode, onForgot, onCodeNeeded: setFactors };
  return <Card mode={mode} form={form} startsFocused={isReturning} {...handlers} />;
}

type CardProps = {
  readonly mode: Mode;
  readonly form: SignInForm;
  readonly startsFocused: boolean;
  readonly onSwitch: () => void;
  readonly onForgot: (email: string) => void;
  readonly onCodeNeeded: (factors: readonly Factor[]) => void;
};

function Card({ mode, form, startsFocused, onSwitch, onForgot, onCodeNeeded }: CardProps) {
  const isOnline = useIsOnline();
  const { unsentCounts } = useApp();
  const [waiting] = useState(unsentCounts.read);
  const { settings, reload } = useAuthSettings(useIsAccountLikely(form.email));
  const { secret, isOpen: isInvited } = usePendingInvitation();
  const canSignUp = settings.signUp === 'open' || (settings.signUp === 'invited' && isInvited !== false);
  const shown: Mode = canSignUp ? mode : 'sign-in';
  const isSignUp = shown === 'sign-up';
  const captcha = useCaptcha(settings.captcha);
  const guestList = useGuestListImport(isSignUp);
  const endTry = (failure: SignInFailure | null): void => {
    captcha.reset();
    // The captcha may be missing because the settings could not be read before.
    if (failure?.type === 'captcha-needed') reload();
  };
  const submit = async (): Promise<void> =>
    endTry(
      await form.submit({
        mode: shown,
        captcha: captcha.token,
        importsGuestList: guestList.isWanted,
        invitation: secret,
      }),
    );
  const showFailure = (failure: AccountFailure): void => {
    endTry(failure);
    if (failure.type === 'code-needed') onCodeNeeded(failure.factors);
    else form.setFormError(accountError(failure, messages.fallbacks.signIn));
  };
  return (
    <SignInCard
      mode={shown}
      form={form}
      isOnline={isOnline}
      count={waiting === 0 ? null : messages.status.waiting(waiting)}
      startsFocused={startsFocused}
      hasPasswords={settings.passwords}
      canSwitch={canSignUp}
      noSignUp={canSignUp ? null : noSignUp(settings, mode)}
      notes={<Notes />}
      questions={
        <>
          {guestList.box}
          {captcha.box}
        </>
      }
      methods={
        <SignInMethods
          settings={isSignUp ? onlyForNewAccounts(settings) : settings}
          captcha={captcha.token}
          importsGuestList={guestList.isWanted}
          onFailure={showFailure}
        />
      }
      onSubmit={submit}
      onSwitch={onSwitch}
      onResend={() => void form.resend(captcha.token).then(endTry)}
      onForgot={() => onForgot(form.email === DEMO_WORD ? '' : form.email)}
    />
  );
}

/** Passkeys belong to existing accounts. Providers create none where sign-up needs an invitation. */
const onlyForNewAccounts = (settings: AuthSettings): AuthSettings => ({
  ...settings,
  passkeys: 'no',
  providers: settings.signUp === 'invited' ? [] : settings.providers,
});

/** Why the visitor cannot sign up. If sign-up is closed, only visitors who asked for it see the reason. */
function noSignUp({ signUp }: AuthSettings, wanted: Mode): string | null {
  if (signUp === 'invited') return messages.accountFailures['invitation-needed'];
  return wanted === 'sign-up' ? messages.signInForm.noSignUp : null;
}

/** Why the visitor is here. */
function Notes() {
  const { secret } = usePendingInvitation();
  return (
    <>
      <EndNotice />
      <FormMessage text={secret === null ? null : messages.invited.afterSignIn} />
    </>
  );
}

/** Explains why the list is no longer on screen if the user did not sign out here. A reload keeps it. */
function EndNotice() {
  const { session, unsentCounts } = useApp();
  const [end, setEnd] = useState(session.endReason);
  const place = useRef<HTMLDivElement>(null);
  if (end === null) return null;
  const hasUnsent = end !== 'refused' && unsentCounts.read() > 0;
  const dismiss = (): void => {
    // The button is about to go, and the focus with it.
    place.current?.closest('form')?.querySelector('input')?.focus();
    session.dismissEnd();
    setEnd(null);
  };
  return (
    <div ref={place}>
      <Notice text={hasUnsent ? `${messages.sessionEnds[end]} ${messages.unsentAfterEnd}` : messages.sessionEnds[end]}>
        <Button look="quiet" onPress={dismiss}>
          {messages.signInForm.dismiss}
        </Button>
      </Notice>
    </div>
  );
}

/** A delay before the first backend call, because opening the demo must make none (spec section 6). */
const STAYS_AFTER_MS = 1000;

/** Whether the user probably signs in to an account: typed something, or has stayed on the screen for a while. */
function useIsAccountLikely(email: string): boolean {
  const [hasStayed, setStayed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStayed(true), STAYS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return email !== DEMO_WORD && (hasStayed || email !== '');
}

type GuestList = {
  /** The check box; null if there is no demo list. */
  readonly box: ReactNode;
  readonly isWanted: boolean;
};

/** @param isAsked whether the user is creating an account */
function useGuestListImport(isAsked: boolean): GuestList {
  const { loadGuestList } = useApp();
  const [offered, setOffered] = useState<{ readonly items: number } | null>(null);
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    if (!isAsked) return undefined;
    let isGone = false;
    const look = async (): Promise<void> => {
      const preview = await (await loadGuestList()).preview();
      if (!isGone) setOffered(preview);
    };
    // If storage cannot be read, there is no list to import.
    look().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [loadGuestList, isAsked]);
  if (!isAsked || offered === null) return { box: null, isWanted: false };
  return {
    box: <CheckField label={messages.signInForm.importDemo(offered.items)} isOn={isOn} onChange={setOn} />,
    isWanted: isOn,
  };
}

type InvitedScreenProps = {
  /** Opens the form. The invitation remains until it is answered after the sign-in. */
  readonly onChoose: (mode: 'sign-in' | 'sign-up') => void;
};

export function InvitedScreen({ onChoose }: InvitedScreenProps) {
  const { remove } = usePendingInvitation();
  const isOnline = useIsOnline();
  const decline = (): void => {
    remove();
    onChoose('sign-in');
  };
  return (
    <SignedOutCard
      title={messages.invited.title}
      hint={messages.invited.hint}
      isOnline={isOnline}
      count={null}
      offline={messages.invited.offline}
    >
      <div className={styles.invited}>
        <Button look="primary" onPress={() => onChoose('sign-up')}>
          {messages.invited.create}
        </Button>
        <Button onPress={() => onChoose('sign-in')}>{messages.invited.signIn}</Button>
        <Button look="link" onPress={decline}>
          {messages.invited.notNow}
        </Button>
      </div>
    </SignedOutCard>
  );
}
