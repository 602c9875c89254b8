/** What a caller prefers (RFC 7240), as PostgREST knows it. */

export type Preferences = {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  readonly missing: 'default' | 'null' | null;
  readonly return: 'representation' | 'minimal' | null;
  readonly count: 'exact' | null;
};

const WORDS = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal'],
  count: ['exact'],
} as const;

/** Reads the header Prefer; of a preference that is given twice the first counts, and unknown ones are ignored. */
export function parsePreferences(header: string | undefined): Preferences {
  const parts = (header ?? '').split(',').map((part) => part.trim());
  return {
    resolution: findWord(parts, 'resolution'),
    missing: findWord(parts, 'missing'),
    return: findWord(parts, 'return'),
    count: findWord(parts, 'count'),
  };
}

function findWord<Name extends keyof typeof WORDS>(
  parts: readonly string[],
  name: Name,
): (typeof WORDS)[Name][number] | null {
  const words: readonly (typeof WORDS)[Name][number][] = WORDS[name];
  for (const part of parts) {
    const found = words.find((word) => part === `${name}=${word}`);
    if (found !== undefined) return found;
  }
  return null;
}
