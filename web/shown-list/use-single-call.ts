/** Makes calls one at a time, and holds the error text of the latest. */
import { useRef, useState } from 'react';
import type { Result } from '#core/result.ts';

export type SingleCall<F> = {
  /** Makes the call. @returns null if another call is pending */
  readonly run: <T>(call: () => Promise<Result<T, F>>) => Promise<Result<T, F> | null>;
  readonly isBusy: boolean;
  readonly error: string | null;
  readonly setError: (error: string | null) => void;
};

/** @param describe returns the error text of a failure */
export function useSingleCall<F>(describe: (failure: F) => string): SingleCall<F> {
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
      const result = await call();
      isRunning.current = false;
      setBusy(false);
      if (!result.ok) setError(describe(result.failure));
      return result;
    },
  };
}
