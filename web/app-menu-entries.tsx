/** The entries of the menu on the list screen (spec section 2). */
import { useContext } from 'react';
import { useApp } from './shown-list/app-context.ts';
import { messages } from './messages/messages.ts';
import type { DialogState } from './open-dialog.tsx';
import {
  useAreCollapsed,
  useHasMoreThan,
  useShownCategoryIds,
  useShownList,
  useStores,
} from './shown-list/shown-list.ts';
import { useListEntries, useLists } from './shown-list/use-lists.ts';
import { useSyncStatus } from './shown-list/use-sync-status.ts';
import { isDemoUser } from '#core/account/user.ts';
import { countRejected } from '#core/sync/sync-record.ts';
import { logOut, logOutConfirmation } from './sync/log-out.ts';
import { MenuButton, MenuLink, MenuRule } from './ui/menu/menu-entries.tsx';
import { copyText } from './ui/copy-text.ts';
import { icons } from './ui/icons/icons.ts';
import { toolIcons } from './ui/icons/tool-icons.ts';
import { ToasterContext } from './ui/toasts/toaster.ts';
import { useChunk } from './ui/use-chunk.ts';

type AppMenuEntriesProps = { readonly onDialog: (dialog: DialogState) => void };

/** The public pages open in a new tab (product W4). */
export function AppMenuEntries({ onDialog }: AppMenuEntriesProps) {
  const links = readLinks(import.meta.env);
  const app = useApp();
  const { installer } = app;
  const install = (): void => {
    if (installer.way() === 'prompt') installer.prompt();
    else onDialog({ type: 'install' });
  };
  const shownList = useShownList();
  const { rejected } = useSyncStatus();
  const leave = async (): Promise<void> => {
    const go = (): void => void logOut(app, shownList);
    const confirmation = await logOutConfirmation(shownList, go);
    if (confirmation === null) go();
    else onDialog({ type: 'confirmation', confirmation });
  };
  return (
    <>
      {rejected.length === 0 ? null : (
        <MenuButton icon={toolIcons.unsaved} onPress={() => onDialog({ type: 'rejected-changes' })}>
          {messages.rejectedChanges.menu(countRejected(rejected))}
        </MenuButton>
      )}
      <ShareEntry onPress={() => onDialog({ type: 'share' })} />
      <MenuButton icon={toolIcons.lines} onPress={() => onDialog({ type: 'add-several', text: '', category: '' })}>
        {messages.listText.add}
      </MenuButton>
      <ListTextEntries />
      <FindEntry onPress={() => onDialog({ type: 'find' })} />
      <CollapseAll />
      <ArrangeEntry onPress={() => onDialog({ type: 'arrange' })} />
      <StoresEntry onPress={() => onDialog({ type: 'stores' })} />
      <MenuRule />
      <MenuButton icon={toolIcons.plus} onPress={install}>
        {messages.menu.install}
      </MenuButton>
      <MenuButton icon={toolIcons.account} onPress={() => onDialog({ type: 'account' })}>
        {messages.menu.account}
      </MenuButton>
      <MenuRule />
      <MenuLink href={links.site}>{messages.menu.site}</MenuLink>
      <MenuLink href={links.help}>{messages.menu.help}</MenuLink>
      <MenuLink href={links.about}>{messages.menu.about}</MenuLink>
      <MenuLink href={links.changelog}>{messages.menu.changelog}</MenuLink>
      <MenuRule />
      <MenuButton icon={toolIcons.logout} onPress={() => void leave()}>
        {messages.menu.logout}
      </MenuButton>
    </>
  );
}

/** Invites others to the open list, or shows its members. Lists can't be shared in the demo or on some servers (product H2, H11). */
function ShareEntry({ onPress }: { readonly onPress: () => void }) {
  const { user, ref } = useShownList();
  const lists = useLists();
  const open = useListEntries(lists).find(({ id }) => id === ref.listId);
  if (isDemoUser(user) || open === undefined || lists?.hasSeveral() !== true) return null;
  return (
    <MenuButton icon={toolIcons.people} onPress={onPress}>
      {open.role === 'owner' ? messages.lists.shareThis : messages.lists.members}
    </MenuButton>
  );
}

