/** Signs and verifies tokens. They follow the secrets in the database, so that a revocation takes effect in running servers at once. */
import { timingSafeEqual } from 'node:crypto';
import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  importJWK,
  jwtVerify,
  SignJWT,
  type JWK,
  type JWTPayload,
  type ProtectedHeaderParameters,
  type JSONWebKeySet,
} from 'jose';
import type { Sql } from 'postgres';
import { isConnectionLost } from '#server/database/connection.ts';
import type { Caller } from '#server/database/database.ts';
import { reportBug } from '#server/log/log.ts';
import { fail, ok, type Result } from '#server/result.ts';
import { createKeyRing, type KeyRing, toPrivateKey } from './key-ring.ts';
import { type Secrets, readSecrets, SECRETS_CHANNEL, type OwnSecrets } from './secrets.ts';

type TokensParts = {
  readonly secrets: Secrets;
  /** The issuer of access tokens: `<base>/auth/v1`. */
  readonly issuer: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Reads the signing keys again, because another process may have rotated them. */
  readonly reread?: () => Promise<readonly JWK[]>;
  /** Called with the caller of each verified token, before `authenticate` returns. */
  readonly onUse?: (caller: Caller) => Promise<void>;
};

/** The roles that a token can have. */
const ROLES = ['anon', 'authenticated', 'service_role'];
const LEGACY_ISSUERS = ['supabase', 'supabase-demo'];
const TEN_YEARS = 10 * 365 * 24 * 3600;

/** Creates the functions that sign and verify tokens. Signing keys are EC P-256 keys with an id; the first one signs. */
export async function createTokens(parts: TokensParts): Promise<Tokens> {
  const { secrets, issuer, now } = parts;
  const [signer] = secrets.signingKeys;
  if (signer?.kid === undefined) throw new Error('There is no signing key.');
  const { kid } = signer;
  const signingKey = await importJWK(toPrivateKey(signer), 'ES256');
  const keys = secrets.signingKeys;
  const known = createVerifiedTokens(CACHED_TOKENS);
  const reread = parts.reread ?? (() => Promise.resolve(keys));
  const ring = await createKeyRing({ keys, reread, now, onReread: known.clear });
  const verify = cacheVerified(createVerifier(parts, ring), known, now);
  const anonKey = await signLegacyKey('anon', secrets.jwtSecret);
  return {
    sign: (claims, lifetime) => {
      const issuedAt = Math.floor(now() / 1000);
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid })
        .setIssuer(issuer)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetime)
        .sign(signingKey);
    },
    async authenticate(token) {
      if (isSame(token, secrets.publishableKey)) return ok({ role: 'anon', claims: {} });
      if (isSame(token, secrets.secretKey)) return ok({ role: 'service_role', claims: {} });
      const caller = await verify(token);
      if (caller.ok) await parts.onUse?.(caller.value);
      return caller;
    },
    jwks: () => ({ keys: [...ring.publicKeys()] }),
    anonKey,
  };
}

/** The number of cached tokens, which take at most about 10 MB. */
const CACHED_TOKENS = 5000;

function cacheVerified(verify: Verify, known: VerifiedTokens, now: () => number): Verify {
  return async (token) => {
    const caller = known.find(token, now());
    if (caller !== undefined) return ok(caller);
    const verified = await verify(token);
    if (verified.ok) known.keep(token, verified.value);
    return verified;
  };
}

/** Signs the legacy key of a role. The result is the same in all processes and at every start. */
export function signLegacyKey(role: string, secret: string): Promise<string> {
  const issuedAt = 1_760_000_000;
  return new SignJWT({ role })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('supabase')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TEN_YEARS)
    .sign(new TextEncoder().encode(secret));
}

type Verify = (token: string) => Promise<Result<Caller, TokenFailure>>;

/** Verifies tokens. Accepts only the algorithms listed here, and never lets the key choose one (RFC 8725 section 3.1). */
function createVerifier({ secrets, issuer, now }: TokensParts, ring: KeyRing): Verify {
  const legacySecret = new TextEncoder().encode(secrets.jwtSecret);
  return async (token) => {
    const header = readHeader(token);
    if (header === null) return invalid('it is malformed');
    const options = { currentDate: new Date(now()) };
    if (header.alg === 'HS256') return toCaller(verifyLegacy(token, legacySecret, options), now());
    const key = header.alg === 'ES256' ? await ring.find(header.kid ?? '') : undefined;
    if (key === undefined) return invalid('no key of ours signed it');
    const ours = { algorithms: ['ES256'], issuer, audience: 'authenticated', requiredClaims: ['exp', 'sub'] };
    return toCaller(jwtVerify(token, key, { ...options, ...ours }), now());
  };
}

/**
 * Verifies a token that was signed with the shared secret: an API key, or a token of an operator. Like the hosted service, it
 * accepts tokens without an issuer. Rejects invalid tokens.
 */
