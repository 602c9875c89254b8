/** Whether a backend can store amounts and notes, as the device remembers it. */
import { expect, test } from 'vitest';
import { ANN, json, MILK, openFakeAccount } from '#test/backend/fake-server.ts';
import { offersAmounts, removeAmountsSupport } from './amounts-support.ts';

const ITEMS = '/rest/v1/grocery_items';

test('[Q6] amounts are offered until the backend shows that it has no columns for them', async () => {
  let wire: object = MILK;
  const { pull, push } = openFakeAccount(({ call }) => {
    if (call === `GET ${ITEMS}`) return json([wire]);
    return call === `POST ${ITEMS}` ? json({ code: '42703', message: 'no such column' }, 400) : undefined;
  });
  expect(offersAmounts(ANN.id)).toBe(true);
  await pull('items', 1);
  expect(offersAmounts(ANN.id)).toBe(false);
  wire = { ...MILK, amount: null, unit: null, note: null };
  await pull('items', 1);
  expect(offersAmounts(ANN.id)).toBe(true);
  const patch = { table: 'items', id: 'i1', fields: { amount: 2 } } as const;
  await push({ table: 'items', deviceId: 'device-9', patches: [{ patch, seq: 1 }] });
  expect(offersAmounts(ANN.id)).toBe(false);
  removeAmountsSupport(ANN.id);
  expect(offersAmounts(ANN.id)).toBe(true);
});
