/** Opens the account API and reads the facts as soon as the app is online. */
import { useCallback, useEffect, useState } from 'react';
import type { AccountApi, AccountFacts } from '#client/ports/account-api.ts';
import { useApp, useIsOnline } from '#web/shown-list/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { accountApiError } from './section/account-api-error.ts';

type Opened = { readonly api: AccountApi; readonly facts: AccountFacts };

export type Opening =
  | { readonly type: 'opening' }
  /** It opens when the app is online. */
  | { readonly type: 'offline' }
  | { readonly type: 'failed'; readonly sentence: string; readonly tryAgain: () => void }
  | ({ readonly type: 'open'; readonly refresh: () => Promise<void> } & Opened);

export function useOpenAccount(): Opening {
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
