/** Finds what large text and small screens do to a page: broken words, cut or hidden text, small targets, bars that leave no room. */
import type { Page } from '@playwright/test';
import { marked } from '#web/ui/marks.ts';

type TextSize = {
  readonly width: number;
  readonly height: number;
  readonly percent: number;
  /** The direction of the page; from left to right if missing. */
  readonly dir?: 'rtl';
};

/**
 * Changes the font size of the root element, as some browsers and users do. Media queries in em do not follow it, unlike the browser's own
 * setting (shape.ts), so it asks more of the layout.
 */
export async function setSize(page: Page, { width, height, percent, dir }: TextSize): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(
    ([size, direction]) => {
      const { style } = document.documentElement;
      document.documentElement.dir = direction;
      style.fontSize = '';
      if (size === 100) return;
      // The style sheet's own size depends on the device.
      const normal = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      style.fontSize = `${(normal * size) / 100}px`;
    },
    [percent, dir ?? ''] as const,
  );
}

const SIZES: readonly TextSize[] = [
  ...[320, 390].flatMap((width) => [100, 130, 175, 200].map((percent) => ({ width, height: 844, percent }))),
  { width: 844, height: 390, percent: 100 },
  { width: 390, height: 844, percent: 100, dir: 'rtl' },
  { width: 320, height: 844, percent: 200, dir: 'rtl' },
];

/** Looks for faults in large text on two phones, in landscape and from right to left. Ends in the usual size. */
export async function walkTextSizes(page: Page, where: string): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const size of SIZES) {
    await setSize(page, size);
    const found = await findTextFaults(page);
    const shape = `${size.width} px, ${size.percent} %${size.dir === undefined ? '' : ', right to left'}`;
    faults.push(...found.map((fault) => `${where}, ${shape}: ${fault}`));
  }
  await setSize(page, { width: 390, height: 844, percent: 100 });
  return faults;
}

