/** Creates invitations to a list, after the names that others will see, and shows and revokes the open ones. */
import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { Invitation, NewInvitation } from '#client/ports/sharing-api.ts';
import type { ListEntry } from '#core/lists/lists-record.ts';
import { isDefaultName } from '#core/list/list.ts';
import type { Lists } from '#client/ports/lists.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { useDisplayName, useSharingAction, useSharingApi } from '#web/shown-list/use-sharing.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { describeMoment } from '#web/messages/describe-time.ts';
import styles from './share-dialog.module.css';
import { useRenameEntry } from './name-list-dialogs.tsx';
import { useApp } from '#web/shown-list/app-context.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { useChunk } from '#web/ui/use-chunk.ts';
import { useFirstFocus } from '#web/ui/use-first-focus.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

type InvitationsProps = {
  readonly lists: Lists;
  readonly entry: ListEntry;
  readonly isOnline: boolean;
};

export function Invitations({ lists, entry, isOnline }: InvitationsProps) {
  const { store } = useShownList();
  const { run, error } = useSharingAction();
  const toaster = useContext(ToasterContext);
  const [created, setCreated] = useState<NewInvitation | null>(null);
  const { invitations, read } = useInvitations(entry.id, isOnline);
  const create = async (): Promise<void> => {
    const result = await run((api) => api.createInvitation(entry.id));
    if (result?.ok !== true) return;
    setCreated(result.value);
    // In large text, a message about the list's new name would cover the buttons of the link.
    toaster.hide();
  };
  // A revoked invitation leaves at once, and comes back if the backend did not revoke it.
  const [revoked, setRevoked] = useState<readonly string[]>([]);
  const revoke = async (id: string): Promise<void> => {
    setRevoked((ids) => [...ids, id]);
    const result = await run((api) => api.revokeInvitation(id));
    if (result?.ok === true) {
      toaster.show(messages.share.revoked);
      await read();
    } else setRevoked((ids) => ids.filter((other) => other !== id));
  };
  const shown = created === null || revoked.includes(created.id) ? null : created;
  const others = invitations.filter(({ id }) => id !== shown?.id && !revoked.includes(id));
  return (
    <section className={styles.part} aria-label={messages.share.invite}>
      <p className={styles.error} role="alert">
        {error}
      </p>
      {shown === null ? (
        <Invite
          lists={lists}
          entry={entry}
          isOnline={isOnline}
          isFirst={invitations.length === 0 && entry.members.length <= 1}
          onInvite={create}
        />
      ) : (
        <InvitationLink
          listName={entry.name || messages.lists.unnamed}
          invitation={shown}
          onRevoke={() => void revoke(shown.id)}
        />
      )}
      {others.length === 0 ? null : <h3 className={styles.title}>{messages.share.invitations}</h3>}
      <ul className={styles.rows}>
        {others.map(({ id, createdAt, expiresAt, usesLeft }) => (
          <li className={styles.row} key={id}>
            <div className={styles.about}>
              <p>{messages.share.created(describeMoment(createdAt))}</p>
              <p className={styles.quiet}>{describeValidity({ expiresAt, usesLeft }, store.now())}</p>
            </div>
            <Button
              look="quietDanger"
              name={messages.share.revokeNamed(describeMoment(createdAt))}
              onPress={() => void revoke(id)}
            >
              {messages.share.revoke}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type InviteProps = InvitationsProps & {
  /** Whether this would be the list's first invitation. */
  readonly isFirst: boolean;
  readonly onInvite: () => Promise<void>;
};

/** Asks for names first, if there are some to ask for. */
function Invite({ lists, entry, isOnline, isFirst, onInvite }: InviteProps) {
  const { read } = useDisplayName();
  const rename = useRenameEntry(lists, entry);
  const [isBusy, setBusy] = useState(false);
  const [question, setQuestion] = useState<{ readonly asksList: boolean; readonly asksPerson: boolean } | null>(null);
  const start = async (): Promise<void> => {
    setBusy(true);
    const asksPerson = (await read()) === null;
    const asksList = isFirst && isDefaultName(entry.name);
    if (asksList || asksPerson) setQuestion({ asksList, asksPerson });
    else await onInvite();
    setBusy(false);
  };
  return (
    <>
      {question === null ? (
        <div className={styles.invite}>
          <Button look="primary" isBusy={isBusy} disabled={!isOnline} startsFocused onPress={() => void start()}>
            {messages.share.invite}
          </Button>
        </div>
      ) : (
        <ShareNames {...question} onRename={rename} onDone={onInvite} />
      )}
      <p className={styles.hint}>{messages.share.hint}</p>
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

type InvitationLinkProps = {
  readonly listName: string;
  readonly invitation: NewInvitation;
  readonly onRevoke: () => void;
};

/** It gets the focus, so that screen readers read it from its beginning. */
function InvitationLink({ listName, invitation, onRevoke }: InvitationLinkProps) {
  const { link } = invitation;
  const { store } = useShownList();
  const { deviceFeatures } = useApp();
  const sharing = useChunk(deviceFeatures.loadSharing, 'ignore');
  const toaster = useContext(ToasterContext);
  const panel = useRef<HTMLDivElement>(null);
  useFirstFocus(panel);
  const copy = async (): Promise<void> => {
    toaster.show((await copyText(link)) ? messages.share.copied : messages.share.notCopied);
  };
  const send = async (): Promise<void> => {
    if ((await sharing?.openShareSheet({ text: messages.share.sheetText(listName), url: link })) === false)
      toaster.show(messages.share.notShared);
  };
  const hasSheet = sharing?.hasShareSheet === true;
  return (
    <div className={styles.invitation} ref={panel} tabIndex={-1}>
      <p role="status">{messages.share.ready}</p>
      <div className={styles.qr}>
        {sharing === null ? null : (
          <img src={sharing.drawQrCode(link)} alt={messages.share.qrCode} width={208} height={208} />
        )}
      </div>
      <p className={styles.link} dir="ltr">
        <span className="visually-hidden">{messages.share.link} </span>
        {link}
      </p>
      <div className={styles.ways}>
        {hasSheet ? (
          <Button look="primary" onPress={() => void send()}>
            {messages.share.sendLink}
          </Button>
        ) : null}
        <Button look={hasSheet ? 'plain' : 'primary'} onPress={() => void copy()}>
          {messages.share.copyLink}
        </Button>
      </div>
      <div className={styles.row}>
        <p className={styles.quiet}>{describeValidity(invitation, store.now())}</p>
        <Button look="quietDanger" onPress={onRevoke}>
          {messages.share.revoke}
        </Button>
      </div>
    </div>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

type Validity = {
  /** ISO 8601, by the backend's clock. */
  readonly expiresAt: string;
  readonly usesLeft: number;
};

/** @returns such as 'Works for 7 days, for up to 20 people.' */
export function describeValidity({ expiresAt, usesLeft }: Validity, now: string): string {
  // Rounded, because the clocks of the backend and of this device differ.
  const days = Math.round((Date.parse(expiresAt) - Date.parse(now)) / DAY_MS);
  return messages.share.works(days < 1 ? messages.share.lessThanADay : messages.share.days(days), usesLeft);
}

type ShareNamesProps = {
  /** Whether the list still has a default name. */
  readonly asksList: boolean;
  /** Whether the person was never asked for a name. */
  readonly asksPerson: boolean;
  /** Renames the list. @returns the error text; null if it was renamed */
  readonly onRename: (name: string) => Promise<string | null>;
  /** Both names are stored. */
  readonly onDone: () => Promise<void>;
};

/** Both may stay blank: then the list keeps its name, and the person is not asked again. */
function ShareNames({ asksList, asksPerson, onRename, onDone }: ShareNamesProps) {
  const { save } = useDisplayName();
  const form = useRef<HTMLFormElement>(null);
  useFirstFocus(form, 'input');
  const [list, setList] = useState('');
  const [person, setPerson] = useState('');
  const [errors, setErrors] = useState<{ readonly list: string | null; readonly person: string | null }>(NO_ERRORS);
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const personError = asksPerson ? await save(person) : null;
    const listError = asksList && list.trim() !== '' ? await onRename(list) : null;
    setErrors({ list: listError, person: personError });
    if (personError === null && listError === null) await onDone();
    setBusy(false);
  };
  return (
    <form
      ref={form}
      className={styles.names}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className={styles.hint}>{messages.share.names}</p>
      {asksList ? (
        <TextField label={messages.share.listName} value={list} error={errors.list} onChange={setList} />
      ) : null}
      {asksPerson ? (
        <TextField
          label={messages.displayName.field}
          value={person}
          error={errors.person}
          autoComplete="nickname"
          onChange={setPerson}
        />
      ) : null}
      <Button look="primary" type="submit" isBusy={isBusy}>
        {messages.share.next}
      </Button>
    </form>
  );
}

const NO_ERRORS = { list: null, person: null };
