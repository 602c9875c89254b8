/** What visitors without a session see first when they open an invitation: they need an account to join (product H4). */
import { invited as words } from '#web/messages/en/lists.ts';
import { useIsOnline } from '#web/shopper/app-context.ts';
import { usePendingInvitation } from '#web/shopper/use-pending-invitation.ts';
import { EntryCard } from '#web/sign-in/steps/entry-card.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import styles from './invited-screen.module.css';

type InvitedScreenProps = {
  /** Opens the form. The invitation remains until it is answered after the sign-in. */
  readonly onChoose: (mode: 'sign-in' | 'sign-up') => void;
};

export function InvitedScreen({ onChoose }: InvitedScreenProps) {
  const { remove } = usePendingInvitation();
  const isOnline = useIsOnline();
  const decline = (): void => {
    remove();
    onChoose('sign-in');
  };
  return (
    <EntryCard title={words.title} hint={words.hint} isOnline={isOnline} count={null} offline={words.offline}>
      <div className={styles.ways}>
        <Button look="primary" onPress={() => onChoose('sign-up')}>
          {words.create}
        </Button>
        <Button onPress={() => onChoose('sign-in')}>{words.signIn}</Button>
        <Button look="link" onPress={decline}>
          {words.notNow}
        </Button>
      </div>
    </EntryCard>
  );
}
