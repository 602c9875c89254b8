/** What a client asks for when it joins a topic: the payload of phx_join, checked. */
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import type { Wish } from '#server/realtime/subscriptions/binding.ts';
import { isObject } from './frame.ts';

export type JoinRequest = {
  /** Null where the API key is all there is. */
  readonly token: string | null;
  readonly isPrivate: boolean;
  readonly hearsItself: boolean;
  readonly acknowledges: boolean;
  readonly hasPresence: boolean;
  /** Whether a subscription that fails refuses the join, too. */
  readonly waits: boolean;
  readonly wishes: readonly Wish[];
};

/** Reads the payload of a join; what is missing has the hosted service's defaults. */
export function readJoinRequest(payload: unknown): Result<JoinRequest, JoinRequestFailure> {
  if (!isObject(payload)) return refuse('expected a map');
  const config = payload['config'] ?? {};
  if (!isObject(config)) return refuse('unable to parse config, expected a map');
  const wishes = readWishes(config['postgres_changes']);
  if (wishes === null)
    return refuse(`unable to parse postgres_changes, expected an array of at most ${MOST_WISHES} maps`);
  const [broadcast, presence] = [toObject(config['broadcast']), toObject(config['presence'])];
  return ok({
    token: readToken(payload['access_token']) ?? readToken(payload['user_token']),
    isPrivate: isTrue(config['private']),
    hearsItself: isTrue(broadcast['self']),
    acknowledges: isTrue(broadcast['ack']),
    hasPresence: isTrue(presence['enabled']),
    waits: isTrue(toObject(config['postgres_changes_options'])['wait']),
    wishes,
  });
}

export type JoinRequestFailure = { readonly type: 'wrong-join'; readonly message: string };

/** A token to check: no key that begins with sb_, and nothing that is no text. */
export function readToken(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && !value.startsWith('sb_') ? value : null;
}

const MOST_WISHES = 100;

function readWishes(value: unknown): readonly Wish[] | null {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > MOST_WISHES) return null;
  const wishes = (value as readonly unknown[]).filter((entry) => entry !== null);
  return wishes.every(isObject) ? wishes.map(readWish) : null;
}

/** Keeps what is known of an entry, and leaves out what is not there. */
function readWish(entry: Readonly<Record<string, unknown>>): Wish {
  return Object.fromEntries(wishFields.filter((name) => Object.hasOwn(entry, name)).map((name) => [name, entry[name]]));
}

const wishFields = ['event', 'schema', 'table', 'filter', 'select'];

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

function refuse(message: string): Result<never, JoinRequestFailure> {
  return fail({ type: 'wrong-join', message: `InvalidJoinPayload: ${message}` });
}
