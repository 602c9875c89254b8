/** The open account, shared by the sections of the account dialog, and how they call it. */
import { createContext, useContext, useCallback, useEffect, useState } from 'react';
import type { AccountApi, AccountFacts, AccountApiFailure } from '#client/ports/account-api.ts';
import type { Confirmation } from '#web/ui/dialog/confirm-dialog.tsx';
import { isTold } from '#client/ports/accounts.ts';
import { messages } from '#web/messages/messages.ts';
import type { Result } from '#core/result.ts';
import { useSingleCall, type SingleCall } from '#web/shown-list/use-single-call.ts';

export type OpenAccount = {
  readonly api: AccountApi;
  readonly facts: AccountFacts;
  /** Reads the account's data again; keeps the old data after a failure. */
  readonly refresh: () => Promise<void>;
  /** The number of changes that this screen has made. It grows with each. */
  readonly changes: number;
  /** Reports that a change succeeded. */
  readonly onChanged: () => void;
  /** Asks for a second-step code. @returns whether it was entered */
  readonly stepUp: () => Promise<boolean>;
  readonly openConfirmDialog: (confirmation: Confirmation) => void;
  /** Sets the question that the account dialog asks before it closes; null if it asks none. */
  readonly onCloseQuestion: (question: CloseQuestion | null) => void;
};

export type CloseQuestion = Pick<Confirmation, 'title' | 'text' | 'yes' | 'no'>;

export const AccountContext = createContext<OpenAccount | null>(null);

/** Returns the open account; throws outside of the account dialog. */
export function useAccount(): OpenAccount {
  const open = useContext(AccountContext);
  if (open === null) throw new Error('useAccount outside AccountContext');
  return open;
}

/** Returns the error text. Backend messages are shown as received (spec section 8). */
export function accountApiError(failure: AccountApiFailure): string {
  if (failure.type === 'refused') return failure.message || messages.fallbacks.api;
  if (isTold(failure)) return messages.describeTold(failure);
  if (failure.type === 'weak-password') return failure.message || messages.accountApiFailures['weak-password'];
  return failure.type === 'no-user' ? messages.fallbacks.api : messages.accountApiFailures[failure.type];
}

type ApiResult<T> = Promise<Result<T, AccountApiFailure>>;

type AccountAction = SingleCall<AccountApiFailure>;

/** If a call requires a second-step code, `run` asks for the code and repeats the call. */
export function useAccountAction(): AccountAction {
  const { stepUp, onChanged } = useAccount();
  const { run, ...state } = useSingleCall(accountApiError);
  return {
    ...state,
    async run(call) {
      const result = await run(() => callConfirmed(call, stepUp));
      if (result?.ok === true) onChanged();
      return result;
    },
  };
}

async function callConfirmed<T>(call: () => ApiResult<T>, stepUp: () => Promise<boolean>): ApiResult<T> {
  const result = await call();
  const isBarred = !result.ok && result.failure.type === 'code-needed-first';
  return isBarred && (await stepUp()) ? call() : result;
}

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
