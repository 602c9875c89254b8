/** Session events reach every tab, whichever tab caused them (spec section 4). */
import { expect, test } from 'vitest';
import { ANN, BOB, session, tokenOf } from '#test/backend/fake-server.ts';
import { stubLocalStorage, stubPage } from '#test/doubles/fake-page.ts';
import { createSessionStore } from './session-store.ts';

const FIRST = session(ANN);
const RENEWED = session(ANN, 2);
const HALF = { ...FIRST, access_token: tokenOf('aal1', 'ann') };
const ASSURED = { ...FIRST, access_token: tokenOf('aal2', 'ann') };
const MOVED = { ...FIRST, user: { ...FIRST.user, email: 'new@example.org' } };

const EVENTS = [
  [null, FIRST, ['signed-in']],
  [FIRST, session(BOB), ['signed-in']],
  [FIRST, null, ['signed-out']],
  [null, null, []],
  [FIRST, FIRST, []],
  [FIRST, RENEWED, ['token-refreshed']],
  [HALF, ASSURED, ['code-verified']],
  [ASSURED, RENEWED, ['token-refreshed']],
  [FIRST, MOVED, ['user-updated']],
  [FIRST, { ...MOVED, access_token: 'other' }, ['token-refreshed', 'user-updated']],
  [FIRST, { ...FIRST, user: { ...FIRST.user, last_sign_in_at: 'later' } }, []],
  [FIRST, { ...FIRST, user: { ...FIRST.user, factors: [{ id: 'f', status: 'verified' }] } }, ['user-updated']],
] as const;

/** A tab that listens. */
function openTab(stored: object | null) {
  const page = stubPage();
  const values = stubLocalStorage(stored ? { 'checklist.session': JSON.stringify(stored) } : {});
  const store = createSessionStore();
  const heard: string[] = [];
  const stop = store.onEvent((event) => {
    if (event !== 'initial-session') heard.push(event);
  });
  return { page, values, store, heard, stop };
}

test.each([null, FIRST])(
  '[spec-4] each listener receives the initial session event once, with or without a session: %j',
  async (kept) => {
    const { store } = openTab(kept);
    const heard: string[] = [];
    store.onEvent((event) => void heard.push(event));
    expect(heard).toEqual([]);
    await Promise.resolve();
    expect(heard).toEqual(['initial-session']);
    store.write(session(BOB));
    await Promise.resolve();
    expect(heard).toEqual(['initial-session', 'signed-in']);
  },
);

test('[spec-4] a listener that is removed at once does not receive the initial session event', async () => {
  const { store } = openTab(FIRST);
  const heard: string[] = [];
  store.onEvent((event) => void heard.push(event))();
  await Promise.resolve();
  expect(heard).toEqual([]);
});

test.each(EVENTS)('[spec-4] %#: this tab did it', (before, after, events) => {
  const { store, heard } = openTab(before);
  store.write(after);
  expect(heard).toEqual(events);
});

test.each(EVENTS)('[Y8] %#: another tab did it', (before, after, events) => {
  const { page, values, heard } = openTab(before);
  const [oldValue, newValue] = [before, after].map((value) => (value === null ? null : JSON.stringify(value)));
  if (newValue) values.set('checklist.session', newValue);
  else values.delete('checklist.session');
  page.tell('window', 'storage', { key: 'checklist.session', oldValue, newValue });
  page.tell('window', 'storage', { key: 'another', oldValue, newValue });
  expect(heard).toEqual(events);
});

test('[spec-4] a removed listener receives nothing', () => {
  const { store, heard, stop } = openTab(null);
  stop();
  store.write(FIRST);
  expect(heard).toEqual([]);
});

test('[spec-8] a session that another tab made unreadable is reported as a sign-out', () => {
  const { page, values, heard } = openTab(FIRST);
  values.set('checklist.session', '{');
  page.tell('window', 'storage', { key: 'checklist.session', oldValue: JSON.stringify(FIRST), newValue: '{' });
  expect(heard).toEqual(['signed-out']);
});
