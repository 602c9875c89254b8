/** Which responses are compressed, and for which clients. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { compressBody } from './rest-response.ts';

const LONG = JSON.stringify(Array.from({ length: 100 }, (_, id) => ({ id, name: 'Käse' })));

describe('a long body', () => {
  test.each([
    ['gzip', 'gzip, deflate', gunzipSync],
    ['br', 'gzip, deflate, br', brotliDecompressSync],
  ])('[wire] is compressed by %s, and says so to every cache on the way', async (encoding, accepted, read) => {
    const compressed = await compressBody(LONG, accepted);
    expect(compressed?.headers).toEqual({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
    expect(read(compressed?.body ?? '').toString()).toBe(LONG);
    expect(compressed?.body.length).toBeLessThan(LONG.length / 3);
  });

  test.each([[''], [undefined], ['deflate'], ['gzip;q=0']])(
    '[wire] stays as it is for who cannot read it compressed: %s',
    async (accepted) => {
      expect(await compressBody(LONG, accepted)).toBeNull();
    },
  );
});

describe('a body that is short or not there', () => {
  test('[wire] is not compressed', async () => {
    expect(await compressBody('[]', 'gzip')).toBeNull();
    expect(await compressBody(null, 'gzip')).toBeNull();
  });
});
