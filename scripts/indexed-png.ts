/** Encodes flat images as indexed PNG, which takes a third of the bytes of a true-color screenshot. */
import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';

const mostColours = 128;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const indexedColour = 3;

/** Encodes RGBA pixels row by row. Colors that do not fit into the palette are replaced by the nearest one. */
export function encodeIndexedPng(pixels: Uint8Array, width: number): Uint8Array {
  const height = pixels.length / 4 / width;
  const colours = Array.from({ length: width * height }, (_, at) => readColour(pixels, at));
  const palette = choosePalette(colours);
  const indexByColour = new Map(palette.map((colour, index) => [colour, index]));
  const rows = Buffer.alloc((width + 1) * height);
  for (const [at, colour] of colours.entries()) {
    const index = indexByColour.get(colour) ?? findNearest(palette, colour);
    indexByColour.set(colour, index);
    // Each row starts with its filter type; 0 (none) is best for indexed pixels.
    rows[at + Math.floor(at / width) + 1] = index;
  }
  const channels = palette.map(splitColour);
  const alphas = channels.map(([, , , alpha]) => alpha);
  return Buffer.concat([
    signature,
    createChunk('IHDR', createHeader(width, height)),
    createChunk('PLTE', Buffer.from(channels.flatMap(([red, green, blue]) => [red, green, blue]))),
    ...(alphas.every((alpha) => alpha === 255) ? [] : [createChunk('tRNS', Buffer.from(alphas))]),
    createChunk('IDAT', deflateSync(rows, { level: 9 })),
    createChunk('IEND', Buffer.alloc(0)),
  ]);
}

function readColour(pixels: Uint8Array, at: number): number {
  const start = at * 4;
  const alpha = pixels[start + 3] ?? 0;
  if (alpha === 0) return 0;
  return (
    (((pixels[start] ?? 0) << 24) | ((pixels[start + 1] ?? 0) << 16) | ((pixels[start + 2] ?? 0) << 8) | alpha) >>> 0
  );
}

function splitColour(colour: number): readonly [red: number, green: number, blue: number, alpha: number] {
  return [colour >>> 24, (colour >>> 16) & 255, (colour >>> 8) & 255, colour & 255];
}

function choosePalette(colours: readonly number[]): readonly number[] {
  const countByColour = new Map<number, number>();
  for (const colour of colours) countByColour.set(colour, (countByColour.get(colour) ?? 0) + 1);
  return [...countByColour]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, mostColours)
    .map(([colour]) => colour);
}

function findNearest(palette: readonly number[], colour: number): number {
  const distances = palette.map((candidate) => measureDistance(candidate, colour));
  return distances.indexOf(Math.min(...distances));
}

function measureDistance(a: number, b: number): number {
  let sum = 0;
  for (const shift of [24, 16, 8, 0]) sum += (((a >>> shift) & 255) - ((b >>> shift) & 255)) ** 2;
  return sum;
}

function createHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, indexedColour, 0, 0, 0], 8);
  return header;
}

function createChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  chunk.set(body, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
