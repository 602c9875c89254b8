/** The screen after a link of a mail or a provider: it says what came of it, and every failure has a way on. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ArrivalFailure } from '#client/ports/accounts.ts';
import { useApp, useIsOnline } from '#web/app-context.ts';
import { ResetForm } from '#web/entry/reset-form.tsx';
import { SecondStep } from '#web/entry/second-step.tsx';
import { arrival as words } from '#web/messages/en/arrival.ts';
import { reset } from '#web/messages/en/entry.ts';
import { Button } from '#web/ui/button.tsx';
import { EntryCard, FormMessage } from '#web/ui/entry-card.tsx';
import { arrivalSentence, arrivalTitle, describeConfirmed, wayOn } from './arrival-sentence.ts';
import styles from './arrival-screen.module.css';
import { NewPasswordForm } from './new-password-form.tsx';
import { useArrival } from './use-arrival.ts';
import type { ArrivalWays } from './use-arrival.ts';

export function ArrivalScreen(ways: ArrivalWays) {
  const { onDone } = ways;
  const { stage, take, takeUser, tryAgain, leave } = useArrival(ways);
  switch (stage.type) {
    case 'working':
      return (
        <Card title={words.workingTitle} hint="">
          <p role="status">{words.working}</p>
          {/* An answer may be long in coming. */}
          <WayBack onPress={leave} />
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
      return <Told {...describeConfirmed(stage.message)} onGo={onDone} />;
  }
}

type CardProps = {
  readonly title: string;
  readonly hint: string;
  /** Whether it came in the place of another one. */
  readonly startsFocused?: boolean;
  readonly children: ReactNode;
};

function Card({ title, hint, startsFocused = false, children }: CardProps) {
  const isOnline = useIsOnline();
  const parts = { title, hint, startsFocused, isOnline, count: null, offline: words.offline };
  return <EntryCard {...parts}>{children}</EntryCard>;
}

type FailedProps = {
  readonly failure: ArrivalFailure;
  readonly onAgain: () => void;
  readonly onLeave: () => void;
};

/** A new link is asked for right here; who has another errand, or is in, goes on first of all. */
function Failed({ failure, onAgain, onLeave }: FailedProps) {
  const [isAsking, setAsking] = useState(false);
  const back = useWayBack();
  if (isAsking) {
    return (
      <Card title={reset.title} hint={reset.hint}>
        <ResetForm back={back} onBack={onLeave} />
      </Card>
    );
  }
  const way = wayOn(failure);
  return (
    <Card title={arrivalTitle(failure)} hint={words.failedHint} startsFocused>
      <FormMessage text={arrivalSentence(failure)} isError />
      <div className={styles['ways']}>
        {way === 'again' ? (
          <Button look="primary" onPress={onAgain}>
            {words.again}
          </Button>
        ) : null}
        <Button look={way === 'again' ? 'link' : 'primary'} onPress={onLeave}>
          {back}
        </Button>
        {way === 'new-link' ? <Button onPress={() => setAsking(true)}>{words.askNewLink}</Button> : null}
      </div>
    </Card>
  );
}

/** Where one gets from here, in words. */
function useWayBack(): string {
  const { session } = useApp();
  return session.user() === null ? words.toSignIn : words.toList;
}

const WayBack = ({ onPress }: { readonly onPress: () => void }) => (
  <Button look="link" onPress={onPress}>
    {useWayBack()}
  </Button>
);

type ToldProps = { readonly title: string; readonly text: string; readonly onGo: () => void };

function Told({ title, text, onGo }: ToldProps) {
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
