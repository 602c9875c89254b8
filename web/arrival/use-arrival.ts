/** Takes up what a link or a provider left in the address, once, and knows where that stands. */
import { useContext, useEffect, useRef, useState } from 'react';
import type { User } from '#core/account/user.ts';
import type { Arrival, ArrivalFailure, Arrived, Factor } from '#client/ports/accounts.ts';
import { useApp } from '#web/app-context.ts';
import { askAccounts, giveUp } from '#web/entry/ask-accounts.ts';
import { arrival as words } from '#web/messages/en/arrival.ts';
import { ToasterContext } from '#web/ui/toaster.ts';

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

/** @param onDone leads to the list, or to sign-in where nobody is in */
export function useArrival(arrival: Arrival, onDone: () => void): ArrivalCourse {
  const { session } = useApp();
  const toaster = useContext(ToasterContext);
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
    const told = await askAccounts(session.door, (accounts) => accounts.arrive(arrival));
    if (told.ok) take(told.value);
    else if (told.failure.type === 'code-needed') setStage({ type: 'code', factors: told.failure.factors });
    else setStage({ type: 'failed', failure: told.failure });
  };
  const isTaken = useRef(false);
  useEffect(() => {
    // A code works once: it must not be used twice, whatever React does.
    if (isTaken.current) return;
    isTaken.current = true;
    void arrive();
  });
  return {
    stage,
    take,
    takeUser(user) {
      enter(user);
      toaster.show(words.passwordSet);
    },
    tryAgain: () => void arrive(),
    leave() {
      onDone();
      giveUp(session.door);
    },
  };
}
