/** Lists, reads and deletes users at /admin/users, for operators. */
import type { Context } from 'hono';
import * as v from 'valibot';
import { emailSecurityEvent } from '#server/auth/accounts/security-events.ts';
import { userToJson } from '#server/auth/accounts/user-json.ts';
import { deleteUser, listUsers } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { parseBody, readText } from '#server/auth/requests/read-body.ts';
import { authenticateAdmin, findUserForAdmin } from '#server/auth/sessions/authenticate.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';

type Answer = Promise<Result<Response, AuthFailure>>;

/** Responds with a page of users, newest first. auth-js reads page numbers from Link (RFC 8288) and X-Total-Count. */
export async function adminListUsers(auth: AuthContext, c: Context): Answer {
  const allowed = await authenticateAdmin(auth, c);
  if (!allowed.ok) return allowed;
  const page = readNumber(c.req.query('page'), 1, MAX_PAGE);
  const perPage = readNumber(c.req.query('per_page'), 50, 1000);
  if (page === undefined || perPage === undefined) {
    return fail('validation-failed', { message: 'Bad Pagination Parameters' });
  }
  const { users, total } = await listUsers(auth.sql, { limit: perPage, offset: (page - 1) * perPage });
  const headers = { 'x-total-count': String(total), link: describePages({ page, perPage, total }) };
  return { ok: true, value: c.json({ users: users.map(userToJson), aud: 'authenticated' }, 200, headers) };
}

export async function adminShowUser(auth: AuthContext, c: Context): Answer {
  const user = await findUserForAdmin(auth, c);
  return user.ok ? { ok: true, value: c.json(userToJson(user.value)) } : user;
}

export async function adminDeleteUser(auth: AuthContext, c: Context): Answer {
  const user = await findUserForAdmin(auth, c);
  if (!user.ok) return user;
  const text = await readText(c);
  if (!text.ok) return text;
  if (text.value !== '') {
    const body = parseBody(text.value, v.object({ should_soft_delete: v.nullish(v.boolean()) }));
    if (!body.ok) return body;
    if (body.value.should_soft_delete === true) {
      return fail('validation-failed', { message: 'Soft deletion is not available' });
    }
  }
  const isDeleted = await auth.sql.begin((tx) => deleteInOrder(tx, user.value.id));
  if (!isDeleted) return fail('user-not-found');
  // Only an email is sent, because the list of events is deleted with the account.
  emailSecurityEvent(auth, user.value, { kind: 'operator-deleted' });
  return { ok: true, value: c.json({}) };
}

/**
 * Locks the account's sync state before the account, in the same order as writes of rows, to avoid a deadlock with a
 * device that is writing.
 */
async function deleteInOrder(tx: TransactionSql, id: string): Promise<boolean> {
  await tx`select from public.sync_state where list_id = ${id} for update`;
  return deleteUser(tx, id);
}

const MAX_PAGE = 1_000_000;

/** Parses a query parameter. Clients send an empty string for the default. */
function readNumber(text: string | undefined, usual: number, max: number): number | undefined {
  if (text === undefined || text === '') return usual;
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= max ? number : undefined;
}

/** Builds the Link header. auth-js reads the text after the first equals sign, so `page` must come first. */
function describePages({ page, perPage, total }: Record<'page' | 'perPage' | 'total', number>): string {
  const last = Math.max(1, Math.ceil(total / perPage));
  const toLink = (to: number, rel: string): string => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  return [...(page < last ? [toLink(page + 1, 'next')] : []), toLink(last, 'last')].join(', ');
}
