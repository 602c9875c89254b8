/** What the script in the page shows before the app has loaded, in a real browser: the stored list, or the sign-in card (decisions 50 and 51). */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { personalList } from '#core/account/list-ref.ts';
import { DEMO_USER } from '#core/account/user.ts';
import { APPLIED, describeStart, readHandOver } from '#web/first-screen/host.ts';
import { untilReleased } from '#web/first-screen/take-over.ts';
import { markedAs } from '#web/ui/marks.ts';
import { firstScreenTicks, signIn } from '#web/testing/first-screen.ts';
import { runFor, stopClock } from '#web/testing/gestures.ts';
import { ADA, GROCERIES, showList, showSignIn } from '#web/testing/show-list.tsx';
import { button, field, press } from '#web/testing/steps.ts';

const SCRIPT = new URL('show-first-screen.ts', import.meta.url).href;
let runs = 0;

/** Runs the script again. It exports nothing, and runs when it is imported. */
async function runScript(): Promise<void> {
  runs += 1;
  await import(/* @vite-ignore */ `${SCRIPT}?run=${runs}`);
}

let host: HTMLElement;

beforeEach(async () => {
  await cleanup();
  vi.useRealTimers();
  signIn(DEMO_USER);
  host = Object.assign(document.createElement('div'), { id: 'first-screen', hidden: true });
  onTestFinished(() => host.remove());
});

/** The copy of the list for the next start, once it is stored. */
let markup = '';

/** Puts the copy into the page, as the service worker does. */
async function putCopy(): Promise<void> {
  markup ||= await storeCopy();
  host = new DOMParser().parseFromString(markup, 'text/html').querySelector<HTMLElement>('#first-screen') ?? host;
  document.body.prepend(host);
}

async function storeCopy(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const storage = {
    write: (_userId: string, text: string) => resolve(text),
    remove() {},
    takeFirstScreenTicks: () => Promise.resolve(),
  };
  await showList(GROCERIES, { loadFirstScreenStorage: () => Promise.resolve(storage) });
  const copy = await promise;
  await cleanup();
  return copy;
}

const box = (name: string) => page.elementLocator(host).getByRole('checkbox', { name, exact: true });
const heading = () => page.elementLocator(host).getByRole('heading', { level: 1 });
const dairy = () => page.elementLocator(host).getByRole('heading', { level: 2 }).nth(1);
test('[Y4] [L6] the copy counts and keeps each tick, with those that an earlier start could not apply, until the app has applied them', async () => {
  await putCopy();
  const earlier = JSON.stringify([
    ['eggs', true],
    ['butter', false],
    ['gone', true],
  ]);
  const ofList = firstScreenTicks(DEMO_USER.id);
  const ofOther = firstScreenTicks('another');
  ofList.write(earlier);
  ofOther.write('[["bread",true]]');
  await runScript();
  await expect.element(heading()).toHaveTextContent('(1/4 items)');
  await expect.element(dairy()).toHaveTextContent('(1/3)');
  await expect.element(box('Eggs free range')).toBeChecked();
  await expect.element(box('Butter')).not.toBeChecked();
  await box('Milk').click();
  await box('Bread').click();
  await box('Bread').click();
  await expect.element(box('Milk')).toBeChecked();
  expect(host.querySelector(markedAs('itemId', 'milk'))?.getAttribute('data-checked')).toBe('true');
  await expect.element(heading()).toHaveTextContent('(2/4 items)');
  await expect.element(dairy()).toHaveTextContent('(2/3)');
  const now = [
    ['milk', true],
    ['bread', true],
    ['bread', false],
  ];
  expect(readHandOver(host)).toEqual({
    list: DEMO_USER.id,
    ticks: [['eggs', true], ['butter', false], ['gone', true], ...now],
    presses: [],
  });
  expect(ofList.read().toSorted()).toEqual([earlier, JSON.stringify(now)].toSorted());
  host.dispatchEvent(new Event(APPLIED));
  expect(ofList.read()).toEqual([]);
  expect(ofOther.read()).toHaveLength(1);
});

