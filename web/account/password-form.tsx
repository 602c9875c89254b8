/** Changes the password: the present one, the new one, and where the sign-in is long ago a mailed code. */
import { useContext, useState } from 'react';
import { newPasswordFailure } from '#core/account/credentials.ts';
import type { DeskFailure } from '#client/ports/account-desk.ts';
import { PasswordField } from '#web/entry/password-field.tsx';
import { deskFailures, password as words } from '#web/messages/en/account.ts';
import { fieldFailures } from '#web/messages/en/entry.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { ToasterContext } from '#web/ui/toaster.ts';
import { useDesk } from './desk-context.ts';
import { deskSentence } from './desk-sentence.ts';
import { Followup, FormActions, SectionError, SectionForm } from './section.tsx';
import { useDeskAct } from './use-desk-act.ts';

export function PasswordForm({ onDone }: { readonly onDone: () => void }) {
  const { facts } = useDesk();
  const form = usePasswordChange(onDone);
  return (
    <SectionForm onSubmit={form.submit}>
      {/* A password manager must know whose password this is. */}
      <input type="text" autoComplete="username" value={facts.email} readOnly hidden />
      {facts.hasPassword ? (
        <PasswordField
          label={words.current}
          isNew={false}
          value={form.typed.current}
          error={form.errors.current}
          onChange={(current) => form.type({ current })}
        />
      ) : null}
      <PasswordField
        label={words.next}
        isNew
        value={form.typed.next}
        error={form.errors.next}
        onChange={(next) => form.type({ next })}
      />
      {form.needsProof ? (
        <Followup>
          <p role="status">{deskFailures['proof-needed']}</p>
          <TextField
            label={words.proof}
            type="code"
            autoComplete="one-time-code"
            value={form.typed.proof}
            error={form.errors.proof}
            onChange={(proof) => form.type({ proof: proof.trim() })}
          />
        </Followup>
      ) : null}
      <SectionError text={form.error} />
      <FormActions action={facts.hasPassword ? words.change : words.set} isBusy={form.isBusy} onCancel={onDone} />
    </SectionForm>
  );
}

const NOTHING = { current: '', next: '', proof: '' } as const;
const NO_ERRORS = { current: null, next: null, proof: null } as const;

/** What belongs to one field is said there, and it has the focus. */
const FIELDS: ReadonlyMap<DeskFailure['type'], keyof Typed> = new Map([
  ['invalid-credentials', 'current'],
  ['weak-password', 'next'],
  ['wrong-proof', 'proof'],
]);

type Typed = Readonly<Record<keyof typeof NOTHING, string>>;
type Errors = Readonly<Record<keyof typeof NOTHING, string | null>>;

/** What was typed, what is wrong with it, and whether a mailed code is asked for. */
function usePasswordChange(onDone: () => void) {
  const { desk, facts, refresh } = useDesk();
  const { run, isBusy, error, say } = useDeskAct();
  const toaster = useContext(ToasterContext);
  const [typed, setTyped] = useState<Typed>(NOTHING);
  const [errors, setErrors] = useState<Errors>(NO_ERRORS);
  const [needsProof, setNeedsProof] = useState(false);
  const explain = (failure: DeskFailure): void => {
    const field = FIELDS.get(failure.type);
    if (field !== undefined) setErrors({ ...NO_ERRORS, [field]: deskSentence(failure) });
    // No failure: its field says what to do.
    if (failure.type === 'proof-needed') setNeedsProof(true);
    if (field !== undefined || failure.type === 'proof-needed') say(null);
  };
  const submit = async (): Promise<void> => {
    const wrong = findErrors(typed, { hasPassword: facts.hasPassword, needsProof });
    setErrors(wrong);
    if (Object.values(wrong).some((sentence) => sentence !== null)) return;
    const told = await run(() => desk.changePassword(typed));
    if (told === null) return;
    if (told.ok) {
      onDone();
      toaster.show(words.changed);
      await refresh();
    } else {
      explain(told.failure);
    }
  };
  return {
    typed,
    errors,
    error,
    isBusy,
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
  { hasPassword, needsProof }: { readonly hasPassword: boolean; readonly needsProof: boolean },
): Errors {
  const failure = newPasswordFailure(next);
  return {
    current: hasPassword && current === '' ? fieldFailures['missing-password'] : null,
    next: failure === null ? null : fieldFailures[failure],
    proof: needsProof && proof === '' ? words.missingProof : null,
  };
}
