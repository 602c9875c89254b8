/** Join: asks a signed-in user whether to join the list of an invitation (product H4). */
import { useRef, useState, type ReactNode } from 'react';
import { isOutcomeUnknown } from '#client/ports/accounts.ts';
import type { SharingFailure } from '#client/ports/sharing-api.ts';
import { isDemoUser } from '#core/account/user.ts';
import { messages } from '#web/messages/messages.ts';
import { useApp } from '#web/shown-list/app-context.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { signUpRequest, usePendingInvitation } from '#web/shown-list/use-pending-invitation.ts';
import { useDisplayName, sharingError } from '#web/shown-list/use-sharing.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useFirstFocus } from '#web/ui/use-first-focus.ts';
import { EmptyState } from '#web/ui/status/empty-state.tsx';
import styles from './join-dialog.module.css';
import { useJoin } from './use-join.ts';

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