test('the copy has its colors and sizes; it takes a text, but neither several lines nor Enter', async () => {
  await putCopy();
  host.dataset['style'] = '--kept: 7px';
  onTestFinished(() => document.documentElement.removeAttribute('style'));
  await runScript();
  expect(host.hidden).toBe(false);
  expect(document.documentElement.style.getPropertyValue('--kept')).toBe('7px');
  const styled = [...host.querySelectorAll<HTMLElement>('[data-style]')];
  expect(styled.length).toBeGreaterThan(0);
  expect(styled.filter(({ style }) => style.length === 0)).toEqual([]);
  const input = host.querySelector('input[type=text], input:not([type])');
  const paste = (text: string): boolean | undefined => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    return input?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
  };
  expect([paste('Figs\nDates'), paste('Figs\n'), paste('Figs')]).toEqual([false, true, true]);
  const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true });
  expect(host.querySelector('form')?.dispatchEvent(submit)).toBe(false);
});

test.each([
  ['of another list', () => void (host.dataset['key'] += '2')],
  ['of another user', () => signIn(ADA)],
  ['for a start by a shortcut', () => setAddress('do=shop')],
  ['for a start by an invitation', () => setAddress('', `#join=${'s'.repeat(32)}`)],
])('a copy %s is removed', async (_name, change) => {
  await putCopy();
  change();
  await runScript();
  expect([host.hidden, host.childElementCount]).toEqual([true, 0]);
});

/** Changes the page's address until the end of the test. */
function setAddress(query: string, fragment = ''): void {
  const { href } = location;
  onTestFinished(() => history.replaceState(null, '', href));
  history.replaceState(null, '', `${location.search || '?'}&${query}${fragment}`);
}

test('an unreadable start shows nothing', async () => {
  document.body.prepend(host);
  host.append('Milk');
  const get = (): never => {
    throw new Error('Unreadable');
  };
  Object.defineProperty(navigator, 'onLine', { get, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'onLine'));
  await runScript();
  expect(host.textContent).toBe('');
});

/** Puts the card of web/index.html into the page, as on a first visit. */
async function putCard(): Promise<{ readonly app: HTMLElement; readonly load: () => void }> {
  signIn(null);
  const card = Object.assign(document.createElement('template'), { id: 'first-card' });
  const form = `<form><label for="a">Email</label><input id="a" type="text"><label for="b">Password</label><input id="b" type="password">
    <button type="submit">Sign In</button><button type="button"><span>Try Demo</span></button></form>`;
  card.content.append(...new DOMParser().parseFromString(form, 'text/html').body.childNodes);
  const app = Object.assign(document.createElement('div'), { id: 'app' });
  // One has loaded before the script runs, and the other one loads after it.
  const [loaded, late] = ['data:text/css,b{color:red}', ''].map((href) =>
    Object.assign(document.createElement('link'), { rel: 'stylesheet', ...(href !== '' && { href }) }),
  );
  document.body.prepend(host, card, app);
  document.head.append(...[loaded, late].filter((sheet) => sheet !== undefined));
  onTestFinished(() => {
    for (const element of [card, loaded, late, app]) element?.remove();
  });
  await expect.poll(() => loaded?.sheet?.cssRules.length).toBe(1);
  await runScript();
  return { app, load: () => late?.dispatchEvent(new Event('load')) };
}

/** Shows the card. */
async function startCard(): Promise<void> {
  const { app, load } = await putCard();
  load();
  await expect.poll(() => host.hidden).toBe(false);
  app.remove();
}

const presses = (): readonly string[] => readHandOver(host).presses;

