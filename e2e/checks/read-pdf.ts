/** Reads text positions from Chromium's PDFs, which have one compressed stream of drawing commands for each page. */
import { inflateSync } from 'node:zlib';

/** The start of a text, in CSS pixels from the page's left and top edges. */
export type TextStart = { readonly x: number; readonly y: number };

/** @returns the text positions of each page */
export function readPdf(pdf: Buffer): readonly (readonly TextStart[])[] {
  return readStreams(pdf)
    .map((stream) =>
      Array.from(stream.matchAll(/1 0 0 -1 (?<x>[\d.]+) (?<y>[\d.]+) Tm/gu), ({ groups }) => ({
        x: Number(groups?.['x']),
        y: Number(groups?.['y']),
      })),
    )
    .filter((starts) => starts.length > 0);
}

function readStreams(pdf: Buffer): readonly string[] {
  const streams: string[] = [];
  for (let start = pdf.indexOf('stream\n'); start !== -1; start = pdf.indexOf('stream\n', start)) {
    start += 'stream\n'.length;
    // The next match may be the end of this stream. Use only streams that can be inflated.
    const end = pdf.indexOf('endstream', start);
    try {
      streams.push(inflateSync(pdf.subarray(start, end)).toString('latin1'));
    } catch {
      continue;
    }
  }
  return streams;
}
