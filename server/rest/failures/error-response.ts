/** Converts failures to error responses with PostgREST's codes and messages (its reference, "Errors"). */
import { databaseStatus, type BodyFault, type DatabaseError, type RestFailure } from './failure.ts';

export type ErrorResponse = {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
};

/** Converts a failure. */
export function toErrorResponse(failure: RestFailure): ErrorResponse {
  if (failure.type === 'database-error') return toDatabaseErrorResponse(failure.error, failure.isAnonymous);
  const text = isCallerFailure(failure) ? describeCaller(failure) : describe(failure);
  const challenge = text.status === 401 && text.code !== undefined ? { 'www-authenticate': bearer(text.message) } : {};
  return { status: text.status, body: toBody(text), headers: challenge };
}

/** The response to a bug in this server. */
export const internalErrorResponse: ErrorResponse = {
  status: 500,
  body: { code: 'PGRSTX00', details: null, hint: null, message: 'Internal server error' },
  headers: {},
};

type ErrorText = {
  readonly status: number;
  /** Undefined for errors of the hosted service's gateway, which precedes PostgREST. */
  readonly code?: string;
  readonly message: string;
  readonly details?: string;
  readonly hint?: string;
};

function toBody({ code, message, details, hint }: ErrorText): ErrorResponse['body'] {
  if (code === undefined) return { message, hint: hint ?? null };
  return { code, details: details ?? null, hint: hint ?? null, message };
}

type CallerFailure = Extract<RestFailure, { type: 'no-key' | 'wrong-key' | 'wrong-token' | 'expired-token' }>;
type OtherFailure = Exclude<RestFailure, CallerFailure | { type: 'database-error' }>;

const isCallerFailure = (failure: RestFailure): failure is CallerFailure =>
  ['no-key', 'wrong-key', 'wrong-token', 'expired-token'].includes(failure.type);

function describeCaller(failure: CallerFailure): ErrorText {
  switch (failure.type) {
    case 'no-key':
      return {
        status: 401,
        message: 'No API key found in request',
        hint: 'No `apikey` request header or url param was found.',
      };
    case 'wrong-key':
      return {
        status: 401,
        message: 'Invalid API key',
        hint: 'Double check your Supabase `anon` or `service_role` API key.',
      };
    case 'wrong-token':
      return { status: 401, code: 'PGRST301', ...TOKEN_TEXT[failure.token] };
    case 'expired-token':
      return { status: 401, code: 'PGRST303', message: 'JWT expired' };
  }
}

const TOKEN_TEXT = {
  empty: { message: 'Empty JWT is sent in Authorization header' },
  malformed: { message: 'Expected 3 parts in JWT' },
  unverified: {
    message: 'No suitable key or wrong key type',
    details: 'None of the keys was able to decode the JWT',
  },
} as const;

const BODY_MESSAGES: Readonly<Record<BodyFault, string>> = {
  'not-json': 'Empty or invalid json',
  'keys-differ': 'All object keys must match',
  'too-deep': 'The json is nested too deeply',
  'too-many-values': 'The json has too many values',
  'too-many-digits': 'The json has a number with too many digits',
};

