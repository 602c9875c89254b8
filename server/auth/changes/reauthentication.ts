/** Emailed codes that users whose sign-in is too old can confirm their identity with. */
import { randomInt } from 'node:crypto';
import type { Context } from 'hono';
import type { ISql } from 'postgres';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { sendAccountEmail } from '#server/auth/accounts/send-email.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { authenticateUser } from '#server/auth/sessions/authenticate.ts';
import { resetLimit, countEmail, limitEmail, limitSubject } from '#server/auth/requests/limits.ts';
import type { Result } from '#server/result.ts';

const LIFETIME = 10 * 60_000;

/**
 * Attempts per code, out of a million values. After that the user has to request another one, which is rate limited.
 */
const MAX_TRIES = 5;

/** GET /reauthenticate: emails a code to the user and responds with `{}`. */
export async function reauthenticate(auth: AuthContext, c: Context): Promise<Result<Response, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  if (!signedIn.ok) return signedIn;
  const { id, email, emailConfirmedAt } = signedIn.value.user;
  if (email === null || emailConfirmedAt === null) return fail('email-not-confirmed', { message: UNCONFIRMED });
  const limited = await limitSubject(auth, 'changeByAccount', id);
  if (!limited.ok) return limited;
  const due = await limitEmail(auth, 'reauthentication', email);
  if (!due.ok) return due;
  const counted = await countEmail(auth, true);
  if (!counted.ok) return counted;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await storeCode(auth.sql, { userId: id, hash: await auth.passwords.hash(code), now: auth.now() });
  auth.defer(() => sendAccountEmail(auth, { kind: 'reauthentication', to: email, email, code }));
  return { ok: true, value: c.json({}) };
}

const UNCONFIRMED = 'Please verify your email first.';

type NewCode = { readonly userId: string; readonly hash: string; readonly now: Date };

/** Stores a code, replacing the previous one. */
async function storeCode(sql: ISql, { userId, hash, now }: NewCode): Promise<void> {
  await sql`
    insert into auth.reauthentications (user_id, code_hash, created_at)
    select id, ${hash}, ${now} from auth.users where id = ${userId}
    on conflict (user_id) do update set code_hash = excluded.code_hash, created_at = excluded.created_at, tries = 0`;
}

/** A correct code that was not consumed yet. */
export type PresentedCode = { readonly userId: string; readonly hash: string };

/** Checks a code. The attempt is counted first, so that parallel requests cannot exceed the limit. */
export async function checkCode(
  auth: AuthContext,
  userId: string,
  code: string,
): Promise<Result<PresentedCode, AuthFailure>> {
  const subject = `reauthentication ${userId}`;
  const limited = await limitSubject(auth, 'codeByAccount', subject);
  if (!limited.ok) return limited;
  const [kept] = await auth.sql<{ hash: string }[]>`
    update auth.reauthentications set tries = tries + 1
    where user_id = ${userId} and tries < ${MAX_TRIES} and created_at > ${new Date(auth.now().getTime() - LIFETIME)}
    returning code_hash as hash`;
  const { matches } = await auth.passwords.check(code.trim(), kept?.hash ?? null);
  if (kept === undefined || !matches) return fail('reauthentication-wrong');
  await resetLimit(auth, 'codeByAccount', subject);
  return { ok: true, value: { userId, hash: kept.hash } };
}

/** Consumes a code. Returns whether it still existed: of two requests with the same code, only one succeeds. */
export async function redeemCode(sql: ISql, { userId, hash }: PresentedCode): Promise<boolean> {
  const used = await sql`delete from auth.reauthentications where user_id = ${userId} and code_hash = ${hash}`;
  return used.count > 0;
}
