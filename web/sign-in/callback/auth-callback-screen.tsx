/** The screen of an auth callback: shows its result. Every failure offers a next step. */
import { type ReactNode, useState } from 'react';
import { type AuthCallbackFailure, isTold } from '#client/ports/accounts.ts';
import { useApp, useIsOnline } from '#web/shown-list/app-context.ts';
import { ResetForm } from '#web/sign-in/steps/reset-password.tsx';
import { SecondStep } from '#web/sign-in/steps/second-step.tsx';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormMessage, SignedOutCard, SignedOutForm } from '#web/sign-in/steps/signed-out-card.tsx';
import styles from './auth-callback-screen.module.css';
import { type AuthCallbackOptions, clearAuthCallback, readAuthCallback, useAuthCallback } from './use-auth-callback.ts';
import { newPasswordFailure } from '#core/account/credentials.ts';
import type { User } from '#core/account/user.ts';
import { accountError } from '#web/sign-in/steps/sign-in-errors.ts';
import { callAccounts } from '#web/sign-in/steps/call-accounts.ts';
import { PasswordField } from '#web/auth/password-field.tsx';

function AuthCallbackScreen(options: AuthCallbackOptions) {
  const { onDone } = options;
  const { stage, continueWith, refreshUser, tryAgain, leave } = useAuthCallback(options);
  switch (stage.type) {
    case 'working':
      return (
        <Card title={messages.authCallback.workingTitle} hint="">
          <p role="status">{messages.authCallback.working}</p>
          {/* The answer may take long, so the user can leave. */}
          <BackButton onPress={leave} />
        </Card>
      );
    case 'failed':
      return <Failed failure={stage.failure} onAgain={tryAgain} onLeave={leave} />;
    case 'code':
      return <SecondStep factors={stage.factors} onCompleted={continueWith} onBack={onDone} />;
    case 'new-password':
      return (
        <Card title={messages.authCallback.newPasswordTitle} hint={messages.authCallback.newPasswordHint(stage.email)}>
          <NewPasswordForm email={stage.email} onSet={refreshUser} />
          <BackButton onPress={leave} />
        </Card>
      );
    case 'linked':
      return (
        <Confirmation title={messages.authCallback.linkedTitle} text={messages.authCallback.linked} onGo={onDone} />
      );
    case 'email-confirmed':
      return <Confirmation {...describeConfirmed(stage.message)} onGo={onDone} />;
  }
}

type CardProps = {
  readonly title: string;
  readonly hint: string;
  /** Whether it replaced another card; then it gets the focus. */
  readonly startsFocused?: boolean;
  readonly children: ReactNode;
};

function Card({ title, hint, startsFocused = false, children }: CardProps) {
  const isOnline = useIsOnline();
  const parts = { title, hint, startsFocused, isOnline, count: null, offline: messages.authCallback.offline };
  return <SignedOutCard {...parts}>{children}</SignedOutCard>;
}

type FailedProps = {
  readonly failure: AuthCallbackFailure;
  readonly onAgain: () => void;
  readonly onLeave: () => void;
};

/** Shows a failure and offers a new link. The first action leads back or retries. */
function Failed({ failure, onAgain, onLeave }: FailedProps) {
  const [asked, setAsked] = useState<NewLink | null>(null);
  const back = useBackLabel();
  if (asked !== null) {
    const { title, hint } = asked === 'recovery' ? messages.reset : messages.confirmation;
    return (
      <Card title={title} hint={hint}>
        <ResetForm link={asked} back={back} onBack={onLeave} />
      </Card>
    );
  }
  const way = nextStep(failure);
  return (
    <Card title={callbackErrorTitle(failure)} hint={messages.authCallback.failedHint} startsFocused>
      <FormMessage text={callbackError(failure)} isError />
      <div className={styles.alternatives}>
        {way === 'again' ? (
          <Button look="primary" onPress={onAgain}>
            {messages.authCallback.again}
          </Button>
        ) : null}
        <Button look={way === 'again' ? 'link' : 'primary'} onPress={onLeave}>
          {back}
        </Button>
        {newLinks(failure).map((link) => (
          <Button key={link} onPress={() => setAsked(link)}>
            {messages.authCallback.requestNewLink[link]}
          </Button>
        ))}
      </div>
    </Card>
  );
}

/** The label of the button that leads back. */
function useBackLabel(): string {
  const { session } = useApp();
  return session.user() === null ? messages.authCallback.toSignIn : messages.authCallback.toList;
}

const BackButton = ({ onPress }: { readonly onPress: () => void }) => (
  <Button look="link" onPress={onPress}>
    {useBackLabel()}
  </Button>
);

type ConfirmationProps = { readonly title: string; readonly text: string; readonly onGo: () => void };

function Confirmation({ title, text, onGo }: ConfirmationProps) {
  const back = useBackLabel();
  return (
    <Card title={title} hint="" startsFocused>
      <p role="status">{text}</p>
      <Button look="primary" onPress={onGo}>
        {back}
      </Button>
    </Card>
  );
}

