/** Takes up what a link or a provider left in the address, once, and knows where that stands. */
import { useContext, useEffect, useRef, useState } from 'react';
import type { User } from '#core/account/user.ts';
import type { Arrival, ArrivalFailure, Arrived, Factor } from '#client/ports/accounts.ts';
import { useApp } from '#web/app-context.ts';
import { arrival as words } from '#web/messages/en/arrival.ts';
import { ToasterContext } from '#web/ui/toaster.ts';
import { createArriving } from './arriving.ts';

type Stage =
  | { readonly type: 'working' }
  | { readonly type: 'failed'; readonly failure: ArrivalFailure }
  | { readonly type: 'code'; readonly factors: readonly Factor[] }
  | Exclude<Arrived, { readonly type: 'in' }>;

type ArrivalCourse = {
  readonly stage: Stage;
  /** What is under way went on. */
  readonly take: (arrived: Arrived) => void;
  /** The new password is set. */
  readonly takeUser: (user: User) => void;
  readonly tryAgain: () => void;
  /** Leaves without what was under way. */
  readonly leave: () => void;
};

export type ArrivalWays = {
  readonly arrival: Arrival;
  /** The arrival is used up: it must not come again. */
  readonly onAnswered: () => void;
  /** Leads to the list of who is in, or to sign-in. */
  readonly onDone: () => void;
};

export function useArrival({ arrival, onAnswered, onDone }: ArrivalWays): ArrivalCourse {
  const { session } = useApp();
  const toaster = useContext(ToasterContext);
  const [arriving] = useState(() => createArriving(session, arrival, onAnswered));
  const [stage, setStage] = useState<Stage>({ type: 'working' });
  const enter = (user: User): void => {
    session.door.keep(user);
    onDone();
  };
  const take = (arrived: Arrived): void => {
    if (arrived.type === 'in') enter(arrived.user);
    else setStage(arrived);
  };
  const arrive = async (): Promise<void> => {
    setStage({ type: 'working' });
    const told = await arriving.arrive();
    if (told === null) return;
    if (told.ok) take(told.value);
    else if (told.failure.type === 'code-needed') setStage({ type: 'code', factors: told.failure.factors });
    else setStage({ type: 'failed', failure: told.failure });
  };
  // A code works once: it must not be used twice, whatever React does.
  useOnce(() => void arrive());
  return {
    stage,
    take,
    takeUser(user) {
      enter(user);
      toaster.show(words.passwordSet);
    },
    tryAgain: () => void arrive(),
    leave() {
      arriving.leave();
      onDone();
    },
  };
}

function useOnce(act: () => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    act();
  });
}
