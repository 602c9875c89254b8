/** What stands there when the app itself is broken: a bug, not a failure of the shopper or the network. */
import styles from './broken-screen.module.css';
import { Button } from './button.tsx';

type BrokenScreenProps = { readonly text: string; readonly action: string; readonly onPress: () => void };

/** Plain on purpose: it must work where little else does. */
export const BrokenScreen = ({ text, action, onPress }: BrokenScreenProps) => (
  <main className={styles['screen']}>
    <p>{text}</p>
    <Button look="primary" onPress={onPress}>
      {action}
    </Button>
  </main>
);
