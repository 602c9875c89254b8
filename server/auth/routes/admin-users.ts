/** An operator creates, reads, lists, changes and deletes users at /admin/users, without any confirmation. */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { userToJson } from '#server/auth/accounts/user-json.ts';
import { deleteUser, findUserById, listUsers } from '#server/auth/accounts/users.ts';
import type { User } from '#server/auth/accounts/users.ts';
import { isUuid } from '#server/auth/accounts/uuid.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { authenticateOperator } from '#server/auth/requests/authenticate.ts';
import { readBody } from '#server/auth/requests/read-body.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';

type Answer = Promise<Result<Response, AuthFailure>>;

/** A page of users, newest first. auth-js reads the numbers of pages from Link (RFC 8288) and X-Total-Count. */
export async function listAllUsers(auth: AuthBase, c: Context): Answer {
  const allowed = await authenticateOperator(auth, c);
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

export async function showAnyUser(auth: AuthBase, c: Context): Answer {
  const user = await findNamedUser(auth, c);
  return user.ok ? { ok: true, value: c.json(userToJson(user.value)) } : user;
}

export async function deleteAnyUser(auth: AuthBase, c: Context): Answer {
  const user = await findNamedUser(auth, c);
  if (!user.ok) return user;
  if ((await c.req.text()) !== '') {
    const body = await readBody(c, v.object({ should_soft_delete: v.nullish(v.boolean()) }));
    if (!body.ok) return body;
    if (body.value.should_soft_delete === true) {
      return fail('validation-failed', { message: 'Soft deletion is not available' });
    }
  }
  const isDeleted = await auth.sql.begin((tx) => deleteInOrder(tx, user.value.id));
  return isDeleted ? { ok: true, value: c.json({}) } : fail('user-not-found');
}

/**
 * Locks the count of the account's rows before the account, as a write of rows does (supabase/migrations/0002): else a device
 * that is in the middle of one and this would wait for each other.
 */
async function deleteInOrder(tx: TransactionSql, id: string): Promise<boolean> {
  await tx`select from public.sync_state where user_id = ${id} for update`;
  return deleteUser(tx, id);
}

/** Gives the user whose id stands in the address, to an operator. */
export async function findNamedUser(auth: AuthBase, c: Context): Promise<Result<User, AuthFailure>> {
  const allowed = await authenticateOperator(auth, c);
  if (!allowed.ok) return allowed;
  const id = c.req.param('id');
  if (!isUuid(id)) return fail('validation-failed', { message: 'user_id must be an UUID' });
  const user = await findUserById(auth.sql, id);
  return user === undefined ? fail('user-not-found') : { ok: true, value: user };
}

const MAX_PAGE = 1_000_000;

/** Clients send an empty text for what they leave open. */
function readNumber(text: string | undefined, usual: number, max: number): number | undefined {
  if (text === undefined || text === '') return usual;
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= max ? number : undefined;
}

/** auth-js takes what follows the first equals sign: the page must stand first. */
function describePages({ page, perPage, total }: Record<'page' | 'perPage' | 'total', number>): string {
  const last = Math.max(1, Math.ceil(total / perPage));
  const toLink = (to: number, rel: string): string => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  return [...(page < last ? [toLink(page + 1, 'next')] : []), toLink(last, 'last')].join(', ');
}
