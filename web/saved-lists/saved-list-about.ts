/** What a saved list is told apart by beside its name: how many items it has, and the day it was saved. */
import type { SavedList } from '#core/list/row.ts';
import { savedLists } from '#web/messages/en/dialogs.ts';

export const aboutSavedList = ({ items, createdAt }: SavedList): string =>
  savedLists.about(items.length, dayOf(createdAt));

/** The day by the shopper's calendar, with the year where it was another; '' for no readable time. */
function dayOf(isoTime: string): string {
  const time = new Date(isoTime);
  if (Number.isNaN(time.getTime())) return '';
  const isThisYear = time.getFullYear() === new Date().getFullYear();
  return time.toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}
