/** Finds faults that make a screen unusable on a small device or with large text, in component tests and browser tests. */

/** Describes elements that make the page or a dialog scroll sideways or extend beyond the screen. Browser tests run it in their page. */
export const findOverflow = (): readonly string[] => {
  const root = document.documentElement;
  const isOut = (element: Element): boolean => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 1 && (left < -1 || right > root.clientWidth + 1);
  };
  const scrolling = [root, document.body, ...document.querySelectorAll('dialog[open], :popover-open')]
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .map((element) => `${element.tagName} is ${element.scrollWidth} wide in ${element.clientWidth}`);
  const out = Array.from(document.querySelectorAll('button, input, select, a, h1, h2, p, li'))
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && isOut(element))
    .map((element) => `${element.tagName} "${element.textContent.slice(0, 30)}" is out of the screen`);
  return [...scrolling, ...out];
};

/** Describes controls that cannot be pressed or whose text is cut off. Scrolls to each as keyboard focus would. */
export async function findUnusable(): Promise<readonly string[]> {
  // Wait until dialogs have opened.
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  const scope = document.querySelector('dialog[open]') ?? document;
  const controls = [...scope.querySelectorAll<HTMLElement>('button, input, select, a')].filter(
    (control) => control.tabIndex >= 0 && control.checkVisibility({ visibilityProperty: true }),
  );
  const faults: string[] = [];
  for (const control of controls) faults.push(...(await faultsOf(control)));
  return faults;
}

async function faultsOf(control: HTMLElement): Promise<readonly string[]> {
  // A row's box is drawn by its label.
  const target = control.closest<HTMLElement>('label') ?? control;
  target.scrollIntoView({ block: 'nearest' });
  await new Promise(requestAnimationFrame);
  const { left, top, width, height } = target.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  const isHit = target.contains(hit) || (hit?.contains(target) ?? false);
  const isCut = control.tagName === 'BUTTON' && control.scrollWidth > control.clientWidth + 1;
  return [
    ...(isHit ? [] : [`${nameOf(control)} is covered by ${nameOf(hit)}`]),
    ...(isCut ? [`${nameOf(control)} is cut off`] : []),
  ];
}

const nameOf = (control: Element | null): string =>
  `${control?.tagName ?? 'the edge'} "${control?.getAttribute('aria-label') ?? control?.textContent.slice(0, 30)}"`;
