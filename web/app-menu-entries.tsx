/** What stands in the menu of the list screen (spec section 2). */
import { useApp } from './app-context.ts';
import { readLinks } from './links.ts';
import { menu } from './messages/en/menu.ts';
import { MenuButton, MenuLink, MenuRule } from './ui/menu-entries.tsx';
import { toolIcons } from './ui/tool-icons.ts';

const links = readLinks(import.meta.env);

type AppMenuEntriesProps = {
  /** Explains how to install, where the browser cannot ask by itself. */
  readonly onInstall: () => void;
  readonly onAccount: () => void;
  readonly onShop: () => void;
};

/** The public pages open in a new tab (product W4). */
export function AppMenuEntries({ onInstall, onAccount, onShop }: AppMenuEntriesProps) {
  const { session, installer } = useApp();
  const install = (): void => {
    if (installer.way() === 'prompt') installer.prompt();
    else onInstall();
  };
  return (
    <>
      <MenuButton icon={toolIcons.basket} onPress={onShop}>
        {menu.shop}
      </MenuButton>
      <MenuButton icon={toolIcons.plus} onPress={install}>
        {menu.install}
      </MenuButton>
      <MenuButton icon={toolIcons.account} onPress={onAccount}>
        {menu.account}
      </MenuButton>
      <MenuRule />
      <MenuLink href={links.site}>{menu.site}</MenuLink>
      <MenuLink href={links.help}>{menu.help}</MenuLink>
      <MenuLink href={links.about}>{menu.about}</MenuLink>
      <MenuLink href={links.changelog}>{menu.changelog}</MenuLink>
      <MenuRule />
      <MenuButton icon={toolIcons.logout} onPress={() => void session.signOut()}>
        {menu.logout}
      </MenuButton>
    </>
  );
}
