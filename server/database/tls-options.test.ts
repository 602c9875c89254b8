/** Tests the encryption of the connection to an external Postgres against a server with a self-signed certificate. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { readTlsOptions } from './connection.ts';

// A certificate for localhost that only this test uses.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSfBrY5RqWgIFQCVk
XGLiYaS3vz/wt2YMJXFrVS68EbyhRANCAAT0vCh7yosyKNmFiEEou88oDRDnzeu0
coEcDBd9EHii/htvgLzIYqrjc/oSvGhLJ8leoHvxhF499/+FLTXSMyw5
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUEVt+/RH6mcMZPPum4M4gABFHRPcwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE1NDcwM1oYDzIxMjYxMDI5
MTU0NzAzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAT0vCh7yosyKNmFiEEou88oDRDnzeu0coEcDBd9EHii/htvgLzIYqrj
c/oSvGhLJ8leoHvxhF499/+FLTXSMyw5o1MwUTAdBgNVHQ4EFgQUUgsWmynTfr6m
opNHSw6wZFYfzfowHwYDVR0jBBgwFoAUUgsWmynTfr6mopNHSw6wZFYfzfowDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiBerGwGqPskaCQHyzXrNGvS
8eNtqWKm+Tzps70wD0NqpgIhAKCIOk1EZPPvPOIzuPXbDRTKUu86IQlCi+zkLwzR
dQGq
-----END CERTIFICATE-----`;

/** Postgres's ErrorResponse for a wrong password. */
const FIELDS = 'SFATAL\0C28P01\0Mno\0\0';
const REFUSAL = Buffer.concat([Buffer.from([0x45, 0, 0, 0, FIELDS.length + 4]), Buffer.from(FIELDS)]);

/** Accepts TLS as Postgres does, and refuses the password when the handshake has succeeded. */
async function startServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('S');
      const secure = new TLSSocket(socket, { isServer: true, key, cert });
      secure.on('error', () => undefined);
      // The first bytes after the handshake are the startup message.
      secure.once('data', () => secure.end(REFUSAL));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a server that listens on a port is an object.
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port, close };
}

test.each([
  ['require', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['verify-ca', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['verify-full', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['no-verify', '28P01'],
])('sslmode=%s ends with %s if the certificate is self-signed', async (mode, code) => {
  const server = await startServer();
  const url = `postgres://me:secret@localhost:${server.port}/list?sslmode=${mode}`;
  const sql = postgres(url, { max: 1, connect_timeout: 5, ...readTlsOptions(url) });
  await expect(sql`select 1`).rejects.toMatchObject({ code });
  await sql.end({ timeout: 0 });
  server.close();
});

test('a URL without sslmode leaves the choice to the driver', () => {
  expect(readTlsOptions('postgres://me:secret@db.example/list')).toEqual({});
});
