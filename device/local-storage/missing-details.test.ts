/** Which details a backend cannot store, as the device remembers it. */
import { expect, test } from 'vitest';
import { ANN, json, MILK, openFakeList } from '#test/backend/fake-server.ts';
import { DETAILS } from '#core/list/item-fields.ts';
import { offersDetail, recordColumns, removeMissingDetails } from './missing-details.ts';

const ITEMS = '/rest/v1/grocery_items';
const WHOLE = { ...MILK, amount: null, unit: null, note: null };

test('[Q6] details are offered until the backend shows that it has no columns for them', async () => {
  let wire: object = MILK;
  const { pull, push, values } = openFakeList(({ call }) => {
    if (call === `GET ${ITEMS}`) return json([wire]);
    return call === `POST ${ITEMS}` ? json([MILK], 201) : undefined;
  });
  expect(offersDetail(ANN.id, 'amount')).toBe(true);
  await pull('items', 1);
  expect(offersDetail(ANN.id, 'amount')).toBe(false);
  wire = WHOLE;
  await pull('items', 1);
  expect(offersDetail(ANN.id, 'amount')).toBe(true);
  const patch = { table: 'items', id: 'i1', fields: { checked: true } } as const;
  await push({ table: 'items', deviceId: 'device-9', patches: [{ patch, seq: 1 }] });
  expect(offersDetail(ANN.id, 'note')).toBe(false);
  removeMissingDetails(ANN.id);
  expect(offersDetail(ANN.id, 'note')).toBe(true);
  expect([...values.keys()].filter((key) => key.includes('details'))).toEqual([]);
});

test('[Q6] one missing column does not hide the other details', () => {
  openFakeList();
  recordColumns(ANN.id, [{ ...MILK, amount: null, unit: null }]);
  const offered = DETAILS.filter((name) => offersDetail(ANN.id, name));
  expect(offered).toEqual(['amount', 'unit']);
});

test('[Q6] what an earlier build has stored about amounts counts until the backend shows an item', () => {
  const { values } = openFakeList();
  values.set(`checklist.no-amounts.${ANN.id}`, 'yes');
  expect(offersDetail(ANN.id, 'amount')).toBe(false);
  recordColumns(ANN.id, []);
  expect(offersDetail(ANN.id, 'note')).toBe(false);
  recordColumns(ANN.id, [WHOLE]);
  expect(offersDetail(ANN.id, 'amount')).toBe(true);
  expect(values.has(`checklist.no-amounts.${ANN.id}`)).toBe(false);
});
