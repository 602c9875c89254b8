/** Finds the rows near the screen. Only these have all options, because a thousand selects of categories take seconds to create. */
import { useEffect, useState, type RefObject } from 'react';

/** The distance from the screen in pixels. */
const MARGIN = '1000px 0px';

/**
 * @param list the element whose children are the rows
 * @param size how many rows it has
 * @returns the positions of the rows that are or were near the screen
 */
export function useNearRows(list: RefObject<HTMLElement | null>, size: number): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const rows = Array.from(list.current?.children ?? []).slice(0, size);
    const places = new Map(rows.map((row, at) => [row, at]));
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries
          .filter(({ isIntersecting }) => isIntersecting)
          .map(({ target }) => places.get(target) ?? 0);
        if (seen.length > 0) setNear((before) => new Set([...before, ...seen]));
      },
      { rootMargin: MARGIN },
    );
    for (const row of rows) observer.observe(row);
    return () => observer.disconnect();
  }, [list, size]);
  return near;
}
