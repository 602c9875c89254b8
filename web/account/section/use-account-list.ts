/** Reads a list of the account when its section opens and after each change. */
import { useCallback, useEffect, useState } from 'react';
import type { Result } from '#core/result.ts';
import type { AccountApiFailure } from '#client/ports/account-api.ts';
import { accountApiError } from './account-api-error.ts';

type LoadList<T> = () => Promise<Result<readonly T[], AccountApiFailure>>;

export type AccountList<T> = {
  /** Null until the first answer. */
  readonly rows: readonly T[] | null;
  readonly error: string | null;
  /** Whether the backend lacks the list. Then nothing of it is shown (product A9). */
  readonly isMissing: boolean;
  /** Reads the rows again. A failure keeps the old rows and sets the error. */
  readonly read: () => Promise<void>;
};

/** @param load must be stable between renders */
export function useAccountList<T>(load: LoadList<T>): AccountList<T> {
  const [rows, setRows] = useState<readonly T[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const read = useCallback(async (): Promise<void> => {
    const result = await load();
    if (result.ok) setRows(result.value);
    const lacksList = !result.ok && result.failure.type === 'not-offered';
    setMissing(lacksList);
    setError(result.ok || lacksList ? null : accountApiError(result.failure));
  }, [load]);
  useEffect(() => {
    const start = async (): Promise<void> => {
      await read();
    };
    void start();
  }, [read]);
  return { rows, error, isMissing, read };
}
