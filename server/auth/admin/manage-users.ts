/** Lists, reads and deletes users and their second factors, for operators. */
import * as v from 'valibot';
import {
  emailSecurityEvent,
  OPERATOR,
  recordSecurityEvent,
  type SecurityEvent,
} from '#server/auth/accounts/security-events.ts';
import { factorToJson, userToJson } from '#server/auth/accounts/user-json.ts';
import { deleteUser, isUuid, listUsers, lockUser } from '#server/auth/accounts/users.ts';
import { removeFactor } from '#server/auth/factors/enrollment.ts';
import { findFactor, type Factor } from '#server/auth/factors/factors.ts';
import { defineRoute, noBody, optionalJsonBody } from '#server/auth/requests/route.ts';
import { beginBriefly, fail } from '#server/auth/requests/steps.ts';
import { operator, operatorOfUser } from '#server/auth/sessions/authenticate.ts';
import type { TransactionSql } from '#server/database/database.ts';

/** Responds with a page of users, newest first. auth-js reads page numbers from Link (RFC 8288) and X-Total-Count. */
export const adminListUsers = defineRoute({
  method: 'GET',
  path: '/admin/users',
  limit: 'otherByAddress',
  caller: operator,
  body: noBody,
  async *work(auth, { c }) {
    const page = readNumber(c.req.query('page'), 1, MAX_PAGE);
    const perPage = readNumber(c.req.query('per_page'), 50, 1000);
    if (page === undefined || perPage === undefined) {
      return yield* fail('validation-failed', { message: 'Bad Pagination Parameters' });
    }
    const { users, total } = await listUsers(auth.sql, { limit: perPage, offset: (page - 1) * perPage });
    const headers = { 'x-total-count': String(total), link: describePages({ page, perPage, total }) };
    return c.json({ users: users.map((user) => userToJson(auth, user)), aud: 'authenticated' }, 200, headers);
  },
});

export const adminShowUser = defineRoute({
  method: 'GET',
  path: '/admin/users/:id',
  limit: 'otherByAddress',
  caller: operatorOfUser,
  body: noBody,
  async *work(auth, { c, caller: user }) {
    return c.json(userToJson(auth, user));
  },
});

export const adminDeleteUser = defineRoute({
  method: 'DELETE',
  path: '/admin/users/:id',
  limit: 'otherByAddress',
  caller: operatorOfUser,
  body: optionalJsonBody(v.object({ should_soft_delete: v.nullish(v.boolean()) })),
  async *work(auth, { c, caller: user, body }) {
    if (body?.should_soft_delete === true) {
      return yield* fail('validation-failed', { message: 'Soft deletion is not available' });
    }
    const isDeleted = await auth.sql.begin((tx) => deleteInOrder(tx, user.id));
    if (!isDeleted) return yield* fail('user-not-found');
    // Only an email is sent, because the list of events is deleted with the account.
    emailSecurityEvent(auth, user, { kind: 'operator-deleted' });
    return c.json({});
  },
});

/**
 * Locks the account's sync state before the account, in the same order as writes of rows, to avoid a deadlock with a
 * device that is writing. The members of its lists may have added millions of rows, so it may take long.
 */
async function deleteInOrder(tx: TransactionSql, id: string): Promise<boolean> {
  await tx`set local statement_timeout = '10min'`;
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

export const adminListFactors = defineRoute({
  method: 'GET',
  path: '/admin/users/:id/factors',
  limit: 'otherByAddress',
  caller: operatorOfUser,
  body: noBody,
  async *work(_auth, { c, caller: user }) {
    return c.json(user.factors.map(factorToJson));
  },
});

/** Removes a factor and responds with it, like GoTrue. */
export const adminDeleteFactor = defineRoute({
  method: 'DELETE',
  path: '/admin/users/:id/factors/:factorId',
  limit: 'otherByAddress',
  caller: operatorOfUser,
  body: noBody,
  async *work(auth, { c, caller: user }) {
    const factorId = c.req.param('factorId');
    if (!isUuid(factorId)) return yield* fail('factor-id-malformed');
    const removed = user.factors.find(({ id }) => id === factorId.toLowerCase());
    const origin = { userId: user.id, client: OPERATOR, now: auth.now() };
    const factor = await beginBriefly(auth.sql, async (tx) => {
      await lockUser(tx, user.id);
      const found = await findFactor(tx, user.id, factorId);
      if (found === undefined) return undefined;
      await removeFactor(tx, user.id, found);
      if (found.isVerified) await recordSecurityEvent(tx, origin, toEvent(found));
      return found;
    });
    if (factor === undefined || removed === undefined) return yield* fail('factor-not-found');
    if (factor.isVerified) emailSecurityEvent(auth, user, toEvent(factor));
    return c.json(factorToJson(removed));
  },
});

const toEvent = ({ type }: Factor): SecurityEvent => ({
  kind: type === 'totp' ? 'operator-app-removed' : 'operator-phone-removed',
});
