/** The version of this server. */
import { readFileSync } from 'node:fs';

const parsed: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The version in package.json, such as `1.2.3`. */
export const version: string =
  typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : '';
