/** Share: invites people to a list, and shows its members (product H3, H5). */
import styles from './share-dialog.module.css';
import type { ListEntry } from '#core/lists/lists-record.ts';
import type { Lists } from '#client/ports/lists.ts';
import { messages } from '#web/messages/messages.ts';
import { useIsOnline } from '#web/shown-list/app-context.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Invitations } from './invitations.tsx';
import { Members } from './members.tsx';

type ShareDialogProps = {
  readonly lists: Lists;
  readonly entry: ListEntry;
  readonly onClose: () => void;
};

/** Members who are not the owner only see who else is a member. */
export function ShareDialog({ lists, entry, onClose }: ShareDialogProps) {
  const isOnline = useIsOnline();
  const name = entry.name || messages.lists.unnamed;
  const isOwner = entry.role === 'owner';
  return (
    <Dialog title={isOwner ? messages.share.title(name) : messages.share.membersOf(name)} onClose={onClose}>
      {isOnline ? null : (
        <p className={styles.offline} role="status">
          {messages.share.offline}
        </p>
      )}
      {isOwner ? <Invite lists={lists} entry={entry} isOnline={isOnline} /> : null}
      <Members lists={lists} entry={entry} canChange={isOwner && isOnline} />
    </Dialog>
  );
}

/** A list that was created offline can be shared when the backend has it. */
function Invite({ lists, entry, isOnline }: Omit<ShareDialogProps, 'onClose'> & { readonly isOnline: boolean }) {
  if (entry.state === 'new') return isOnline ? <p className={styles.hint}>{messages.share.notSent}</p> : null;
  return <Invitations lists={lists} entry={entry} isOnline={isOnline} />;
}
