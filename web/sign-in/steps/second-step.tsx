/** The second step of a sign-in, after the password, the link or the provider (product A3). */
import type { AccountFailure, AuthOutcome, Factor } from '#client/ports/accounts.ts';
import { useApp, useIsOnline } from '#web/shopper/app-context.ts';
import { code as words, signInForm, fallbacks, underWayFailures } from '#web/messages/en/sign-in.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EntryCard } from './entry-card.tsx';
import { accountError } from './sign-in-errors.ts';
import { callAccounts, cancelPending } from './call-accounts.ts';
import { codeAnswer } from '#web/auth/second-step-code.ts';
import { CodeStep } from '#web/auth/code-step.tsx';

type SecondStepProps = {
  readonly factors: readonly Factor[];
  /** The pending sign-in continues. */
  readonly onCompleted: (outcome: AuthOutcome) => void;
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
    <EntryCard title={words.title} hint={words.hint} isOnline={isOnline} count={null} offline={signInForm.offline}>
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
        {words.back}
      </Button>
    </EntryCard>
  );
}

const errorOf = (failure: AccountFailure): string => accountError(failure, fallbacks.code, underWayFailures);
