/** In which form an answer is wanted: PostgREST's media types. */
import type { RestFailure } from '#server/rest/failures/failure.ts';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';

export type Media = {
  /** One object is wanted, and not a list. */
  readonly isObject: boolean;
  /** What the answer says it is. */
  readonly contentType: string;
};

const LIST: Media = { isObject: false, contentType: 'application/json; charset=utf-8' };
const OBJECT: Media = { isObject: true, contentType: 'application/vnd.pgrst.object+json; charset=utf-8' };

const MEDIA_BY_TYPE: ReadonlyMap<string, Media> = new Map([
  ['application/vnd.pgrst.object+json', OBJECT],
  ['application/vnd.pgrst.object', OBJECT],
  ['application/json', LIST],
  ['application/*', LIST],
  ['*/*', LIST],
  ['', LIST],
]);

/** Reads the header Accept: the first form that can be made; none wants JSON. Gives the form, or PGRST107. */
export function chooseMedia(accept = ''): Result<Media, RestFailure> {
  for (const range of accept.split(',')) {
    const type = range.replace(/;\s*(?:q=[\d.]+|charset=[\w-]+)\s*/gu, '').trim();
    const media = MEDIA_BY_TYPE.get(type.toLowerCase());
    if (media !== undefined) return ok(media);
  }
  return fail({ type: 'no-such-media-type', accept });
}
