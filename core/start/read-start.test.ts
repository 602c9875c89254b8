/** What a start is, by its address, its history and its user. */
import { expect, test } from 'vitest';
import {
  createLaunch,
  listAtStart,
  readStart,
  type SignedIn,
  type Start,
  type StartFacts,
  createInvitationLink,
  readInvitationSecret,
} from './read-start.ts';

const SECRET = 'Qk3_-x9ZQk3_-x9ZQk3_-x9ZQk3_-x9Z';
const ANN: SignedIn = { user: { id: 'ann', username: 'ann', password: '' }, listId: 'party' };

type Facts = Partial<Pick<StartFacts, 'state' | 'signedIn' | 'isOnline'>> & {
  readonly search?: string;
  readonly hash?: string;
};

const read = ({ search = '', hash = '', state = null, signedIn = null, isOnline = true }: Facts): Start =>
  readStart({ address: search + hash, query: new URLSearchParams(search), state, signedIn, isOnline });

const launch = (search: string) => createLaunch(read({ search }))();

test('[H7] a signed-in user gets the list, with a network and without', () => {
  expect(read({ signedIn: ANN })).toMatchObject({ type: 'list', signedIn: ANN });
  expect(read({ signedIn: ANN, isOnline: false })).toMatchObject({ type: 'offline', signedIn: ANN });
});

test('[H4] visitors and signed-in users who open an invitation see it, the latter above their list', () => {
  const facts = { hash: `#join=${SECRET}` };
  expect(read(facts)).toEqual({ type: 'invitation', signedIn: null, secret: SECRET });
  expect(listAtStart(read({ ...facts, signedIn: ANN }))).toBe(ANN);
  // A damaged link gets an answer, too.
  expect(read({ hash: '#join=' })).toMatchObject({ type: 'invitation', secret: '-' });
});

test('[A2] a link of an email comes before the list, and continues after a reload until it is completed', () => {
  expect(read({ search: '?code=abc', signedIn: ANN })).toEqual({
    type: 'callback',
    signedIn: ANN,
    parameters: '?code=abc',
  });
  expect(read({ state: '?code=abc', signedIn: ANN })).toMatchObject({ type: 'callback', parameters: '?code=abc' });
  expect(read({ search: '?code=newer', state: '?code=abc' })).toMatchObject({ parameters: '?code=newer' });
  expect(listAtStart(read({ state: '?code=abc', signedIn: ANN }))).toBeNull();
});

test('[H4] an invitation that is opened while a callback is kept comes first', () => {
  expect(read({ hash: `#join=${SECRET}`, state: '?code=abc' }).type).toBe('invitation');
});

test('a visitor is greeted, but not on the way from the demo to the sign-up form', () => {
  expect(read({}).type).toBe('first-visit');
  expect(read({ search: '?do=add' }).type).toBe('first-visit');
  expect(read({ state: { wantsAccount: true } }).type).toBe('sign-in');
  expect(listAtStart(read({}))).toBeNull();
});

test.each([
  '',
  '?do=add',
  '?do=shop',
  '?text=Oat+milk',
  '?title=code&text=error',
  '?text=code%3D5',
  '?utm=x',
  '?promocode=x',
  '?mymessage=x&mistoken=y',
])('[spec-2] %j is a plain start', (search) => {
  expect(read({ search, signedIn: ANN }).type).toBe('list');
});

test.each([
  ['', null],
  ['?do=add', 'add'],
  ['?do=shop', 'shop'],
  ['?do=share', 'share'],
  ['?do=delete', null],
  ['?do=', null],
])('the address with %j asks for %j', (search, action) => {
  expect(launch(search)).toEqual({ action, text: '' });
});

test.each([
  ['?text=Oat%20milk', 'Oat milk'],
  ['?title=Oat+milk', 'Oat milk'],
  ['?title=Recipe&text=Oat+milk', 'Recipe Oat milk'],
  ['?title=&text=Caf%C3%A9', 'Café'],
])('a shared text, %j, waits in the add field', (search, text) => {
  expect(launch(search)).toEqual({ action: 'add', text });
});

test('a share without text only opens the app', () => {
  expect(launch('?title=&text=')).toEqual({ action: null, text: '' });
});

test('[D5] returns once how the app was opened', () => {
  const consumeLaunch = createLaunch(read({ search: '?do=shop' }));
  expect(consumeLaunch().action).toBe('shop');
  expect(consumeLaunch()).toEqual({ action: null, text: '' });
});

test('[H3] an invitation link contains the secret after the #, where no server sees it', () => {
  const link = new URL(createInvitationLink('https://list.example/', SECRET));
  expect([link.origin, link.pathname, link.search]).toEqual(['https://list.example', '/', '']);
  expect(readInvitationSecret(link.hash)).toBe(SECRET);
});

test.each(['', '#', '#code=1', `?join=${SECRET}`])('[H4] %j is no invitation', (fragment) => {
  expect(readInvitationSecret(fragment)).toBeNull();
});

test('[H4] a damaged link is an invitation that the backend does not know', () => {
  expect(
    ['#join=', '#join=short', `#join=${SECRET}%20`, `#join=${'x'.repeat(1000)}`].map(readInvitationSecret),
  ).toEqual(['-', 'short', `${SECRET}%20`, 'x'.repeat(128)]);
});
