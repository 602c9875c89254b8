/** Finds layout faults on the page: overlaps, second bar lines, broken words, sideways scrolling. */
import type { Page } from '@playwright/test';

/** A system font and the average width of its letters, for computers without the font. */
export type Font = { readonly family: string; readonly emPerLetter: number };

export const WIDE: Font = { family: 'DejaVu Sans', emPerLetter: 0.57 };
export const NARROW: Font = { family: 'Roboto', emPerLetter: 0.5 };

/** Sets the page's font. If the font is missing, spaces the letters of the default font to the same width. */
export const setFont = (page: Page, font: Font): Promise<void> =>
  page.evaluate(({ family, emPerLetter }) => {
    const sample = 'the quick brown fox jumps over lazy dogs';
    const context = document.createElement('canvas').getContext('2d');
    const measure = (name: string): number => {
      if (context) context.font = `100px ${name}`;
      return context?.measureText(sample).width ?? 0;
    };
    const isMissing = ['serif', 'monospace'].every((other) => measure(`"${family}", ${other}`) === measure(other));
    const { style } = document.documentElement;
    style.fontFamily = isMissing ? 'sans-serif' : `"${family}"`;
    const spacing = emPerLetter - measure('sans-serif') / 100 / sample.length;
    style.letterSpacing = isMissing ? `${spacing}em` : '';
  }, font);

/** @param hasOneLineBars whether the add bar and the toolbar must be one line each */
export const findShapeFaults = (page: Page, hasOneLineBars: boolean): Promise<readonly string[]> =>
  page.evaluate(async (mustBeOneLine) => {
    // Wait until animations have ended.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    const scope = document.querySelector('dialog[open]') ?? document.querySelector(':popover-open') ?? document.body;
    const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
    const nameOf = (element: Element): string =>
      `${element.tagName} "${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30)}"`;

    const range = document.createRange();
    const linesOf = (text: Node, start: number, end: number): readonly DOMRect[] => {
      range.setStart(text, start);
      range.setEnd(text, end);
      return [...range.getClientRects()].filter(({ width }) => width > 0);
    };
    const findSideways = (): readonly string[] =>
      [document.documentElement, document.body, scope]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ tagName, scrollWidth, clientWidth }) => `${tagName} is ${scrollWidth} px wide in ${clientWidth} px`);

    /** The nearest intentional overlay: bars, toasts, suggestions, Again. */
    const layerOf = (element: Element): Element => {
      const { position } = getComputedStyle(element);
      if (element === scope || element.parentElement === null || position === 'fixed' || position === 'sticky') {
        return element;
      }
      return element.matches('[role="listbox"], [aria-label="Again"]') ? element : layerOf(element.parentElement);
    };
    const isOver = (one: DOMRect, other: DOMRect): boolean =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    /** The visible content of a control: the text line of a field, the label and icon of a button. */
    const readContents = (control: Element): readonly DOMRect[] => {
      if (control.matches('input, select')) {
        const { left, top, right, bottom } = control.getBoundingClientRect();
        const { paddingLeft, paddingRight } = getComputedStyle(control);
        const start = left + parseFloat(paddingLeft);
        return [new DOMRect(start, top, right - parseFloat(paddingRight) - start, bottom - top)];
      }
      const boxes = [...control.querySelectorAll('svg, img, input')]
        .filter(isShown)
        .map((part) => part.getBoundingClientRect());
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode;
        if (text.parentElement?.matches('.visually-hidden') === false)
          boxes.push(...linesOf(text, 0, text.textContent?.length ?? 0));
      }
      return boxes;
    };
    /** A control may be inside another one, such as the button that shows a password. */
    const isInPadding = (inner: Element, outer: Element): boolean => {
      const [box, around] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()];
      const isInside =
        box.left >= around.left - 1 &&
        box.right <= around.right + 1 &&
        box.top >= around.top - 1 &&
        box.bottom <= around.bottom + 1;
      return isInside && !readContents(outer).some((content) => isOver(box, content));
    };
    const findOverlaps = (): readonly string[] => {
      const controls = [...scope.querySelectorAll('button, input, select, a[href]')]
        .map((control) => control.closest('label') ?? control)
        .filter(isShown)
        .map((control) => ({ control, layer: layerOf(control), box: control.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 2 && box.height > 2);
      return controls.flatMap(({ control, layer, box }, at) =>
        controls
          .slice(at + 1)
          .filter((other) => other.layer === layer)
          .filter((other) => !control.contains(other.control) && !other.control.contains(control))
          .filter((other) => isOver(box, other.box))
          .filter((other) => !isInPadding(control, other.control) && !isInPadding(other.control, control))
          .map((other) => `${nameOf(control)} overlaps ${nameOf(other.control)}`),
      );
    };

    const findSecondLines = (): readonly string[] => {
      const bars = [
        scope.querySelector('form[aria-label="Add an item"]')?.querySelectorAll('input, button[type="submit"]'),
        scope.querySelector('[role="group"][aria-label="List actions"]')?.querySelectorAll('button'),
      ];
      return bars.flatMap((parts) => {
        const shown = Array.from(parts ?? []).filter(isShown);
        const boxes = shown.map((part) => part.getBoundingClientRect());
        const first = boxes[0];
        if (first === undefined) return [];
        const second = boxes.findIndex(({ top }) => top >= first.bottom - 1);
        return second === -1 ? [] : [`${nameOf(shown[second] ?? scope)} is on a second line of its bar`];
      });
    };

    /** Only words longer than those of the interface and the sample list may break. */
    const LONGEST_WORD = 12;
    const findBrokenWords = (text: Node, holder: HTMLElement): readonly string[] => {
      const content = text.textContent ?? '';
      if (linesOf(text, 0, content.length).length < 2) return [];
      return Array.from(content.matchAll(/[^\s\-/–—]+/gu)).flatMap(({ 0: word, index }) => {
        const tops = linesOf(text, index, index + word.length).map(({ top }) => top);
        const isBroken = word.length <= LONGEST_WORD && Math.max(...tops) - Math.min(...tops) > 4;
        return isBroken ? [`"${word}" is broken in ${nameOf(holder)}`] : [];
      });
    };
    const isCutOff = (holder: HTMLElement): boolean =>
      holder.clientWidth > 2 &&
      (holder.scrollWidth > holder.clientWidth + 1 || holder.scrollHeight > holder.clientHeight + 8) &&
      getComputedStyle(holder).overflowX !== 'visible';
    const findCutWords = (): readonly string[] => {
      const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
      const faults: string[] = [];
      while (texts.nextNode()) {
        const text = texts.currentNode;
        const holder = text.parentElement;
        const isText =
          holder !== null && !holder.closest('select, .visually-hidden') && Boolean(text.textContent?.trim());
        if (!isText || !isShown(holder)) continue;
        faults.push(...findBrokenWords(text, holder));
        if (isCutOff(holder)) faults.push(`${nameOf(holder)} is cut off`);
      }
      return faults;
    };

    return [...findSideways(), ...findOverlaps(), ...(mustBeOneLine ? findSecondLines() : []), ...findCutWords()];
  }, hasOneLineBars);
