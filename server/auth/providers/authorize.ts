/** GET /authorize and GET /user/identities/authorize: to a provider, to sign in with it or to link it to one's account. */
import type { Context } from 'hono';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { requireRecentSignIn } from '#server/auth/changes/recent-sign-in.ts';
import { requireFullAssurance } from '#server/auth/factors/require-full-assurance.ts';
import { describeFailure } from '#server/auth/links/lead-on.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { authenticateUser } from '#server/auth/requests/authenticate.ts';
import type { SignedIn } from '#server/auth/requests/authenticate.ts';
import { limitSubject } from '#server/auth/requests/limits.ts';
import type { Result } from '#server/result.ts';
import { readWish, sendOff } from './send-off.ts';

/**
 * A browser goes here by itself. What only a wrongly written client can cause is answered to it; what a person can meet (the
 * provider is away, too many tries) is told by the app, where the browser is led on to.
 *
 * Login CSRF: whoever makes a victim's browser return here with an own answer of a provider signs the victim in as oneself.
 * A client that sends a challenge is safe: the code that it gets is worth nothing without the verifier, which only the
 * browser that began has. One that asks for the session itself is not, here as with the hosted service: there is no cookie
 * to bind the state to. Our app sends a challenge.
 */
export async function startSignIn(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  const wish = readWish(auth, c);
  if (!wish.ok) return wish;
  const target = await sendOff(auth, c, { ...wish.value, linking: null });
  if (target.ok) return answerAddress(c, target.value);
  if (wantsAddress(c)) return target;
  const { place, challenge } = wish.value;
  return { ok: true, value: c.redirect(describeFailure(target.failure, place, challenge !== null), 302) };
}

/**
 * The way back is bound to the user and the session of the token, so that nobody else's account can be meant. It is not
 * bound to a browser, here as with the hosted service: who follows an address that somebody else began with, and agrees at
 * the provider, links the own account there to the other's here. So that this never happens in passing, the provider is
 * told to ask, whatever hints the client gives.
 */
export async function startLinking(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  if (!signedIn.ok) return signedIn;
  const allowed = await allowChange(auth, signedIn.value);
  if (!allowed.ok) return allowed;
  const recent = requireRecentSignIn(auth, signedIn.value.session);
  if (!recent.ok) return recent;
  const wish = readWish(auth, c);
  if (!wish.ok) return wish;
  const { user, session } = signedIn.value;
  const target = await sendOff(auth, c, { ...wish.value, linking: { userId: user.id, sessionId: session.id } });
  return target.ok ? answerAddress(c, target.value) : target;
}

/**
 * Whether somebody may change by what one signs in. Stricter than the hosted service: a stolen password alone must not be
 * enough to keep a way in beside the second step.
 */
export async function allowChange(auth: AuthBase, signedIn: SignedIn): Promise<Result<null, AuthFailure>> {
  if (!auth.settings.manualLinking) return fail('linking-disabled');
  const assured = await requireFullAssurance(auth, signedIn);
  return assured.ok ? limitSubject(auth, 'changeByAccount', signedIn.user.id) : fail('linking-needs-aal2');
}

function answerAddress(c: Context, url: string): Result<Response, AuthFailure> {
  return { ok: true, value: wantsAddress(c) ? c.json({ url }) : c.redirect(url, 302) };
}

const wantsAddress = (c: Context): boolean => c.req.query('skip_http_redirect') === 'true';
