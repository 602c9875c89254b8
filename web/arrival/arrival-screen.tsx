/** The screen after a link of a mail or a provider: it says what came of it, and every failure has a way on. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Arrival, ArrivalFailure } from '#client/ports/accounts.ts';
import { useApp, useIsOnline } from '#web/app-context.ts';
import { ResetForm } from '#web/entry/reset-form.tsx';
import { SecondStep } from '#web/entry/second-step.tsx';
import { arrival as words } from '#web/messages/en/arrival.ts';
import { reset } from '#web/messages/en/entry.ts';
import { Button } from '#web/ui/button.tsx';
import { EntryCard, FormMessage } from '#web/ui/entry-card.tsx';
import { arrivalSentence, wayOn } from './arrival-sentence.ts';
import styles from './arrival-screen.module.css';
import { NewPasswordForm } from './new-password-form.tsx';
import { useArrival } from './use-arrival.ts';

type ArrivalScreenProps = {
  readonly arrival: Arrival;
  /** Leads to the list of who is in, or to sign-in. */
  readonly onDone: () => void;
};

export function ArrivalScreen({ arrival, onDone }: ArrivalScreenProps) {
  const { stage, take, takeUser, tryAgain, leave } = useArrival(arrival, onDone);
  switch (stage.type) {
    case 'working':
      return (
        <Card title={words.workingTitle} hint="">
          <p role="status">{words.working}</p>
        </Card>
      );
    case 'failed':
      return <Failed failure={stage.failure} onAgain={tryAgain} onLeave={leave} />;
    case 'code':
      return <SecondStep factors={stage.factors} onArrived={take} onBack={onDone} />;
    case 'new-password':
      return (
        <Card title={words.newPasswordTitle} hint={words.newPasswordHint}>
          <NewPasswordForm onSet={takeUser} />
          <WayBack onPress={leave} />
        </Card>
      );
    case 'linked':
      return <Told title={words.linkedTitle} text={words.linked} onGo={onDone} />;
    case 'email-confirmed':
      return <Told title={words.emailTitle} text={stage.message || words.emailConfirmed} onGo={onDone} />;
  }
}

type CardProps = { readonly title: string; readonly hint: string; readonly children: ReactNode };

function Card({ title, hint, children }: CardProps) {
  const isOnline = useIsOnline();
  return (
    <EntryCard title={title} hint={hint} isOnline={isOnline} count={null} offline={words.offline}>
      {children}
    </EntryCard>
  );
}

type FailedProps = {
  readonly failure: ArrivalFailure;
  readonly onAgain: () => void;
  readonly onLeave: () => void;
};

/** A new link is asked for right here. */
function Failed({ failure, onAgain, onLeave }: FailedProps) {
  const [isAsking, setAsking] = useState(false);
  if (isAsking) {
    return (
      <Card title={reset.title} hint={reset.hint}>
        <ResetForm onBack={onLeave} />
      </Card>
    );
  }
  const way = wayOn(failure);
  return (
    <Card title={words.failedTitle} hint={words.failedHint}>
      <FormMessage text={arrivalSentence(failure)} isError />
      <div className={styles['ways']}>
        {way === 'again' ? (
          <Button look="primary" onPress={onAgain}>
            {words.again}
          </Button>
        ) : null}
        {way === 'new-link' ? (
          <Button look="primary" onPress={() => setAsking(true)}>
            {words.askNewLink}
          </Button>
        ) : null}
        <WayBack onPress={onLeave} />
      </div>
    </Card>
  );
}

function WayBack({ onPress }: { readonly onPress: () => void }) {
  const { session } = useApp();
  return (
    <Button look="link" onPress={onPress}>
      {session.user() === null ? words.toSignIn : words.toList}
    </Button>
  );
}

type ToldProps = { readonly title: string; readonly text: string; readonly onGo: () => void };

function Told({ title, text, onGo }: ToldProps) {
  const { session } = useApp();
  return (
    <Card title={title} hint="">
      <p role="status">{text}</p>
      <Button look="primary" onPress={onGo}>
        {session.user() === null ? words.toSignIn : words.toList}
      </Button>
    </Card>
  );
}
