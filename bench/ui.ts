/** Benchmarks the app on a phone next to a minimal list in one file: `npm run bench:ui`. */
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { createServerProcess } from '#test/servers/server-process.ts';
import { CHROMIUM_FLAGS, findChromium } from '#scripts/chromium.ts';
import { isSelected, reportRows, type Row } from './row.ts';
import { measureTimeToPaint, measureWithStores } from './ui/time-to-paint.ts';
import { measureBursts } from './ui/bursts.ts';
import type { BenchSetup } from './ui/open-lists.ts';
import { startReference } from './ui/reference-server.ts';
import { measureLongStart, measureOfflineStarts, measureVisits } from './ui/start-time.ts';
import { measureMemory, measureWeight } from './ui/size-and-memory.ts';

type Part = readonly [names: readonly string[], measure: (setup: BenchSetup) => Promise<readonly Row[]>];

/** The parts that `--only` can select, by the start of their rows' names. */
const PARTS: readonly Part[] = [
  [['first load'], measureWeight],
  [['first paint', 'usable'], measureVisits],
  [['offline start, 0 items'], () => measureOfflineStarts(0)],
  [['offline start, 130 items'], () => measureOfflineStarts(130)],
  [['offline start, 1,000 items'], () => measureOfflineStarts(1000)],
  [['start with 10,000 items'], measureLongStart],
  [['100 adds', '100 ticks', '100 deletes'], measureBursts],
  [['tick to paint', 'add to paint', 'undo to paint', 'growth of CPU'], measureTimeToPaint],
  [['tick to paint, 10,000 items and 20 stores'], measureWithStores],
  [['memory'], measureMemory],
];

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, only: { type: 'string' } } });
const wanted = PARTS.filter(([names]) => names.some((name) => isSelected(name, values.only)));
const executablePath = findChromium(process.env);
const [server, referenceServer] = await Promise.all([createServerProcess(), startReference()]);
await server.start();
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: CHROMIUM_FLAGS,
});
try {
  const rows: Row[] = [];
  for (const [, measure] of wanted) {
    rows.push(...(await measure({ browser, ours: server.address, reference: referenceServer.address })));
  }
  reportRows(rows, values.json);
} finally {
  await browser.close();
  await Promise.all([server.close(), referenceServer.stop()]);
}
