/** The second step on the way in: after the password, the link or the provider (product A3). */
import type { AccountFailure, Arrived, Factor } from '#client/ports/accounts.ts';
import { useApp, useIsOnline } from '#web/app-context.ts';
import { code as words, entry, fallbacks, underWayFailures } from '#web/messages/en/entry.ts';
import { Button } from '#web/ui/button.tsx';
import { EntryCard } from '#web/ui/entry-card.tsx';
import { accountSentence } from './account-sentence.ts';
import { askAccounts, giveUp } from './ask-accounts.ts';
import { codeAnswer } from './code-answer.ts';
import { CodeStep } from './code-step.tsx';

type SecondStepProps = {
  readonly factors: readonly Factor[];
  /** What was under way goes on from here. */
  readonly onArrived: (arrived: Arrived) => void;
  /** It is given up. */
  readonly onBack: () => void;
};

export function SecondStep({ factors, onArrived, onBack }: SecondStepProps) {
  const { session } = useApp();
  const isOnline = useIsOnline();
  const goBack = (): void => {
    onBack();
    giveUp(session.door);
  };
  return (
    <EntryCard title={words.title} hint={words.hint} isOnline={isOnline} count={null} offline={entry.offline}>
      <CodeStep
        factors={factors}
        onSend={async (factorId, channel) => {
          const told = await askAccounts(session.door, (accounts) => accounts.sendCode(factorId, channel));
          return told.ok ? null : sentenceOf(told.failure);
        }}
        onEnter={async (factorId, code) => {
          const told = await askAccounts(session.door, (accounts) => accounts.enterCode(factorId, code));
          if (!told.ok) return codeAnswer(told.failure, sentenceOf(told.failure));
          onArrived(told.value);
          return null;
        }}
      />
      <Button look="link" onPress={goBack}>
        {words.back}
      </Button>
    </EntryCard>
  );
}

const sentenceOf = (failure: AccountFailure): string => accountSentence(failure, fallbacks.code, underWayFailures);
