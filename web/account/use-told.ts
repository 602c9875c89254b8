/** A list of the account that is read when its section opens, and anew after each act on it. */
import { useCallback, useEffect, useState } from 'react';
import type { Result } from '#core/result.ts';
import type { DeskFailure } from '#client/ports/account-desk.ts';
import { deskSentence } from './desk-sentence.ts';

type TellList<T> = () => Promise<Result<readonly T[], DeskFailure>>;

type Told<T> = {
  /** Null until the first answer. */
  readonly rows: readonly T[] | null;
  readonly error: string | null;
  /** What cannot be read leaves the rows as they were, and says so. */
  readonly read: () => Promise<void>;
};

/** @param tell the same function each time */
export function useTold<T>(tell: TellList<T>): Told<T> {
  const [rows, setRows] = useState<readonly T[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const read = useCallback(async (): Promise<void> => {
    const told = await tell();
    if (told.ok) setRows(told.value);
    setError(told.ok ? null : deskSentence(told.failure));
  }, [tell]);
  useEffect(() => {
    const start = async (): Promise<void> => {
      await read();
    };
    void start();
  }, [read]);
  return { rows, error, read };
}
