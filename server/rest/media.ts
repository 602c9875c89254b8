/** In which form an answer is wanted: PostgREST's media types. */
import type { RestFailure } from './failure.ts';
import type { Result } from '#server/result.ts';

export type Media = {
  readonly form: 'array' | 'object' | 'csv';
  /** Fields that are null are left out. */
  readonly stripsNulls: boolean;
  /** What the answer says it is. */
  readonly contentType: string;
};

const JSON_ARRAY: Media = { form: 'array', stripsNulls: false, contentType: 'application/json; charset=utf-8' };
const CSV: Media = { form: 'csv', stripsNulls: false, contentType: 'text/csv; charset=utf-8' };
const VENDOR = /^application\/vnd\.pgrst\.(array|object)(?:\+json)?$/u;

/**
 * Reads the header Accept; the first form wins that has the highest weight and can be made. None wants JSON.
 * Gives the form, or PGRST107.
 */
export function chooseMedia(accept: string | undefined): Result<Media, RestFailure> {
  const header = accept === undefined || accept.trim() === '' ? '*/*' : accept;
  const ranges = header.split(',').map(parseRange);
  // Sorting keeps the order of equals.
  const wanted = ranges.filter((range) => range.weight > 0).toSorted((a, b) => b.weight - a.weight);
  const media = wanted.map((range) => range.media).find((found) => found !== null);
  if (media === undefined) return { ok: false, failure: { type: 'no-such-media-type', accept: header } };
  return { ok: true, value: media };
}

function parseRange(text: string): { readonly media: Media | null; readonly weight: number } {
  const [type = '', ...params] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = Number(params.find((param) => param.startsWith('q='))?.slice(2) ?? 1);
  return { media: toMedia(type, params.includes('nulls=stripped')), weight: Number.isNaN(weight) ? 1 : weight };
}

function toMedia(type: string, stripsNulls: boolean): Media | null {
  const [, form] = VENDOR.exec(type) ?? [];
  if (form === 'object') return toVendorMedia('object', stripsNulls);
  if (form === 'array' && stripsNulls) return toVendorMedia('array', true);
  if (form === 'array' || ['*/*', 'application/*', 'application/json'].includes(type)) return JSON_ARRAY;
  return ['text/csv', 'text/*'].includes(type) ? CSV : null;
}

function toVendorMedia(form: 'object' | 'array', stripsNulls: boolean): Media {
  const nulls = stripsNulls ? ';nulls=stripped' : '';
  return { form, stripsNulls, contentType: `application/vnd.pgrst.${form}+json${nulls}; charset=utf-8` };
}
