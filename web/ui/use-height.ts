/** Reports the height of an element to the style sheet. */
import { useEffect, type RefObject } from 'react';

/** Sets a custom property of the page to the element's height, in pixels. */
export function useHeight(element: RefObject<HTMLElement | null>, property: `--${string}`): void {
  useEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => root.style.setProperty(property, `${target.offsetHeight}px`));
    observer.observe(target);
    return () => {
      observer.disconnect();
      root.style.removeProperty(property);
    };
  }, [element, property]);
}
