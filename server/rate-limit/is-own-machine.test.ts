/** Who is this machine itself. */
import { expect, test } from 'vitest';
import { isOwnMachine } from './is-own-machine.ts';

test('[wire] loopback is this machine, however it is written, and nobody else is', () => {
  for (const own of ['', '127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1', '::FFFF:127.0.0.1']) {
    expect([own, isOwnMachine(own)]).toEqual([own, true]);
  }
  for (const other of [
    '192.0.2.7',
    '128.0.0.1',
    '10.0.0.1',
    '::ffff:192.0.2.7',
    '2001:db8::1',
    '::',
    '127',
    'x127.0.0.1',
  ]) {
    expect([other, isOwnMachine(other)]).toEqual([other, false]);
  }
});
