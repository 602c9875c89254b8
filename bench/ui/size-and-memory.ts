/** Measures the bytes of the first load, and the heap with a long list. */
import path from 'node:path';
import { FIRST_LOAD_LIMITS, measureFirstLoad, type LoadedFile } from '#scripts/first-load.ts';
import { toRow, type Row } from '#bench/row.ts';
import { openOurs, PHONE, type BenchSetup } from './open-lists.ts';

/** Measures the first load like `npm run size`. */
export async function measureWeight(): Promise<readonly Row[]> {
  const files = await measureFirstLoad(process.env['WEB_DIR'] ?? path.join(import.meta.dirname, '../../dist'));
  const scripts = files.filter((file) => file.path.endsWith('.js'));
  return [
    toRow({ name: 'first load, gzip', ours: sum(files, 'gzip'), unit: 'kB', limit: FIRST_LOAD_LIMITS.gzip / 1000 }),
    toRow({
      name: 'first load, scripts parsed',
      ours: sum(scripts, 'raw'),
      unit: 'kB',
      limit: FIRST_LOAD_LIMITS.parsed / 1000,
    }),
  ];
}

const sum = (files: readonly LoadedFile[], kind: 'raw' | 'gzip'): number =>
  files.reduce((total, file) => total + file[kind], 0) / 1000;

/** Measures the heap of a freshly started list after a garbage collection. */
export async function measureMemory({ browser, ours }: BenchSetup): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [items, limit] of [
    [1000, 9],
    [10_000, 12],
  ] as const) {
    const context = await browser.newContext(PHONE);
    const page = await openOurs(context, ours, { items });
    const cdp = await context.newCDPSession(page);
    await page.waitForTimeout(3000);
    await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    rows.push(toRow({ name: `memory, ${items.toLocaleString('en')} items`, ours: usedSize / 1e6, unit: 'MB', limit }));
    await context.close();
  }
  return rows;
}
