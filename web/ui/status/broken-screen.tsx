/** The screen for a bug in the app, not for a user or network failure. */
import styles from './broken-screen.module.css';

type BrokenScreenProps = { readonly text: string; readonly action: string; readonly onPress: () => void };

/** Has no dependencies, because it must work when other code fails. It is part of the first load. */
export const BrokenScreen = ({ text, action, onPress }: BrokenScreenProps) => (
  <main className={styles.screen}>
    <p>{text}</p>
    <button className={styles.button} type="button" onClick={onPress}>
      {action}
    </button>
  </main>
);
