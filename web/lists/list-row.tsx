/** A row of **Lists**: the list's name, what is left, the other members, unsent changes, and a menu. */
import styles from './list-row.module.css';
import type { ListEntry } from '#core/lists/lists-record.ts';
import type { ListSummary } from '#client/ports/lists.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { nameMembers } from '#web/shown-list/use-lists.ts';
import { Icon } from '#web/ui/icons/icon.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import { MoreMenu } from '#web/ui/menu/action-menu.tsx';
import { MenuItem } from '#web/ui/menu/menu-entries.tsx';
import { MorePeople, PersonMark } from '#web/ui/people/person-mark.tsx';

/** The most members that have room in a row. */
const MARKS = 3;

type ListRowProps = {
  readonly entry: ListEntry;
  /** Null if the list is not on this device; undefined until it is counted. */
  readonly summary: ListSummary | null | undefined;
  readonly isOpen: boolean;
  /** The owner, if another list has the same name; null otherwise. */
  readonly whose: string | null;
  /** Whether its menu gets the focus. */
  readonly isFocused: boolean;
  /** Not in the demo. */
  readonly canShare: boolean;
  readonly onGo: () => void;
  readonly onRename: () => void;
  readonly onShare: () => void;
  readonly onRemove: () => void;
};

export function ListRow({ entry, summary, whose, isOpen, isFocused, canShare, onGo, ...handlers }: ListRowProps) {
  const { user } = useShownList();
  const name = entry.name || messages.lists.unnamed;
  const others = nameMembers(entry.members).filter(({ id }) => id !== user.id);
  return (
    <li className={styles.row} data-open={isOpen}>
      <button className={styles.list} type="button" aria-current={isOpen} onClick={onGo}>
        <span className={styles.mark}>{isOpen ? <Icon path={toolIcons.check} /> : null}</span>
        <span className={styles.about}>
          <span className={styles.name}>
            <bdi>{name}</bdi>
          </span>
          <span className={styles.left}>
            {whose === null ? null : <bdi className={styles.whose}>{whose}</bdi>}
            <bdi>{describeLeft(summary)}</bdi>
          </span>
        </span>
        <Unsent count={summary?.unsent ?? 0} />
        <People people={others} />
      </button>
      <MoreMenu
        name={messages.lists.actions(whose === null ? name : messages.lists.nameAndWhose(name, whose))}
        startsFocused={isFocused}
      >
        {(closeAnd) => <Entries entry={entry} canShare={canShare} {...mapHandlers(handlers, closeAnd)} />}
      </MoreMenu>
    </li>
  );
}

/** A dot for unsent changes. */
function Unsent({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.unsent} title={messages.lists.unsent(count)}>
      <span className="visually-hidden">{messages.lists.unsent(count)}</span>
    </span>
  );
}

type Handlers = Pick<ListRowProps, 'onRename' | 'onShare' | 'onRemove'>;

const mapHandlers = (handlers: Handlers, wrap: (run: () => void) => () => void): Handlers => ({
  onRename: wrap(handlers.onRename),
  onShare: wrap(handlers.onShare),
  onRemove: wrap(handlers.onRemove),
});

/** The personal list can be neither left nor deleted. */
function Entries({
  entry,
  canShare,
  onRename,
  onShare,
  onRemove,
}: Handlers & Pick<ListRowProps, 'entry' | 'canShare'>) {
  const { user } = useShownList();
  const isOwner = entry.role === 'owner';
  return (
    <>
      <MenuItem icon={toolIcons.edit} onPress={onRename}>
        {messages.lists.rename}
      </MenuItem>
      {canShare ? (
        <MenuItem icon={toolIcons.share} onPress={onShare}>
          {isOwner ? messages.lists.share : messages.lists.members}
        </MenuItem>
      ) : null}
      {entry.id === user.id ? null : (
        <MenuItem icon={isOwner ? icons.remove : toolIcons.logout} onPress={onRemove}>
          {isOwner ? messages.lists.remove : messages.lists.leave}
        </MenuItem>
      )}
    </>
  );
}

function describeLeft(summary: ListSummary | null | undefined): string {
  if (summary === undefined) return '\u00A0';
  if (summary === null) return messages.lists.notHere;
  if (summary.total === 0) return messages.lists.empty;
  return summary.left === 0 ? messages.lists.allDone : messages.lists.left(summary.left);
}

function People({ people }: { readonly people: ListEntry['members'] }) {
  if (people.length === 0) return null;
  const shown = people.length > MARKS ? people.slice(0, MARKS - 1) : people;
  return (
    <span className={styles.people}>
      {shown.map(({ id, name }) => (
        <PersonMark key={id} id={id} name={name} />
      ))}
      {shown.length < people.length ? (
        <MorePeople text={messages.lists.moreMembers(people.length - shown.length)} />
      ) : null}
      <span className="visually-hidden">{messages.lists.sharedWith(people.map(({ name }) => name))}</span>
    </span>
  );
}
