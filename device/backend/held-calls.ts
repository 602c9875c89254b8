/** What is done with a session that is held: the code of the second step, and the new password (product A2, A3). */
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { AccountFailure, Accounts, Arrived } from '#client/ports/accounts.ts';
import type { Admission, AdmissionParts, Held } from './admission.ts';
import { askAuth, toAccountFailure } from './ask-auth.ts';
import type { AskError, AskFailure } from './ask-auth.ts';
import { createSecondStepCalls } from './second-step-calls.ts';
import type { AskAs } from './second-step-calls.ts';
import { forOneCall } from './stored-session.ts';

type HeldCalls = Pick<Accounts, 'sendCode' | 'enterCode' | 'chooseNewPassword'>;

export function createHeldCalls(parts: AdmissionParts, admission: Admission): HeldCalls {
  const calls = createSecondStepCalls();
  const askAs =
    ({ session }: Held): AskAs<AskFailure> =>
    ({ call }) =>
      askAuth(parts, { session: forOneCall(session, parts.clock.now()), call });
  return {
    async sendCode(factorId, channel) {
      const held = admission.held();
      if (held === undefined) return NOTHING_HELD;
      return told(await calls.send(askAs(held), factorId, channel));
    },
    async enterCode(factorId, code) {
      const held = admission.held();
      if (held === undefined) return NOTHING_HELD;
      const entered = told(await calls.enter(askAs(held), factorId, code));
      // Whoever gave up meanwhile does not come in by it.
      if (!entered.ok || admission.held() !== held) return entered.ok ? NOTHING_HELD : entered;
      return goOn(admission, held, entered.value);
    },
    async chooseNewPassword(password) {
      const held = admission.held();
      if (held?.goal !== 'new-password' || held.owesCode) return NOTHING_HELD;
      const set = told(await askAs(held)({ call: (client) => client.updateUser({ password }) }));
      if (!set.ok) return set;
      return admission.held() === held ? ok(admission.enter(held.session)) : NOTHING_HELD;
    },
  };
}

/** After the right code: who signs in is in, who recovers chooses a password. */
function goOn(admission: Admission, held: Held, answered: unknown): Result<Arrived, AccountFailure> {
  const { goal } = held;
  const admitted = admission.admit(answered, goal, held);
  if (!admitted.ok) return admitted;
  return ok(goal === 'in' ? { type: 'in', user: admitted.value } : { type: 'new-password' });
}

/** Nothing is under way any more: another page took it up, or it was given up. */
const NOTHING_HELD = fail({ type: 'sign-in-again' } as const);

/** The held session was ended elsewhere, or its account is gone: no code and no password helps it. */
const OVER = new Set(['session_expired', 'user_not_found', 'bad_jwt']);

function told<T>(answer: Result<T, AskFailure>): Result<T, AccountFailure> {
  if (answer.ok) return answer;
  const { failure } = answer;
  return failure.type === 'error' && isOver(failure.error) ? NOTHING_HELD : fail(toAccountFailure(failure));
}

/** The library has its own error for a session that is gone. */
const isOver = ({ name, code = '' }: AskError): boolean => name === 'AuthSessionMissingError' || OVER.has(code);
