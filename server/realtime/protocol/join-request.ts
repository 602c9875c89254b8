/** Parses and validates the payload of phx_join. */
import { fail, ok, type Result } from '#server/result.ts';
import { isObject } from './frame.ts';

/** An entry of `postgres_changes` as the client wrote it. */
export type SubscriptionParams = {
  readonly event?: unknown;
  readonly schema?: unknown;
  readonly table?: unknown;
  readonly filter?: unknown;
  readonly select?: unknown;
};

/** Counts subscriptions as the limits do: the index has an entry for each value of a filter. */
export function countSubscriptions(params: readonly SubscriptionParams[]): number {
  const values = params.map(({ filter }) => (typeof filter === 'string' ? filter.split(',').length : 1));
  return values.reduce((sum, one) => sum + one, 0);
}

export type JoinRequest = {
  /** Null for a client that has only an API key. */
  readonly token: string | null;
  readonly isPrivate: boolean;
  readonly receivesOwn: boolean;
  readonly acknowledges: boolean;
  readonly hasPresence: boolean;
  /** Null if the server has to choose the key, because the client sent none or one that is too long. */
  readonly presenceKey: string | null;
  /** Whether an invalid subscription refuses the join. */
  readonly waits: boolean;
  readonly params: readonly SubscriptionParams[];
};

/** Parses the payload of a join. Missing fields have the hosted service's defaults. */
export function readJoinRequest(payload: unknown): Result<JoinRequest, JoinRequestFailure> {
  if (!isObject(payload)) return refuse('expected a map');
  const config = payload['config'] ?? {};
  if (!isObject(config)) return refuse('unable to parse config, expected a map');
  const params = parseAllParams(config['postgres_changes']);
  if (params === null)
    return refuse(`unable to parse postgres_changes, expected an array of at most ${MAX_SUBSCRIPTIONS} maps`);
  const [broadcast, presence] = [toObject(config['broadcast']), toObject(config['presence'])];
  return ok({
    token: readToken(payload['access_token']) ?? readToken(payload['user_token']),
    isPrivate: isTrue(config['private']),
    receivesOwn: isTrue(broadcast['self']),
    acknowledges: isTrue(broadcast['ack']),
    hasPresence: isTrue(presence['enabled']),
    presenceKey: readKey(presence['key']),
    waits: isTrue(toObject(config['postgres_changes_options'])['wait']),
    params,
  });
}

export type JoinRequestFailure = { readonly type: 'wrong-join'; readonly message: string };

/** Returns an access token, or null for API keys (`sb_…`) and values that are not text. */
export function readToken(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && !value.startsWith('sb_') ? value : null;
}

const MAX_SUBSCRIPTIONS = 100;
const MAX_KEY_LENGTH = 255;

function readKey(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= MAX_KEY_LENGTH ? value : null;
}

function parseAllParams(value: unknown): readonly SubscriptionParams[] | null {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > MAX_SUBSCRIPTIONS) return null;
  const entries = (value as readonly unknown[]).filter((entry) => entry !== null);
  return entries.every(isObject) ? entries.map(pickParams) : null;
}

/** Keeps the known fields of an entry. */
function pickParams(entry: Readonly<Record<string, unknown>>): SubscriptionParams {
  return Object.fromEntries(
    PARAM_NAMES.filter((name) => Object.hasOwn(entry, name)).map((name) => [name, entry[name]]),
  );
}

const PARAM_NAMES = ['event', 'schema', 'table', 'filter', 'select'];

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

function refuse(message: string): Result<never, JoinRequestFailure> {
  return fail({ type: 'wrong-join', message: `InvalidJoinPayload: ${message}` });
}
