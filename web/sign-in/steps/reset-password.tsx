/** The Reset Password screen, and its form, which requests a link for a new password (spec section 2) or for confirming an address. */
import { useState } from 'react';
import { normalizeEmail } from '#core/account/credentials.ts';
import { resendConfirmation, sendReset, type ResetFailure } from '#client/session/sign-in.ts';
import { useApp, useIsOnline } from '#web/shown-list/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import { accountError } from './sign-in-errors.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { SignedOutForm, FormMessage, SignedOutCard } from './signed-out-card.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useCaptcha } from './captcha.tsx';
import styles from './steps.module.css';
import { useAuthSettings } from './call-accounts.ts';

/** What the link is for. */
type Link = 'recovery' | 'confirmation';

type ResetFormProps = {
  readonly link?: Link;
  /** The email address from the previous screen. */
  readonly firstEmail?: string;
  /** The label of the button that leads back. */
  readonly back: string;
  readonly onBack: () => void;
};

export function ResetForm({ link = 'recovery', firstEmail = '', back, onBack }: ResetFormProps) {
  const { settings, reload } = useAuthSettings(true);
  const captcha = useCaptcha(settings.captcha);
  const request = useLinkRequest(firstEmail, link);
  const words = link === 'recovery' ? messages.reset : messages.confirmation;
  return (
    <SignedOutForm
      startsFocused
      onSubmit={async () => {
        const failure = await request.submit(captcha.token);
        captcha.reset();
        if (failure?.type === 'captcha-needed') reload();
      }}
    >
      <TextField
        label={messages.signInForm.email}
        type="email"
        autoComplete="username"
        value={request.email}
        error={request.errors.email}
        onChange={request.setEmail}
      />
      {captcha.box}
      <FormMessage text={request.errors.form} isError />
      <FormMessage text={request.sentTo === null ? null : words.sent} />
      {request.sentTo === null ? null : <p className={styles.note}>{words.sentTo(request.sentTo)}</p>}
      <Button look="primary" type="submit" isBusy={request.isBusy}>
        {words.send}
      </Button>
      <Button look="link" onPress={onBack}>
        {back}
      </Button>
    </SignedOutForm>
  );
}

type Sentences = { readonly form: string | null; readonly email: string | null };

const NO_ERRORS: Sentences = { form: null, email: null };

/** Holds the email address and its errors, and whether the email was sent. */
function useLinkRequest(firstEmail: string, link: Link) {
  const { session } = useApp();
  const [email, setEmail] = useState(firstEmail);
  const [errors, setErrors] = useState(NO_ERRORS);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  return {
    email,
    errors,
    sentTo,
    isBusy,
    setEmail: (value: string): void => {
      setEmail(value);
      setErrors(NO_ERRORS);
    },
    submit: async (captcha: string | undefined): Promise<ResetFailure | null> => {
      if (isBusy) return null;
      setSentTo(null);
      setBusy(true);
      const result = await (link === 'recovery' ? sendReset : resendConfirmation)(session.signInAccess, email, {
        captcha,
      });
      setBusy(false);
      setErrors(result.ok ? NO_ERRORS : describeFailure(result.failure, link));
      setSentTo(result.ok ? normalizeEmail(email) : null);
      return result.ok ? null : result.failure;
    },
  };
}

/** Shows backend messages as received, and the specification's text for an empty one (section 8). */
function describeFailure(failure: ResetFailure, link: Link): Sentences {
  if (failure.type === 'missing-email' || failure.type === 'invalid-email')
    return { form: null, email: messages.fieldFailures[failure.type] };
  if (failure.type === 'demo-reset') return { form: messages.resetRefusal, email: null };
  const form =
    link === 'recovery'
      ? accountError(failure, messages.fallbacks.sendReset, messages.resetFailures)
      : accountError(failure, messages.fallbacks.api, messages.underWayFailures);
  return { form, email: null };
}

type ResetPasswordScreenProps = {
  /** The email address from the previous screen. */
  readonly firstEmail: string;
  /** Leads back to sign-in. */
  readonly onBack: () => void;
};

export function ResetPasswordScreen({ firstEmail, onBack }: ResetPasswordScreenProps) {
  const isOnline = useIsOnline();
  return (
    <SignedOutCard
      title={messages.reset.title}
      hint={messages.reset.hint}
      isOnline={isOnline}
      count={null}
      offline={messages.reset.offline}
    >
      <ResetForm firstEmail={firstEmail} back={messages.reset.back} onBack={onBack} />
    </SignedOutCard>
  );
}
