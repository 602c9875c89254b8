/** GET and POST /verify: accepts the token of an emailed link, from a browser or from an app. */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import { isPkceToken, toToken } from './one-time-tokens.ts';
import type { LinkType } from './one-time-tokens.ts';
import type { AcceptedLink } from '#server/auth/links/redirects/redirect-to-app.ts';
import { describeFailure, describeSuccess } from '#server/auth/links/redirects/redirect-to-app.ts';
import { chooseRedirect } from '#server/auth/links/redirects/allowed-redirect.ts';
import { acceptLink } from './accept-link.ts';
import type { PresentedToken } from './accept-link.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitAddress } from '#server/auth/requests/limits.ts';
import { readClient } from '#server/auth/requests/read-client.ts';
import { optionalText, readBody } from '#server/auth/requests/read-body.ts';
import { reportBug } from '#server/log/report-bug.ts';
import type { Result } from '#server/result.ts';
import { sendSession } from '#server/auth/sessions/open-session.ts';

/** The link types for each type that clients send. */
const linkTypes: ReadonlyMap<string, readonly LinkType[]> = new Map([
  ['recovery', ['recovery']],
  ['signup', ['signup']],
  ['magiclink', ['magiclink']],
  ['invite', ['invite']],
  ['email', ['signup', 'magiclink', 'invite']],
  ['email_change', ['email_change_current', 'email_change_new']],
]);

/** Handles a followed link. The browser is always redirected to an allowed destination, even after a failure. */
export async function followLink(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  // Link scanners must not consume the token.
  if (c.req.method === 'HEAD') return { ok: true, value: c.body(null, 200) };
  // Prefetching browsers must not either. After this response they ask again when the user navigates.
  if (isPrefetch(c)) return { ok: true, value: c.body(null, 503) };
  const { token = '', redirect_to: requested = '' } = c.req.query();
  const redirectTo = chooseRedirect(auth.settings, requested);
  const target = await acceptFollowed(auth, c, redirectTo);
  if (target.ok) return { ok: true, value: c.redirect(target.value, 303) };
  return { ok: true, value: c.redirect(describeFailure(target.failure, redirectTo, isPkceToken(token)), 303) };
}

/** Detects prefetches by the Sec-Purpose header (Fetch Standard, section 2.2.7) and its predecessors. */
function isPrefetch(c: Context): boolean {
  return ['sec-purpose', 'purpose', 'x-moz'].some((name) => /\bprefetch\b/i.test(c.req.header(name) ?? ''));
}

/** Returns the redirect address. A person is waiting, so even a bug must not end in JSON. */
async function acceptFollowed(auth: AuthContext, c: Context, redirectTo: string): Promise<Result<string, AuthFailure>> {
  const { token = '', type = '' } = c.req.query();
  try {
    const limited = await limitAddress(auth, c, 'verifyByAddress');
    if (!limited.ok) return limited;
    const accepted = await acceptPresented(auth, c, { token, type, isFollowed: true });
    return accepted.ok ? await describeSuccess(auth, accepted.value, { redirectTo, type }) : accepted;
  } catch (error) {
    reportBug(error);
    return fail('unexpected');
  }
}

type Presented = Omit<PresentedToken, 'types' | 'client'> & { readonly type: string };

async function acceptPresented(
  auth: AuthContext,
  c: Context,
  presented: Presented,
): Promise<Result<AcceptedLink, AuthFailure>> {
  const types = linkTypes.get(presented.type);
  if (types === undefined) return fail('validation-failed', { message: 'Invalid email verification type' });
  return acceptLink(auth, { ...presented, types, client: readClient(auth, c) });
}

const bodySchema = v.object({ type: optionalText, token: optionalText, token_hash: optionalText, email: optionalText });

/** Handles a token that an app sends, alone or with the address that the link was sent to. */
export async function verifyToken(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  // Counts the address before reading the body, so that a stranger cannot make the server parse many bodies.
  const limited = await limitAddress(auth, c, 'verifyByAddress');
  if (!limited.ok) return limited;
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  const presented = parsePresented(body.value);
  if (!presented.ok) return presented;
  const accepted = await acceptPresented(auth, c, presented.value);
  if (!accepted.ok) return accepted.failure.type === 'link-dead' ? fail(presented.value.whenDead) : accepted;
  if ('opened' in accepted.value) return sendSession(auth, c, accepted.value.opened);
  // GoTrue, verify.go: the response to the first of two confirmations of a change.
  if ('message' in accepted.value) return { ok: true, value: c.json({ msg: accepted.value.message, code: '200' }) };
  return fail(presented.value.whenDead);
}

type PresentedByApp = Presented & { readonly whenDead: 'link-dead' | 'token-dead' };

function parsePresented(body: v.InferOutput<typeof bodySchema>): Result<PresentedByApp, AuthFailure> {
  const presented = { type: body.type, isFollowed: false };
  if (body.token_hash !== '')
    return { ok: true, value: { ...presented, token: body.token_hash, whenDead: 'link-dead' } };
  if (body.token === '') return fail('validation-failed', { message: 'Verify requires a token' });
  const email = parseEmailAddress(body.email);
  if (email === undefined) return fail('invalid-email');
  return { ok: true, value: { ...presented, token: toToken(email, body.token), email, whenDead: 'token-dead' } };
}
