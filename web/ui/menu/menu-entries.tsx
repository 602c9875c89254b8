/** Menu entries. */
import type { ReactElement, ReactNode } from 'react';
import { Icon } from '#web/ui/icons/icon.tsx';
import { messages } from '#web/messages/messages.ts';
import styles from './menu-entries.module.css';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';

/** An entry that performs an action. */
export const MenuButton = ({
  icon,
  children,
  onPress,
}: {
  /** The icon's path. */
  readonly icon: string;
  readonly children: ReactNode;
  readonly onPress: () => void;
}) => (
  <li>
    <button className={styles.entry} type="button" onClick={onPress}>
      <Icon path={icon} />
      {children}
    </button>
  </li>
);

/** An entry of a menu that arrow keys move through (WAI-ARIA menu pattern). */
export const MenuItem = ({
  icon,
  children,
  onPress,
}: {
  /** The icon's path, or a small mark. */
  readonly icon: string | ReactElement;
  readonly children: ReactNode;
  readonly onPress: () => void;
}) => (
  <button className={styles.entry} type="button" role="menuitem" tabIndex={-1} onClick={onPress}>
    {typeof icon === 'string' ? <Icon path={icon} /> : icon}
    <span dir="auto">{children}</span>
  </button>
);

/** An entry that is one of several choices. */
export const MenuChoice = ({
  isChosen,
  children,
  onPress,
}: {
  readonly isChosen: boolean;
  readonly children: ReactNode;
  readonly onPress: () => void;
}) => (
  <button
    className={styles.entry}
    type="button"
    role="menuitemradio"
    aria-checked={isChosen}
    tabIndex={-1}
    onClick={onPress}
  >
    <Icon path={isChosen ? toolIcons.check : ''} />
    <span dir="auto">{children}</span>
  </button>
);

/** An entry that opens a page in a new tab (product W4). */
export const MenuLink = ({ href, children }: { readonly href: string; readonly children: ReactNode }) => (
  <li>
    <a className={styles.entry} href={href} target="_blank" rel="noopener" title={messages.menu.newTab}>
      <Icon path={toolIcons.external} />
      {children}
    </a>
  </li>
);

/** A line between groups of entries. */
export const MenuRule = () => <li className={styles.rule} aria-hidden="true" />;
