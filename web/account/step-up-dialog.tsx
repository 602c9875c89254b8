/** Asks for a second-step code when an action requires one. */
import type { AccountApi } from '#client/ports/account-api.ts';
import type { Factor } from '#client/ports/accounts.ts';
import { codeAnswer } from '#web/auth/second-step-code.ts';
import { CodeStep } from '#web/auth/code-step.tsx';
import { messages } from '#web/messages/messages.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { accountApiError } from './section/account-api-error.ts';

type StepUpDialogProps = {
  readonly api: AccountApi;
  /** The verified factors; at least one. */
  readonly factors: readonly Factor[];
  /** Reports whether the code was accepted. */
  readonly onClose: (isConfirmed: boolean) => void;
};

export const StepUpDialog = ({ api, factors, onClose }: StepUpDialogProps) => (
  <Dialog title={messages.twoStep.confirmTitle} onClose={() => onClose(false)}>
    <CodeStep
      factors={factors}
      onSend={async (factorId, channel) => {
        const result = await api.sendCode(factorId, channel);
        return result.ok ? null : accountApiError(result.failure);
      }}
      onEnter={async (factorId, code) => {
        const result = await api.enterCode(factorId, code);
        if (!result.ok) return codeAnswer(result.failure, accountApiError(result.failure));
        onClose(true);
        return null;
      }}
    />
  </Dialog>
);
