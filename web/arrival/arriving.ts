/** Takes up what a link or a provider left in the address, until its shopper leaves: what comes after that is undone. */
import type { Result } from '#core/result.ts';
import type { Arrival, ArrivalFailure, Arrived } from '#client/ports/accounts.ts';
import type { Session } from '#client/session/session.ts';
import { askAccounts, giveUp } from '#web/entry/ask-accounts.ts';

type Told = Result<Arrived, ArrivalFailure>;

export type Arriving = {
  /** What came of it; null where the shopper has left meanwhile. */
  readonly arrive: () => Promise<Told | null>;
  /** Gives up what is under way. */
  readonly leave: () => void;
};

/** @param onAnswered the arrival is used up; until then a reload goes on with it */
export function createArriving(
  session: Pick<Session, 'user' | 'door' | 'signOut'>,
  arrival: Arrival,
  onAnswered: () => void,
): Arriving {
  const { door } = session;
  let isLeft = false;
  return {
    async arrive() {
      const told = await askAccounts(door, (accounts) => accounts.arrive(arrival));
      if (told.ok || told.failure.type !== 'unreachable') onAnswered();
      if (!isLeft) return told;
      if (isHeld(told)) giveUp(door);
      // Nobody may be in on this device without knowing it; whoever came in another way meanwhile stays.
      if (told.ok && told.value.type === 'in' && session.user() === null) {
        door.keep(told.value.user);
        await session.signOut();
      }
      return null;
    },
    leave() {
      isLeft = true;
      onAnswered();
      giveUp(door);
    },
  };
}

/** Whether it waits for a code or a new password. */
const isHeld = (told: Told): boolean =>
  told.ok ? told.value.type === 'new-password' : told.failure.type === 'code-needed';