test('[W3] the card keeps presses in order, the same one once, and forgets them when something is typed', async () => {
  await startCard();
  await button('Try Demo').click();
  await button('Try Demo').click();
  const demo = 'button button Try Demo';
  expect(presses()).toEqual([demo]);
  await page.getByText('Password').click();
  await button('Sign In').click();
  await button('Try Demo').click();
  expect(presses()).toEqual([demo, 'submit', demo]);
  await page.getByLabelText('Email').fill('ann@example.org');
  expect(presses()).toEqual([]);
  host.querySelector('form')?.requestSubmit();
  expect(presses()).toEqual(['submit']);
});

test('[W3] [D4] the app takes over the texts, the focus and the caret of the card', async () => {
  await startCard();
  await page.getByLabelText('Email').fill('ann@example.org');
  const password = page.getByLabelText('Password', { exact: true });
  await password.fill('pear7tree');
  const place = (): readonly (number | null)[] => {
    const input = password.element();
    return input instanceof HTMLInputElement ? [input.selectionStart, input.selectionEnd] : [];
  };
  await press('{ArrowLeft}{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}');
  expect(place()).toEqual([6, 8]);
  await showSignIn({});
  await expect.element(field('Email')).toHaveValue('ann@example.org');
  await expect.element(password).toHaveValue('pear7tree');
  await expect.element(password).toHaveFocus();
  expect(place()).toEqual([6, 8]);
  expect([host.childElementCount, presses()]).toEqual([0, []]);
});

test('[W3] the app repeats the presses of the card', async () => {
  await startCard();
  await button('Try Demo').click();
  await showSignIn({});
  await expect.element(field('Email')).toHaveValue('demo');
});

test('the card waits for the style sheets, and does not appear if the app is faster', async () => {
  const { app, load } = await putCard();
  expect(host.hidden).toBe(true);
  app.append('The app');
  load();
  // The card would appear in the promises that follow.
  await new Promise((resolve) => setTimeout(resolve));
  expect([host.hidden, host.childElementCount]).toEqual([true, 0]);
});

test('the app waits while a finger is down, also one that follows a composed word at once, or while a word is composed, at most two seconds', async () => {
  await putCopy();
  await runScript();
  stopClock();
  const isHeld = (): boolean => host.hasAttribute('data-held');
  const point = (type: string, pointerId: number): boolean =>
    host.dispatchEvent(new PointerEvent(type, { pointerId, bubbles: true }));
  const compose = (type: string): boolean => host.dispatchEvent(new CompositionEvent(type, { bubbles: true }));
  const heldFor = async (milliseconds: number): Promise<readonly boolean[]> => {
    await runFor(milliseconds - 1);
    const before = isHeld();
    await runFor(1);
    return [before, isHeld()];
  };
  await untilReleased();
  point('pointerdown', 1);
  point('pointerdown', 2);
  point('pointerup', 1);
  await runFor(1000);
  expect(isHeld()).toBe(true);
  point('pointercancel', 2);
  expect(await heldFor(100)).toEqual([true, false]);
  compose('compositionstart');
  await runFor(400);
  compose('compositionupdate');
  expect(await heldFor(500)).toEqual([true, false]);
  compose('compositionstart');
  compose('compositionend');
  await runFor(0);
  expect(isHeld()).toBe(false);
  const released = async (release: () => void): Promise<readonly boolean[]> => {
    let isReleased = false;
    point('pointerdown', 3);
    void untilReleased().then(() => (isReleased = true));
    await runFor(1999);
    const before = isReleased;
    release();
    await runFor(1);
    return [before, isReleased];
  };
  expect(await released(() => undefined)).toEqual([false, true]);
  expect(await released(() => host.removeAttribute('data-held'))).toEqual([false, true]);
});

test('a copy is described by its user, its list and the width of the window', () => {
  const [script, ...rest] = describeStart(personalList(DEMO_USER.id)).split(' ');
  expect([script === '', rest]).toEqual([false, [DEMO_USER.id, DEMO_USER.id, '390']]);
});
