/** Finds accessibility faults on a screen with axe, in both themes. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** In the dark theme, checks only rules about colors. Each message says how to fix the fault. */
export async function findFaults(page: Page, where: string): Promise<readonly string[]> {
  const found: string[] = [];
  await untilStill(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // The legacy mode is faster. It does not check frames of other origins, which no screen has.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
    for (const { id, nodes } of violations) {
      found.push(`${where}, ${colorScheme}: ${id} ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
    }
  }
  return found;
}

/** Waits until rows and sheets have arrived: text that is fading in has less contrast for a moment. */
const untilStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
