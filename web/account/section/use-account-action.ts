/** Runs account actions one at a time and holds their error. */
import type { Result } from '#core/result.ts';
import type { AccountApiFailure } from '#client/ports/account-api.ts';
import { useAccount } from './account-context.ts';
import { useSingleCall, type SingleCall } from '#web/shown-list/use-single-call.ts';
import { accountApiError } from './account-api-error.ts';

type ApiResult<T> = Promise<Result<T, AccountApiFailure>>;

export type AccountAction = SingleCall<AccountApiFailure>;

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