// One table of messages, however long.
// oxlint-disable-next-line eslint/complexity, eslint/max-lines-per-function
function describe(failure: OtherFailure): ErrorText {
  switch (failure.type) {
    case 'unreadable-query':
      return { status: 400, code: 'PGRST100', message: failure.message };
    case 'wrong-rpc-method':
      return { status: 405, code: 'PGRST101', message: `Cannot use the ${failure.method} method on RPC` };
    case 'wrong-body':
      return { status: 400, code: 'PGRST102', message: BODY_MESSAGES[failure.why] };
    case 'wrong-content-type':
      return { status: 400, code: 'PGRST102', message: `Content-Type not acceptable: ${failure.contentType}` };
    case 'unknown-encoding':
      return { status: 415, code: 'PGRST102', message: `Content-Encoding not acceptable: ${failure.encoding}` };
    case 'body-too-large':
      return { status: 413, code: 'PGRST102', message: `The body is larger than ${failure.most}` };
    case 'response-too-large':
      return {
        status: 413,
        code: 'PGRSTX01',
        message: `The response is larger than ${failure.most} bytes. Request fewer rows.`,
      };
    case 'unknown-preferences':
      return {
        status: 400,
        code: 'PGRST122',
        message: 'Invalid preferences given with handling=strict',
        details: `Invalid preferences: ${failure.preferences.join(', ')}`,
      };
    case 'wrong-range':
      return rangeText(
        failure.why === 'negative-limit'
          ? 'Limit should be greater than or equal to zero.'
          : 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
      );
    case 'range-out-of-bounds':
      return rangeText(`An offset of ${failure.offset} was requested, but there are only ${failure.total} rows.`);
    case 'unknown-schema':
      return {
        status: 406,
        code: 'PGRST106',
        message: `Invalid schema: ${failure.schema}`,
        hint: `Only the following schemas are exposed: ${failure.schemas.join(', ')}`,
      };
    case 'no-such-media-type':
      return {
        status: 406,
        code: 'PGRST107',
        message: `None of these media types are available: ${failure.accept}`,
      };
    case 'not-singular':
      return {
        status: 406,
        code: 'PGRST116',
        message: 'Cannot coerce the result to a single JSON object',
        details: `The result contains ${failure.rows} rows`,
      };
    case 'wrong-method':
      return { status: 405, code: 'PGRST117', message: `Unsupported HTTP method: ${failure.method}` };
    case 'wrong-path':
      return { status: 404, code: 'PGRST125', message: 'Invalid path specified in request URL' };
    case 'no-relationship': {
      const { parent, child } = failure;
      return {
        status: 400,
        code: 'PGRST200',
        message: `Could not find a relationship between '${parent}' and '${child}' in the schema cache`,
      };
    }
    case 'unknown-function':
      return functionText(failure);
    case 'ambiguous-function':
      return {
        status: 300,
        code: 'PGRST203',
        message: `Could not choose the best candidate function between: ${failure.candidates.join(', ')}`,
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      };
    case 'unknown-column':
      return {
        status: 400,
        code: 'PGRST204',
        message: `Could not find the '${failure.column}' column of '${failure.table}' in the schema cache`,
      };
    case 'unknown-table': {
      const { schema, table, nearest } = failure;
      const message = `Could not find the table '${schema}.${table}' in the schema cache`;
      const text = { status: 404, code: 'PGRST205', message };
      return nearest === null ? text : { ...text, hint: `Perhaps you meant the table '${schema}.${nearest}'` };
    }
    case 'too-busy':
      return { status: 504, code: 'PGRST003', message: 'Timed out acquiring connection from connection pool.' };
    case 'database-away':
      return { status: 503, code: 'PGRST001', message: 'Database connection error. Retrying the connection.' };
  }
}

const rangeText = (details: string): ErrorText => ({
  status: 416,
  code: 'PGRST103',
  message: 'Requested range not satisfiable',
  details,
});

function functionText(failure: Extract<RestFailure, { type: 'unknown-function' }>): ErrorText {
  const { schema, name, args, nearest } = failure;
  const list = args.join(', ');
  const message = `Could not find the function ${schema}.${name}${args.length === 0 ? ' without parameters' : `(${list})`} in the schema cache`;
  const named = args.length === 0 ? ' without parameters' : ` with parameter${args.length > 1 ? 's' : ''} ${list}`;
  const details = `Searched for the function ${schema}.${name}${named}, but no matches were found in the schema cache.`;
  const text = { status: 404, code: 'PGRST202', message, details };
  return nearest === null ? text : { ...text, hint: `Perhaps you meant to call the function ${schema}.${nearest}` };
}

function toDatabaseErrorResponse(error: DatabaseError, isAnonymous: boolean): ErrorResponse {
  const { code, message, details, hint } = error;
  const status = databaseStatus(error, isAnonymous);
  return {
    status,
    body: { code, details, hint, message },
    headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {},
  };
}

const bearer = (message: string): string => `Bearer error="invalid_token", error_description="${message}"`;
