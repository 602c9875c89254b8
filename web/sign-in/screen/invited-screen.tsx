/** What visitors without a session see first when they open an invitation: they need an account to join (product H4). */
import { messages } from '#web/messages/messages.ts';
import { useIsOnline } from '#web/shown-list/app-context.ts';
import { usePendingInvitation } from '#web/shown-list/use-pending-invitation.ts';
import { SignedOutCard } from '#web/sign-in/steps/signed-out-card.tsx';
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
    <SignedOutCard
      title={messages.invited.title}
      hint={messages.invited.hint}
      isOnline={isOnline}
      count={null}
      offline={messages.invited.offline}
    >
      <div className={styles.buttons}>
        <Button look="primary" onPress={() => onChoose('sign-up')}>
          {messages.invited.create}
        </Button>
        <Button onPress={() => onChoose('sign-in')}>{messages.invited.signIn}</Button>
        <Button look="link" onPress={decline}>
          {messages.invited.notNow}
        </Button>
      </div>
    </SignedOutCard>
  );
}
