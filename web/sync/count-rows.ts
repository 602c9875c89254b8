/** How many changes are set aside. */
import type { SetAsideGroup } from '#core/sync/outgoing.ts';

/** A group is one change for each of its rows. */
export const countRows = (groups: readonly SetAsideGroup[]): number =>
  groups.reduce((sum, { group }) => sum + group.patches.length, 0);
