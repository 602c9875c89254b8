/** Who else has the list open now, in the header (product H8). */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { messages } from '#web/messages/messages.ts';
import { useIsOnline } from '#web/shown-list/app-context.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { MorePeople, PersonMark } from '#web/ui/people/person-mark.tsx';
import styles from './people.module.css';
import { useMembers } from '#web/shown-list/use-lists.ts';

/** More people do not fit beside the status on a narrow phone. */
const MOST = 3;

export function PresentPeople() {
  const members = useMembers();
  const isOnline = useIsOnline();
  const presentIds = usePresentIds(members.length > 0 && isOnline);
  // Any member can report any id.
  const present = members.filter(({ id }) => presentIds.includes(id));
  const text = present.length === 0 ? '' : messages.people.present(present.map(({ name }) => name));
  return (
    <>
      <span className={styles.present} title={text} aria-hidden="true">
        {present.slice(0, MOST).map(({ id, name }) => (
          <PersonMark key={id} id={id} name={name} />
        ))}
        {present.length > MOST ? <MorePeople text={messages.people.more(present.length - MOST)} /> : null}
      </span>
      {/* Not announced: people come and go with each glance at a phone. */}
      <span className="visually-hidden">{text}</span>
    </>
  );
}

const NOBODY: readonly string[] = [];
const NEVER = () => () => undefined;

/** This account is reported to the others while a shared list is on screen. */
function usePresentIds(isShared: boolean): readonly string[] {
  const { sync } = useShownList();
  const presence = useSyncExternalStore(sync?.onChange ?? NEVER, () => sync?.presence() ?? null);
  const [ids, setIds] = useState(NOBODY);
  useEffect(() => (isShared ? presence?.subscribe(setIds) : undefined), [isShared, presence]);
  return isShared ? ids : NOBODY;
}
