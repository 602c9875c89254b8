/** The sections of a real account, in a separate chunk. All of them need the network (product A3). */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AccountApi, AccountFacts } from '#client/ports/account-api.ts';
import { useApp, useIsOnline } from '#web/shown-list/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { type Confirmation, ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { DeleteAccountSection } from './delete-account-section.tsx';
import { DownloadDataSection } from './download-data-section.tsx';
import { accountApiError, AccountContext, type CloseQuestion, useAccountList } from './section/use-account.ts';
import { ActivitySection } from './activity-section.tsx';
import { type DeviceSignOut, SessionsSection } from './sessions-section.tsx';
import { ChangeEmailSection } from './change-email-section.tsx';
import { ChangePasswordSection } from './change-password-section.tsx';
import { IdentitiesSection } from './identities-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { DisplayNameSection } from './display-name-section.tsx';
import { Actions, Group, Hint, SectionError, SectionList, StickyError } from './section/section.tsx';
import { TwoStepSection } from './two-step/two-step-section.tsx';
import { useShownList } from '#web/shown-list/shown-list.ts';
import type { Factor } from '#client/ports/accounts.ts';
import { codeAnswer, CodeStep } from '#web/auth/code-step.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

export type AccountPartsProps = {
  readonly deviceSignOut: DeviceSignOut;
  /** Reports the account's email address when it is known. */
  readonly onEmail: (email: string) => void;
  /** Reports the question that the account dialog asks before it closes; null if it asks none. */
  readonly onCloseQuestion: (question: CloseQuestion | null) => void;
};

export function AccountParts(props: AccountPartsProps) {
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
      return <Sections {...opening} {...props} />;
  }
}

type SectionsProps = AccountPartsProps & {
  readonly api: AccountApi;
  readonly facts: AccountFacts;
  readonly refresh: () => Promise<void>;
};

/** Going offline keeps the typed text; each action then reports that the server is unreachable. */
function Sections({ api, facts, refresh, deviceSignOut, onEmail, onCloseQuestion }: SectionsProps) {
  const isOnline = useIsOnline();
  useEffect(() => onEmail(facts.email), [onEmail, facts.email]);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const [confirming, setConfirming] = useState<{ readonly end: (isConfirmed: boolean) => void } | null>(null);
  const [changes, setChanges] = useState(0);
  const onChanged = useCallback(() => setChanges((count) => count + 1), []);
  const account = { api, facts, refresh, changes, onChanged };
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
    <AccountContext value={{ ...account, stepUp, onCloseQuestion, openConfirmDialog: setConfirmation }}>
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

type Opened = { readonly api: AccountApi; readonly facts: AccountFacts };

type Opening =
  | { readonly type: 'opening' }
  /** It opens when the app is online. */
  | { readonly type: 'offline' }
  | { readonly type: 'failed'; readonly sentence: string; readonly tryAgain: () => void }
  | ({ readonly type: 'open'; readonly refresh: () => Promise<void> } & Opened);

function useOpenAccount(): Opening {
  const { openAccountApi } = useApp();
  const { user } = useShownList();
  const isOnline = useIsOnline();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [sentence, setSentence] = useState<string | null>(null);
  const read = useCallback(async (api: AccountApi | null): Promise<void> => {
    const result = await api?.read();
    if (api === null || result === undefined) setSentence(messages.parts.missing);
    else if (result.ok) setOpened({ api, facts: result.value });
    else setSentence(accountApiError(result.failure));
  }, []);
  const open = useCallback(async (): Promise<void> => {
    await read(await openAccountApi(user).catch(() => null));
  }, [openAccountApi, user, read]);
  const api = opened?.api ?? null;
  useEffect(() => {
    const start = async (): Promise<void> => {
      if (isOnline && api === null) await open();
    };
    void start();
  }, [isOnline, api, open]);
  // Another tab may confirm an address or add a factor.
  useEffect(() => api?.onChange(() => void read(api)), [api, read]);
  if (opened !== null) return { type: 'open', ...opened, refresh: () => read(opened.api) };
  if (!isOnline) return { type: 'offline' };
  if (sentence === null) return { type: 'opening' };
  const tryAgain = (): void => {
    setSentence(null);
    void open();
  };
  return { type: 'failed', sentence, tryAgain };
}

type StepUpDialogProps = {
  readonly api: AccountApi;
  /** The verified factors; at least one. */
  readonly factors: readonly Factor[];
  /** Reports whether the code was accepted. */
  readonly onClose: (isConfirmed: boolean) => void;
};

const StepUpDialog = ({ api, factors, onClose }: StepUpDialogProps) => (
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
