/** The tokens of the API: signed here, and checked wherever a caller shows one. */
import type { JSONWebKeySet, JWTPayload } from 'jose';
import type { Caller } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';

export type TokenFailure =
  /** Not a token of ours: malformed, an unknown key, another algorithm, a wrong signature, another issuer or audience. */
  | { readonly type: 'invalid-token'; readonly reason: string }
  | { readonly type: 'expired-token'; readonly secondsAgo: number };

export type Tokens = {
  /** Signs an access token of a user (ES256, with `kid`): `iss` and `iat` are added, `exp` is `lifetime` seconds from now. */
  readonly sign: (claims: JWTPayload, lifetime: number) => Promise<string>;
  /**
   * Who shows this: an access token, the anonymous key, a publishable or secret key (`sb_...`), or a legacy HS256 key.
   * Says nothing about whether the session of an access token still lives.
   */
  readonly authenticate: (token: string) => Promise<Result<Caller, TokenFailure>>;
  /** The public keys, for `.well-known/jwks.json` (RFC 7517). */
  readonly jwks: () => JSONWebKeySet;
  /** What a browser may know: goes into /config.json. */
  readonly anonKey: string;
  /** What only operators may know. */
  readonly serviceRoleKey: string;
};
