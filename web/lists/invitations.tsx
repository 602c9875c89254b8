/** Creates invitations to a list, and shows and revokes the open ones. */
import { useCallback, useContext, useEffect, useState } from 'react';
import type { Invitation, NewInvitation } from '#client/ports/sharing-api.ts';
import { share as words } from '#web/messages/en/lists.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { useSharingAction, useSharingApi } from '#web/shopper/use-sharing.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { describeDate, describeValidity } from './describe-invitation.ts';
import { InvitationLink } from './invitation-link.tsx';
import styles from './share-dialog.module.css';

type InvitationsProps = {
  readonly listId: string;
  readonly listName: string;
  readonly isOnline: boolean;
};

export function Invitations({ listId, listName, isOnline }: InvitationsProps) {
  const { store } = useShopper();
  const { run, isBusy, error } = useSharingAction();
  const toaster = useContext(ToasterContext);
  const [created, setCreated] = useState<NewInvitation | null>(null);
  const { invitations, read } = useInvitations(listId, isOnline);
  const invite = async (): Promise<void> => {
    const result = await run((api) => api.createInvitation(listId));
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
        <>
          <div className={styles.invite}>
            <Button look="primary" isBusy={isBusy} disabled={!isOnline} startsFocused onPress={() => void invite()}>
              {words.invite}
            </Button>
          </div>
          <p className={styles.hint}>{words.hint}</p>
        </>
      ) : (
        <InvitationLink listName={listName} invitation={created} onRevoke={() => void revoke(created.id)} />
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
