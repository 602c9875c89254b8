/** Doing something to the account: one thing at a time, and what goes wrong is said beside it. */
import { useRef, useState } from 'react';
import type { Result } from '#core/result.ts';
import type { DeskFailure } from '#client/ports/account-desk.ts';
import { useDesk } from './desk-context.ts';
import { deskSentence } from './desk-sentence.ts';

type Told<T> = Promise<Result<T, DeskFailure>>;

export type DeskAct = {
  /**
   * Makes the call; where a second step has to be confirmed first, asks for its code and goes on.
   * Gives null where something is under way already.
   */
  readonly run: <T>(call: () => Told<T>) => Promise<Result<T, DeskFailure> | null>;
  readonly isBusy: boolean;
  readonly error: string | null;
  readonly say: (error: string | null) => void;
};

export function useDeskAct(): DeskAct {
  const { confirm } = useDesk();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const isUnderWay = useRef(false);
  return {
    isBusy,
    error,
    say: setError,
    async run(call) {
      if (isUnderWay.current) return null;
      isUnderWay.current = true;
      setBusy(true);
      setError(null);
      const told = await callConfirmed(call, confirm);
      isUnderWay.current = false;
      setBusy(false);
      if (!told.ok) setError(deskSentence(told.failure));
      return told;
    },
  };
}

async function callConfirmed<T>(call: () => Told<T>, confirm: () => Promise<boolean>): Told<T> {
  const told = await call();
  const isBarred = !told.ok && told.failure.type === 'code-needed-first';
  return isBarred && (await confirm()) ? call() : told;
}
