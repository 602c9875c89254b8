/** Frames of both versions, binary broadcasts, and invalid bytes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBroadcast, encodeBroadcast, decodeFrame, encodeFrame } from './frame.ts';

const head = { joinRef: '1', ref: null, topic: 'realtime:a"b', event: 'x' };

test('[wire] a frame is an array in 2.0.0 and an object in 1.0.0', () => {
  for (const version of ['1.0.0', '2.0.0'] as const) {
    expect(decodeFrame(version, encodeFrame(version, head, '{"a":[1]}'))).toEqual({ ...head, payload: { a: [1] } });
  }
  expect(encodeFrame('2.0.0', head, '{}')).toBe('["1",null,"realtime:a\\"b","x",{}]');
  expect(JSON.parse(encodeFrame('1.0.0', head, '{}'))).toEqual({
    join_ref: '1',
    ref: null,
    topic: 'realtime:a"b',
    event: 'x',
    payload: {},
  });
});

test('[wire] a client that numbers its messages gets the numbers back', () => {
  const numbered = { ...head, joinRef: 1, ref: 2 };
  expect(decodeFrame('1.0.0', encodeFrame('1.0.0', numbered, '{}'))).toEqual({ ...numbered, payload: {} });
  expect(encodeFrame('2.0.0', numbered, '{}')).toBe('[1,2,"realtime:a\\"b","x",{}]');
});

test('[wire] an invalid frame decodes to null', () => {
  const deep = '['.repeat(100_000);
  for (const text of [
    '',
    '{',
    'null',
    '1',
    '[]',
    '[1,2,3,4,5]',
    '[null,null,"a",5,{}]',
    '{"topic":1}',
    deep,
    deep + ']'.repeat(100_000),
  ]) {
    expect(decodeFrame('2.0.0', text)).toBeNull();
    expect(decodeFrame('1.0.0', text)).toBeNull();
  }
  expect(decodeFrame('2.0.0', JSON.stringify([null, null, 'x'.repeat(2000), 'e', {}]))).toBeNull();
  expect(decodeFrame('2.0.0', JSON.stringify([{}, [1], 't', 'e', {}]))).toMatchObject({ joinRef: null, ref: null });
  const nested = `${'['.repeat(1_000)}${']'.repeat(1_000)}`;
  expect(decodeFrame('2.0.0', `["1","2","t","e",${nested}]`)).toBeNull();
  expect(decodeFrame('1.0.0', `{"topic":"t","event":"e","payload":${nested}}`)).toBeNull();
  expect(decodeFrame('2.0.0', '["1","2","t","e",{"text":"\\"[[[["}]')).not.toBeNull();
});

test('[wire] a binary broadcast is decoded from kind 3 and encoded as kind 4', () => {
  const texts = ['1', '2', 'realtime:r', 'ünicode', ''];
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const bytes = Buffer.concat([
    Buffer.from([3, ...lengths, 1]),
    ...texts.map((text) => Buffer.from(text)),
    Buffer.from('{"a":1}'),
  ]);
  const frame = decodeBroadcast(bytes);
  expect(frame).toMatchObject({
    joinRef: '1',
    ref: '2',
    topic: 'realtime:r',
    event: 'broadcast',
    message: { event: 'ünicode', isJson: true },
  });
  const written = encodeBroadcast('realtime:r', { event: 'e', payload: Buffer.from([0, 255]), isJson: false });
  expect([...written]).toEqual([4, 10, 1, 0, 0, ...Buffer.from('realtime:re'), 0, 255]);
  expect(decodeBroadcast(bytes.subarray(0, 12))).toBeNull();
  expect(decodeBroadcast(Buffer.concat([bytes, Buffer.from('}')]))).toBeNull();
  expect(decodeBroadcast(Buffer.from([4, 0, 0, 0, 0, 0, 0]))).toBeNull();
  expect(decodeBroadcast(Buffer.alloc(0))).toBeNull();
});

test('[wire] no input makes the decoders throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.string(), (bytes, text) => {
      decodeBroadcast(Buffer.from([3, ...bytes]));
      decodeFrame('2.0.0', text);
      decodeFrame('1.0.0', text);
    }),
  );
});