export type AuthCallbackPageProps = {
  /** The URL parameters. */
  readonly address: string;
  readonly onDone: () => void;
};

export function AuthResult({ address, onDone }: AuthCallbackPageProps) {
  const [callback] = useState(() => readAuthCallback(address));
  return <AuthCallbackScreen callback={callback} onAnswered={clearAuthCallback} onDone={onDone} />;
}

type NewPasswordFormProps = { readonly email: string; readonly onSet: (user: User) => void };

function NewPasswordForm({ email, onSet }: NewPasswordFormProps) {
  const { session } = useApp();
  const [password, setPassword] = useState('');
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    if (isBusy) return;
    const failure = newPasswordFailure(password);
    setFieldError(failure === null ? null : messages.fieldFailures[failure]);
    setError(null);
    if (failure !== null) return;
    setBusy(true);
    const result = await callAccounts(session.signInAccess, (accounts) => accounts.chooseNewPassword(password));
    setBusy(false);
    if (result.ok) onSet(result.value);
    else {
      const show = result.failure.type === 'weak-password' ? setFieldError : setError;
      show(accountError(result.failure, messages.fallbacks.newPassword, messages.underWayFailures));
    }
  };
  return (
    <SignedOutForm startsFocused onSubmit={submit}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={messages.signInForm.newPassword}
        isNew
        value={password}
        error={fieldError}
        onChange={(value) => {
          setPassword(value);
          setFieldError(null);
        }}
      />
      <FormMessage text={error} isError />
      <Button look="primary" type="submit" isBusy={isBusy}>
        {messages.authCallback.setPassword}
      </Button>
    </SignedOutForm>
  );
}

/** Returns the error text. Messages of the backend and the provider are shown as received (spec section 8). */
export function callbackError(failure: AuthCallbackFailure): string {
  if (failure.type === 'link-expired') return messages.linkExpired[failure.of ?? 'unknown'];
  if (failure.type === 'provider-refused') return failure.message || messages.providerRefused;
  return describeOther(failure);
}

function describeOther(
  failure: Exclude<AuthCallbackFailure, { readonly type: 'link-expired' | 'provider-refused' }>,
): string {
  if (failure.type === 'refused' || failure.type === 'weak-password')
    return failure.message || messages.fallbacks.authCallback;
  if (isTold(failure)) return messages.describeTold(failure);
  // The second step has a separate screen.
  if (failure.type === 'no-user' || failure.type === 'code-needed') return messages.fallbacks.authCallback;
  return messages.callbackFailures[failure.type];
}

export const callbackErrorTitle = ({ type }: AuthCallbackFailure): string =>
  messages.callbackTitles[type] ?? messages.authCallback.failedTitle;

/** GoTrue's message after the first of two confirmations. */
const HALF_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** Title and text after a link confirmed an address, or one of two. The backend's message is shown as received. */
export function describeConfirmed(message: string): { readonly title: string; readonly text: string } {
  if (message === '') return { title: messages.authCallback.emailTitle, text: messages.authCallback.emailConfirmed };
  return {
    title: message === HALF_CONFIRMED ? messages.authCallback.oneMoreStepTitle : messages.authCallback.messageTitle,
    text: message,
  };
}

/** `again`: the same link may work later. `new-link`: only a new link works. `leave`: there is nothing to do here. */
type NextStep = 'again' | 'new-link' | 'leave';

/** The next step besides going back. */
export const nextStep = ({ type }: AuthCallbackFailure): NextStep => NEXT_STEPS[type];

/** What new links can be requested after a failure. */
export function newLinks(failure: AuthCallbackFailure): readonly NewLink[] {
  if (nextStep(failure) !== 'new-link') return [];
  if (failure.type === 'email-unconfirmed') return ['confirmation'];
  if (failure.type !== 'link-expired') return ['recovery'];
  return failure.of === null ? ['recovery', 'confirmation'] : [failure.of];
}

/** The purpose of a link that an email contains. */
type NewLink = 'recovery' | 'confirmation';

const NEXT_STEPS: Readonly<Record<AuthCallbackFailure['type'], NextStep>> = {
  unreachable: 'again',
  'server-failed': 'again',
  'rate-limited': 'again',
  'email-unconfirmed': 'new-link',
  'link-expired': 'new-link',
  'code-missing': 'new-link',
  'other-device': 'new-link',
  'other-person': 'leave',
  'not-signed-in': 'leave',
  'log-out-first': 'leave',
  'no-server': 'leave',
  'invalid-credentials': 'leave',
  'weak-password': 'leave',
  'no-user': 'leave',
  'confirmation-needed': 'leave',
  'code-needed': 'leave',
  'captcha-needed': 'new-link',
  'sign-in-again': 'leave',
  'passwords-off': 'leave',
  'sign-up-closed': 'leave',
  'invitation-needed': 'leave',
  'invitation-unusable': 'leave',
  'provider-refused': 'leave',
  refused: 'leave',
};