async function verifyLegacy(token: string, secret: Uint8Array, options: { readonly currentDate: Date }) {
  const hasIssuer = decodeJwt(token).iss !== undefined;
  return jwtVerify(token, secret, {
    ...options,
    algorithms: ['HS256'],
    requiredClaims: ['exp'],
    ...(hasIssuer && { issuer: LEGACY_ISSUERS }),
  });
}

const invalid = (reason: string): Result<never, TokenFailure> => fail({ type: 'invalid-token', reason });

function readHeader(token: string): ProtectedHeaderParameters | null {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return null;
  }
}

async function toCaller(
  verifying: Promise<{ readonly payload: JWTPayload }>,
  now: number,
): Promise<Result<Caller, TokenFailure>> {
  try {
    const { payload } = await verifying;
    const { role } = payload;
    if (typeof role !== 'string' || !ROLES.includes(role)) return invalid('it names no role of the API');
    return ok({ role, claims: payload });
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      const secondsAgo = Math.floor(now / 1000) - (error.payload.exp ?? 0);
      return fail({ type: 'expired-token', secondsAgo: Math.max(0, secondsAgo) });
    }
    return invalid(error instanceof Error ? error.message : 'it cannot be verified');
  }
}

/** Compares in constant time, except for the length. */
function isSame(token: string, known: string): boolean {
  const [a, b] = [Buffer.from(token), Buffer.from(known)];
  return a.length === b.length && timingSafeEqual(a, b);
}

type VerifiedTokens = {
  /** Returns the caller of a cached token that has not expired, or undefined. */
  readonly find: (token: string, now: number) => Caller | undefined;
  /** Caches a token until its expiry (`exp`). A token without expiry is not cached. */
  readonly keep: (token: string, caller: Caller) => void;
  /** Empties the cache, after a key may have been removed. */
  readonly clear: () => void;
};

/**
 * Creates an empty cache. Its keys are whole tokens, including the signature, so no other token can match.
 * @param limit the maximum number of tokens; the oldest are removed first
 */
export function createVerifiedTokens(limit: number): VerifiedTokens {
  const callers = new Map<string, { readonly caller: Caller; readonly endsAt: number }>();
  return {
    find(token, now) {
      const known = callers.get(token);
      if (known === undefined) return undefined;
      // Like verification, treats a token as expired at the second of its expiry.
      if (Math.floor(now / 1000) < known.endsAt) return known.caller;
      callers.delete(token);
      return undefined;
    },
    keep(token, caller) {
      const endsAt = caller.claims['exp'];
      if (typeof endsAt !== 'number') return;
      callers.set(token, { caller, endsAt });
      const [oldest] = callers.keys();
      if (callers.size > limit && oldest !== undefined) callers.delete(oldest);
    },
    clear: () => callers.clear(),
  };
}

type LiveTokensParts = {
  readonly sql: Sql;
  readonly own: OwnSecrets;
  readonly issuer: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called after a revocation. Connections that were accepted with an earlier key have to be closed. */
  readonly onRevoke: () => void;
  readonly onUse: (caller: Caller) => Promise<void>;
};

/**
 * Creates the signer and verifier of a server and listens for revocations. After a lost connection it reads the secrets
 * again, because a notification may have been missed.
 */
export async function createLiveTokens({ sql, own, onRevoke, ...parts }: LiveTokensParts): Promise<Tokens> {
  const read = () => readSecrets(sql, own);
  let secrets = await read();
  const create = () => createTokens({ ...parts, secrets, reread: async () => (await read()).signingKeys });
  let current = await create();
  const reload = async (): Promise<void> => {
    const latest = await read();
    if (latest.secretKey === secrets.secretKey) return;
    secrets = latest;
    current = await create();
    onRevoke();
  };
  // Without a connection the current secrets stay. They are read again when the connection is back.
  const update = (): void => void reload().catch((error: unknown) => isConnectionLost(error) || reportBug(error));
  await sql.listen(SECRETS_CHANNEL, update, update);
  return {
    sign: (claims, lifetime) => current.sign(claims, lifetime),
    authenticate: (token) => current.authenticate(token),
    jwks: () => current.jwks(),
    get anonKey() {
      return current.anonKey;
    },
  };
}

export type TokenFailure =
  /** Malformed, or with an unknown key, another algorithm, a wrong signature, or another issuer or audience. */
  | { readonly type: 'invalid-token'; readonly reason: string }
  | { readonly type: 'expired-token'; readonly secondsAgo: number };

export type Tokens = {
  /** Signs an access token of a user (ES256, with `kid`): `iss` and `iat` are added, `exp` is `lifetime` seconds from now. */
  readonly sign: (claims: JWTPayload, lifetime: number) => Promise<string>;
  /**
   * Returns the caller of an access token, the anonymous key, a publishable or secret key (`sb_...`), or a legacy HS256 key.
   * Does not check whether the session of an access token still exists.
   */
  readonly authenticate: (token: string) => Promise<Result<Caller, TokenFailure>>;
  /** The public keys, for `.well-known/jwks.json` (RFC 7517). */
  readonly jwks: () => JSONWebKeySet;
  /** The public key, which is in /config.json. */
  readonly anonKey: string;
};
