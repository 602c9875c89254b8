/** Requests to the webhook, and whether a failed message may have been delivered. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createSmsSender } from './create-sms-sender.ts';

const message = { to: '+15550100', text: '123456 is your Checklist code.', channel: 'sms' } as const;
const ignore = (): void => undefined;

/** Serves on loopback until the test ends. Gives the address. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

test('[A3] a webhook receives each message as JSON, signed if there is a secret', async () => {
  const got: { signature: unknown; body: string }[] = [];
  const webhookUrl = await serve((request, response) => {
    const signature = request.headers['x-checklist-signature'];
    request.setEncoding('utf8').on('data', (body: string) => got.push({ signature, body }));
    request.on('end', () => response.writeHead(204).end());
  });
  const sent = await createSmsSender({ webhookUrl, webhookSecret: 'secret of the webhook' }, ignore).send(message);
  expect(sent).toEqual({ ok: true, value: null });
  await createSmsSender({ webhookUrl, webhookSecret: '' }, ignore).send(message);
  const body = JSON.stringify(message);
  const digits = createHmac('sha256', 'secret of the webhook').update(body).digest('hex');
  expect(got).toEqual([
    { signature: `sha256=${digits}`, body },
    { signature: undefined, body },
  ]);
});

test('[A3] the name and password of a webhook are sent in a header', async () => {
  const got: unknown[] = [];
  const address = new URL(
    await serve((request, response) => {
      got.push(request.headers.authorization, request.url);
      response.writeHead(204).end();
    }),
  );
  const webhookUrl = address.href.replace('//', '//list:p%40ss%3Aword@');
  expect(await createSmsSender({ webhookUrl, webhookSecret: '' }, ignore).send(message)).toMatchObject({ ok: true });
  expect(got).toEqual([`Basic ${Buffer.from('list:p@ss:word').toString('base64')}`, '/']);
  const wrong = { webhookUrl: 'http://list:50%off@127.0.0.1:1', webhookSecret: '' };
  expect(await createSmsSender(wrong, ignore).send(message)).toMatchObject({ failure: { type: 'text-not-sent' } });
});

test.each([
  [400, false],
  [404, false],
  [429, false],
  [408, true],
  [500, true],
  [502, true],
  [504, true],
])('[A3] after the status %s a message may have been delivered: %s', async (status, mayHaveGone) => {
  const webhookUrl = await serve((_request, response) => {
    response.writeHead(status).end();
  });
  const failure = { type: 'text-not-sent', code: String(status), mayHaveGone };
  expect(await createSmsSender({ webhookUrl, webhookSecret: '' }, ignore).send(message)).toEqual({
    ok: false,
    failure,
  });
});

test('[A3] a webhook that accepts a message and does not respond may have sent it; an unreachable one has not', async () => {
  const webhookUrl = await serve((request) => {
    request.on('end', () => request.socket.destroy()).resume();
  });
  const silent = await createSmsSender({ webhookUrl, webhookSecret: '' }, ignore).send(message);
  expect(silent).toMatchObject({ ok: false, failure: { mayHaveGone: true } });
  const away = { webhookUrl: 'http://127.0.0.1:2', webhookSecret: '' };
  expect(await createSmsSender(away, ignore).send(message)).toMatchObject({
    ok: false,
    failure: { code: 'ECONNREFUSED', mayHaveGone: false },
  });
});

test('[A3] without a webhook the message is printed; without a console it is not sent', async () => {
  const printed: string[] = [];
  const settings = { webhookUrl: null, webhookSecret: '' };
  const smsSender = createSmsSender(settings, (line) => printed.push(line));
  expect(await smsSender.send(message)).toEqual({ ok: true, value: null });
  await smsSender.send({ ...message, channel: 'whatsapp' });
  expect(printed).toEqual([
    'Text message to +15550100: 123456 is your Checklist code.',
    'WhatsApp message to +15550100: 123456 is your Checklist code.',
  ]);
  const failure = { type: 'text-not-sent', code: 'NO_WEBHOOK', mayHaveGone: false };
  expect(await createSmsSender(settings, null).send(message)).toEqual({ ok: false, failure });
});
