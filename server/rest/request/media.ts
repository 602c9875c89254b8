/** Chooses the media type of the response, among PostgREST's. */
import type { RestFailure } from '#server/rest/failures/failure.ts';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';

export type Media = {
  /** Whether the response is a single object instead of a list. */
  readonly isObject: boolean;
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

/** Returns the first supported type of the header Accept, JSON by default. Fails with PGRST107. */
export function chooseMedia(accept = ''): Result<Media, RestFailure> {
  for (const range of accept.split(',')) {
    const type = range.replace(/;\s*(?:q=[\d.]+|charset=[\w-]+)\s*/gu, '').trim();
    const media = MEDIA_BY_TYPE.get(type.toLowerCase());
    if (media !== undefined) return ok(media);
  }
  return fail({ type: 'no-such-media-type', accept });
}
