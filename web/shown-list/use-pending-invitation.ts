/** The invitation that the user opened and has not answered yet, for components. */
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

export function usePendingInvitation(): Invitation {
  const { loadInvitation } = useApp();
  const pending = useChunk(loadInvitation, 'ignore');
  const secret = useSyncExternalStore(pending?.onChange ?? subscribeToNothing, pending?.secret ?? readNothing);
  return { secret, isOpen: pending === null ? null : secret !== null, remove: pending?.remove ?? doNothing };
}
