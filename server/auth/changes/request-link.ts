/** POST /recover and POST /resend: emails links to visitors who are not signed in. */
import * as v from 'valibot';
import { findUserByEmail, lockUser, parseEmailAddress, updateUser, type User } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import type { AuthSettings } from '#server/auth/context/auth-settings.ts';
import { endLapsedChange } from '#server/auth/links/claim-account.ts';
import { parseChallenge, type Challenge } from '#server/auth/links/pkce.ts';
import { chooseRedirect } from '#server/auth/links/redirects.ts';
import { sendLink } from '#server/auth/links/send-link.ts';
import { countEmail, limitEmail, limitInterval } from '#server/auth/requests/limits.ts';
import { optionalText } from '#server/auth/requests/read-body.ts';
import { defineRoute, jsonBody, anyone, type Route } from '#server/auth/requests/route.ts';
import { beginBriefly, fail, runSteps, type Checks } from '#server/auth/requests/steps.ts';
import { createAddressLinks, emailAddressLinks, listConfirmations } from './change-email.ts';

const bodySchema = v.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

type LinkRequestBody = v.InferOutput<typeof bodySchema>;

/** The address that a link was requested for. It may have no account. */
type RequestedLink = {
  readonly email: string;
  readonly challenge: Challenge | null;
  /** The final destination, which was already checked. */
  readonly redirectTo: string;
};

type LinkKind = {
  /** The limit between two emails of this kind to one address. */
  readonly limit: string;
  /** Finds the account and sends the email. */
  readonly send: (auth: AuthContext, request: RequestedLink) => Promise<void>;
};

/**
 * Responds with `{}` and sends the email afterwards. The account is looked up after the response, so that the response
 * and its duration do not reveal whether the address has an account.
 * @param chooseKind chooses the kind of link from the body, or fails
 */
const defineLinkRoute = (
  path: string,
  chooseKind: (body: LinkRequestBody, settings: AuthSettings) => Checks<LinkKind>,
): Route =>
  defineRoute({
    method: 'POST',
    path,
    limit: 'recoverByAddress',
    caller: anyone,
    body: jsonBody(bodySchema),
    captcha: true,
    async *work(auth, { c, body }) {
      const kind = yield* chooseKind(body, auth.settings);
      const recipient = yield* parseRecipient(body);
      yield* limitEmail(auth, kind.limit, recipient.email);
      const redirectTo = chooseRedirect(auth.settings, c.req.query('redirect_to') ?? '');
      auth.defer(() => kind.send(auth, { ...recipient, redirectTo }));
      return c.json({});
    },
  });

function* parseRecipient(body: LinkRequestBody): Checks<Omit<RequestedLink, 'redirectTo'>> {
  const email = parseEmailAddress(body.email);
  if (email === undefined) return yield* fail('invalid-email');
  return { email, challenge: yield* parseChallenge(body.code_challenge, body.code_challenge_method) };
}

export const recover = defineLinkRoute('/recover', function* (_body, { passwords }) {
  if (!passwords) return yield* fail('password-logins-disabled');
  return { limit: 'recovery', send: sendRecovery };
});

async function sendRecovery(auth: AuthContext, request: RequestedLink): Promise<void> {
  const user = await findUserByEmail(auth.sql, request.email);
  if (user === undefined || !(await canEmail(auth, user.emailConfirmedAt !== null))) return;
  const now = auth.now();
  await updateUser(auth.sql, user.id, { recoverySentAt: now, now });
  await sendLink(auth, { ...request, userId: user.id, type: 'recovery' });
}

export const resend = defineLinkRoute('/resend', function* ({ type, phone }, { passwords }) {
  if (type === 'signup' && !passwords) return yield* fail('password-signups-disabled');
  const kind = kinds.get(type);
  if (kind === undefined) return yield* fail('validation-failed', { message: UNKNOWN_TYPE });
  return phone === '' ? kind : yield* fail('phone-logins-disabled');
});

const UNKNOWN_TYPE = 'Missing one of these types: signup, email_change';

const kinds: ReadonlyMap<string, LinkKind> = new Map([
  ['signup', { limit: 'signup', send: resendSignUp }],
  // Counted apart from the change itself, so that the response does not reveal that there is one.
  ['email_change', { limit: 'email_change_again', send: resendChange }],
]);

async function resendSignUp(auth: AuthContext, request: RequestedLink): Promise<void> {
  const user = await findUserByEmail(auth.sql, request.email);
  if (user === undefined || user.emailConfirmedAt !== null || !(await canEmail(auth, false))) return;
  const now = auth.now();
  await updateUser(auth.sql, user.id, { confirmationSentAt: now, now });
  await sendLink(auth, { ...request, userId: user.id, type: 'signup' });
}

/** Emails the missing confirmations again. Limits come first, so that nothing changes without a new email. */
async function resendChange(auth: AuthContext, { email, challenge, redirectTo }: RequestedLink): Promise<void> {
  const found = await findUserByEmail(auth.sql, email);
  if (found === undefined || !(await limitRecipients(auth, found)) || !(await countConfirmations(auth, found))) return;
  const links = await beginBriefly(auth.sql, async (tx) => {
    const owner = await lockUser(tx, found.id);
    // Check again under the lock: the change may have been confirmed, canceled or replaced.
    if (owner?.email !== email || owner.newEmail !== found.newEmail) return [];
    const present = await endLapsedChange(tx, auth, owner);
    return createAddressLinks(tx, present, { challenge, redirectTo, now: auth.now() });
  });
  emailAddressLinks(auth, links);
}

const canEmail = async (auth: AuthContext, isConfirmed: boolean): Promise<boolean> =>
  (await runSteps(countEmail(auth, isConfirmed))).ok;

async function countConfirmations(auth: AuthContext, user: User): Promise<boolean> {
  for (const { to } of listConfirmations(user)) {
    const isConfirmed = to === user.email && user.emailConfirmedAt !== null;
    if (!(await canEmail(auth, isConfirmed))) return false;
  }
  return true;
}

/** The day of the current address was already counted with the request. */
async function limitRecipients(auth: AuthContext, user: User): Promise<boolean> {
  const limits = listConfirmations(user).map(({ to }) =>
    runSteps((to === user.email ? limitInterval : limitEmail)(auth, 'email_change', to)),
  );
  return (await Promise.all(limits)).every(({ ok }) => ok);
}
