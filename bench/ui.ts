/** What the app costs a phone, beside small programs that do the same with nothing in between: `npm run bench:ui`. */
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#scripts/chromium.ts';
import { createServer } from './app-server.ts';
import { isWanted } from './only.ts';
import { reportRows } from './row.ts';
import type { Row } from './row.ts';
import { measureActs } from './ui/acts.ts';
import { measureBursts } from './ui/bursts.ts';
import type { Places } from './ui/candidates.ts';
import { startReferences } from './ui/reference-server.ts';
import { measureLongStart, measureOfflineStarts, measureVisits } from './ui/starts.ts';
import { measureMemory, measureWeight } from './ui/weights.ts';

type Part = readonly [names: readonly string[], measure: (places: Places) => Promise<readonly Row[]>];

/** What can be asked for alone, by the beginnings of its rows' names. */
const PARTS: readonly Part[] = [
  [['first load'], measureWeight],
  [['first paint', 'usable'], measureVisits],
  [['offline start, 0 items'], () => measureOfflineStarts(0)],
  [['offline start, 1,000 items'], () => measureOfflineStarts(1000)],
  [['start with 10,000 items'], measureLongStart],
  [['100 adds', '100 ticks', '100 deletes'], measureBursts],
  [['tick to paint', 'add to paint', 'undo to paint', 'growth of CPU'], measureActs],
  [['memory'], measureMemory],
];

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, only: { type: 'string' } } });
const wanted = PARTS.filter(([names]) => names.some((name) => isWanted(name, values.only)));
const executablePath = findChromium(process.env);
const [server, references] = await Promise.all([createServer(), startReferences()]);
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: CHROMIUM_FLAGS,
});
try {
  const rows: Row[] = [];
  for (const [, measure] of wanted) {
    rows.push(...(await measure({ browser, ours: server.address, reference: references.address })));
  }
  reportRows(rows, values.json);
} finally {
  await browser.close();
  await Promise.all([server.stop(), references.stop()]);
}
