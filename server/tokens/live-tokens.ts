/** Tokens that follow the secrets in the database, so that a revocation takes effect in running servers at once. */
import type { Sql } from 'postgres';
import type { Caller } from '#server/database/database.ts';
import { isConnectionLost } from '#server/database/connection.ts';
import { reportBug } from '#server/log/report-bug.ts';
import { createTokens } from './create-tokens.ts';
import { readSecrets, SECRETS_CHANNEL, type OwnSecrets } from './secrets.ts';
import type { Tokens } from './tokens.ts';

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
