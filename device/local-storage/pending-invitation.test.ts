/** The pending invitation on this device. */
import { afterEach, expect, test, vi } from 'vitest';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { createPendingInvitation } from './pending-invitation.ts';

const SECRET = 'Qk3_-x9ZQk3_-x9ZQk3_-x9ZQk3_-x9Z';
const DAY_MS = 24 * 60 * 60 * 1000;

afterEach(() => vi.unstubAllGlobals());

function setUp(values: Record<string, string> | null = {}) {
  const page = stubPage();
  const stored = stubLocalStorage(values);
  const clock = createFakeClock();
  const location = { hash: '' };
  const addresses: string[] = [];
  vi.stubGlobal('location', location);
  vi.stubGlobal('history', {
    state: null,
    replaceState(_state: unknown, _title: string, address: string) {
      addresses.push(address);
      location.hash = '';
    },
  });
  return {
    page,
    stored,
    clock,
    location,
    addresses,
    open: (secret: string | null = null) => createPendingInvitation(clock, secret),
  };
}

test('[H4] an opened link is stored until it is answered', () => {
  const { open, stored, addresses } = setUp();
  expect([open(SECRET).secret(), addresses]).toEqual([SECRET, ['./']]);
  const reloaded = open();
  expect(reloaded.secret()).toBe(SECRET);
  reloaded.remove();
  expect([reloaded.secret(), open().secret(), stored.size]).toEqual([null, null, 0]);
});

test('[H4] is forgotten when the invitation has expired', () => {
  const { open, stored, clock } = setUp();
  open(SECRET);
  clock.advance(7 * DAY_MS - 1);
  expect(open().secret()).toBe(SECRET);
  clock.advance(1);
  expect([open().secret(), stored.size]).toEqual([null, 0]);
});

test('[H4] a link that is opened in a tab of the app replaces an earlier one, and leaves the address bar at once', () => {
  const { open, page, location, addresses } = setUp();
  const pending = open(SECRET);
  let changes = 0;
  pending.onChange(() => (changes += 1));
  location.hash = `#join=${SECRET}2`;
  page.tell('window', 'hashchange');
  expect([pending.secret(), changes, addresses]).toEqual([`${SECRET}2`, 1, ['./', './']]);
  location.hash = '#somewhere';
  page.tell('window', 'hashchange');
  expect([pending.secret(), changes]).toEqual([`${SECRET}2`, 1]);
});

test('[H4] a link that is opened before this code has loaded counts', () => {
  const { open, location, addresses } = setUp();
  location.hash = `#join=${SECRET}2`;
  expect([open().secret(), addresses]).toEqual([`${SECRET}2`, ['./']]);
});

test('[H4] an answer in one tab counts in the others', () => {
  const { open, page } = setUp();
  const [one, other] = [open(SECRET), open()];
  one.remove();
  page.tell('window', 'storage', { key: 'checklist.invitation', newValue: null });
  expect(other.secret()).toBeNull();
});

test('[H4] [D2] without local storage, the invitation lasts until the page closes', () => {
  const { open } = setUp(null);
  expect(open(SECRET).secret()).toBe(SECRET);
  expect(open().secret()).toBeNull();
});

test.each(['', 'x', `x ${SECRET}`, '{}'])('[D1] an unreadable value, %j, is no invitation', (value) => {
  expect(setUp({ 'checklist.invitation': value }).open().secret()).toBeNull();
});
