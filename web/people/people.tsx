/** What the other members of a shared list do: who has it open, who added and ticked its items, and who loaded a saved list (product H8, S5). */
import { type ReactNode, useCallback, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { messages } from '#web/messages/messages.ts';
import { useIsOnline } from '#web/shown-list/app-context.ts';
import { useItem, useShownList } from '#web/shown-list/shown-list.ts';
import { MorePeople, PersonMark } from '#web/ui/people/person-mark.tsx';
import styles from './people.module.css';
import { nameOfMember, useMembers } from '#web/shown-list/use-lists.ts';
import type { ListMember } from '#core/lists/lists-record.ts';
import { keepEqual, type UnseenPeople } from '#core/sync/unseen-changes.ts';
import type { ItemPeople } from '#core/sync/versioned-row.ts';
import { mark as pageMark } from '#web/ui/marks.ts';
import { usePeopleStorage } from '#web/shown-list/use-sync-status.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { type RowDiff, rowDiffsOf } from '#core/diff/diff.ts';
import { typeOfLoad } from '#core/change/change-list.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/status/notice.tsx';

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

type Shown = { readonly people: ItemPeople; readonly members: readonly ListMember[]; readonly mark: ReactNode };

export function UnseenMarks() {
  const { marks } = useShownList();
  const members = useMembers();
  const unseen = useUnseen(members.length > 0);
  const shown = useRef<ReadonlyMap<string, Shown>>(new Map());
  useEffect(() => {
    const markOf = (itemId: string, people: ItemPeople): Shown => {
      const known = shown.current.get(itemId);
      if (known?.people === people && known.members === members) return known;
      return { people, members, mark: <UnseenMark itemId={itemId} people={people} members={members} /> };
    };
    shown.current = new Map([...unseen].map(([id, people]) => [id, markOf(id, people)]));
    marks.show(new Map([...shown.current].map(([id, { mark }]) => [id, mark])));
  }, [marks, members, unseen]);
  return null;
}

const NOTHING_UNSEEN: UnseenPeople = new Map();

/** Changes count as seen when the page is hidden or shows another list. */
function useUnseen(isShared: boolean): UnseenPeople {
  const { store } = useShownList();
  const people = usePeopleStorage();
  const [unseen, setUnseen] = useState(NOTHING_UNSEEN);
  useEffect(() => {
    if (!isShared || people === null) return undefined;
    let isGone = false;
    const read = async (): Promise<void> => {
      const latest = await people.readUnseen();
      if (!isGone) setUnseen((last) => keepEqual(last, latest));
    };
    const clearWhenHidden = (): void => {
      if (document.visibilityState === 'hidden') void people.clearUnseen().then(read);
    };
    void read();
    const stop = store.subscribe('incoming', () => void read());
    document.addEventListener('visibilitychange', clearWhenHidden);
    return () => {
      isGone = true;
      stop();
      document.removeEventListener('visibilitychange', clearWhenHidden);
      setUnseen(NOTHING_UNSEEN);
      void people.clearUnseen();
    };
  }, [isShared, people, store]);
  return unseen;
}

type UnseenMarkProps = {
  readonly itemId: string;
  readonly people: ItemPeople;
  readonly members: readonly ListMember[];
};

/** A ticked item shows who ticked it; an item that is left shows who added it. */
function UnseenMark({ itemId, people, members }: UnseenMarkProps) {
  const item = useItem(itemId);
  const id = item?.checked === true ? people.tickedBy : people.addedBy;
  const member = members.find((other) => other.id === id);
  if (member === undefined) return null;
  const text = item?.checked === true ? messages.people.tickedBy(member.name) : messages.people.addedBy(member.name);
  return (
    <span className={styles.mark} role="img" aria-label={text} title={text} {...pageMark('live', 'left-out')}>
      <PersonMark id={member.id} name={member.name} />
    </span>
  );
}

export function ItemPeopleLine({ itemId }: { readonly itemId: string }) {
  const { user } = useShownList();
  const members = useMembers();
  const isChecked = useItem(itemId)?.checked === true;
  const people = useItemPeople(itemId);
  if (members.length === 0 || people === null) return null;
  const sentenceOf = (id: string | null, write: (name: string) => string): readonly string[] =>
    id === null ? [] : [write(nameOfMember(members, id, user.id))];
  const sentences = [
    ...sentenceOf(people.addedBy, messages.people.addedBy),
    ...sentenceOf(isChecked ? people.tickedBy : null, messages.people.tickedBy),
  ];
  return sentences.length === 0 ? null : <p className={styles.line}>{sentences.join(' · ')}</p>;
}

function useItemPeople(itemId: string): ItemPeople | null {
  const { store, user } = useShownList();
  const storage = usePeopleStorage();
  const [people, setPeople] = useState<ItemPeople | null>(null);
  useEffect(() => {
    let isGone = false;
    const read = async (): Promise<void> => {
      const known = (await storage?.readPeople(itemId)) ?? null;
      // The backend may not have this device's latest tick yet.
      const isUnsent = store.patches().some((patch) => patch.id === itemId && 'checked' in patch.fields);
      if (!isGone) setPeople(known && isUnsent ? { ...known, tickedBy: user.id } : known);
    };
    void read();
    const stops = [store.subscribe('outbox', () => void read()), store.subscribe('incoming', () => void read())];
    return () => {
      isGone = true;
      for (const stop of stops) stop();
    };
  }, [storage, store, user, itemId]);
  return people;
}

type Replaced = { readonly id: string; readonly text: string };

/** Whether a deleted item came back, as if the emptying of its list was undone. A new item has a name, too. */
const isBack = ({ before, after }: RowDiff<'items'>): boolean =>
  before.deleted === true && after.deleted === false && after.name === undefined;

/**
 * Shows a load once: when it arrives, or when the list is opened or the page becomes visible after that. The members can be known
 * later than what they did. That the list was emptied remains until it is dismissed, because no item is left to explain it.
 */
export function LoadedNotice() {
  const { store } = useShownList();
  const toaster = useContext(ToasterContext);
  const members = useMembers();
  const people = usePeopleStorage();
  const shownId = useRef('');
  const [replaced, setReplaced] = useState<Replaced | null>(null);
  useEffect(() => {
    if (people === null || members.length === 0) return undefined;
    let isGone = false;
    const show = async (): Promise<void> => {
      const loaded = await people.readUnseenLoad();
      if (isGone) return;
      if (loaded === null) {
        // It was dismissed, perhaps in another tab.
        setReplaced(null);
        return;
      }
      const loader = members.find(({ id }) => id === loaded.by);
      // Another call may have read it before it was cleared.
      if (loader === undefined || document.visibilityState === 'hidden' || loaded.id === shownId.current) return;
      shownId.current = loaded.id;
      const type = typeOfLoad(loaded);
      const isSaved = type === 'saved-list';
      setReplaced(isSaved ? null : { id: loaded.id, text: messages.people.replaced[type](loader.name) });
      if (!isSaved) return;
      toaster.show(messages.people.loaded(loader.name, loaded.name));
      await people.clearUnseenLoad(loaded.id);
    };
    // A read while the page is being left would delay the write that UnseenMarks starts then, until it is too late.
    const showSoon = (): void => {
      if (document.visibilityState !== 'hidden') void show();
    };
    showSoon();
    const stop = store.subscribe('incoming', showSoon);
    document.addEventListener('visibilitychange', showSoon);
    return () => {
      isGone = true;
      stop();
      document.removeEventListener('visibilitychange', showSoon);
    };
  }, [store, people, members, toaster]);
  const dismiss = useCallback(() => {
    setReplaced(null);
    if (replaced !== null) void people?.clearUnseenLoad(replaced.id);
  }, [people, replaced]);
  useEffect(() => {
    if (replaced === null) return undefined;
    return store.onDiff((diff, source) => {
      if (source === 'remote' && rowDiffsOf(diff, 'items').some(isBack)) dismiss();
    });
  }, [store, replaced, dismiss]);
  if (replaced === null) return null;
  return (
    <Notice text={replaced.text}>
      <Button onPress={dismiss}>{messages.people.dismiss}</Button>
    </Notice>
  );
}
