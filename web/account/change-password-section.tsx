/** Sets or changes the password of the account (product A3). */
import { useContext, useState } from 'react';
import { newPasswordFailure } from '#core/account/credentials.ts';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import {
  Actions,
  Followup,
  FormActions,
  Hint,
  Section,
  SectionError,
  SectionForm,
  useDisclosure,
} from '#web/account/section/section.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { accountApiError, useAccount, useAccountAction } from '#web/account/section/use-account.ts';
import type { AccountApiFailure } from '#client/ports/account-api.ts';
import { PasswordField } from '#web/auth/password-field.tsx';

export function ChangePasswordSection() {
  const { facts } = useAccount();
  const form = useDisclosure();
  return (
    <Section
      title={messages.password.title}
      about={<Hint>{facts.hasPassword ? messages.password.hint : messages.password.none}</Hint>}
      actions={
        form.isOpen ? null : (
          <Actions>
            <Button
              name={facts.hasPassword ? messages.password.change : messages.password.set}
              startsFocused={form.isBack}
              onPress={form.open}
            >
              {facts.hasPassword ? messages.parts.change : messages.parts.set}
            </Button>
          </Actions>
        )
      }
    >
      {form.isOpen ? <ChangePasswordForm onDone={form.close} /> : null}
    </Section>
  );
}

function ChangePasswordForm({ onDone }: { readonly onDone: () => void }) {
  const { facts } = useAccount();
  const form = usePasswordChange(onDone);
  return (
    <SectionForm onSubmit={form.submit} onCancel={onDone}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={facts.email} readOnly hidden />
      {form.needsCurrent ? (
        <PasswordField
          label={messages.password.current}
          isNew={false}
          value={form.typed.current}
          error={form.errors.current}
          onChange={(current) => form.type({ current })}
        />
      ) : null}
      <PasswordField
        label={messages.password.next}
        isNew
        value={form.typed.next}
        error={form.errors.next}
        onChange={(next) => form.type({ next })}
      />
      {form.needsProof ? (
        <Followup>
          <p role="status">{messages.accountApiFailures['proof-needed']}</p>
          <TextField
            label={messages.password.proof}
            type="code"
            autoComplete="one-time-code"
            value={form.typed.proof}
            error={form.errors.proof}
            onChange={(proof) => form.type({ proof: proof.trim() })}
          />
        </Followup>
      ) : null}
      <SectionError text={form.error} />
      <FormActions
        action={facts.hasPassword ? messages.password.change : messages.password.set}
        isBusy={form.isBusy}
        onCancel={onDone}
      />
    </SectionForm>
  );
}

const NOTHING = { current: '', next: '', proof: '' } as const;
const NO_ERRORS = { current: null, next: null, proof: null } as const;

/** Failures that belong to one field are shown there, and the field gets the focus. */
const FIELDS: ReadonlyMap<AccountApiFailure['type'], keyof Typed> = new Map([
  ['invalid-credentials', 'current'],
  ['current-password-needed', 'current'],
  ['weak-password', 'next'],
  ['wrong-proof', 'proof'],
]);

type Typed = Readonly<Record<keyof typeof NOTHING, string>>;
type Errors = Readonly<Record<keyof typeof NOTHING, string | null>>;

/** Holds the fields and errors, and whether the current password and an emailed code are required. */
function usePasswordChange(onDone: () => void) {
  const { api, facts, refresh } = useAccount();
  const { run, isBusy, error, setError } = useAccountAction();
  const toaster = useContext(ToasterContext);
  const [typed, setTyped] = useState<Typed>(NOTHING);
  const [errors, setErrors] = useState<Errors>(NO_ERRORS);
  const [needsProof, setNeedsProof] = useState(false);
  // Without our database function, only the refusal tells that an account of a provider has a password.
  const [isCurrentAsked, setCurrentAsked] = useState(false);
  const needsCurrent = facts.hasPassword || isCurrentAsked;
  const explain = (failure: AccountApiFailure): void => {
    const field = FIELDS.get(failure.type);
    if (field !== undefined) setErrors({ ...NO_ERRORS, [field]: accountApiError(failure) });
    if (failure.type === 'current-password-needed') setCurrentAsked(true);
    // Not an error: the new field says what to do.
    if (failure.type === 'proof-needed') setNeedsProof(true);
    if (field !== undefined || failure.type === 'proof-needed') setError(null);
  };
  const submit = async (): Promise<void> => {
    const wrong = findErrors(typed, { needsCurrent, needsProof });
    setErrors(wrong);
    if (Object.values(wrong).some((sentence) => sentence !== null)) return;
    const result = await run(() => api.changePassword(typed));
    if (result === null) return;
    if (result.ok) {
      onDone();
      toaster.show(messages.password.changed);
      await refresh();
    } else {
      explain(result.failure);
    }
  };
  return {
    typed,
    errors,
    error,
    isBusy,
    needsCurrent,
    needsProof,
    submit,
    type: (part: Partial<Typed>): void => {
      setTyped({ ...typed, ...part });
      setErrors(NO_ERRORS);
    },
  };
}

function findErrors(
  { current, next, proof }: Typed,
  { needsCurrent, needsProof }: { readonly needsCurrent: boolean; readonly needsProof: boolean },
): Errors {
  const failure = newPasswordFailure(next);
  return {
    current: needsCurrent && current === '' ? messages.fieldFailures['missing-password'] : null,
    next: failure === null ? null : messages.fieldFailures[failure],
    proof: needsProof && proof === '' ? messages.password.missingProof : null,
  };
}
