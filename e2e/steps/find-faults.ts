/** What axe finds on a screen, by day and by night. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** In the dark theme, only rules that depend on colors; each message says how to fix the fault. */
export async function findFaults(page: Page, where: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // No screen has frames of other origins, for whose sake axe would open one more page each time; passes are not read.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
    for (const { id, nodes } of violations) {
      found.push(`${where}, ${colorScheme}: ${id} ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
    }
  }
  return found;
}
