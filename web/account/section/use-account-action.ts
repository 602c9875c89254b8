/** Runs account actions one at a time and holds their error. */
import { useRef, useState } from 'react';
import type { Result } from '#core/result.ts';
import type { AccountApiFailure } from '#client/ports/account-api.ts';
import { useAccount } from './account-context.ts';
import { accountApiError } from './account-api-error.ts';

type ApiResult<T> = Promise<Result<T, AccountApiFailure>>;

export type AccountAction = {
  /**
   * Makes the call. If it requires a second-step code, asks for the code and repeats the call.
   * @returns null if another call is pending
   */
  readonly run: <T>(call: () => ApiResult<T>) => Promise<Result<T, AccountApiFailure> | null>;
  readonly isBusy: boolean;
  readonly error: string | null;
  readonly setError: (error: string | null) => void;
};

export function useAccountAction(): AccountAction {
  const { stepUp, onChanged } = useAccount();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const isRunning = useRef(false);
  return {
    isBusy,
    error,
    setError,
    async run(call) {
      if (isRunning.current) return null;
      isRunning.current = true;
      setBusy(true);
      setError(null);
      const result = await callConfirmed(call, stepUp);
      isRunning.current = false;
      setBusy(false);
      if (result.ok) onChanged();
      else setError(accountApiError(result.failure));
      return result;
    },
  };
}

async function callConfirmed<T>(call: () => ApiResult<T>, stepUp: () => Promise<boolean>): ApiResult<T> {
  const result = await call();
  const isBarred = !result.ok && result.failure.type === 'code-needed-first';
  return isBarred && (await stepUp()) ? call() : result;
}
