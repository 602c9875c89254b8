/** What an operator learns of a full disk, a restarted database, unsent emails and a proxy that is not trusted or hides visitors. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClientAddresses } from '#server/http/client-address.ts';
import { createWatch, watchMailer } from '#server/metrics/watch.ts';
import { createMailer, retryMail } from '#server/mail/create-mailer.ts';
import type { AccountEmail, Mailer } from '#server/mail/mail.ts';
import { createServerPrograms, findPostgres, type ServerPrograms } from '#server/testing/server-programs.ts';
import { writeSampleWebRoot, type SampleWebRoot } from '#server/testing/sample-web-root.ts';
import { createProblems } from './problems.ts';

const createLogged = () => {
  const lines: string[] = [];
  const log = {
    write: (level: string, event: string, facts = {}) => void lines.push(`${level} ${event} ${JSON.stringify(facts)}`),
  };
  return { log, lines };
};

describe('a problem', () => {
  test('[P5] is logged when it begins and when it ends, and listed in between', () => {
    const { log, lines } = createLogged();
    const problems = createProblems(log, () => 0);
    problems.resolve('disk-full');
    problems.report('disk-full');
    problems.report('disk-full');
    expect(problems.list()).toMatchObject([{ type: 'disk-full', since: '1970-01-01T00:00:00.000Z' }]);
    problems.resolve('disk-full');
    expect(problems.list()).toEqual([]);
    expect(lines.map((line) => line.split(' {')[0])).toEqual(['error problem', 'warn problem solved']);
  });

  test('[P5] a restart of the database is listed for an hour', () => {
    let now = 0;
    const problems = createProblems(createLogged().log, () => now);
    problems.report('database-restarted');
    now = 3_599_000;
    expect(problems.list()).toHaveLength(1);
    now = 3_601_000;
    expect(problems.list()).toEqual([]);
  });
});

describe('an email that cannot be sent', () => {
  const message: AccountEmail = {
    kind: 'recovery',
    to: 'ann@example.org',
    link: 'https://list.example/',
    site: 'list.example',
    email: 'ann@example.org',
  };
  const watched = (mailer: Mailer) => {
    const { log, lines } = createLogged();
    const problems = createProblems(log, () => 0);
    return { mailer: watchMailer(mailer, createWatch(log, null, problems)), problems, lines };
  };

  test('[P5] is reported with its server and the reason, without the address', async () => {
    const smtpUrl = 'smtp://user:secret@127.0.0.1:1';
    const { mailer, problems, lines } = watched(
      createMailer({ smtpUrl, from: 'list@example.org', folder: '/none' }, () => undefined),
    );
    await mailer.send(message);
    expect(problems.list()).toMatchObject([{ type: 'mail-not-sent' }]);
    expect(lines.join('\n')).toMatch(/"code":"ESOCKET","host":"127\.0\.0\.1:1"/u);
    expect(lines.join('\n')).not.toMatch(/ann@|secret/u);
  });

  test('[P5] is sent again if the failure may pass, and the problem ends with the first success', async () => {
    const answers = ['mayPass', 'mayPass', 'ok', 'final'];
    const send = vi.fn<Mailer['send']>(async () => {
      const answer = answers.shift();
      if (answer === 'ok') return { ok: true as const, value: null };
      const failure = { type: 'mail-not-sent', code: 'X', host: null, mayPass: answer === 'mayPass' } as const;
      return { ok: false as const, failure };
    });
    const { mailer, problems } = watched({ send });
    expect(await retryMail(mailer, [1, 1, 1]).send(message)).toMatchObject({ ok: true });
    expect(send).toHaveBeenCalledTimes(3);
    expect(problems.list()).toEqual([]);
    // A refusal that would be repeated is final.
    expect(await retryMail(mailer, [1, 1, 1]).send(message)).toMatchObject({ ok: false });
    expect(send).toHaveBeenCalledTimes(4);
  });

  test.each([
    ['RCPT', '450 mailbox busy', { mayPass: true, isProblem: true }],
    ['RCPT', '550 no such user', { mayPass: false, isProblem: false }],
    ['RCPT', '550 5.1.1 no such user', { mayPass: false, isProblem: false }],
    ['RCPT', '554 5.7.1 relay access denied', { mayPass: false, isProblem: true }],
    ['MAIL', '553 sender not owned by user', { mayPass: false, isProblem: true }],
  ])('[P5] after %s and the answer "%s": %j', async (command, answer, { mayPass, isProblem }) => {
    const server = createServer((socket) => {
      socket.write('220 mail.example\r\n');
      socket.on('data', (chunk) => socket.write(String(chunk).startsWith(command) ? `${answer}\r\n` : '250 ok\r\n'));
      socket.on('error', () => undefined);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { mailer, problems } = watched(
      createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'list@example.org', folder: '/none' }, () => undefined),
    );
    expect(await mailer.send(message)).toMatchObject({ ok: false, failure: { mayPass } });
    // One address that the mail server refuses is not.
    expect(problems.list()).toHaveLength(isProblem ? 1 : 0);
    server.close();
  });
});

describe('a proxy', () => {
  const visit = (trusted: readonly string[], remoteAddress: string, forwarded = '203.0.113.9'): readonly string[] => {
    const reported: string[] = [];
    const headers = { 'x-forwarded-for': forwarded };
    const env = { incoming: { socket: { remoteAddress } } } as never;
    const addresses = createClientAddresses(trusted, (problem) => reported.push(problem));
    addresses.record(new Request('http://list.example', { headers }), env);
    return reported;
  };

  test('[P5] on this machine or in a private network is reported unless TRUST_PROXY is set', () => {
    expect(visit([], '127.0.0.1')).toEqual(['proxy-not-trusted']);
    expect(visit([], '172.17.0.1')).toEqual(['proxy-not-trusted']);
    expect(visit(['127.0.0.1'], '127.0.0.1')).toEqual([]);
  });

  test('[P5] that a visitor pretends to be is ignored', () => {
    expect(visit([], '203.0.113.7')).toEqual([]);
    expect(visit(['172.30.84.0/24'], '203.0.113.7', '172.30.84.1')).toEqual([]);
    expect(visit(['172.30.84.0/24'], '172.30.84.2', '172.30.84.1, 203.0.113.7')).toEqual([]);
  });

  test('[P5] that knows only the address of another proxy is reported, because all visitors share that one', () => {
    expect(visit(['172.30.84.0/24'], '172.30.84.2', '172.30.84.1')).toEqual(['proxy-hides-visitors']);
    expect(visit(['172.30.84.0/24', '10.0.0.0/8'], '10.0.0.1', '172.30.84.1:4711, 10.0.0.2')).toEqual([
      'proxy-hides-visitors',
    ]);
    expect(visit(['172.30.84.0/24'], '172.30.84.2', '203.0.113.9, 172.30.84.1')).toEqual([]);
    expect(visit(['172.30.84.0/24'], '172.30.84.2', '')).toEqual([]);
  });

  test('[P5] through which the operator visits from its own machine is not', () => {
    expect(visit(['127.0.0.1', '::1'], '127.0.0.1', '127.0.0.1')).toEqual([]);
    expect(visit(['127.0.0.1', '::1'], '127.0.0.1', '::1')).toEqual([]);
  });
});

describe('a server with its own database', () => {
  let sample: SampleWebRoot;
  let programs: ServerPrograms;
  let folder: string;
  beforeAll(async () => {
    sample = await writeSampleWebRoot();
  });
  afterAll(() => sample.remove());
  beforeEach(async () => {
    programs = createServerPrograms({ WEB_DIR: sample.folder, RATE_LIMITS: 'off' });
    folder = await programs.makeFolder();
  });
  afterEach(() => programs.end());

  const readHealth = async (address: string): Promise<unknown> => (await fetch(`${address}/health`)).json();

  test('[P5] names its build and schema, and reports that Postgres was restarted', async () => {
    const { address } = await programs.start({ DATA_DIR: folder });
    expect(await readHealth(address)).toMatchObject({
      status: 'ok',
      build: expect.stringMatching(/^[\w-]{8}$/u),
      schema: expect.stringMatching(/^\d{4}_\w+$/u),
      problems: [],
    });
    process.kill(Number(await findPostgres(folder)), 'SIGKILL');
    await vi.waitFor(
      async () =>
        expect(await readHealth(address)).toMatchObject({
          status: 'degraded',
          problems: [{ type: 'database-restarted' }],
        }),
      { interval: 200 },
    );
  });
});