/** Describes the faults of the open dialog or menu, or of the page. */
export const findTextFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async (header) => {
    const TARGET = 44;
    const SHOWN_LETTERS = 12;
    /** Room beside the longest word of a line: edges, and a check box or an icon. */
    const BESIDE_WORD = 88;
    // Waits until animations have ended and observers have reported the new sizes.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);

    const root = document.documentElement;
    const scope =
      [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector(':popover-open') ?? document.body;
    const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
    const nameOf = (element: Element): string =>
      `${element.tagName} "${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30)}"`;
    const range = document.createRange();
    const rectsOf = (text: Node, start: number, end: number): readonly DOMRect[] => {
      range.setStart(text, start);
      range.setEnd(text, end);
      return [...range.getClientRects()].filter(({ width }) => width > 0);
    };
    const ancestorsOf = (element: Element): readonly Element[] =>
      element === scope || element.parentElement === null
        ? [element]
        : [element, ...ancestorsOf(element.parentElement)];
    /** Whether an ancestor hides a part of the box for good. A scroll cannot bring it into view. */
    const isHidden = (box: DOMRect, holder: Element): boolean =>
      ancestorsOf(holder).some((around) => {
        const { overflowX, overflowY } = getComputedStyle(around);
        const { left, right, top, bottom } = around.getBoundingClientRect();
        const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
        return (
          (hides(overflowX) && (box.left < left - 1 || box.right > right + 1)) ||
          // The box of a line is higher than its letters.
          (hides(overflowY) && (box.top + box.height / 2 < top || box.top + box.height / 2 > bottom))
        );
      });

    type Text = { readonly node: Node; readonly holder: HTMLElement; readonly content: string };
    /** Text for screen readers has no area. */
    const isRead = (holder: HTMLElement): boolean =>
      !holder.closest('option, template, script, style, noscript, [inert]') &&
      isShown(holder) &&
      holder.closest('.visually-hidden') === null &&
      holder.getBoundingClientRect().width > 2;
    const readTexts = (): readonly Text[] => {
      const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) {
        const node = walker.currentNode;
        const holder = node.parentElement;
        const content = node.textContent ?? '';
        if (holder !== null && content.trim() !== '' && isRead(holder)) texts.push({ node, holder, content });
      }
      return texts;
    };

    const wordsOf = ({ node, content }: Text): readonly (readonly [word: string, rects: readonly DOMRect[]])[] =>
      Array.from(content.matchAll(/[^\s\-/–—\u00AD\u200B…]+/gu)).map(({ 0: word, index }) => [
        word,
        rectsOf(node, index, index + word.length),
      ]);
    /** Addresses, and links and codes to copy, break anywhere. */
    const isAddress = (text: string): boolean => /[^\s]@|\w[.:]\w/u.test(text);
    const isToCopy = ({ holder }: Text): boolean => getComputedStyle(holder).userSelect === 'all';
    /** A word may break only if no line of this width could hold it. */
    const findBroken = (text: Text): readonly string[] =>
      (isToCopy(text) ? [] : wordsOf(text)).flatMap(([word, rects]) => {
        const tops = rects.map(({ top }) => top);
        const width = rects.reduce((sum, rect) => sum + rect.width, 0);
        const isBroken =
          !isAddress(word) && Math.max(...tops) - Math.min(...tops) > 4 && width <= root.clientWidth - BESIDE_WORD;
        return isBroken ? [`"${word}" is broken in ${nameOf(text.holder)}`] : [];
      });
    const scrolls = (element: Element): boolean => /auto|scroll/u.test(getComputedStyle(element).overflowY);
    /** The page cannot be scrolled to a text in a fixed bar, unless the bar itself scrolls. */
    const isBeyondBar = (box: DOMRect, holder: Element): boolean => {
      const around = ancestorsOf(holder);
      const isFixed = around.some((element) => getComputedStyle(element).position === 'fixed');
      const middle = box.top + box.height / 2;
      return isFixed && !around.some(scrolls) && (middle < 0 || middle > root.clientHeight);
    };
    const findCut = (text: Text): readonly string[] => {
      // An address is cut in its middle on purpose.
      if (isAddress(text.holder.closest('[title]')?.textContent ?? '')) return [];
      const rects = rectsOf(text.node, 0, text.content.length);
      if (rects.some((rect) => isHidden(rect, text.holder))) return [`the text of ${nameOf(text.holder)} is cut off`];
      const isOut = (rect: DOMRect): boolean => rect.left < -1 || rect.right > root.clientWidth + 1;
      return rects.some((rect) => isOut(rect) || isBeyondBar(rect, text.holder))
        ? [`${nameOf(text.holder)} runs off the screen`]
        : [];
    };

    const findWide = (): readonly string[] => {
      const scrolling = [root, document.body, scope]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map((element) => `${element.tagName} is ${element.scrollWidth} px wide in ${element.clientWidth}`);
      const out = [...scope.querySelectorAll('button, input, select, a, section, li, form')]
        .filter((element) => isShown(element) && element.getBoundingClientRect().width > 2)
        .filter((element) => {
          const { left, right } = element.getBoundingClientRect();
          return left < -1 || right > root.clientWidth + 1;
        })
        .map((element) => `${nameOf(element)} is off the screen`);
      return [...scrolling, ...out];
    };

    const findShortName = (): readonly string[] => {
      const name = scope === document.body ? document.querySelector('h1 button') : null;
      const text = name?.firstChild;
      if (!name || !text) return [];
      const letters = Array.from(
        (text.textContent ?? '').matchAll(/\S/gu),
        ({ index }) => rectsOf(text, index, index + 1)[0],
      );
      const shown = letters.filter((rect) => rect !== undefined && !isHidden(rect, name)).length;
      // The ellipsis takes the place of the last two.
      const count = shown < letters.length ? shown - 2 : shown;
      return count < Math.min(SHOWN_LETTERS, letters.length) ? [`the list's name shows ${count} letters`] : [];
    };

    /** Links inside a sentence are as high as their line (WCAG 2.5.8). */
    const isInline = (control: Element): boolean =>
      control.matches('a') && getComputedStyle(control).display === 'inline';
    const findSmall = (): readonly string[] =>
      [...scope.querySelectorAll('button, input, select, textarea, a[href], [role="option"]')]
        .map((control) => control.closest('label') ?? control)
        .filter((control) => isShown(control) && !isInline(control))
        .map((control) => ({ control, box: control.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 2 && box.height > 2)
        .filter(({ box }) => box.width < TARGET - 0.5 || box.height < TARGET - 0.5)
        .map(({ control, box }) => `${nameOf(control)} is ${Math.round(box.width)} x ${Math.round(box.height)} px`);

    /** A category's header is a part of the list, and may stick. */
    const isBar = (element: Element): boolean =>
      ['fixed', 'sticky'].includes(getComputedStyle(element).position) && !element.matches(header);
    /** What the shopper opens above the add bar, or what leaves by itself. */
    const PASSING = '[data-toasts], [role="listbox"], [aria-label="Again"]';
    const findBars = (): readonly string[] => {
      const main = document.querySelector('main[aria-label]');
      if (scope !== document.body || main === null) return [];
      const { scrollY } = window;
      window.scrollTo(0, (root.scrollHeight - window.innerHeight) / 2);
      const points = Array.from({ length: 50 }, (_, at) => ((at + 0.5) * root.clientHeight) / 50);
      const covered = points.filter((y) => {
        const hit = document.elementFromPoint(root.clientWidth / 2, y);
        return hit !== null && ancestorsOf(hit).some(isBar) && hit.closest(PASSING) === null;
      });
      window.scrollTo(0, scrollY);
      const share = covered.length / points.length;
      return share > 0.5 ? [`bars take ${Math.round(100 * share)} % of the height`] : [];
    };

    const texts = readTexts();
    return [
      ...texts.flatMap(findBroken),
      ...texts.flatMap(findCut),
      ...findWide(),
      ...findShortName(),
      ...findSmall(),
      ...findBars(),
    ];
  }, marked('categoryHeader'));
