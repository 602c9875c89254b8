/** The Reset Password screen (spec section 2). */
import { useIsOnline } from '#web/app-context.ts';
import { ResetForm } from '#web/entry/reset-form.tsx';
import { reset } from '#web/messages/en/entry.ts';
import { EntryCard } from '#web/ui/entry-card.tsx';

/** `onBack` leads back to sign-in. */
export function ResetPasswordScreen({ onBack }: { readonly onBack: () => void }) {
  const isOnline = useIsOnline();
  return (
    <EntryCard title={reset.title} hint={reset.hint} isOnline={isOnline} count={null} offline={reset.offline}>
      <ResetForm onBack={onBack} />
    </EntryCard>
  );
}
