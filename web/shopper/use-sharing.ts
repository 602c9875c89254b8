/** Calls of the sharing API, one at a time, with their error text. */
import { useCallback, useRef, useState } from 'react';
import { fail } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { SharingApi, SharingFailure } from '#client/ports/sharing-api.ts';
import { sharingFailures, sharingRefused } from '#web/messages/en/lists.ts';
import { describeTold } from '#web/messages/en/sign-in.ts';
import { useApp } from './app-context.ts';
import { useShopper } from './shopper-context.ts';

type Call<T> = (api: SharingApi) => Promise<Result<T, SharingFailure>>;

/** Returns a function that calls the sharing API. If the API cannot be downloaded, the call fails as `unreachable`. */
export function useSharingApi(): <T>(call: Call<T>) => Promise<Result<T, SharingFailure>> {
  const { openSharingApi } = useApp();
  const { user } = useShopper();
  return useCallback(
    async (call) => {
      const api = await openSharingApi(user).catch(() => null);
      return api === null ? fail({ type: 'unreachable' }) : call(api);
    },
    [openSharingApi, user],
  );
}

export type SharingAction = {
  /** Makes the call. @returns null if another call is pending */
  readonly run: <T>(call: Call<T>) => Promise<Result<T, SharingFailure> | null>;
  readonly isBusy: boolean;
  readonly error: string | null;
};

export function useSharingAction(): SharingAction {
  const callApi = useSharingApi();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const isRunning = useRef(false);
  return {
    isBusy,
    error,
    async run(call) {
      if (isRunning.current) return null;
      isRunning.current = true;
      setBusy(true);
      setError(null);
      const result = await callApi(call);
      isRunning.current = false;
      setBusy(false);
      if (!result.ok) setError(sharingError(result.failure));
      return result;
    },
  };
}

/** Returns the error text. Messages of the backend are shown as received. */
export function sharingError(failure: SharingFailure): string {
  if (failure.type === 'server-failed') return describeTold(failure);
  return failure.type === 'refused' ? failure.message || sharingRefused : sharingFailures[failure.type];
}
