/** Creates invitations to a list, and shows and revokes the open ones. */
import { useCallback, useContext, useEffect, useState } from 'react';
import type { Invitation, NewInvitation } from '#client/ports/sharing-api.ts';
import type { ListEntry } from '#core/lists/lists-record.ts';
import { isDefaultName } from '#core/list/list.ts';
import type { Lists } from '#client/ports/lists.ts';
import { share as words, lists as listWords } from '#web/messages/en/lists.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { useDisplayName } from '#web/shopper/use-display-name.ts';
import { useSharingAction, useSharingApi } from '#web/shopper/use-sharing.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { describeDate, describeValidity } from './describe-invitation.ts';
import { InvitationLink } from './invitation-link.tsx';
import styles from './share-dialog.module.css';
import { ShareNames } from './share-names.tsx';
import { useRenameEntry } from './use-rename-entry.ts';

type InvitationsProps = {
  readonly lists: Lists;
  readonly entry: ListEntry;
  readonly isOnline: boolean;
};

export function Invitations({ lists, entry, isOnline }: InvitationsProps) {
  const { store } = useShopper();
  const { run, error } = useSharingAction();
  const toaster = useContext(ToasterContext);
  const [created, setCreated] = useState<NewInvitation | null>(null);
  const { invitations, read } = useInvitations(entry.id, isOnline);
  const create = async (): Promise<void> => {
    const result = await run((api) => api.createInvitation(entry.id));
    if (result?.ok === true) setCreated(result.value);
  };
  const revoke = async (id: string): Promise<void> => {
    const result = await run((api) => api.revokeInvitation(id));
    if (result?.ok !== true) return;
    toaster.show(words.revoked);
    if (id === created?.id) setCreated(null);
    await read();
  };
  const others = invitations.filter(({ id }) => id !== created?.id);
  return (
    <section className={styles.part} aria-label={words.invite}>
      <p className={styles.error} role="alert">
        {error}
      </p>
      {created === null ? (
        <Invite lists={lists} entry={entry} isOnline={isOnline} onInvite={create} />
      ) : (
        <InvitationLink
          listName={entry.name || listWords.unnamed}
          invitation={created}
          onRevoke={() => void revoke(created.id)}
        />
      )}
      {others.length === 0 ? null : <h3 className={styles.title}>{words.invitations}</h3>}
      <ul className={styles.rows}>
        {others.map(({ id, createdAt, expiresAt, usesLeft }) => (
          <li className={styles.row} key={id}>
            <div className={styles.about}>
              <p>{words.created(describeDate(createdAt))}</p>
              <p className={styles.quiet}>{describeValidity({ expiresAt, usesLeft }, store.now())}</p>
            </div>
            <Button
              look="quietDanger"
              name={words.revokeNamed(describeDate(createdAt))}
              onPress={() => void revoke(id)}
            >
              {words.revoke}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Asks for names first, if there are some to ask for. */
function Invite({ lists, entry, isOnline, onInvite }: InvitationsProps & { readonly onInvite: () => Promise<void> }) {
  const { read } = useDisplayName();
  const rename = useRenameEntry(lists, entry);
  const [isBusy, setBusy] = useState(false);
  const [question, setQuestion] = useState<{ readonly asksList: boolean; readonly asksPerson: boolean } | null>(null);
  const start = async (): Promise<void> => {
    setBusy(true);
    const asksPerson = (await read()) === null;
    const asksList = isDefaultName(entry.name) && entry.members.length <= 1;
    if (asksList || asksPerson) setQuestion({ asksList, asksPerson });
    else await onInvite();
    setBusy(false);
  };
  return (
    <>
      {question === null ? (
        <div className={styles.invite}>
          <Button look="primary" isBusy={isBusy} disabled={!isOnline} startsFocused onPress={() => void start()}>
            {words.invite}
          </Button>
        </div>
      ) : (
        <ShareNames {...question} onRename={rename} onDone={onInvite} />
      )}
      <p className={styles.hint}>{words.hint}</p>
    </>
  );
}

/** The open invitations. They are extra information, so a failure to read them is not shown. */
function useInvitations(listId: string, isOnline: boolean) {
  const callApi = useSharingApi();
  const [invitations, setInvitations] = useState<readonly Invitation[]>([]);
  const read = useCallback(async (): Promise<void> => {
    const result = await callApi((api) => api.invitations(listId));
    if (result.ok) setInvitations(result.value);
  }, [callApi, listId]);
  useEffect(() => {
    const start = async (): Promise<void> => {
      if (isOnline) await read();
    };
    void start();
  }, [isOnline, read]);
  return { invitations, read };
}
