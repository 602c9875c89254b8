/** Parses the Prefer header and the media types of a request. */
import type { RestFailure } from '#server/rest/failures/failure.ts';
import { fail, ok, type Result } from '#server/result.ts';

export type Preferences = {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  readonly missing: 'default' | 'null' | null;
  readonly return: 'representation' | 'minimal' | null;
  /** Every count is exact: lists are small, and an exact count is also a good estimate. */
  readonly count: 'exact' | 'planned' | 'estimated' | null;
  readonly handling: 'strict' | 'lenient' | null;
};

const VALUES = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
} as const;

/**
 * Parses the header. If a preference occurs twice, the first one counts. Unknown preferences are ignored, or refused if the
 * caller demands it, for example because a limit such as `max-affected` must not be ignored.
 */
export function parsePreferences(header: string | undefined): Result<Preferences, RestFailure> {
  const parts = (header ?? '').split(',').map((part) => part.trim());
  const handling = findValue(parts, 'handling');
  const unknown = handling === 'strict' ? parts.filter((part) => !isKnown(part)) : [];
  if (unknown.length > 0) return fail({ type: 'unknown-preferences', preferences: unknown });
  return ok({
    resolution: findValue(parts, 'resolution'),
    missing: findValue(parts, 'missing'),
    return: findValue(parts, 'return'),
    count: findValue(parts, 'count'),
    handling,
  });
}

const isKnown = (part: string): boolean =>
  Object.entries(VALUES).some(([name, values]) => values.some((value) => part === `${name}=${value}`));

function findValue<Name extends keyof typeof VALUES>(
  parts: readonly string[],
  name: Name,
): (typeof VALUES)[Name][number] | null {
  const values: readonly (typeof VALUES)[Name][number][] = VALUES[name];
  for (const part of parts) {
    const found = values.find((value) => part === `${name}=${value}`);
    if (found !== undefined) return found;
  }
  return null;
}

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
