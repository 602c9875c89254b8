/** Encodes pixels as an indexed PNG and decodes them according to the format. */
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodeIndexedPng } from './indexed-png.ts';

const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];
const CLEAR = [9, 9, 9, 0];

test('an image can have any shape, and each pixel keeps its color', () => {
  const png = encodeIndexedPng(Uint8Array.from([RED, BLUE, RED, CLEAR, CLEAR, CLEAR].flat()), 3);
  expect(decode(png)).toEqual({
    width: 3,
    height: 2,
    pixels: [RED, BLUE, RED, [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
  });
});

test('beyond 128 colors, rare ones are replaced by the nearest', () => {
  const common = Array.from({ length: 128 }, (_, at) => [at * 2, 0, 0, 255]);
  const { pixels } = decode(encodeIndexedPng(Uint8Array.from([...common, ...common, [21, 3, 0, 255]].flat()), 257));
  expect(pixels.at(-1)).toEqual([20, 0, 0, 255]);
});

/** The parts that the encoder writes: header, palette, transparency, and one stream of unfiltered rows. */
function decode(png: Uint8Array) {
  const chunks = readChunks(Buffer.from(png).subarray(8));
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const palette = chunks.get('PLTE') ?? Buffer.alloc(0);
  const alphas = chunks.get('tRNS');
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const indexes = Array.from({ length: height }, (_, row) => [
    ...rows.subarray(row * (width + 1) + 1, (row + 1) * (width + 1)),
  ]);
  const pixels = indexes.flat().map((index) => [...palette.subarray(index * 3, index * 3 + 3), alphas?.[index] ?? 255]);
  return { width, height, pixels };
}

function readChunks(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    chunks.set(bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return chunks;
}
