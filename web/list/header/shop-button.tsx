/** The button in the header that starts Shop mode: an icon on a phone, and an icon with a word where there is room. */
import { messages } from '#web/messages/messages.ts';
import { Icon } from '#web/ui/icons/icon.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import styles from './shop-button.module.css';

/** It is in the header, not in the toolbar, because the header remains visible while the list scrolls. */
export const ShopButton = ({ onPress }: { readonly onPress: () => void }) => (
  <button
    className={styles.button}
    type="button"
    aria-label={messages.list.shopMode}
    title={messages.list.shopMode}
    onClick={onPress}
  >
    <Icon path={icons.basket} />
    <span className={styles.word}>{messages.list.shop}</span>
  </button>
);
