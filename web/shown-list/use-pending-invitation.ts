/** What the user wants after sign-in: to answer an invitation, or to create an account. */
import { useSyncExternalStore } from 'react';
import { useChunk } from '#web/ui/use-chunk.ts';
import { useApp } from './app-context.ts';

const readNothing = (): null => null;
const subscribeToNothing = (): (() => void) => () => undefined;
const doNothing = (): void => undefined;

type Invitation = {
  readonly secret: string | null;
  /** Whether an invitation waits for an answer; null until the code is loaded. */
  readonly isOpen: boolean | null;
  readonly remove: () => void;
};

/** The invitation that the user opened and has not answered yet. */
export function usePendingInvitation(): Invitation {
  const { loadInvitation } = useApp();
  const pending = useChunk(loadInvitation, 'ignore');
  const secret = useSyncExternalStore(pending?.onChange ?? subscribeToNothing, pending?.secret ?? readNothing);
  return { secret, isOpen: pending === null ? null : secret !== null, remove: pending?.remove ?? doNothing };
}

/** In the history state, which a reload keeps. */
const KEY = 'wantsAccount';

/**
 * A demo user's request to create an account: the sign-in screen starts with sign-up. Components read it while they render, and clear it
 * in an effect: React may render them again.
 */
export const signUpRequest = {
  isSet(): boolean {
    const state: unknown = history.state;
    return typeof state === 'object' && state !== null && KEY in state;
  },
  set: (): void => history.replaceState({ [KEY]: true }, ''),
  clear(): void {
    if (signUpRequest.isSet()) history.replaceState(null, '');
  },
};
