/** GET and POST /verify: what happens when somebody opens a mailed link, or an app shows its token. */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import { isPkceToken } from '#server/auth/links/one-time-tokens.ts';
import type { LinkType } from '#server/auth/links/one-time-tokens.ts';
import { describeFailure, describeSuccess } from '#server/auth/links/lead-on.ts';
import { chooseRedirect } from '#server/auth/links/redirect.ts';
import { acceptLink } from '#server/auth/links/accept-link.ts';
import type { Accepted, ShownToken } from '#server/auth/links/accept-link.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitAddress } from '#server/auth/requests/limits.ts';
import { readClient } from '#server/auth/requests/read-client.ts';
import { optionalText, readBody } from '#server/auth/requests/read-body.ts';
import { reportBug } from '#server/report-bug.ts';
import type { Result } from '#server/result.ts';
import { answerSession } from './answer-session.ts';

/** The names by which clients ask for a kind of link. */
const linkTypes: ReadonlyMap<string, readonly LinkType[]> = new Map([
  ['recovery', ['recovery']],
  ['signup', ['signup']],
  ['email', ['signup']],
  ['email_change', ['email_change_current', 'email_change_new']],
]);

/** Somebody followed a link: whatever happens, the browser is led on, to a place that is allowed. */
export async function followLink(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  // Programs that look at links before their reader does must not use them up.
  if (c.req.method === 'HEAD') return { ok: true, value: c.body(null, 200) };
  // Nor browsers that fetch ahead: after this answer they ask again once somebody really goes there.
  if (isPrefetch(c)) return { ok: true, value: c.body(null, 503) };
  const { token = '', redirect_to: asked = '' } = c.req.query();
  const place = chooseRedirect(auth.settings, asked);
  const target = await acceptFollowed(auth, c, place);
  if (target.ok) return { ok: true, value: c.redirect(target.value, 303) };
  return { ok: true, value: c.redirect(describeFailure(target.failure, place, isPkceToken(token)), 303) };
}

/** The Sec-Purpose header (Fetch Standard, section 2.2.7), and what browsers sent before it. */
function isPrefetch(c: Context): boolean {
  return ['sec-purpose', 'purpose', 'x-moz'].some((name) => /\bprefetch\b/i.test(c.req.header(name) ?? ''));
}

/** Gives the address to lead on to. Who follows a link is a person: even a bug of ours must not end in JSON. */
async function acceptFollowed(auth: AuthBase, c: Context, place: string): Promise<Result<string, AuthFailure>> {
  const { token = '', type = '' } = c.req.query();
  try {
    const accepted = await acceptFromAddress(auth, c, { token, type, isFollowed: true });
    return accepted.ok ? await describeSuccess(auth, accepted.value, { place, type }) : accepted;
  } catch (error) {
    reportBug(error);
    return fail('unexpected');
  }
}

type Shown = Omit<ShownToken, 'types' | 'client'> & { readonly type: string };

async function acceptFromAddress(auth: AuthBase, c: Context, shown: Shown): Promise<Result<Accepted, AuthFailure>> {
  const limited = await limitAddress(auth, c, 'verifyByAddress');
  if (!limited.ok) return limited;
  const types = linkTypes.get(shown.type);
  if (types === undefined) return fail('validation-failed', { message: 'Invalid email verification type' });
  return acceptLink(auth, { ...shown, types, client: readClient(auth, c) });
}

const bodySchema = v.object({ type: optionalText, token: optionalText, token_hash: optionalText, email: optionalText });

/** An app shows the token of a link, alone or with the address that the link was sent to. */
export async function verifyToken(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  const body = await readBody(c, bodySchema);
  if (!body.ok) return body;
  const shown = parseShown(body.value);
  if (!shown.ok) return shown;
  const accepted = await acceptFromAddress(auth, c, shown.value);
  if (!accepted.ok) return accepted.failure.type === 'link-dead' ? fail(shown.value.whenDead) : accepted;
  if ('opened' in accepted.value) return answerSession(auth, c, accepted.value.opened);
  // GoTrue, verify.go: what the first of two confirmations of a change is answered.
  if ('message' in accepted.value) return { ok: true, value: c.json({ msg: accepted.value.message, code: '200' }) };
  return fail(shown.value.whenDead);
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
