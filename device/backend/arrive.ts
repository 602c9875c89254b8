/** Takes up what a link or a provider left in the address (spec section 8, product A2). */
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Arrival, ArrivalFailure, Arrived } from '#client/ports/accounts.ts';
import { promiseOn } from '#device/take-along-promise.ts';
import { endSession } from './admission.ts';
import type { Admission, AdmissionParts } from './admission.ts';
import { askAuth, toAccountFailure } from './ask-auth.ts';
import type { AskFailure } from './ask-auth.ts';
import { readIdentities } from './desk-identities.ts';
import type { Flow, Flows } from './flows.ts';
import { takeSession } from './stored-session.ts';
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
  // Ids are made at random: an address that names one was written for this browser.
  const named = flowId === null ? null : flows.find(flowId);
  if (error !== null) {
    // Nobody comes back a second time.
    flows.drop(flowId ?? '');
    return fail(toArrivalFailure(error, named !== null));
  }
  if (code === null) return toHalfWay(message, named !== null);
  const flow = flowId === null ? flows.findWayIn() : named;
  return flow === null ? fail({ type: 'other-device' }) : takeUp(parts, { flow, code, isNamed: named !== null });
}

const takeUp = (parts: ArriveParts, exchanged: Exchanged): Promise<Told> =>
  exchanged.flow.purpose === 'link' || exchanged.flow.purpose === 'email-change'
    ? comeBack(parts, exchanged.flow)
    : exchange(parts, exchanged);

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
 * @param isExpected whether the address names what this browser began: else anybody may have written the link, and nobody is
 * to read his words as if this app said them
 */
function toArrivalFailure({ code, message }: NonNullable<Arrival['error']>, isExpected: boolean): ArrivalFailure {
  if (code === SESSION_IN_ADDRESS) return { type: 'other-device' };
  return DEAD.has(code) ? { type: 'link-expired' } : { type: 'provider-refused', message: isExpected ? message : '' };
}

/**
 * Back from what was done by the link or the provider itself. The code would open another session of the same
 * account, of a lower assurance perhaps: it is left alone, and who is in stays in with the session that is here.
 */
async function comeBack(parts: ArriveParts, flow: Flow): Promise<Told> {
  const { flows, store } = parts;
  const whoIsIn = store.read()?.user.id ?? null;
  const user = whoIsIn === flow.userId ? await takeUser(parts) : null;
  const told = flow.purpose === 'link' ? tellLinked(flow, user, whoIsIn) : ok(CONFIRMED);
  // Where nobody knows yet it can be looked up again.
  if (told.ok || told.failure.type !== 'unreachable') flows.drop(flow.id);
  return told;
}

const CONFIRMED = { type: 'email-confirmed', message: '' } as const;

/** @param user as the backend knows who is in; null where that is not who began it */
function tellLinked({ provider }: Flow, user: Result<unknown, AskFailure> | null, whoIsIn: string | null): Told {
  if (user === null) return fail({ type: whoIsIn === null ? 'nobody-in' : 'other-person' });
  if (!user.ok) return fail(toAccountFailure(user.failure));
  const isLinked = readIdentities(user.value).some((identity) => identity.provider === provider);
  return isLinked ? ok({ type: 'linked' }) : fail({ type: 'provider-refused', message: '' });
}

type Exchanged = {
  readonly flow: Flow;
  readonly code: string;
  /** Whether the address names the flow. One that does not may be a stranger's: it must not use up what was begun here. */
  readonly isNamed: boolean;
};

async function exchange(parts: ArriveParts, { flow, code, isNamed }: Exchanged): Promise<Told> {
  const { flows } = parts;
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
  if (answer.ok || isNamed) flows.drop(flow.id);
  if (!answer.ok) return fail(toExchangeFailure(answer.failure));
  return flow.purpose === 'recovery'
    ? letRecover(parts, answer.value.session)
    : letIn(parts, flow, answer.value.session);
}

function letRecover({ admission }: ArriveParts, answered: unknown): Told {
  const admitted = admission.admit(answered, 'new-password');
  return admitted.ok ? ok({ type: 'new-password' }) : admitted;
}

function letIn(parts: ArriveParts, { id }: Flow, answered: unknown): Told {
  const { admission, store, clock } = parts;
  const session = takeSession(answered, clock.now());
  if (session === null) return fail({ type: 'no-user' });
  if ((store.read()?.user.id ?? session.user.id) !== session.user.id) {
    // The other one's list is open, and may hold what is not sent yet (product Y9).
    void endSession(parts, session);
    return fail({ type: 'log-out-first' });
  }
  promiseOn(id, session.user.id);
  const admitted = admission.admit(answered, 'in');
  return admitted.ok ? ok({ type: 'in', user: admitted.value }) : admitted;
}

function toExchangeFailure(failure: AskFailure): ArrivalFailure {
  const code = failure.type === 'error' ? (failure.error.code ?? '') : '';
  if (DEAD.has(code)) return { type: 'link-expired' };
  return code === 'bad_code_verifier' ? { type: 'other-device' } : toAccountFailure(failure);
}
