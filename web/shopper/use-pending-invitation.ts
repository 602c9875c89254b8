/** The invitation that the user opened and has not answered yet, for components. */
import { useSyncExternalStore } from 'react';
import { useChunk } from '#web/ui/use-chunk.ts';
import { useApp } from './app-context.ts';

const readNothing = (): null => null;
const subscribeToNothing = (): (() => void) => () => undefined;
const doNothing = (): void => undefined;

export function usePendingInvitation(): { readonly secret: string | null; readonly remove: () => void } {
  const { loadInvitation } = useApp();
  const pending = useChunk(loadInvitation, 'ignore');
  const secret = useSyncExternalStore(pending?.onChange ?? subscribeToNothing, pending?.secret ?? readNothing);
  return { secret, remove: pending?.remove ?? doNothing };
}
