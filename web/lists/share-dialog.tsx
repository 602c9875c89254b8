/** Share: invites people to a list, and shows its members. The owner removes them and hands the list over (product H3, H5). */
import type { ListEntry, ListMember } from '#core/lists/lists-record.ts';
import type { Lists } from '#client/ports/lists.ts';
import { messages } from '#web/messages/messages.ts';
import { useIsOnline } from '#web/shown-list/app-context.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Invitations } from './invitations.tsx';
import styles from './share-dialog.module.css';
import { useContext, useState } from 'react';
import type { Result } from '#core/result.ts';
import type { SharingApi, SharingFailure } from '#client/ports/sharing-api.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { nameMembers } from '#web/shown-list/use-lists.ts';
import { useSharingAction } from '#web/shown-list/use-sharing.ts';
import { type Confirmation, ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import { MoreMenu } from '#web/ui/menu/action-menu.tsx';
import { MenuItem } from '#web/ui/menu/menu-entries.tsx';
import { PersonMark } from '#web/ui/people/person-mark.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';

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

type MembersProps = {
  readonly lists: Lists;
  readonly entry: ListEntry;
  /** Whether this account owns the list and is online. */
  readonly canChange: boolean;
};

/** Both changes of the owner are confirmed. */
function Members({ lists, entry, canChange }: MembersProps) {
  const { user } = useShownList();
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const { ask, error } = useMemberChange(lists, entry, setConfirmation);
  const hasOthers = entry.members.some(({ id }) => id !== user.id);
  return (
    <section className={styles.part} aria-label={messages.share.members}>
      <h3 className={styles.title}>{messages.share.members}</h3>
      <p className={styles.error} role="alert">
        {error}
      </p>
      {hasOthers ? null : <p className={styles.quiet}>{messages.share.onlyYou}</p>}
      <ul className={styles.rows}>
        {(hasOthers ? nameMembers(entry.members) : []).map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            canHandOver={canChange && entry.id !== user.id}
            canRemove={canChange}
            onAsk={ask}
          />
        ))}
      </ul>
      {confirmation === null ? null : (
        <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
      )}
    </section>
  );
}

type MemberChange = 'remove' | 'hand-over';

type MemberRowProps = {
  readonly member: ListMember;
  /** The personal list cannot be handed over. */
  readonly canHandOver: boolean;
  readonly canRemove: boolean;
  readonly onAsk: (member: ListMember, change: MemberChange) => void;
};

function MemberRow({ member, canHandOver, canRemove, onAsk }: MemberRowProps) {
  const { user } = useShownList();
  const isYou = member.id === user.id;
  const { name } = member;
  const role = messages.share.roles[member.role];
  return (
    <li className={styles.row}>
      <PersonMark id={member.id} name={member.name} />
      <div className={styles.about}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
        </p>
        <p className={styles.quiet}>{isYou ? messages.share.you(role) : role}</p>
      </div>
      {isYou || !canRemove ? null : (
        <MoreMenu name={messages.share.actions(name)}>
          {(closeAnd) => (
            <>
              {canHandOver ? (
                <MenuItem icon={toolIcons.account} onPress={closeAnd(() => onAsk(member, 'hand-over'))}>
                  {messages.share.makeOwner}
                </MenuItem>
              ) : null}
              <MenuItem icon={icons.remove} onPress={closeAnd(() => onAsk(member, 'remove'))}>
                {messages.share.remove}
              </MenuItem>
            </>
          )}
        </MoreMenu>
      )}
    </li>
  );
}

type Change = {
  /** The name of its messages. */
  readonly texts: 'removeMember' | 'handOver';
  readonly isDanger: boolean;
  readonly call: (api: SharingApi, listId: string, memberId: string) => Promise<Result<null, SharingFailure>>;
};

const CHANGES: Readonly<Record<MemberChange, Change>> = {
  remove: { texts: 'removeMember', isDanger: true, call: (api, ...ids) => api.removeMember(...ids) },
  'hand-over': { texts: 'handOver', isDanger: false, call: (api, ...ids) => api.handOver(...ids) },
};

/** Asks, makes the change, and reads the members again. */
function useMemberChange(lists: Lists, entry: ListEntry, onConfirm: (confirmation: Confirmation) => void) {
  const { run, error } = useSharingAction();
  const toaster = useContext(ToasterContext);
  const ask = (member: ListMember, change: MemberChange): void => {
    const { isDanger, call, ...names } = CHANGES[change];
    const texts = messages[names.texts];
    const { name } = member;
    const go = async (): Promise<void> => {
      const result = await run((api) => call(api, entry.id, member.id));
      if (result?.ok === true) toaster.show(texts.done(name));
      await lists.refresh();
    };
    const text = texts.text(name, entry.name || messages.lists.unnamed);
    onConfirm({ title: texts.title, text, yes: texts.yes, isDanger, onYes: () => void go() });
  };
  return { ask, error };
}
