/** What happened to a session (spec section 4), told by what it was and what it is: so every tab tells the same. */
import { isObject } from '#device/shape.ts';
import { readAssurance } from './second-step.ts';
import type { StoredSession } from './stored-session.ts';

/** The spec's initial session is no event here: it is what one reads at the start. */
export type SessionEvent =
  | 'signed-in'
  | 'signed-out'
  | 'token-refreshed'
  | 'user-updated'
  /** 'Multi-factor challenge verified'. */
  | 'code-verified';

/** What happened between two states of the session; nothing, or more than one thing. */
export function readEvents(before: StoredSession | null, after: StoredSession | null): readonly SessionEvent[] {
  if (after === null) return before === null ? [] : ['signed-out'];
  if (before?.user.id !== after.user.id) return ['signed-in'];
  const events: SessionEvent[] = [];
  if (before.access_token !== after.access_token) events.push(nameNewToken(before, after));
  if (describeUser(before.user) !== describeUser(after.user)) events.push('user-updated');
  return events;
}

const nameNewToken = (before: StoredSession, after: StoredSession): SessionEvent =>
  readAssurance(after.access_token) === 'aal2' && readAssurance(before.access_token) !== 'aal2'
    ? 'code-verified'
    : 'token-refreshed';

/** What a shopper would call another account screen: times of sign-ins and the like are left out. */
const describeUser = (user: object): string =>
  JSON.stringify(FIELDS.map((field) => toPlain(isObject(user) ? user[field] : undefined)));

const FIELDS = ['email', 'new_email', 'phone', 'factors', 'identities'];

const toPlain = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((row: unknown) => (isObject(row) ? [row['id'], row['status']] : row))
    : (value ?? '');
