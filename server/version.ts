/** Which Checklist this is. */
import { readFileSync } from 'node:fs';

const parsed: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** As package.json has it, such as `1.2.3`. */
export const version: string =
  typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : '';
