/** For tests: a list as a build with databases of version 3 stored it, recorded from that build. */

const DEVICE = '1795248000000-0000000000000001';
const PEOPLE = { addedBy: 'bob', tickedBy: null };
const ITEM = { category: 'dairy', checked: false, deleted: false, people: PEOPLE };
const NO_DIFF = { items: [], categories: [], savedLists: [], profile: [] };
const TICK = { table: 'items', id: 'milk', fields: { checked: true } };

/** An unsent tick, renaming and undo, a rejected renaming of the list, and every single value. */
export const VERSION_3 = {
  groceryItems: [
    { ...ITEM, id: 'bread', name: 'Bread', localSeq: 2, version: 42 },
    { ...ITEM, id: 'milk', name: 'Milk', amount: 2, unit: 'l', note: 'fresh', localSeq: 1, version: 40 },
  ],
  groceryCategories: [
    { id: 'dairy', name: 'Dairy', color: '', inList: true, deleted: false, localSeq: 1, version: 39 },
  ],
  savedLists: [
    {
      id: 'week',
      name: 'week',
      items: [],
      createdAt: '2026-11-21T08:00:00.000Z',
      deleted: false,
      localSeq: 1,
      version: 38,
    },
  ],
  profile: [{ id: 'profile', listName: 'Ours', deleted: false, localSeq: 1, version: 37 }],
  history: [
    {
      id: '1795248000001-0000000000000003',
      diff: { ...NO_DIFF, items: [{ id: 'milk', before: { checked: false }, after: { checked: true } }] },
      undone: false,
    },
    {
      id: '1795248000002-0000000000000004',
      diff: { ...NO_DIFF, items: [{ id: 'bread', before: { name: 'Bread' }, after: { name: 'Rye bread' } }] },
      undone: false,
    },
    {
      id: '1795248000003-0000000000000005',
      diff: { ...NO_DIFF, items: [{ id: 'bread', before: { checked: true }, after: { checked: false } }] },
      undone: true,
    },
  ],
  /** By their keys. */
  outbox: {
    2: { patches: [TICK], id: 'tab-1' },
    3: { patches: [{ table: 'items', id: 'bread', fields: { name: 'Rye bread' } }] },
    4: { patches: [{ table: 'items', id: 'bread', fields: { checked: true } }] },
    5: { patches: [{ table: 'items', id: 'bread', fields: { checked: false } }] },
  },
  meta: {
    collapsed: ['dairy'],
    compactedIds: ['tab-0'],
    compactedUpTo: 1,
    'firstScreenTicks 1795248000000': [['milk', false]],
    lists: {
      cursor: 7,
      entries: [{ role: 'owner', members: [], unsent: null, version: 0, id: 'ann', name: 'Ours', state: 'active' }],
    },
    localSeq: 3,
    quarantine: [{ store: 'savedLists', key: 'bad', value: { id: 'bad', name: 7 } }],
    sync: {
      device: { id: DEVICE, lastSeq: 1_795_248_000_002 },
      cursors: { items: 42, categories: 39, savedLists: 38, profile: 37 },
      isComplete: true,
      push: {
        groups: [{ table: 'items', deviceId: DEVICE, patches: [{ patch: TICK, seq: 1_795_248_000_002 }] }],
        upTo: 2,
      },
      rejected: [
        {
          id: `${DEVICE}/1795248000001`,
          group: {
            table: 'profile',
            deviceId: DEVICE,
            patches: [
              { patch: { table: 'profile', id: 'profile', fields: { listName: 'Bad' } }, seq: 1_795_248_000_001 },
            ],
          },
          message: 'No.',
        },
      ],
      hasPeople: true,
    },
    unseen: new Map([['bread', PEOPLE]]),
  },
};
