/** Answers an invitation: reads what it invites to, and makes this account a member (product H4). */
import { useCallback, useContext, useEffect, useState } from 'react';
import type { InvitedList, SharingFailure } from '#client/ports/sharing-api.ts';
import { messages } from '#web/messages/messages.ts';
import { useApp, useIsOnline } from '#web/shown-list/app-context.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { useDisplayName, useSharingApi } from '#web/shown-list/use-sharing.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';

type Stage =
  | { readonly type: 'loading' }
  /** `asksName`: this person was never asked for a display name (product A7). */
  | { readonly type: 'ask' | 'joining'; readonly list: InvitedList; readonly asksName: boolean }
  | { readonly type: 'failed'; readonly failure: SharingFailure };

export type Join = {
  /** `offline` while the app is offline and has no answer yet. */
  readonly stage: Stage | { readonly type: 'offline' };
  readonly join: () => Promise<void>;
  readonly tryAgain: () => void;
};

/**
 * Asks whether to join. If this account is a member already, opens the list without a question. Reads again when the app is back online.
 * @param onUsed removes the invitation; must be stable between renders
 */
export function useJoin(secret: string, onUsed: () => void): Join {
  const callApi = useSharingApi();
  const openJoined = useOpenJoined(onUsed);
  const isOnline = useIsOnline();
  const { read: readName } = useDisplayName();
  const [stage, setStage] = useState<Stage>({ type: 'loading' });
  const accept = useAccept({ secret, openJoined, setStage });
  const read = useCallback(async (): Promise<void> => {
    const [result, name] = await Promise.all([callApi((api) => api.showInvitation(secret)), readName()]);
    if (!result.ok) setStage({ type: 'failed', failure: result.failure });
    else if (result.value.isMember) await openJoined(result.value.listId);
    else setStage({ type: 'ask', list: result.value, asksName: name === null });
  }, [callApi, openJoined, readName, secret]);
  useEffect(() => {
    const start = async (): Promise<void> => {
      if (isOnline) await read();
    };
    void start();
  }, [isOnline, read]);
  return {
    stage: isWaiting(stage) && !isOnline ? { type: 'offline' } : stage,
    async join() {
      if (stage.type !== 'ask') return;
      setStage({ ...stage, type: 'joining' });
      await accept(stage.list);
    },
    tryAgain() {
      setStage({ type: 'loading' });
      void read();
    },
  };
}

/** Whether there is no answer yet. */
const isWaiting = (stage: Stage): boolean =>
  stage.type === 'loading' || (stage.type === 'failed' && stage.failure.type === 'unreachable');

type AcceptParts = {
  readonly secret: string;
  readonly openJoined: (listId: string) => Promise<void>;
  /** Must be stable between renders. */
  readonly setStage: (stage: Stage) => void;
};

/** Returns a function that makes this account a member of a list and opens it. */
function useAccept({ secret, openJoined, setStage }: AcceptParts): (list: InvitedList) => Promise<void> {
  const callApi = useSharingApi();
  const toaster = useContext(ToasterContext);
  return useCallback(
    async ({ listName }) => {
      const result = await callApi((api) => api.acceptInvitation(secret));
      if (!result.ok) {
        setStage({ type: 'failed', failure: result.failure });
        return;
      }
      await openJoined(result.value);
      toaster.show(messages.join.joined(listName || messages.lists.unnamed));
    },
    [callApi, openJoined, secret, setStage, toaster],
  );
}

/** Returns a function that opens a list that this account has joined, and then removes the invitation. */
function useOpenJoined(onUsed: () => void): (listId: string) => Promise<void> {
  const { loadLists } = useApp();
  const { user, switchTo } = useShownList();
  return useCallback(
    async (listId) => {
      // A failed download only means that the list appears with the next sync.
      const lists = await loadLists(user).catch(() => null);
      await lists?.refresh();
      onUsed();
      const joined = lists?.entries().find(({ id }) => id === listId);
      if (joined !== undefined) switchTo({ listId, name: joined.name });
    },
    [onUsed, loadLists, user, switchTo],
  );
}
