/** Describes a saved list by its number of items and the day it was saved. */
import type { SavedList } from '#core/list/row.ts';
import { savedLists } from '#web/messages/en/dialogs.ts';

export const aboutSavedList = ({ items, createdAt }: SavedList): string =>
  savedLists.about(items.length, dayOf(createdAt));

/** The day in the user's locale, with the year if it is not the current one; '' if the time is unreadable. */
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
