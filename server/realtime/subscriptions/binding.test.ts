/** Validating requested subscriptions against the published tables, and finding them for a change. */
import { expect, test } from 'vitest';
import { bindSubscription } from './binding.ts';
import { bindCondition } from './filter.ts';
import type { SubscriptionParams } from '#server/realtime/protocol/join-request.ts';
import type { Subscription } from '#server/realtime/connection.ts';
import { createSubscriptions } from './subscriptions.ts';
import { subscriptionIds } from '#server/realtime/join.ts';
import { tableKey, type Table } from './tables.ts';

const column = (name: string, type: string, isReadable = true) => ({
  name,
  type,
  isKey: name === 'id',
  isIdentity: true,
  isReadable,
  isGuarded: false,
});
const notes: Table = {
  schema: 'public',
  name: 'notes',
  isSecured: true,
  columns: [column('id', 'int4'), column('owner', 'uuid'), column('secret', 'text', false)],
};
const news: Table = { ...notes, name: 'news' };
const tables = new Map([notes, news].map((table) => [tableKey(table.schema, table.name), table]));
const bind = (params: SubscriptionParams) => {
  const bound = bindSubscription(params, 1, tables);
  return bound.ok ? bound.value : bound.failure.message;
};

test('[wire] parameters name a table, a schema or everything, and an event in any case', () => {
  expect(bind({ event: 'insert', schema: 'public', table: 'notes' })).toMatchObject({
    event: 'INSERT',
    schema: 'public',
    table: 'notes',
    select: null,
  });
  expect(bind({ schema: '*' })).toMatchObject({ event: '*', schema: '*', table: '*' });
  expect(bind({ table: 'notes', filter: 'id=eq.1', select: ['id', 5] })).toMatchObject({
    schema: 'public',
    select: ['id'],
  });
});

test("[wire] invalid parameters are refused with the hosted service's messages", () => {
  expect(bind({})).toContain('No subscription params provided');
  expect(bind({ schema: 5 })).toContain('No subscription params provided');
  expect(bind({ schema: 'public', table: 'nowhere' })).toContain(
    'Please check Realtime is enabled for the given connect parameters: [event: *, schema: public, table: nowhere',
  );
  expect(bind({ schema: 'auth', table: 'users' })).toContain('Please check Realtime is enabled');
  for (const name of ['nothing', 'secret']) {
    expect(bind({ table: 'notes', filter: `${name}=eq.1` })).toContain(`Exception: invalid column for filter ${name}`);
    expect(bind({ table: 'notes', select: [name] })).toContain(`Exception: invalid column for select ${name}`);
  }
  expect(bind({ table: 'notes', filter: 'id=eq.x' })).toContain('invalid input syntax for type int4');
  expect(bind({ schema: 'public', filter: 'id=eq.1' })).toContain('invalid column');
  expect(bind({ schema: 'public', select: ['id'] })).toContain('Column selection is not supported for wildcard');
  expect(bind({ table: 'notes', filter: 'undefined' })).toContain('Error parsing `filter` params');
});

test('[wire] ids are never 0, unique within a channel, and equal for equal parameters', () => {
  const params = [{ table: 'a' }, { table: 'a' }, { table: 'b' }];
  const ids = subscriptionIds(params);
  expect(new Set(ids).size).toBe(3);
  expect(ids.every((id) => Number.isInteger(id) && id > 0)).toBe(true);
  expect(subscriptionIds([{ table: 'b' }])).toEqual([ids[2]]);
});

test('[wire] a change finds its subscriptions by value, table and wildcard, and none that were removed', () => {
  const subscriptions = createSubscriptions();
  const add = (params: SubscriptionParams): Subscription => {
    const subscription = { ...(bind(params) as Subscription) };
    subscriptions.add(subscription);
    return subscription;
  };
  const owner = (digit: string) => `0000000${digit}-0000-0000-0000-000000000000`;
  const mine = add({ table: 'notes', filter: `owner=eq.${owner('1')}` });
  const other = add({ table: 'notes', filter: `owner=eq.${owner('2')}` });
  const all = [
    add({ table: 'notes' }),
    add({ schema: 'public' }),
    add({ schema: '*' }),
    add({ schema: '*', table: 'notes' }),
  ];
  add({ table: 'news' });
  const deletes = add({ table: 'notes', event: 'DELETE' });
  const change = { schema: 'public', table: 'notes', commit_timestamp: '' };
  const insert = { ...change, type: 'INSERT', record: { id: 1, owner: owner('1') } } as const;
  expect(new Set(subscriptions.find(insert))).toEqual(new Set([mine, ...all]));
  const remove = { ...change, type: 'DELETE', old_record: { id: 1, owner: owner('2') } } as const;
  expect(new Set(subscriptions.find(remove))).toEqual(new Set([other, deletes, ...all]));
  for (const subscription of [mine, ...all]) subscriptions.remove(subscription);
  expect(subscriptions.find(insert)).toEqual([]);
  expect(subscriptions.has(mine)).toBe(false);
});

test('[wire] each value of a list finds its subscription, by the type that the column had', () => {
  const subscriptions = createSubscriptions();
  const add = (name: string, type: string, ...values: readonly string[]): void => {
    const bound = bindCondition({ column: name, values }, type);
    if (!bound.ok) throw new Error(bound.failure.message);
    subscriptions.add({ ...(bind({ table: 'notes' }) as Subscription), conditions: [bound.value] });
  };
  const count = (record: Readonly<Record<string, unknown>>): number =>
    subscriptions.find({ schema: 'public', table: 'notes', commit_timestamp: '', type: 'INSERT', record }).length;
  add('text', 'text', 'a', 'b');
  expect([count({ text: 'a' }), count({ text: 'b' }), count({ text: 'c' }), count({})]).toEqual([1, 1, 0, 0]);
  // The column was a uuid when the first of them arrived, and was changed to text since.
  const [written, read] = ['ABCDEF00-0000-0000-0000-000000000001', 'abcdef00000000000000000000000001'];
  add('owner', 'uuid', written);
  add('owner', 'text', read);
  expect([count({ owner: written }), count({ owner: read })]).toEqual([1, 2]);
});
