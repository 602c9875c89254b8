/** Takes up what a link or a provider left in the address (spec section 8, product A2). */
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Arrival, ArrivalFailure, Arrived } from '#client/ports/accounts.ts';
import type { Admission, AdmissionParts } from './admission.ts';
import { askAuth, toAccountFailure } from './ask-auth.ts';
import type { AskFailure } from './ask-auth.ts';
import type { Flow, Flows } from './flows.ts';
import { takeUser } from './take-user.ts';

type ArriveParts = AdmissionParts & { readonly flows: Flows; readonly admission: Admission };

type Told = Result<Arrived, ArrivalFailure>;

/**
 * What becomes of an arrival. A code that this browser did not ask for is not used: who follows a stranger's link must
 * not find himself in the stranger's account (session fixation, RFC 9700 section 2.1).
 */
export async function arrive(parts: ArriveParts, arrival: Arrival): Promise<Told> {
  const { flows } = parts;
  const { code, flowId = null, error, message } = arrival;
  const flow = flows.find(flowId);
  if (error !== null) {
    // Nobody comes back a second time; where no flow is named none is dropped.
    flows.drop(flowId ?? '');
    return fail(toArrivalFailure(error, flow !== null));
  }
  if (code === null) return toHalfWay(message, flow !== null);
  if (flow === null) return fail({ type: 'other-device' });
  const isDone = flow.purpose === 'link' || flow.purpose === 'email-change';
  return isDone ? comeBack(parts, flow) : exchange(parts, flow, code);
}

/** Without a code there is something to be said at the most: one of two addresses has confirmed. */
function toHalfWay(message: string | null, isExpected: boolean): Told {
  if (message === null) return fail({ type: 'code-missing' });
  return ok({ type: 'email-confirmed', message: isExpected || message === HALF_WAY ? message : '' });
}

/** What GoTrue says then; the mail may well be opened on another device. */
const HALF_WAY = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** A whole session stood in the address: it is not taken (web/read-arrival.ts says why). */
const SESSION_IN_ADDRESS = 'session_in_address';

/** A link is dead: too old, used, or of a sign-in that the backend has forgotten. */
const DEAD = new Set(['otp_expired', 'flow_state_expired', 'flow_state_not_found']);

/**
 * @param isExpected whether this browser began anything: else somebody else wrote the link, and nobody is to read his words
 * as if this app said them
 */
function toArrivalFailure({ code, message }: NonNullable<Arrival['error']>, isExpected: boolean): ArrivalFailure {
  if (code === SESSION_IN_ADDRESS) return { type: 'other-device' };
  return DEAD.has(code) ? { type: 'link-expired' } : { type: 'provider-refused', message: isExpected ? message : '' };
}

/**
 * Back from what was done by the link or the provider itself. The code would open another session of the same
 * account, of a lower assurance perhaps: it is left alone, and who is in stays in with the session that is here.
 */
async function comeBack(parts: ArriveParts, { id, purpose, userId }: Flow): Promise<Told> {
  const { flows, store } = parts;
  flows.drop(id);
  const isSame = store.read()?.user.id === userId;
  if (isSame) await takeUser(parts);
  if (purpose === 'email-change') return ok({ type: 'email-confirmed', message: '' });
  return isSame ? ok({ type: 'linked' }) : fail({ type: 'other-person' });
}

async function exchange(parts: ArriveParts, flow: Flow, code: string): Promise<Told> {
  const { flows, admission } = parts;
  const verifiers = {
    read: () => flow.verifier,
    keep: () => undefined,
    // The library forgets it after a failure of the network, too: then the code is still good.
    drop: () => undefined,
  };
  const answer = await askAuth(parts, {
    verifiers,
    call: (client) => client.exchangeCodeForSession(code, { flowId: flow.id }),
  });
  if (!answer.ok && answer.failure.type !== 'error') return fail(answer.failure);
  flows.drop(flow.id);
  if (!answer.ok) return fail(toExchangeFailure(answer.failure));
  const goal = flow.purpose === 'recovery' ? 'new-password' : 'in';
  const admitted = admission.admit(answer.value.session, goal);
  if (!admitted.ok) return admitted;
  return ok(goal === 'in' ? { type: 'in', user: admitted.value } : { type: 'new-password' });
}

function toExchangeFailure(failure: AskFailure): ArrivalFailure {
  const code = failure.type === 'error' ? (failure.error.code ?? '') : '';
  if (DEAD.has(code)) return { type: 'link-expired' };
  return code === 'bad_code_verifier' ? { type: 'other-device' } : toAccountFailure(failure);
}