/** Sends or copies the list as text (product Q5). Only systems with a share sheet offer Share. */
function ListTextEntries() {
  const { deviceFeatures } = useApp();
  const { store } = useShownList();
  const toaster = useContext(ToasterContext);
  const sharing = useChunk(deviceFeatures.loadSharing, 'ignore');
  const format = useChunk(loadFormat, 'ignore');
  // Loaded before a press, because browsers share and copy only during one.
  if (format === null) return null;
  const run = async (send: (text: string) => Promise<string | null>): Promise<void> => {
    const isEmpty = store.view.heading().total + store.view.otherStores().total === 0;
    const result = isEmpty ? messages.listText.empty : await send(format.formatListText(store.list, store.view));
    if (result !== null) toaster.show(result);
  };
  const copyLeft = async (): Promise<void> => {
    const text = format.formatLeftText(store.list, store.view);
    toaster.show(text === '' ? messages.listText.nothingLeft : await copy(text));
  };
  const share = async (text: string): Promise<string | null> =>
    (await sharing?.openShareSheet({ text })) === false ? messages.listText.notShared : null;
  return (
    <>
      {sharing?.hasShareSheet === true ? (
        <MenuButton icon={toolIcons.share} onPress={() => void run(share)}>
          {messages.listText.share}
        </MenuButton>
      ) : null}
      <MenuButton icon={toolIcons.copy} onPress={() => void run(copy)}>
        {messages.listText.copy}
      </MenuButton>
      <MenuButton icon={toolIcons.copy} onPress={() => void copyLeft()}>
        {messages.listText.copyLeft}
      </MenuButton>
    </>
  );
}

const loadFormat = () => import('#core/list-text/format-list-text.ts');

const copy = async (text: string): Promise<string> =>
  (await copyText(text)) ? messages.listText.copied : messages.listText.notCopied;

/** On a shorter list, the eye is as fast. */
const FIND_FROM = 50;

function FindEntry({ onPress }: { readonly onPress: () => void }) {
  if (!useHasMoreThan(FIND_FROM)) return null;
  return (
    <MenuButton icon={toolIcons.find} onPress={onPress}>
      {messages.find.menu}
    </MenuButton>
  );
}

/** Collapses all categories, or expands them if all are collapsed (product L11). */
function CollapseAll() {
  const { collapse } = useShownList();
  const ids = useShownCategoryIds();
  const areCollapsed = useAreCollapsed(ids);
  if (ids.length < 2) return null;
  return (
    <MenuButton
      icon={areCollapsed ? toolIcons.expand : toolIcons.collapse}
      onPress={() => collapse.move(() => collapse.setAll(ids, !areCollapsed))}
    >
      {areCollapsed ? messages.controls.expandAll : messages.controls.collapseAll}
    </MenuButton>
  );
}

/** Only where there is an order to change (product O1). */
function ArrangeEntry({ onPress }: { readonly onPress: () => void }) {
  if (useShownCategoryIds().length < 2) return null;
  return (
    <MenuButton icon={toolIcons.arrange} onPress={onPress}>
      {messages.arrange.menu}
    </MenuButton>
  );
}

/** On a backend that cannot tie items to stores, it is offered only for the stores that the list has on this device (product Q6, O2). */
function StoresEntry({ onPress }: { readonly onPress: () => void }) {
  const { offersDetail } = useApp();
  const { user } = useShownList();
  const stores = useStores();
  if (stores.length === 0 && !offersDetail(user.id, 'store')) return null;
  return (
    <MenuButton icon={icons.store} onPress={onPress}>
      {messages.stores.menu}
    </MenuButton>
  );
}

type Links = {
  readonly site: string;
  readonly help: string;
  readonly about: string;
  readonly changelog: string;
};

type Settings = Readonly<Record<string, unknown>>;

/**
 * The addresses of the public pages. By default they lead to the pages that ship with the app (product W4).
 * @param settings the build's environment: VITE_SITE_URL, VITE_HELP_URL, VITE_ABOUT_URL, VITE_CHANGELOG_URL
 */
export function readLinks(settings: Settings): Links {
  const read = (name: string, fallback: string): string => {
    const value = settings[name];
    return typeof value === 'string' && value !== '' ? value : fallback;
  };
  return {
    site: read('VITE_SITE_URL', './site/'),
    help: read('VITE_HELP_URL', './site/help/'),
    about: read('VITE_ABOUT_URL', './site/about/'),
    changelog: read('VITE_CHANGELOG_URL', './site/changelog/'),
  };
}
