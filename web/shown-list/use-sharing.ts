/** Calls the sharing API, one call at a time, and gives the error texts. Also reads and stores the display name. */
import { useCallback } from 'react';
import { cleanDisplayName } from '#core/name/clean-name.ts';
import { fail, type Result } from '#core/result.ts';
import type { SharingApi, SharingFailure } from '#client/ports/sharing-api.ts';
import { messages } from '#web/messages/messages.ts';
import { useApp } from './app-context.ts';
import { useShownList } from './shown-list.ts';
import { useSingleCall, type SingleCall } from './use-single-call.ts';

type Call<T> = (api: SharingApi) => Promise<Result<T, SharingFailure>>;

/** Returns a function that calls the sharing API. If the API cannot be downloaded, the call fails as `unreachable`. */
export function useSharingApi(): <T>(call: Call<T>) => Promise<Result<T, SharingFailure>> {
  const { openSharingApi } = useApp();
  const { user } = useShownList();
  return useCallback(
    async (call) => {
      const api = await openSharingApi(user).catch(() => null);
      return api === null ? fail({ type: 'unreachable' }) : call(api);
    },
    [openSharingApi, user],
  );
}

export type SharingAction = Pick<SingleCall<SharingFailure>, 'isBusy' | 'error'> & {
  /** Makes the call. @returns null if another call is pending */
  readonly run: <T>(call: Call<T>) => Promise<Result<T, SharingFailure> | null>;
};

export function useSharingAction(): SharingAction {
  const callApi = useSharingApi();
  const { run, isBusy, error } = useSingleCall(sharingError);
  return { isBusy, error, run: (call) => run(() => callApi(call)) };
}

/** Returns the error text. Messages of the backend are shown as received. */
export function sharingError(failure: SharingFailure): string {
  if (failure.type === 'server-failed') return messages.describeTold(failure);
  return failure.type === 'refused'
    ? failure.message || messages.sharingRefused
    : messages.sharingFailures[failure.type];
}

type DisplayName = {
  /** Reads it: '' for none, null if the person was never asked, undefined if it cannot be read or the backend has none. */
  readonly read: () => Promise<string | null | undefined>;
  /** Stores what was typed; blank for none. @returns the error text; null if it is stored */
  readonly save: (typed: string) => Promise<string | null>;
};

/** The name by which other members know this account (product A7). Its functions are stable between renders. */
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
