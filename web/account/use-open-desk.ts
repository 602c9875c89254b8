/** Opens the account and reads its facts, as soon as there is a network. */
import { useCallback, useEffect, useState } from 'react';
import type { AccountDesk, AccountFacts } from '#client/ports/account-desk.ts';
import { useApp, useIsOnline } from '#web/app-context.ts';
import { parts } from '#web/messages/en/account.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { deskSentence } from './desk-sentence.ts';

type Opened = { readonly desk: AccountDesk; readonly facts: AccountFacts };

export type Opening =
  | { readonly type: 'opening' }
  /** It opens by itself once there is a network. */
  | { readonly type: 'offline' }
  | { readonly type: 'failed'; readonly sentence: string; readonly tryAgain: () => void }
  | ({ readonly type: 'open'; readonly refresh: () => Promise<void> } & Opened);

export function useOpenDesk(): Opening {
  const { openDesk } = useApp();
  const { user } = useShopper();
  const isOnline = useIsOnline();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [sentence, setSentence] = useState<string | null>(null);
  const read = useCallback(async (desk: AccountDesk | null): Promise<void> => {
    const told = await desk?.read();
    if (desk === null || told === undefined) setSentence(parts.missing);
    else if (told.ok) setOpened({ desk, facts: told.value });
    else setSentence(deskSentence(told.failure));
  }, []);
  const open = useCallback(async (): Promise<void> => {
    await read(await openDesk(user).catch(() => null));
  }, [openDesk, user, read]);
  const desk = opened?.desk ?? null;
  useEffect(() => {
    const start = async (): Promise<void> => {
      if (isOnline && desk === null) await open();
    };
    void start();
  }, [isOnline, desk, open]);
  // Its address was confirmed in another tab, or a second step was added.
  useEffect(() => desk?.onChange(() => void read(desk)), [desk, read]);
  if (opened !== null) return { type: 'open', ...opened, refresh: () => read(opened.desk) };
  if (!isOnline) return { type: 'offline' };
  if (sentence === null) return { type: 'opening' };
  const tryAgain = (): void => {
    setSentence(null);
    void open();
  };
  return { type: 'failed', sentence, tryAgain };
}
