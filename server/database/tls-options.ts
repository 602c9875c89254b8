/** Reads how to encrypt the connection to an external Postgres from its URL. */
import type { Options } from 'postgres';

/**
 * Returns the TLS options of a database URL. With `sslmode=require` the driver encrypts but checks no certificate, so that an
 * attacker in the network could pose as the database. Here, every mode that requires TLS checks the certificate and its host.
 * @param url `sslmode` is one of libpq's modes, or `no-verify` to encrypt without a check
 */
export function readTlsOptions(url: string): Pick<Options<Record<string, never>>, 'ssl'> {
  const mode = URL.parse(url)?.searchParams.get('sslmode') ?? '';
  if (mode === 'no-verify') return { ssl: { rejectUnauthorized: false } };
  return ['require', 'verify-ca', 'verify-full'].includes(mode) ? { ssl: { rejectUnauthorized: true } } : {};
}
