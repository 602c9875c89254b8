/** GET and POST /verify: accepts the token of an emailed link, from a browser or from an app. */
import type { Context } from 'hono';
import * as v from 'valibot';
import { parseEmailAddress } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { parsePhoneNumber, WRONG_PHONE_NUMBER } from '#server/auth/factors/enrollment.ts';
import { optionalText } from '#server/auth/requests/read-body.ts';
import { defineRoute, noBody, jsonBody, anyone } from '#server/auth/requests/route.ts';
import { fail, refuse, runSteps, type Steps, type Checks } from '#server/auth/requests/steps.ts';
import { sendSession } from '#server/auth/sessions/open-session.ts';
import { acceptLink, type PresentedToken } from './accept-link.ts';
import { isPkceToken, toToken, type LinkType } from './one-time-tokens.ts';
import { chooseRedirect, describeFailure, describeSuccess, type AcceptedLink } from './redirects.ts';

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
export const followLink = defineRoute({
  method: 'GET',
  path: '/verify',
  spare(c) {
    // Link scanners must not consume the token.
    if (c.req.method === 'HEAD') return c.body(null, 200);
    // Prefetching browsers must not either. After this response they ask again when the user navigates.
    return isPrefetch(c) ? c.body(null, 503) : null;
  },
  limit: 'verifyByAddress',
  caller: anyone,
  body: noBody,
  async *work(auth, { c, client }) {
    const { token = '', type = '' } = c.req.query();
    const accepted = yield* acceptPresented(auth, { token, type, isFollowed: true, client });
    return c.redirect(yield* describeSuccess(auth, accepted, { redirectTo: chooseTarget(auth, c), type }), 303);
  },
  onFailure: (auth, c, failure) =>
    c.redirect(describeFailure(failure, chooseTarget(auth, c), isPkceToken(c.req.query('token') ?? '')), 303),
});

const chooseTarget = ({ settings }: AuthContext, c: Context): string =>
  chooseRedirect(settings, c.req.query('redirect_to') ?? '');

/** Detects prefetches by the Sec-Purpose header (Fetch Standard, section 2.2.7) and its predecessors. */
function isPrefetch(c: Context): boolean {
  return ['sec-purpose', 'purpose', 'x-moz'].some((name) => /\bprefetch\b/i.test(c.req.header(name) ?? ''));
}

type Presented = Omit<PresentedToken, 'types'> & { readonly type: string };

async function* acceptPresented(auth: AuthContext, presented: Presented): Steps<AcceptedLink> {
  const types = linkTypes.get(presented.type);
  if (types === undefined) return yield* fail('validation-failed', { message: 'Invalid email verification type' });
  // All other links replace a password. Those sent before passwords were switched off are refused, but not used up.
  if (!auth.settings.passwords && presented.type !== 'email_change') return yield* fail('password-logins-disabled');
  return yield* acceptLink(auth, { ...presented, types });
}

const bodySchema = v.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
});

/** Handles a token that an app sends, alone or with the address that the link was sent to. */
export const verifyToken = defineRoute({
  method: 'POST',
  path: '/verify',
  limit: 'verifyByAddress',
  caller: anyone,
  body: jsonBody(bodySchema),
  async *work(auth, { c, client, body }) {
    const { whenDead, ...presented } = yield* parsePresented(body);
    const accepted = await runSteps(acceptPresented(auth, { ...presented, client }));
    if (!accepted.ok) {
      return yield* accepted.failure.type === 'link-dead' ? fail(whenDead) : refuse(accepted.failure);
    }
    if ('opened' in accepted.value) return yield* sendSession(auth, c, accepted.value.opened);
    // GoTrue, verify.go: the response to the first of two confirmations of a change.
    if ('message' in accepted.value) return c.json({ msg: accepted.value.message, code: '200' });
    return yield* fail(whenDead);
  },
});

type PresentedByApp = Omit<Presented, 'client'> & { readonly whenDead: 'link-dead' | 'token-dead' };

function* parsePresented(body: v.InferOutput<typeof bodySchema>): Checks<PresentedByApp> {
  const presented = { type: body.type, isFollowed: false };
  if (body.token_hash !== '') return { ...presented, token: body.token_hash, whenDead: 'link-dead' };
  if (body.token === '') return yield* fail('validation-failed', { message: 'Verify requires a token' });
  if (body.email === '' && body.phone !== '') return yield* refusePhone(body.phone);
  const email = parseEmailAddress(body.email);
  if (email === undefined) return yield* fail('invalid-email');
  return { ...presented, token: toToken(email, body.token), email, whenDead: 'token-dead' };
}

/** No text message has a code for this route, so every code is as good as an expired one. */
function* refusePhone(phone: string): Checks<never> {
  if (parsePhoneNumber(phone) === undefined) return yield* fail('validation-failed', { message: WRONG_PHONE_NUMBER });
  return yield* fail('token-dead');
}
