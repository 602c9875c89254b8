/** The failures of REST requests, each with PostgREST's status, code and message (its reference, "Errors"). */

export type ErrorResponse = {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
};

/** Converts a failure. */
export function toErrorResponse(failure: RestFailure): ErrorResponse {
  const [status, code, message, { details = null, hint = null } = {}] = describe(failure);
  const challenge = failure.type === 'database-error' ? 'Bearer' : bearer(message);
  return {
    status,
    body: code === null ? { message, hint } : { code, details, hint, message },
    headers: status === 401 && code !== null ? { 'www-authenticate': challenge } : {},
  };
}

/** The response to a bug in this server. */
export const internalErrorResponse: ErrorResponse = {
  status: 500,
  body: { code: 'PGRSTX00', details: null, hint: null, message: 'Internal server error' },
  headers: {},
};

const bearer = (message: string): string => `Bearer error="invalid_token", error_description="${message}"`;

/** `code` is null for errors of the hosted service's gateway, which precedes PostgREST. */
type ErrorText = readonly [status: number, code: string | null, message: string, more?: Readonly<Partial<More>>];
type More = Pick<DatabaseError, 'details' | 'hint'>;

/** A failure, with the facts that its text below takes. */
export type RestFailure = FailureOf<keyof typeof texts>;

/** Pairs each type with its facts in the one form in which the compiler follows the pair through the record. */
type FailureOf<Types extends keyof typeof texts> = {
  readonly [Type in Types]: { readonly type: Type } & FactsOf<Parameters<(typeof texts)[Type]>>;
}[Types];

type FactsOf<Params> = Params extends readonly [infer Facts] ? Facts : unknown;

function describe<Type extends keyof typeof texts>(failure: FailureOf<Type>): ErrorText {
  const textByType: { readonly [One in keyof typeof texts]: (of: FailureOf<One>) => ErrorText } = texts;
  return textByType[failure.type](failure);
}

