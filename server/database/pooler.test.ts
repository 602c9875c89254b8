/** A database behind a connection pooler that knows only the owner's login, as PgBouncer and Supavisor do. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createTestUrl } from '#server/testing/test-database.ts';
import { connectDatabase } from './connect-database.ts';

type Refusal = { readonly code: string; readonly message: string };

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a pooler in front of a database. Returns its address, and the logins that it has refused. */
async function startPooler(url: URL, refusal: Refusal): Promise<{ url: string; refused: readonly string[] }> {
  const refused: string[] = [];
  const sockets = new Set<Socket>();
  const pooler = createServer((client) => {
    const server = connect(Number(url.port), url.hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.once('data', (startup) => {
      const user = readUser(startup);
      if (user === url.username) {
        server.write(startup);
        client.pipe(server).pipe(client);
      } else {
        refused.push(user);
        client.end(writeError(refusal));
        server.destroy();
      }
    });
  });
  pooler.listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    pooler.close();
  });
  const { port } = pooler.address() as AddressInfo;
  return { url: Object.assign(new URL(url), { port }).href, refused };
}

/** Reads the user from a StartupMessage: length, protocol version, then names and values that end with 0. */
function readUser(startup: Buffer): string {
  const texts = startup.subarray(8).toString().split('\0');
  return texts[texts.indexOf('user') + 1] ?? '';
}

/** Writes an ErrorResponse: type, length, then fields that end with 0. */
function writeError({ code, message }: Refusal): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

test.each<[string, Refusal]>([
  ['PgBouncer', { code: '08P01', message: 'no such user: authenticator_postgres' }],
  ['Supavisor', { code: 'XX000', message: 'Tenant or user not found' }],
])('[arch-5] callers use the owner’s login behind a pooler that refuses theirs five times: %s', async (_, refusal) => {
  const pooler = await startPooler(new URL(await createTestUrl()), refusal);
  const { sql, callerSql, runAs, close } = await connectDatabase({ url: pooler.url, poolSize: 2 });
  expect(new Set(pooler.refused)).toEqual(new Set(['authenticator_postgres']));
  expect(pooler.refused.length).toBeLessThanOrEqual(5);
  expect(callerSql.options.user).toBe(sql.options.user);
  const [user] = await sql<{ id: string }[]>`insert into auth.users default values returning id`;
  const caller = { role: 'authenticated', claims: { sub: user?.id } };
  const request = { method: 'POST', path: '/', headers: {} };
  // Row level security applies to them as before.
  const seen = await runAs({ caller, request, readOnly: false }, async (tx) => {
    await tx`insert into grocery_items (id, name) values ('milk', 'Milk')`;
    return tx`select current_user::text as role, (select count(*)::int from grocery_items) as items`;
  });
  expect(seen).toEqual([{ role: 'authenticated', items: 1 }]);
  await close();
});
