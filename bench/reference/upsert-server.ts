/** Reference for the server: plain Node HTTP and one upsert statement on the same Postgres, without authentication. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres from 'postgres';
import { serveRpc } from '#bench/sync/rpc-process.ts';

type Body = { readonly id: string; readonly name: string; readonly checked: boolean };

const sql = postgres(process.argv[2] ?? '', { max: 10, onnotice: () => undefined });
await sql`create table if not exists bare_items (
  id text primary key, name text not null, checked boolean not null)`;

const server = createServer((request, answer) => {
  let text = '';
  request.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  request.on('end', () => {
    // The only client is load-upserts.ts.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { id, name, checked } = JSON.parse(text) as Body;
    void sql`insert into bare_items values (${id}, ${name}, ${checked})
      on conflict (id) do update set name = excluded.name, checked = excluded.checked`.then(() => {
      answer.writeHead(201, { 'content-length': 0 });
      answer.end();
    });
  });
});

const api = {
  address: (): Promise<string> =>
    new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        // The address of a server that listens on a port is an object.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        const { port } = server.address() as AddressInfo;
        resolve(`http://127.0.0.1:${port}`);
      });
    }),
};

export type UpsertServer = typeof api;

serveRpc(api);
