/** GET and POST /verify: what happens when somebody opens a mailed link, or an app shows its token. */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import { isPkceToken } from '#server/auth/links/one-time-tokens.ts';
import type { LinkType } from '#server/auth/links/one-time-tokens.ts';
import { addToFragment, addToQuery, chooseRedirect } from '#server/auth/links/redirect.ts';
import { acceptLink } from '#server/auth/links/accept-link.ts';
import type { Accepted, ShownToken } from '#server/auth/links/accept-link.ts';
import { fail, readRefusal } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitAddress } from '#server/auth/requests/limits.ts';
import { readClient } from '#server/auth/requests/read-client.ts';
import { optionalText, readBody } from '#server/auth/requests/read-body.ts';
import { toSessionJson } from '#server/auth/sessions/open-session.ts';
import type { Result } from '#server/result.ts';
import { answerSession } from './answer-session.ts';

/** The names by which clients ask for a kind of link. */
const linkTypes: ReadonlyMap<string, LinkType> = new Map([
  ['recovery', 'recovery'],
  ['signup', 'signup'],
  ['email', 'signup'],
]);

/** Somebody followed a link: whatever happens, the browser is led on, to a place that is allowed. */
export async function followLink(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  // Programs that look at links before their reader does must not use them up.
  if (c.req.method === 'HEAD') return { ok: true, value: c.body(null, 200) };
  const { token = '', type = '', redirect_to: asked = '' } = c.req.query();
  const place = chooseRedirect(auth.settings, asked);
  const accepted = await acceptFromAddress(auth, c, { token, type, isFollowed: true });
  const target = accepted.ok ? await describeSuccess(auth, accepted.value, { place, type }) : accepted;
  if (target.ok) return { ok: true, value: c.redirect(target.value, 303) };
  return { ok: true, value: c.redirect(describeFailure(target.failure, place, isPkceToken(token)), 303) };
}

type Shown = Omit<ShownToken, 'type' | 'client'> & { readonly type: string };

async function acceptFromAddress(auth: AuthBase, c: Context, shown: Shown): Promise<Result<Accepted, AuthFailure>> {
  const limited = await limitAddress(auth, c, 'verifyByAddress');
  if (!limited.ok) return limited;
  const type = linkTypes.get(shown.type);
  if (type === undefined) return fail('validation-failed', { message: 'Invalid email verification type' });
  return acceptLink(auth, { ...shown, type, client: readClient(auth, c) });
}

async function describeSuccess(
  auth: AuthBase,
  accepted: Accepted,
  { place, type }: { readonly place: string; readonly type: string },
): Promise<Result<string, AuthFailure>> {
  if ('code' in accepted) return { ok: true, value: addToQuery(place, { code: accepted.code }) };
  const session = await toSessionJson(auth, accepted.opened);
  if (session === undefined) return fail('link-dead');
  const { access_token, refresh_token, token_type, expires_at, expires_in } = session;
  const times = { expires_at: String(expires_at), expires_in: String(expires_in) };
  return { ok: true, value: addToFragment(place, { access_token, ...times, refresh_token, token_type, type }) };
}

/** In the fragment for the implicit flow, in the query as well for a client that waits for a code (RFC 6749 4.1.2.1). */
function describeFailure(failure: AuthFailure, place: string, isPkce: boolean): string {
  const { status, code, message } = readRefusal(failure);
  const error = oauthErrors.get(status) ?? 'invalid_request';
  const fields = { error, error_code: code, error_description: message };
  return addToFragment(isPkce ? addToQuery(place, fields) : place, fields);
}

const oauthErrors: ReadonlyMap<number, string> = new Map([
  [403, 'access_denied'],
  [429, 'temporarily_unavailable'],
]);

const bodySchema = v.object({ type: optionalText, token: optionalText, token_hash: optionalText, email: optionalText });

/** An app shows the token of a link, alone or with the address that the link was sent to. */
export async function verifyToken(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  const shown = parseShown(body.value);
  if (!shown.ok) return shown;
  const accepted = await acceptFromAddress(auth, c, shown.value);
  if (!accepted.ok) return accepted.failure.type === 'link-dead' ? fail(shown.value.whenDead) : accepted;
  return 'opened' in accepted.value ? answerSession(auth, c, accepted.value.opened) : fail(shown.value.whenDead);
}

type ShownByApp = Shown & { readonly whenDead: 'link-dead' | 'token-dead' };

function parseShown(body: v.InferOutput<typeof bodySchema>): Result<ShownByApp, AuthFailure> {
  const shown = { type: body.type, isFollowed: false };
  if (body.token_hash !== '') return { ok: true, value: { ...shown, token: body.token_hash, whenDead: 'link-dead' } };
  if (body.token === '') return fail('validation-failed', { message: 'Verify requires a token' });
  const email = parseEmailAddress(body.email);
  if (email === undefined) return fail('invalid-email');
  return { ok: true, value: { ...shown, token: body.token, email, whenDead: 'token-dead' } };
}
