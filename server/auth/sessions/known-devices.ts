/** Recognizes sign-ins from a new device or network. */
import { createHash } from 'node:crypto';
import type { ISql } from 'postgres';
import type { SessionClient } from '#server/auth/requests/read-client.ts';
import { groupAddress } from '#server/http/client-address.ts';

/** After this time without a sign-in, a device is new again. */
const KEPT_FOR = 180 * 24 * 3600 * 1000;

type SignIn = { readonly userId: string; readonly client: SessionClient; readonly now: Date };

/**
 * Remembers the device and network of a sign-in.
 * @returns whether they are new, although the account has signed in before
 */
export async function noteDevice(sql: ISql, { userId, client, now }: SignIn): Promise<boolean> {
  await sql`delete from auth.known_devices
    where user_id = ${userId} and last_used_at < ${new Date(now.getTime() - KEPT_FOR)}`;
  const [row] = await sql<{ isFirst: boolean; isKnown: boolean }[]>`
    with earlier as (select device_hash from auth.known_devices where user_id = ${userId}),
    noted as (
      insert into auth.known_devices (user_id, device_hash, last_used_at)
      values (${userId}, ${hashDevice(userId, client)}, ${now})
      on conflict (user_id, device_hash) do update set last_used_at = excluded.last_used_at
    )
    select not exists (select from earlier) as "isFirst",
      exists (select from earlier where device_hash = ${hashDevice(userId, client)}) as "isKnown"`;
  return row !== undefined && !row.isFirst && !row.isKnown;
}

/** Versions are left out, so that an updated browser is the same device. */
function hashDevice(userId: string, { userAgent, ip }: SessionClient): Buffer {
  const browser = userAgent.replaceAll(/[\d._]+/g, '');
  return createHash('sha256')
    .update(JSON.stringify([userId, browser, groupAddress(ip)]))
    .digest();
}
