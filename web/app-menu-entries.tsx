/** The entries of the menu on the list screen (spec section 2). */
import { useApp } from './shopper/app-context.ts';
import { controls, menu, toast } from './messages/en/list-actions.ts';
import { listText } from './messages/en/list-text.ts';
import { ListTextEntries } from './list-text-entries.tsx';
import type { DialogState } from './open-dialog.tsx';
import { rejectedChanges } from './messages/en/sync.ts';
import { useHeading, useShopper } from './shopper/shopper-context.ts';
import { useApplyChange } from './shopper/use-apply-change.ts';
import { useSyncStatus } from './shopper/use-sync-status.ts';
import { countRejected } from '#core/sync/sync-record.ts';
import { logOut, logOutConfirmation } from './sync/log-out.ts';
import { MenuButton, MenuLink, MenuRule } from './ui/menu/menu-entries.tsx';
import { toolIcons } from './ui/icons/tool-icons.ts';

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
  const shopper = useShopper();
  const { rejected } = useSyncStatus();
  const leave = async (): Promise<void> => {
    const go = (): void => void logOut(app, shopper);
    const confirmation = await logOutConfirmation(shopper, go);
    if (confirmation === null) go();
    else onDialog({ type: 'confirmation', confirmation });
  };
  return (
    <>
      {rejected.length === 0 ? null : (
        <MenuButton icon={toolIcons.unsaved} onPress={() => onDialog({ type: 'rejected-changes' })}>
          {rejectedChanges.menu(countRejected(rejected))}
        </MenuButton>
      )}
      <MenuButton icon={toolIcons.lines} onPress={() => onDialog({ type: 'add-several', text: '', category: '' })}>
        {listText.add}
      </MenuButton>
      <ListTextEntries />
      <UncheckAll />
      <MenuRule />
      <MenuButton icon={toolIcons.plus} onPress={install}>
        {menu.install}
      </MenuButton>
      <MenuButton icon={toolIcons.account} onPress={() => onDialog({ type: 'account' })}>
        {menu.account}
      </MenuButton>
      <MenuRule />
      <MenuLink href={links.site}>{menu.site}</MenuLink>
      <MenuLink href={links.help}>{menu.help}</MenuLink>
      <MenuLink href={links.about}>{menu.about}</MenuLink>
      <MenuLink href={links.changelog}>{menu.changelog}</MenuLink>
      <MenuRule />
      <MenuButton icon={toolIcons.logout} onPress={() => void leave()}>
        {menu.logout}
      </MenuButton>
    </>
  );
}

/** Starts the next trip with the same list (product O6). */
function UncheckAll() {
  const { checked } = useHeading();
  const doChange = useApplyChange();
  if (checked === 0) return null;
  return (
    <MenuButton icon={toolIcons.uncheck} onPress={() => doChange({ type: 'uncheck-all' }, toast.unchecked(checked))}>
      {controls.uncheckAll}
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
    site: read('VITE_SITE_URL', '/site/'),
    help: read('VITE_HELP_URL', '/site/help/'),
    about: read('VITE_ABOUT_URL', '/site/about/'),
    changelog: read('VITE_CHANGELOG_URL', '/site/changelog/'),
  };
}
