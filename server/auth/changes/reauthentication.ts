/** Emailed codes that users whose sign-in is too old can confirm their identity with. */
import { randomInt } from 'node:crypto';
import type { ISql } from 'postgres';
import { sendAccountEmail } from '#server/auth/accounts/security-events.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { assuredUser } from '#server/auth/factors/assurance.ts';
import { resetLimit, countEmail, limitEmail, limitSubject } from '#server/auth/requests/limits.ts';
import { defineRoute, ifPasswords, noBody } from '#server/auth/requests/route.ts';
import { fail, type Steps } from '#server/auth/requests/steps.ts';

const LIFETIME = 10 * 60_000;

/**
 * Attempts per code, out of a million values. After that the user has to request another one, which is rate limited.
 */
const MAX_TRIES = 5;

/** GET /reauthenticate: emails a code to the user and responds with `{}`. */
export const reauthenticate = defineRoute({
  method: 'GET',
  path: '/reauthenticate',
  // The code only replaces the current password of a password change.
  offered: ifPasswords,
  limit: 'otherByAddress',
  // A password change requires the same, so that a code is of no use without it.
  caller: assuredUser('insufficient-aal'),
  body: noBody,
  async *work(auth, { c, caller }) {
    const { id, email, emailConfirmedAt } = caller.user;
    if (email === null || emailConfirmedAt === null) {
      return yield* fail('email-not-confirmed', { message: 'Verify your email first.' });
    }
    yield* limitEmail(auth, 'reauthentication', email);
    yield* countEmail(auth, true);
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await storeCode(auth.sql, { userId: id, hash: await auth.passwords.hash(code), now: auth.now() });
    auth.defer(() => sendAccountEmail(auth, { kind: 'reauthentication', to: email, email, code }));
    return c.json({});
  },
});

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
export async function* checkCode(auth: AuthContext, userId: string, code: string): Steps<PresentedCode> {
  const subject = `reauthentication ${userId}`;
  yield* limitSubject(auth, 'codeByAccount', subject);
  const [kept] = await auth.sql<{ hash: string }[]>`
    update auth.reauthentications set tries = tries + 1
    where user_id = ${userId} and tries < ${MAX_TRIES} and created_at > ${new Date(auth.now().getTime() - LIFETIME)}
    returning code_hash as hash`;
  const { matches } = await auth.passwords.check(code.trim(), kept?.hash ?? null);
  if (kept === undefined || !matches) return yield* fail('reauthentication-wrong');
  await resetLimit(auth, 'codeByAccount', subject);
  return { userId, hash: kept.hash };
}

/** Consumes a code. Returns whether it still existed: of two requests with the same code, only one succeeds. */
export async function redeemCode(sql: ISql, { userId, hash }: PresentedCode): Promise<boolean> {
  const used = await sql`delete from auth.reauthentications where user_id = ${userId} and code_hash = ${hash}`;
  return used.count > 0;
}
