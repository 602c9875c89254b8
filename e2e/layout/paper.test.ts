/** The printed pages. */
import { expect, test } from '@playwright/test';
import { enterDemo, itemBox } from '#e2e/steps/enter-demo.ts';
import { readPdf, type TextStart } from '#e2e/checks/read-pdf.ts';

test.beforeEach(async ({ page }) => enterDemo(page));

for (const { format, columns } of [
  { format: 'portrait', columns: 2 },
  { format: 'landscape', columns: 3 },
] as const) {
  test(`129 items fit on two A4 pages in ${format}, in ${columns} columns without gaps, and no category name ends a column`, async ({
    page,
  }) => {
    await itemBox(page, 'Milk').check();
    const pages = readPdf(await page.pdf({ format: 'A4', landscape: format === 'landscape' }));
    expect(pages).toHaveLength(2);
    for (const [at, starts] of pages.entries()) {
      // The list's name, its count and the date are above the columns of the first page.
      const inColumns = groupByColumn(at === 0 ? starts.slice(3) : starts);
      expect(inColumns).toHaveLength(columns);
      for (const column of inColumns) {
        const lines = column.toSorted((one, other) => one.y - other.y);
        const left = Math.min(...lines.map(({ x }) => x));
        const gaps = lines.slice(1).map(({ y }, line) => y - (lines[line]?.y ?? 0));
        expect(Math.max(...gaps)).toBeLessThan(40);
        expect(lines.at(-1)?.x).toBeGreaterThan(left + 10);
      }
    }
  });
}

/** Category names are at the left edge of their column, item names slightly to the right. */
function groupByColumn(starts: readonly TextStart[]): readonly (readonly TextStart[])[] {
  const columns: TextStart[][] = [];
  for (const start of starts.toSorted((one, other) => one.x - other.x)) {
    const column = columns.at(-1);
    if (column === undefined || start.x - (column[0]?.x ?? 0) > 100) columns.push([start]);
    else column.push(start);
  }
  return columns;
}
