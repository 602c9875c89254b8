/** The screen of an auth callback: shows its result. Every failure offers a next step. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AuthCallbackFailure } from '#client/ports/accounts.ts';
import { useApp, useIsOnline } from '#web/shopper/app-context.ts';
import { ResetForm } from '#web/sign-in/steps/reset-password.tsx';
import { SecondStep } from '#web/sign-in/steps/second-step.tsx';
import { authCallback as words } from '#web/messages/en/auth-callback.ts';
import { confirmation, reset } from '#web/messages/en/sign-in.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EntryCard, FormMessage } from '#web/sign-in/steps/entry-card.tsx';
import { callbackError, callbackErrorTitle, describeConfirmed, newLinks, nextStep } from './auth-callback-text.ts';
import type { NewLink } from './auth-callback-text.ts';
import styles from './auth-callback-screen.module.css';
import { NewPasswordForm } from './new-password-form.tsx';
import { useAuthCallback } from './use-auth-callback.ts';
import type { AuthCallbackOptions } from './use-auth-callback.ts';
import { clearAuthCallback, readAuthCallback } from './read-auth-callback.ts';

export function AuthCallbackScreen(options: AuthCallbackOptions) {
  const { onDone } = options;
  const { stage, continueWith, refreshUser, tryAgain, leave } = useAuthCallback(options);
  switch (stage.type) {
    case 'working':
      return (
        <Card title={words.workingTitle} hint="">
          <p role="status">{words.working}</p>
          {/* The answer may take long, so the user can leave. */}
          <WayBack onPress={leave} />
        </Card>
      );
    case 'failed':
      return <Failed failure={stage.failure} onAgain={tryAgain} onLeave={leave} />;
    case 'code':
      return <SecondStep factors={stage.factors} onCompleted={continueWith} onBack={onDone} />;
    case 'new-password':
      return (
        <Card title={words.newPasswordTitle} hint={words.newPasswordHint(stage.email)}>
          <NewPasswordForm onSet={refreshUser} />
          <WayBack onPress={leave} />
        </Card>
      );
    case 'linked':
      return <Confirmation title={words.linkedTitle} text={words.linked} onGo={onDone} />;
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
  const parts = { title, hint, startsFocused, isOnline, count: null, offline: words.offline };
  return <EntryCard {...parts}>{children}</EntryCard>;
}

type FailedProps = {
  readonly failure: AuthCallbackFailure;
  readonly onAgain: () => void;
  readonly onLeave: () => void;
};

/** Shows a failure and offers a new link. The first action leads back or retries. */
function Failed({ failure, onAgain, onLeave }: FailedProps) {
  const [asked, setAsked] = useState<NewLink | null>(null);
  const back = useWayBack();
  if (asked !== null) {
    const { title, hint } = asked === 'recovery' ? reset : confirmation;
    return (
      <Card title={title} hint={hint}>
        <ResetForm link={asked} back={back} onBack={onLeave} />
      </Card>
    );
  }
  const way = nextStep(failure);
  return (
    <Card title={callbackErrorTitle(failure)} hint={words.failedHint} startsFocused>
      <FormMessage text={callbackError(failure)} isError />
      <div className={styles.alternatives}>
        {way === 'again' ? (
          <Button look="primary" onPress={onAgain}>
            {words.again}
          </Button>
        ) : null}
        <Button look={way === 'again' ? 'link' : 'primary'} onPress={onLeave}>
          {back}
        </Button>
        {newLinks(failure).map((link) => (
          <Button key={link} onPress={() => setAsked(link)}>
            {words.requestNewLink[link]}
          </Button>
        ))}
      </div>
    </Card>
  );
}

/** The label of the button that leads back. */
function useWayBack(): string {
  const { session } = useApp();
  return session.user() === null ? words.toSignIn : words.toList;
}

const WayBack = ({ onPress }: { readonly onPress: () => void }) => (
  <Button look="link" onPress={onPress}>
    {useWayBack()}
  </Button>
);

type ConfirmationProps = { readonly title: string; readonly text: string; readonly onGo: () => void };

function Confirmation({ title, text, onGo }: ConfirmationProps) {
  const back = useWayBack();
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

export function AuthOutcome({ address, onDone }: AuthCallbackPageProps) {
  const [callback] = useState(() => readAuthCallback(address));
  return <AuthCallbackScreen callback={callback} onAnswered={clearAuthCallback} onDone={onDone} />;
}
