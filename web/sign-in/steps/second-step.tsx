/** The second step of a sign-in, after the password, the link or the provider (product A3). */
import type { AccountFailure, AuthResult, Factor } from '#client/ports/accounts.ts';
import { useApp, useIsOnline } from '#web/shown-list/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { SignedOutCard } from './signed-out-card.tsx';
import { accountError } from './sign-in-errors.ts';
import { callAccounts, cancelPending } from './call-accounts.ts';
import { codeAnswer, CodeStep } from '#web/auth/code-step.tsx';

type SecondStepProps = {
  readonly factors: readonly Factor[];
  /** The pending sign-in continues. */
  readonly onCompleted: (outcome: AuthResult) => void;
  /** The user canceled. */
  readonly onBack: () => void;
};

export function SecondStep({ factors, onCompleted, onBack }: SecondStepProps) {
  const { session } = useApp();
  const isOnline = useIsOnline();
  const goBack = (): void => {
    onBack();
    cancelPending(session.signInAccess);
  };
  return (
    <SignedOutCard
      title={messages.code.title}
      hint={messages.code.hint}
      isOnline={isOnline}
      count={null}
      offline={messages.signInForm.offline}
    >
      <CodeStep
        factors={factors}
        onSend={async (factorId, channel) => {
          const result = await callAccounts(session.signInAccess, (accounts) => accounts.sendCode(factorId, channel));
          return result.ok ? null : errorOf(result.failure);
        }}
        onEnter={async (factorId, code) => {
          const result = await callAccounts(session.signInAccess, (accounts) => accounts.enterCode(factorId, code));
          if (!result.ok) return codeAnswer(result.failure, errorOf(result.failure));
          onCompleted(result.value);
          return null;
        }}
      />
      <Button look="link" onPress={goBack}>
        {messages.code.back}
      </Button>
    </SignedOutCard>
  );
}

const errorOf = (failure: AccountFailure): string =>
  accountError(failure, messages.fallbacks.code, messages.underWayFailures);
