/** The name by which other members know this account (product A7). */
import { useCallback } from 'react';
import { cleanDisplayName } from '#core/name/clean-name.ts';
import { messages } from '#web/messages/messages.ts';
import { sharingError, useSharingApi } from './use-sharing.ts';

type DisplayName = {
  /** Reads it: '' for none, null if the person was never asked, undefined if it cannot be read or the backend has none. */
  readonly read: () => Promise<string | null | undefined>;
  /** Stores what was typed; blank for none. @returns the error text; null if it is stored */
  readonly save: (typed: string) => Promise<string | null>;
};

/** Its functions are stable between renders. */
export function useDisplayName(): DisplayName {
  const callApi = useSharingApi();
  const read = useCallback(async () => {
    const result = await callApi((api) => api.displayName());
    return result.ok ? result.value : undefined;
  }, [callApi]);
  const save = useCallback(
    async (typed: string) => {
      const clean = cleanDisplayName(typed);
      if (!clean.ok) return messages.displayName.tooLong;
      const result = await callApi((api) => api.setDisplayName(clean.value));
      return result.ok ? null : sharingError(result.failure);
    },
    [callApi],
  );
  return { read, save };
}
