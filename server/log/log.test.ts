/** The format of log lines, and the description of bugs. */
import { afterEach, expect, test } from 'vitest';
import { reportBug, sendBugsTo, createLog } from './log.ts';

const lines: string[] = [];
const write = (line: string): void => void lines.push(line);
afterEach(() => {
  lines.length = 0;
});

test('[spec-9] as JSON, each line has a time, a level and an event', () => {
  createLog({ format: 'json', level: 'info' }, write).write('info', 'request', { route: '/health', status: 200 });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/\n$/);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    event: 'request',
    route: '/health',
    status: 200,
  });
});

test('[spec-9] as text, each event is one line', () => {
  createLog({ format: 'text', level: 'info' }, write).write('warn', 'mail not sent', { code: 'ECONNREFUSED' });
  expect(lines[0]).toMatch(/^\S+Z warn mail not sent code=ECONNREFUSED\n$/);
});

test('[spec-9] events below the level are not written', () => {
  const log = createLog({ format: 'json', level: 'warn' }, write);
  log.write('info', 'request');
  log.write('error', 'bug', { stack: 'at here' });
  createLog({ format: 'json', level: 'silent' }, write).write('error', 'bug');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ event: 'bug', stack: 'at here' }]);
});

test('[spec-9] a bug is logged with its location and without values', () => {
  const told: string[] = [];
  sendBugsTo((description) => void told.push(description));
  reportBug(
    Object.assign(new Error('key (email)=(canary)'), { name: 'PostgresError', code: '23505', detail: 'canary' }),
  );
  reportBug(readWrongly('{"password":"canary"'));
  reportBug(
    Object.assign(new TypeError('no such thing', { cause: readWrongly('canary') }), { body: 'canary', code: 'EX' }),
  );
  reportBug('canary');
  expect(told.join('\n')).not.toContain('canary');
  expect(told[0]).toMatch(/^Postgres error 23505\n +at .*log\.test\.ts/);
  expect(told[2]).toMatch(/^TypeError: no such thing \(EX\)\n[^]*caused by SyntaxError/);
  expect(told[3]).toBe('A value that is not an error was thrown: string');
});

test('[spec-9] a query after the server has closed its connections is not logged as a bug', () => {
  const told: string[] = [];
  sendBugsTo((description) => void told.push(description));
  for (const code of ['CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECTION_CLOSED']) {
    reportBug(Object.assign(new Error(`write ${code}`), { code }));
  }
  expect(told.map((description) => description.split('\n', 1)[0])).toEqual([
    'Error: write CONNECTION_CLOSED (CONNECTION_CLOSED)',
  ]);
});

function readWrongly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}
