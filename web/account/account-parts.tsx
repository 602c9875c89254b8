/** The sections of a real account, in a separate chunk. All of them need the network (product A3). */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AccountApi, AccountFacts } from '#client/ports/account-api.ts';
import { useIsOnline } from '#web/shown-list/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import type { Confirmation } from '#web/ui/dialog/confirmation.ts';
import { DeleteAccountSection } from './data/delete-account-section.tsx';
import { AccountContext } from './section/account-context.ts';
import { ActivitySection } from './sessions/activity-section.tsx';
import { SessionsSection, type DeviceSignOut } from './sessions/sessions-section.tsx';
import { ChangeEmailSection } from './sign-in-methods/change-email-section.tsx';
import { IdentitiesSection } from './sign-in-methods/identities-section.tsx';
import { DisplayNameSection } from './display-name-section.tsx';
import { DownloadDataSection } from './data/download-data-section.tsx';
import { PasskeysSection } from './sign-in-methods/passkeys-section.tsx';
import { ChangePasswordSection } from './sign-in-methods/change-password-section.tsx';
import { Actions, Group, Hint, SectionError, SectionList, StickyError } from './section/section.tsx';
import { StepUpDialog } from './step-up-dialog.tsx';
import { TwoStepSection } from './two-step/two-step-section.tsx';
import { useAccountList } from './section/use-account-list.ts';
import { useOpenAccount } from './use-open-account.ts';

export type AccountPartsProps = {
  readonly deviceSignOut: DeviceSignOut;
  /** Reports the account's email address when it is known. */
  readonly onEmail: (email: string) => void;
};

export function AccountParts({ deviceSignOut, onEmail }: AccountPartsProps) {
  const opening = useOpenAccount();
  switch (opening.type) {
    case 'offline':
      return <Hint>{messages.parts.offline}</Hint>;
    case 'opening':
      return (
        <div role="status">
          <Hint>{messages.parts.loading}</Hint>
        </div>
      );
    case 'failed':
      return (
        <div>
          <SectionError text={opening.sentence} />
          <Actions>
            <Button onPress={opening.tryAgain}>{messages.parts.again}</Button>
          </Actions>
        </div>
      );
    case 'open':
      return <Sections {...opening} deviceSignOut={deviceSignOut} onEmail={onEmail} />;
  }
}

type SectionsProps = AccountPartsProps & {
  readonly api: AccountApi;
  readonly facts: AccountFacts;
  readonly refresh: () => Promise<void>;
};

/** Going offline keeps the typed text; each action then reports that the server is unreachable. */
function Sections({ api, facts, refresh, deviceSignOut, onEmail }: SectionsProps) {
  const isOnline = useIsOnline();
  useEffect(() => onEmail(facts.email), [onEmail, facts.email]);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const [confirming, setConfirming] = useState<{ readonly end: (isConfirmed: boolean) => void } | null>(null);
  const [changes, setChanges] = useState(0);
  const onChanged = useCallback(() => setChanges((count) => count + 1), []);
  const sessions = useAccountList(api.sessions);
  const factors = facts.factors.filter(({ status }) => status === 'verified');
  const stepping = useRef<Promise<boolean> | null>(null);
  const enterCode = async (): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setConfirming({ end: resolve });
    const isConfirmed = await promise;
    setConfirming(null);
    return isConfirmed;
  };
  // Without a known factor, for example right after another device added one, the error text says what to do.
  const stepUp = async (): Promise<boolean> => factors.length > 0 && joinCall(stepping, enterCode);
  return (
    <AccountContext value={{ api, facts, refresh, changes, onChanged, stepUp, openConfirmDialog: setConfirmation }}>
      <SectionList>
        {isOnline ? null : <StickyError text={messages.parts.offline} />}
        <Group title={messages.groups.signIn}>
          <DisplayNameSection />
          <ChangeEmailSection />
          {facts.passwords ? <ChangePasswordSection /> : null}
          <TwoStepSection />
          <IdentitiesSection />
          {facts.passkeys === 'no' ? null : <PasskeysSection />}
        </Group>
        <Group title={messages.groups.security}>
          <SessionsSection sessions={sessions} deviceSignOut={deviceSignOut} />
          <ActivitySection />
        </Group>
        <Group title={messages.groups.data}>
          <DownloadDataSection />
          {/* The same migration brings both functions. */}
          {sessions.isMissing ? null : <DeleteAccountSection />}
        </Group>
      </SectionList>
      {confirmation === null ? null : (
        <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
      )}
      {confirming === null ? null : <StepUpDialog api={api} factors={factors} onClose={confirming.end} />}
    </AccountContext>
  );
}

/**
 * Makes a call, or joins the pending one, so that all callers get the same answer.
 * @param pending holds the pending call
 */
export function joinCall<T>(pending: { current: Promise<T> | null }, call: () => Promise<T>): Promise<T> {
  pending.current ??= call().finally(() => {
    pending.current = null;
  });
  return pending.current;
}
