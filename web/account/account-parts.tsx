/** What a real account can do with itself: a chunk of its own, all of which needs the network (product A3). */
import { useEffect, useRef, useState } from 'react';
import type { AccountDesk, AccountFacts } from '#client/ports/account-desk.ts';
import { useIsOnline } from '#web/app-context.ts';
import { parts as words } from '#web/messages/en/account.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { Question } from '#web/ui/question.ts';
import { DeleteSection } from './delete-section.tsx';
import { DeskContext } from './desk-context.ts';
import { DevicesSection } from './devices-section.tsx';
import { EmailSection } from './email-section.tsx';
import { IdentitiesSection } from './identities-section.tsx';
import { joinCall } from './join-call.ts';
import type { Leaving } from './leaving.ts';
import { MyDataSection } from './my-data-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { Actions, Hint, SectionError, SectionList, StandingError } from './section.tsx';
import { StepUpDialog } from './step-up-dialog.tsx';
import { TwoStepSection } from './two-step-section.tsx';
import { useOpenDesk } from './use-open-desk.ts';

export type AccountPartsProps = {
  readonly leaving: Leaving;
  /** Tells the account's address, once it is known. */
  readonly onEmail: (email: string) => void;
};

export function AccountParts({ leaving, onEmail }: AccountPartsProps) {
  const opening = useOpenDesk();
  switch (opening.type) {
    case 'offline':
      return <Hint>{words.offline}</Hint>;
    case 'opening':
      return (
        <div role="status">
          <Hint>{words.loading}</Hint>
        </div>
      );
    case 'failed':
      return (
        <div>
          <SectionError text={opening.sentence} />
          <Actions>
            <Button onPress={opening.tryAgain}>{words.again}</Button>
          </Actions>
        </div>
      );
    case 'open':
      return <Sections {...opening} leaving={leaving} onEmail={onEmail} />;
  }
}

type SectionsProps = AccountPartsProps & {
  readonly desk: AccountDesk;
  readonly facts: AccountFacts;
  readonly refresh: () => Promise<void>;
};

/** Whoever goes offline here keeps what was typed; each act says that the server cannot be reached. */
function Sections({ desk, facts, refresh, leaving, onEmail }: SectionsProps) {
  const isOnline = useIsOnline();
  useEffect(() => onEmail(facts.email), [onEmail, facts.email]);
  const [question, setQuestion] = useState<Question | null>(null);
  const [confirming, setConfirming] = useState<{ readonly end: (isConfirmed: boolean) => void } | null>(null);
  const factors = facts.factors.filter(({ status }) => status === 'verified');
  const asking = useRef<Promise<boolean> | null>(null);
  const askCode = async (): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setConfirming({ end: resolve });
    const isConfirmed = await promise;
    setConfirming(null);
    return isConfirmed;
  };
  // Where it was set up on another device a moment ago, the sentence says what is needed.
  const confirm = async (): Promise<boolean> => factors.length > 0 && joinCall(asking, askCode);
  return (
    <DeskContext value={{ desk, facts, refresh, confirm, ask: setQuestion }}>
      <SectionList>
        {isOnline ? null : <StandingError text={words.offline} />}
        <EmailSection />
        <PasswordSection />
        <TwoStepSection />
        <IdentitiesSection />
        {facts.hasPasskeys ? <PasskeysSection /> : null}
        <DevicesSection leaving={leaving} />
        <MyDataSection />
        <DeleteSection />
      </SectionList>
      {question === null ? null : <ConfirmDialog question={question} onClose={() => setQuestion(null)} />}
      {confirming === null ? null : <StepUpDialog desk={desk} factors={factors} onClose={confirming.end} />}
    </DeskContext>
  );
}
