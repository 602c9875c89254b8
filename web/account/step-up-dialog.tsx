/** Asks for the code of a second step in the middle of something that needs it. */
import type { AccountDesk } from '#client/ports/account-desk.ts';
import type { Factor } from '#client/ports/accounts.ts';
import { codeAnswer } from '#web/entry/code-answer.ts';
import { CodeStep } from '#web/entry/code-step.tsx';
import { twoStep as words } from '#web/messages/en/account.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { deskSentence } from './desk-sentence.ts';

type StepUpDialogProps = {
  readonly desk: AccountDesk;
  /** Those that are verified; at least one. */
  readonly factors: readonly Factor[];
  /** Whether the code was given. */
  readonly onClose: (isConfirmed: boolean) => void;
};

export const StepUpDialog = ({ desk, factors, onClose }: StepUpDialogProps) => (
  <Dialog title={words.confirmTitle} onClose={() => onClose(false)}>
    <CodeStep
      factors={factors}
      onSend={async (factorId, channel) => {
        const told = await desk.sendCode(factorId, channel);
        return told.ok ? null : deskSentence(told.failure);
      }}
      onEnter={async (factorId, code) => {
        const told = await desk.enterCode(factorId, code);
        if (!told.ok) return codeAnswer(told.failure, deskSentence(told.failure));
        onClose(true);
        return null;
      }}
    />
  </Dialog>
);
