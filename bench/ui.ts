/** What the app costs a phone, beside small programs that do the same with nothing in between: `npm run bench:ui`. */
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#scripts/chromium.ts';
import { createServer } from './app-server.ts';
import { reportRows } from './row.ts';
import type { Row } from './row.ts';
import { measureActs } from './ui/acts.ts';
import { measureBursts } from './ui/bursts.ts';
import type { Places } from './ui/candidates.ts';
import { startReferences } from './ui/reference-server.ts';
import { measureLongStart, measureOfflineStarts, measureVisits } from './ui/starts.ts';
import { measureMemory, measureWeight } from './ui/weights.ts';

/** What can be asked for alone, by the beginning of its name. */
const measures: Readonly<Record<string, (places: Places) => Promise<readonly Row[]>>> = {
  'first load': measureWeight,
  'first visit': measureVisits,
  'offline start, 0 items': () => measureOfflineStarts(0),
  'offline start, 1,000 items': () => measureOfflineStarts(1000),
  'start with 10,000 items': measureLongStart,
  bursts: measureBursts,
  'to paint': measureActs,
  memory: measureMemory,
};

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, only: { type: 'string' } } });
const executablePath = findChromium(process.env);
const [server, references] = await Promise.all([createServer(), startReferences()]);
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: CHROMIUM_FLAGS,
});
try {
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(measures)) {
    if (!name.startsWith(values.only ?? '')) continue;
    rows.push(...(await measure({ browser, ours: server.address, reference: references.address })));
  }
  reportRows(rows, values.json);
} finally {
  await browser.close();
  await Promise.all([server.stop(), references.stop()]);
}
