/** The Reset Password screen (spec section 2). */
import { useIsOnline } from '#web/app-context.ts';
import { ResetForm } from '#web/entry/reset-form.tsx';
import { reset } from '#web/messages/en/entry.ts';
import { EntryCard } from '#web/ui/entry-card.tsx';

type ResetPasswordScreenProps = {
  /** What was typed on the way here. */
  readonly firstEmail: string;
  /** Leads back to sign-in. */
  readonly onBack: () => void;
};

export function ResetPasswordScreen({ firstEmail, onBack }: ResetPasswordScreenProps) {
  const isOnline = useIsOnline();
  return (
    <EntryCard title={reset.title} hint={reset.hint} isOnline={isOnline} count={null} offline={reset.offline}>
      <ResetForm firstEmail={firstEmail} back={reset.back} onBack={onBack} />
    </EntryCard>
  );
}
