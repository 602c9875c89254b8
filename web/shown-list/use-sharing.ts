/** Calls of the sharing API, one at a time, with their error text. */
import { useCallback } from 'react';
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
