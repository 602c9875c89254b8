/** The state of the sign-in form: its fields, its errors and the pending call. */
import { useContext, useRef, useState } from 'react';
import { DEMO_WORD, normalizeEmail, type Credentials } from '#core/account/credentials.ts';
import { isDemoUser } from '#core/account/user.ts';
import type { Captcha, Factor } from '#client/ports/accounts.ts';
import { signIn, signUp, type SignInFailure } from '#client/session/sign-in.ts';
import { useApp } from '#web/shown-list/app-context.ts';
import { messages } from '#web/messages/messages.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { callAccounts } from '#web/sign-in/steps/call-accounts.ts';
import { signInErrors, NO_ERRORS, type SignInErrors } from '#web/sign-in/steps/sign-in-errors.ts';

export type Mode = 'sign-in' | 'sign-up';

type SignInFormOptions = {
  /** The account was created; its address has to be confirmed. */
  readonly onMailSent: () => void;
  /** The password was correct; the account also requires a code. */
  readonly onCodeNeeded: (factors: readonly Factor[]) => void;
};

export type SubmitOptions = {
  readonly mode: Mode;
  readonly captcha: Captcha;
  readonly importsGuestList: boolean;
  /** The secret of the pending invitation; null for none. */
  readonly invitation: string | null;
};

export type SignInForm = ReturnType<typeof useSignInForm>;

/** Holds the fields and errors of the form, and submits it. */
export function useSignInForm(parts: SignInFormOptions) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setFormErrors] = useState(NO_ERRORS);
  const { isBusy, enter, resend } = useSubmit(parts, setFormErrors);
  return {
    email,
    password,
    errors,
    isBusy,
    /** @returns the failure, or null */
    submit: (options: SubmitOptions): Promise<SignInFailure | null> => enter({ email, password }, options),
    /** Sends the email again that confirms the typed address. */
    resend: (captcha: Captcha): Promise<SignInFailure | null> => resend(email, captcha),
    clear: (): void => setFormErrors(NO_ERRORS),
    /** Shows the error of another sign-in method. */
    setFormError: (form: string): void => setFormErrors({ ...NO_ERRORS, form }),
    setEmail: (value: string): void => {
      setEmail(value);
      setFormErrors({ ...errors, email: null, form: null, canResend: false });
    },
    setPassword: (value: string): void => {
      setPassword(value);
      setFormErrors({ ...errors, password: null, form: null, canResend: false });
    },
    /** Fills in the demo's credentials; the next press of the submit button opens it, in either mode (product W3). */
    fillDemo: (): void => {
      setEmail(DEMO_WORD);
      setPassword(DEMO_WORD);
      setFormErrors({ ...NO_ERRORS, info: messages.signInForm.demoFilled });
    },
  };
}

/** Submits the form, one call at a time. */
function useSubmit({ onMailSent, onCodeNeeded }: SignInFormOptions, setErrors: (errors: SignInErrors) => void) {
  const { session } = useApp();
  const [isBusy, setBusy] = useState(false);
  const isSubmitting = useRef(false);
  const toaster = useContext(ToasterContext);
  const enter = async (typed: Credentials, { mode, ...options }: SubmitOptions): Promise<SignInFailure | null> => {
    if (isSubmitting.current) return null;
    isSubmitting.current = true;
    setBusy(true);
    setErrors(NO_ERRORS);
    const result = await (mode === 'sign-up' ? signUp : signIn)(session.signInAccess, typed, options);
    isSubmitting.current = false;
    setBusy(false);
    if (result.ok) {
      if (mode === 'sign-up' && !isDemoUser(result.value)) toaster.show(messages.signInForm.created);
      return null;
    }
    if (result.failure.type === 'code-needed') onCodeNeeded(result.failure.factors);
    else {
      setErrors(signInErrors(result.failure, mode));
      if (result.failure.type === 'confirmation-needed') onMailSent();
    }
    return result.failure;
  };
  const resend = async (email: string, captcha: Captcha): Promise<SignInFailure | null> => {
    setBusy(true);
    const result = await callAccounts(session.signInAccess, (accounts) =>
      accounts.resendConfirmation(normalizeEmail(email), captcha),
    );
    setBusy(false);
    setErrors(
      result.ok
        ? { ...NO_ERRORS, info: messages.accountFailures['confirmation-needed'] }
        : { ...signInErrors(result.failure, 'sign-in'), canResend: true },
    );
    return result.ok ? null : result.failure;
  };
  return { isBusy, enter, resend };
}
