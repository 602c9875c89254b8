/** Join: asks a signed-in user whether to join the list of an invitation, and makes this account a member (product H4). */
import { type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { isOutcomeUnknown } from '#client/ports/accounts.ts';
import type { InvitedList, SharingFailure } from '#client/ports/sharing-api.ts';
import { isDemoUser } from '#core/account/user.ts';
import { messages } from '#web/messages/messages.ts';
import { useApp, useIsOnline } from '#web/shown-list/app-context.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { signUpRequest, usePendingInvitation } from '#web/shown-list/use-pending-invitation.ts';
import { sharingError, useDisplayName, useSharingApi } from '#web/shown-list/use-sharing.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useFirstFocus } from '#web/ui/use-first-focus.ts';
import { EmptyState } from '#web/ui/status/empty-state.tsx';
import styles from './join-dialog.module.css';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';

/** Opens when there is an invitation. An unanswered one opens again at the next start. */
export function PendingInvitationDialog() {
  const { secret, remove } = usePendingInvitation();
  const { user } = useShownList();
  const [postponed, setPostponed] = useState<string | null>(null);
  if (secret === null || secret === postponed) return null;
  if (isDemoUser(user)) return <DemoDialog onDecline={remove} />;
  return <JoinDialog key={secret} secret={secret} onLater={() => setPostponed(secret)} onRemove={remove} />;
}

/** A user of the demo needs an account to join. The invitation remains until it is answered after the sign-in. */
function DemoDialog({ onDecline }: { readonly onDecline: () => void }) {
  const { session } = useApp();
  const signUp = (): void => {
    signUpRequest.set();
    void session.signOut();
  };
  return (
    <Page text={messages.join.demo} onClose={onDecline}>
      <Button look="primary" startsFocused onPress={signUp}>
        {messages.join.create}
      </Button>
      <Button onPress={() => void session.signOut()}>{messages.join.signIn}</Button>
      <Button look="link" onPress={onDecline}>
        {messages.join.notNow}
      </Button>
    </Page>
  );
}

type JoinDialogProps = {
  readonly secret: string;
  /** Closes the dialog and keeps the invitation. */
  readonly onLater: () => void;
  /** Closes the dialog and removes the invitation. */
  readonly onRemove: () => void;
};

/** Every failure has one sentence and a way on. */
function JoinDialog({ secret, onLater, onRemove }: JoinDialogProps) {
  const { stage, join, tryAgain } = useJoin(secret, onRemove);
  switch (stage.type) {
    case 'loading':
      return (
        <Page text={messages.join.loading} onClose={onLater}>
          <Button look="link" onPress={onLater}>
            {messages.join.later}
          </Button>
        </Page>
      );
    case 'offline':
      return (
        <Page text={messages.join.offline} onClose={onLater}>
          <Button onPress={onLater}>{messages.join.later}</Button>
        </Page>
      );
    case 'ask':
    case 'joining':
      return <Question {...stage} onJoin={join} onLater={onLater} onRemove={onRemove} />;
    case 'failed':
      return <Failed failure={stage.failure} onAgain={tryAgain} onLater={onLater} onRemove={onRemove} />;
  }
}

type QuestionProps = Pick<JoinDialogProps, 'onLater' | 'onRemove'> &
  Extract<ReturnType<typeof useJoin>['stage'], { readonly type: 'ask' | 'joining' }> & {
    readonly onJoin: () => Promise<void>;
  };

/** Also asks once for the name that the other members see (product A7). */
function Question({ type, list, asksName, onJoin, onLater, onRemove }: QuestionProps) {
  const { save } = useDisplayName();
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const submit = async (): Promise<void> => {
    if (isSaving) return;
    setSaving(true);
    const refused = asksName ? await save(name) : null;
    setError(refused);
    if (refused === null) await onJoin();
    setSaving(false);
  };
  return (
    <Page
      text={messages.join.ask(list.listName || messages.lists.unnamed, list.ownerName)}
      hint={messages.join.hint}
      onClose={onLater}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {asksName ? (
          <div className={styles.name}>
            <TextField
              label={messages.displayName.field}
              value={name}
              error={error}
              autoComplete="nickname"
              onChange={setName}
            />
            <p className={styles.hint}>{messages.displayName.hint}</p>
          </div>
        ) : null}
        <Button look="primary" type="submit" startsFocused={!asksName} isBusy={isSaving || type === 'joining'}>
          {messages.join.join}
        </Button>
        <Button onPress={onRemove}>{messages.join.notNow}</Button>
      </form>
    </Page>
  );
}

type FailedProps = {
  readonly failure: SharingFailure;
  readonly onAgain: () => void;
  readonly onLater: () => void;
  readonly onRemove: () => void;
};

/** Removes an invitation that cannot be used. One that could not be read stays. */
function Failed({ failure, onAgain, onLater, onRemove }: FailedProps) {
  const canRetry = isOutcomeUnknown(failure) || failure.type === 'refused';
  const leave = isOutcomeUnknown(failure) || failure.type === 'signed-out' ? onLater : onRemove;
  return (
    <Page text={sharingError(failure)} onClose={leave}>
      {canRetry ? (
        <Button look="primary" startsFocused onPress={onAgain}>
          {messages.join.again}
        </Button>
      ) : null}
      <Button look={canRetry ? 'plain' : 'primary'} startsFocused={!canRetry} onPress={leave}>
        {messages.join.later}
      </Button>
    </Page>
  );
}

type PageProps = {
  readonly text: string;
  readonly hint?: string;
  readonly onClose: () => void;
  /** The buttons. */
  readonly children: ReactNode;
};

/** Its text is announced whenever it changes. */
const Page = ({ text, hint, onClose, children }: PageProps) => (
  <Dialog title={messages.join.title} isScreen onClose={onClose}>
    <EmptyState
      drawing="lists"
      text={
        <span className={hint === undefined ? undefined : styles.question} role="status">
          {text}
        </span>
      }
    >
      {hint === undefined ? null : <p>{hint}</p>}
      <JoinButtons key={text}>{children}</JoinButtons>
    </EmptyState>
  </Dialog>
);

/** The buttons. The first of them that starts focused gets the focus, also when it replaces others. */
function JoinButtons({ children }: { readonly children: ReactNode }) {
  const buttons = useRef<HTMLDivElement>(null);
  useFirstFocus(buttons, '[data-autofocus]');
  return (
    <div className={styles.buttons} ref={buttons}>
      {children}
    </div>
  );
}

type Stage =
  | { readonly type: 'loading' }
  /** `asksName`: this person was never asked for a display name (product A7). */
  | { readonly type: 'ask' | 'joining'; readonly list: InvitedList; readonly asksName: boolean }
  | { readonly type: 'failed'; readonly failure: SharingFailure };

type Join = {
  /** `offline` while the app is offline and has no answer yet. */
  readonly stage: Stage | { readonly type: 'offline' };
  readonly join: () => Promise<void>;
  readonly tryAgain: () => void;
};

/**
 * Asks whether to join. If this account is a member already, opens the list without a question. Reads again when the app is back online.
 * @param onUsed removes the invitation; must be stable between renders
 */
function useJoin(secret: string, onUsed: () => void): Join {
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
