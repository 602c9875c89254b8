/** Describes a saved list by its number of items and the day it was saved. */
import type { SavedList } from '#core/list/row.ts';
import { locale, messages } from '#web/messages/messages.ts';

export const aboutSavedList = ({ items, createdAt }: SavedList): string =>
  messages.savedLists.about(items.length, dayOf(createdAt));

/** The day, with the year if it is not the current one; '' if the time is unreadable. */
function dayOf(isoTime: string): string {
  const time = new Date(isoTime);
  if (Number.isNaN(time.getTime())) return '';
  const isThisYear = time.getFullYear() === new Date().getFullYear();
  return time.toLocaleDateString(locale(), {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}
