/** Types of the functions that sign and verify the API's tokens. */
import type { JSONWebKeySet, JWTPayload } from 'jose';
import type { Caller } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';

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
