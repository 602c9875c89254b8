/** Adds the items of a saved list or a file to the open list, and says how many were added and updated (product O8). */
import { writeAmount } from '#core/amount/format-amount.ts';
import type { ChangeFailure } from '#core/change/change-result.ts';
import type { NamedCatalogue } from '#core/change/change.ts';
import { planToChange, planSavedList } from '#core/list-text/plan-lines.ts';
import type { Result } from '#core/result.ts';
import type { AppliedChange } from '#client/store/store.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from './shown-list.ts';
import { useApplyChange } from './use-apply-change.ts';

/** @returns a function that adds a copy with ids of the open list, in one change */
export function useAddCopy(): (copy: NamedCatalogue) => Result<AppliedChange, ChangeFailure> {
  const { store } = useShownList();
  const doChange = useApplyChange();
  return (copy) => {
    store.release();
    const plan = planSavedList(store.list, copy, writeAmount);
    const added = plan.results.filter(({ isNew }) => isNew).length;
    const updated = plan.results.filter(({ isUpdated }) => isUpdated).length;
    const text = messages.savedLists.added(copy.listName, added, updated);
    return doChange(planToChange(plan, store.createId), text);
  };
}
