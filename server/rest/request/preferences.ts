/** Parses the header Prefer (RFC 7240) with PostgREST's preferences. */

export type Preferences = {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  readonly missing: 'default' | 'null' | null;
  readonly return: 'representation' | 'minimal' | null;
  readonly count: 'exact' | null;
};

const VALUES = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal'],
  count: ['exact'],
} as const;

/** Parses the header. If a preference occurs twice, the first one counts. Unknown preferences are ignored. */
export function parsePreferences(header: string | undefined): Preferences {
  const parts = (header ?? '').split(',').map((part) => part.trim());
  return {
    resolution: findValue(parts, 'resolution'),
    missing: findValue(parts, 'missing'),
    return: findValue(parts, 'return'),
    count: findValue(parts, 'count'),
  };
}

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
