/** The members of a list. The owner removes them and hands the list over (product H5). */
import styles from './share-dialog.module.css';
import { useContext, useState } from 'react';
import type { Result } from '#core/result.ts';
import type { ListEntry, ListMember } from '#core/lists/lists-record.ts';
import type { Lists } from '#client/ports/lists.ts';
import type { SharingApi, SharingFailure } from '#client/ports/sharing-api.ts';
import { messages } from '#web/messages/messages.ts';
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

type MembersProps = {
  readonly lists: Lists;
  readonly entry: ListEntry;
  /** Whether this account owns the list and is online. */
  readonly canChange: boolean;
};

/** Both changes of the owner are confirmed. */
export function Members({ lists, entry, canChange }: MembersProps) {
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
