/** Confirms or cancels a factor that was added but not verified. */
import { useContext } from 'react';
import { codeAnswer, type CodeAnswer } from '#web/auth/second-step-code.ts';
import { messages } from '#web/messages/messages.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { useAccount } from '#web/account/section/account-context.ts';
import { accountApiError } from '#web/account/section/account-api-error.ts';

type NewFactor = {
  /** @returns the error; null if it was verified */
  readonly confirmFactor: (factorId: string, code: string) => Promise<CodeAnswer | null>;
  /** Removes the factor if the backend is reachable. Otherwise the list shows it. */
  readonly cancel: (factorId: string) => Promise<void>;
};

export type NewFactorProps = {
  readonly onDone: () => void;
  /** Called with the recovery codes that the first factor brings. */
  readonly onCodes: (codes: readonly string[]) => void;
};

export function useNewFactor({ onDone, onCodes }: NewFactorProps): NewFactor {
  const { api, facts, refresh, onChanged } = useAccount();
  const toaster = useContext(ToasterContext);
  return {
    async confirmFactor(factorId, code) {
      const result = await api.enterCode(factorId, code);
      if (!result.ok) return codeAnswer(result.failure, accountApiError(result.failure));
      const isFirst = facts.factors.every(({ status }) => status !== 'verified');
      // Without recovery codes the second step works as well, and the account screen offers them again.
      const codes = isFirst ? await api.renewRecoveryCodes() : null;
      onChanged();
      await refresh();
      onDone();
      if (codes?.ok === true) onCodes(codes.value);
      toaster.show(messages.twoStep.turnedOn);
      return null;
    },
    async cancel(factorId) {
      onDone();
      await api.removeFactor(factorId);
      await refresh();
    },
  };
}
