/** Reads who added and ticked the items of a list, and what others did since the last look (product H8). */
import type { ItemNews } from '#core/sync/item-news.ts';
import type { ItemPeople } from '#core/sync/versioned-row.ts';
import type { PeopleStorage } from '#client/ports/people-storage.ts';
import { finish } from '#device/database/database.ts';
import type { RunOnDatabase } from '#device/database/database.ts';
import { META } from '#device/database/schema.ts';
import { isWith, isText } from '#device/shape.ts';
import type { Guard } from '#device/shape.ts';

export const createPeopleStorage = (run: RunOnDatabase): PeopleStorage => ({
  async readPeople(itemId) {
    const found = await run((open) => {
      const tx = open.transaction(['groceryItems']);
      return finish(tx, tx.objectStore('groceryItems').get(itemId));
    });
    const people = found.ok ? found.value?.people : null;
    return isPeople(people) ? people : null;
  },
  async readNews() {
    const stored = await run((open) => {
      const tx = open.transaction(['meta']);
      return finish(tx, tx.objectStore('meta').get(META.news));
    });
    return toNews(stored.ok ? stored.value : null);
  },
  async clearNews() {
    await run((open) => {
      const tx = open.transaction(['meta'], 'readwrite');
      const deleted = tx.objectStore('meta').delete(META.news);
      // A look may end because the page closes, which aborts what is not committed.
      tx.commit();
      return finish(tx, deleted);
    });
  },
});

const isIdOrNull: Guard<string | null> = (value) => value === null || isText(value);
const isPeople: Guard<ItemPeople> = isWith({ addedBy: isIdOrNull, tickedBy: isIdOrNull });

/** Reads the stored news; without those that cannot be read, because nothing else depends on them. */
export const toNews = (stored: unknown): ItemNews =>
  new Map(
    [...(stored instanceof Map ? stored : [])].flatMap(([id, people]: readonly [unknown, unknown]) =>
      isText(id) && isPeople(people) ? [[id, people] as const] : [],
    ),
  );