const texts = {
  // Authentication
  'no-key': () => [401, null, 'No API key found in request', NO_KEY],
  'wrong-key': () => [401, null, 'Invalid API key', WRONG_KEY],
  'wrong-token': ({ token }: { readonly token: keyof typeof TOKENS }) => [401, 'PGRST301', ...TOKENS[token]],
  'expired-token': () => [401, 'PGRST303', 'JWT expired'],

  // The request
  'unreadable-query': ({ message }: { readonly message: string }) => [400, 'PGRST100', message],
  'wrong-rpc-method': ({ method }: { readonly method: string }) => [
    405,
    'PGRST101',
    `Cannot use the ${method} method on RPC`,
  ],
  'wrong-body': ({ why }: { readonly why: BodyFault }) => [400, 'PGRST102', BODY_FAULTS[why]],
  'wrong-content-type': ({ contentType }: { readonly contentType: string }) => [
    400,
    'PGRST102',
    `Content-Type not acceptable: ${contentType}`,
  ],
  'unknown-encoding': ({ encoding }: { readonly encoding: string }) => [
    415,
    'PGRST102',
    `Content-Encoding not acceptable: ${encoding}`,
  ],
  /** `most` is a number with its unit. */
  'body-too-large': ({ most }: { readonly most: string }) => [413, 'PGRST102', `The body is larger than ${most}`],
  /** `most` is in bytes. */
  'response-too-large': ({ most }: { readonly most: number }) => [
    413,
    'PGRSTX01',
    `The response is larger than ${most} bytes. Request fewer rows.`,
  ],
  'unknown-preferences': ({ preferences }: { readonly preferences: readonly string[] }) => [
    400,
    'PGRST122',
    'Invalid preferences given with handling=strict',
    { details: `Invalid preferences: ${preferences.join(', ')}` },
  ],
  'wrong-range': ({ why }: { readonly why: keyof typeof RANGE_FAULTS }) => outOfRange(RANGE_FAULTS[why]),
  'range-out-of-bounds': ({ offset, total }: Readonly<Record<'offset' | 'total', number>>) =>
    outOfRange(`An offset of ${offset} was requested, but there are only ${total} rows.`),
  'unknown-schema': ({ schema, schemas }: { readonly schema: string; readonly schemas: readonly string[] }) => [
    406,
    'PGRST106',
    `Invalid schema: ${schema}`,
    { hint: `Only the following schemas are exposed: ${schemas.join(', ')}` },
  ],
  'no-such-media-type': ({ accept }: { readonly accept: string }) => [
    406,
    'PGRST107',
    `None of these media types are available: ${accept}`,
  ],
  'not-singular': ({ rows }: { readonly rows: number }) => [
    406,
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
    { details: `The result contains ${rows} rows` },
  ],
  'wrong-method': ({ method }: { readonly method: string }) => [405, 'PGRST117', `Unsupported HTTP method: ${method}`],
  'wrong-path': () => [404, 'PGRST125', 'Invalid path specified in request URL'],

  // Names that are not in the schema cache
  'no-relationship': ({ parent, child }: Readonly<Record<'parent' | 'child', string>>) => [
    400,
    'PGRST200',
    `Could not find a relationship between '${parent}' and '${child}' in the schema cache`,
  ],
  'unknown-function': describeMissingFunction,
  'ambiguous-function': ({ candidates }: { readonly candidates: readonly string[] }) => [
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${candidates.join(', ')}`,
    { hint: RENAME },
  ],
  'unknown-column': ({ table, column }: Readonly<Record<'table' | 'column', string>>) => [
    400,
    'PGRST204',
    `Could not find the '${column}' column of '${table}' in the schema cache`,
  ],
  'unknown-table': ({ schema, table, nearest }: MissingTable) => [
    404,
    'PGRST205',
    `Could not find the table '${schema}.${table}' in the schema cache`,
    { hint: nearest === null ? null : `Perhaps you meant the table '${schema}.${nearest}'` },
  ],

  // The database
  'too-busy': () => [504, 'PGRST003', 'Timed out acquiring connection from connection pool.'],
  'database-away': () => [503, 'PGRST001', 'Database connection error. Retrying the connection.'],
  'database-error': ({ error, isAnonymous }: { readonly error: DatabaseError; readonly isAnonymous: boolean }) => [
    databaseStatus(error, isAnonymous),
    error.code,
    error.message,
    error,
  ],
} as const satisfies Readonly<Record<string, (facts: never) => ErrorText>>;

const NO_KEY = { hint: 'No `apikey` request header or url param was found.' };
const WRONG_KEY = { hint: 'Double check your Supabase `anon` or `service_role` API key.' };

const TOKENS = {
  empty: ['Empty JWT is sent in Authorization header'],
  malformed: ['Expected 3 parts in JWT'],
  unverified: ['No suitable key or wrong key type', { details: 'None of the keys was able to decode the JWT' }],
} as const;

const BODY_FAULTS = {
  'not-json': 'Empty or invalid json',
  'keys-differ': 'All object keys must match',
  'too-deep': 'The json is nested too deeply',
  'too-many-values': 'The json has too many values',
  'too-many-digits': 'The json has a number with too many digits',
} as const;

export type BodyFault = keyof typeof BODY_FAULTS;

const RANGE_FAULTS = {
  'negative-limit': 'Limit should be greater than or equal to zero.',
  'lower-above-upper': 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
} as const;

const outOfRange = (details: string): ErrorText => [416, 'PGRST103', 'Requested range not satisfiable', { details }];

type MissingTable = Readonly<Record<'schema' | 'table', string>> & { readonly nearest: string | null };

type MissingFunction = Readonly<Record<'schema' | 'name', string>> & {
  readonly args: readonly string[];
  /** A similar name, or the same name with other arguments. */
  readonly nearest: string | null;
};

function describeMissingFunction({ schema, name, args, nearest }: MissingFunction): ErrorText {
  const list = args.join(', ');
  const called = args.length === 0 ? ' without parameters' : `(${list})`;
  const named = args.length === 0 ? called : ` with parameter${args.length > 1 ? 's' : ''} ${list}`;
  const details = `Searched for the function ${schema}.${name}${named}, but no matches were found in the schema cache.`;
  const hint = nearest === null ? null : `Perhaps you meant to call the function ${schema}.${nearest}`;
  return [
    404,
    'PGRST202',
    `Could not find the function ${schema}.${name}${called} in the schema cache`,
    { details, hint },
  ];
}

const RENAME =
  'Try renaming the parameters or the function itself in the database so function overloading can be resolved';

/** The fields of a Postgres error that a caller may see. */
export type DatabaseError = {
  readonly code: string;
  readonly message: string;
  readonly details: string | null;
  readonly hint: string | null;
};

/** The first matching prefix decides. All other errors are the caller's (400). */
const STATUS_BY_CODE: readonly (readonly [prefix: string, status: number])[] = [
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['21000', 500],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53400', 500],
  ['57P01', 503],
  ['P0001', 400],
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['53', 503],
  ['54', 500],
  ['55', 500],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0', 500],
  ['XX', 500],
];

/** Returns the status. A missing right is 401 for an anonymous caller, who could sign in, and 403 for others. */
function databaseStatus({ code, message }: DatabaseError, isAnonymous: boolean): number {
  if (code === '42501') return isAnonymous ? 401 : 403;
  const byMessage = STATUS_BY_MESSAGE.find(([known, text]) => code === known && text.test(message))?.[2];
  return byMessage ?? chosenStatus(code) ?? STATUS_BY_CODE.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 400;
}

/** Codes whose status also depends on the message. */
const STATUS_BY_MESSAGE: readonly (readonly [code: string, text: RegExp, status: number])[] = [
  ['22023', /^role .* does not exist$/su, 401],
  // The same row twice in one upsert is an error of the caller, not of a database function.
  ['21000', /^ON CONFLICT DO UPDATE/u, 400],
];

/** A function may choose the status itself: SQLSTATE `PT` and three digits. */
function chosenStatus(code: string): number | null {
  if (!code.startsWith('PT')) return null;
  return /^PT[2-5]\d\d$/u.test(code) ? Number(code.slice(2)) : 500;
}
