/** Mailed codes by which somebody who signed in long ago proves again who it is. */
import { randomInt } from 'node:crypto';
import type { Context } from 'hono';
import type { ISql } from 'postgres';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { sendLetter } from '#server/auth/links/send-letter.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { authenticateUser } from '#server/auth/requests/authenticate.ts';
import { forgetSubject, limitMail, limitSubject } from '#server/auth/requests/limits.ts';
import type { Result } from '#server/result.ts';

const LIFETIME = 10 * 60_000;

/** Of a million codes. Beyond this, a code is dead, and another has to be asked for, which takes a while. */
const MAX_TRIES = 5;

/** GET /reauthenticate: mails a code to the user's own address; `{}`. */
export async function reauthenticate(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  if (!signedIn.ok) return signedIn;
  const { id, email, emailConfirmedAt } = signedIn.value.user;
  if (email === null || emailConfirmedAt === null) return fail('email-not-confirmed', { message: UNCONFIRMED });
  const limited = await limitSubject(auth, 'changeByAccount', id);
  if (!limited.ok) return limited;
  const due = await limitMail(auth, 'reauthentication', email);
  if (!due.ok) return due;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await keepCode(auth.sql, { userId: id, hash: await auth.passwords.hash(code), now: auth.now() });
  auth.defer(() => sendLetter(auth, { kind: 'reauthentication', to: email, email, code }));
  return { ok: true, value: c.json({}) };
}

const UNCONFIRMED = 'Please verify your email first.';

type NewCode = { readonly userId: string; readonly hash: string; readonly now: Date };

/** Replaces the one before. */
async function keepCode(sql: ISql, { userId, hash, now }: NewCode): Promise<void> {
  await sql`
    insert into auth.reauthentications (user_id, code_hash, created_at)
    select id, ${hash}, ${now} from auth.users where id = ${userId}
    on conflict (user_id) do update set code_hash = excluded.code_hash, created_at = excluded.created_at, tries = 0`;
}

/** A right code that is still to be used up. */
export type ShownCode = { readonly userId: string; readonly hash: string };

/** Counts the try before it is checked, so that many at once are no more than many one after the other. */
export async function checkCode(auth: AuthBase, userId: string, code: string): Promise<Result<ShownCode, AuthFailure>> {
  const subject = `reauthentication ${userId}`;
  const limited = await limitSubject(auth, 'codeByAccount', subject);
  if (!limited.ok) return limited;
  const [kept] = await auth.sql<{ hash: string }[]>`
    update auth.reauthentications set tries = tries + 1
    where user_id = ${userId} and tries < ${MAX_TRIES} and created_at > ${new Date(auth.now().getTime() - LIFETIME)}
    returning code_hash as hash`;
  const { matches } = await auth.passwords.check(code.trim(), kept?.hash ?? null);
  if (kept === undefined || !matches) return fail('reauthentication-wrong');
  await forgetSubject(auth, 'codeByAccount', subject);
  return { ok: true, value: { userId, hash: kept.hash } };
}

/** Gives whether the code was still there: of two requests that show it at once, one may go on. */
export async function redeemCode(sql: ISql, { userId, hash }: ShownCode): Promise<boolean> {
  const used = await sql`delete from auth.reauthentications where user_id = ${userId} and code_hash = ${hash}`;
  return used.count > 0;
}
