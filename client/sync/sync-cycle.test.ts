/** How a sync cycle requests pages: ahead of the disk, but never past it. */
import { describe, expect, test } from 'vitest';
import { fail, ok } from '#core/result.ts';
import type { PushGroup } from '#core/sync/sync-record.ts';
import type { BackendFailure } from '#client/ports/backend.ts';
import type { PushOutcome, StorageFailure, SyncStorage } from '#client/ports/storage.ts';
import { START } from '#test/doubles/fake-clock.ts';
import { createFakeBackend } from '#test/doubles/fake-backend.ts';
import { row } from '#test/account/open-synced-list.ts';
import { type CycleResult, runSyncCycle } from './sync-cycle.ts';

const RETRY: CycleResult = { type: 'retry', tables: ['items'], retryAfterMs: null };

type Device = {
  readonly isComplete: boolean;
  readonly cursor: number;
  /** Why the disk refuses. */
  readonly refusal: StorageFailure['type'];
};

/** A disk with nothing to push. Logs each write together with the requests until then. */
function setUp(
  refusesFrom: number,
  { isComplete = true, cursor = 1, refusal = 'storage-closed' }: Partial<Device> = {},
) {
  const fake = createFakeBackend();
  fake.pullAnswers.items = [
    ok({ rows: [row('tea', 3)], isFull: true }),
    ok({ rows: [row('ham', 9)], isFull: true }),
    ok({ rows: [row('oil', 12)], isFull: false }),
  ];
  const received: string[] = [];
  const never = () => Promise.reject(new Error('Unexpected call.'));
  const storage: SyncStorage = {
    readSync: () =>
      Promise.resolve(
        ok({
          cursors: { items: cursor, categories: 0, savedLists: 0, listRow: 0 },
          isComplete,
          rejected: [],
          deviceId: 'own',
          lastSeq: 0,
        }),
      ),
    nextGroup: () => Promise.resolve(ok(null)),
    receive(rows, pulled) {
      const asked = fake.asked.join();
      received.push(`${rows.map(({ row: { id } }) => id).join()} ${pulled.items} after ${asked}`);
      return Promise.resolve(received.length < refusesFrom ? ok(null) : fail({ type: refusal }));
    },
    acknowledge: never,
    markComplete: () => Promise.resolve(ok(null)),
    resolveRejected: never,
  };
  const run = (backend = fake.backend) =>
    runSyncCycle({ storage, backend, onDisk: () => Promise.resolve() }, ['items']);
  return { run, received, fake, storage };
}

test('[Y5] the next page is requested while one is written', async () => {
  const { run, received } = setUp(Number.POSITIVE_INFINITY);
  expect(await run()).toMatchObject({ type: 'done' });
  expect(received).toEqual([
    'tea 3 after pull items 1,pull items 3',
    'ham 9 after pull items 1,pull items 3,pull items 9',
    'oil 12 after pull items 1,pull items 3,pull items 9',
  ]);
});

test('[Y5] pages follow the versions of the backend after those that this device took from its clock', async () => {
  const { run, received } = setUp(Number.POSITIVE_INFINITY, { cursor: START });
  expect(await run()).toMatchObject({ type: 'done' });
  expect(received.map((page) => page.split(' after ')[0])).toEqual(['tea 3', 'ham 9', 'oil 12']);
});

test('[Y5] a page is dropped if the one before could not be stored, so that the cursor never skips a row', async () => {
  const { run, received } = setUp(2);
  expect(await run()).toEqual(RETRY);
  expect(received).toHaveLength(2);
});

test('[D2] after a full disk, the same rows are not downloaded again for a minute', async () => {
  const { run } = setUp(1, { refusal: 'storage-full' });
  expect(await run()).toEqual({ ...RETRY, retryAfterMs: 60_000 });
});

test('[D2] a push whose answer a full disk refused is not sent again for a minute', async () => {
  const { storage, fake } = setUp(Number.POSITIVE_INFINITY);
  const patch = { table: 'items', id: 'tea', fields: { name: 'Tea' } } as const;
  fake.pushAnswers.push(ok([row('tea', 13)]));
  const nextGroup: SyncStorage['nextGroup'] = async () =>
    ok({ table: 'items', deviceId: 'own', patches: [{ patch, seq: 1 }] });
  const acknowledge: SyncStorage['acknowledge'] = async () => fail({ type: 'storage-full' });
  const parts = { storage: { ...storage, nextGroup, acknowledge }, backend: fake.backend };
  expect(await runSyncCycle({ ...parts, onDisk: () => Promise.resolve() }, ['items'])).toEqual({
    ...RETRY,
    retryAfterMs: 60_000,
  });
});

test('[Y5] the failure of an unused page is not unhandled', async () => {
  const { run, fake } = setUp(1);
  const { pull } = fake.backend;
  let pulls = 0;
  // Vitest fails on unhandled rejections.
  const isLost = () => (pulls += 1) > 1;
  const backend = {
    ...fake.backend,
    pull: (...asked: Parameters<typeof pull>) => (isLost() ? Promise.reject(new Error('Lost.')) : pull(...asked)),
  };
  expect(await run(backend)).toEqual(RETRY);
});

test('[Y5] what a pull adds to the outbox is sent in the same cycle', async () => {
  const { storage, fake, received } = setUp(Number.POSITIVE_INFINITY);
  const patch = { table: 'items', id: 'tea', fields: { name: 'Tea' } } as const;
  let isSent = false;
  const nextGroup: SyncStorage['nextGroup'] = () => {
    const isLost = received.length === 3 && !isSent;
    return Promise.resolve(ok(isLost ? { table: 'items', deviceId: 'own', patches: [{ patch, seq: 1 }] } : null));
  };
  const acknowledge: SyncStorage['acknowledge'] = () => {
    isSent = true;
    return Promise.resolve(ok(null));
  };
  fake.pushAnswers.push(ok([row('tea', 13)]));
  const parts = { storage: { ...storage, nextGroup, acknowledge }, backend: fake.backend };
  expect(await runSyncCycle({ ...parts, onDisk: () => Promise.resolve() }, ['items'])).toMatchObject({ type: 'done' });
  expect([isSent, fake.asked.at(-1)]).toEqual([true, expect.stringContaining('push')]);
});

describe('a push that the backend does not finish in time', () => {
  const groupOf = (...ids: readonly string[]): PushGroup => ({
    table: 'items',
    deviceId: 'own',
    patches: ids.map((id, at) => ({ patch: { table: 'items', id, fields: { checked: true } }, seq: at + 1 })),
  });
  const pushOnce = async (group: PushGroup, failure: BackendFailure) => {
    const { storage, fake } = setUp(Number.POSITIVE_INFINITY);
    const outcomes: PushOutcome[] = [];
    fake.pushAnswers.push(fail(failure));
    const acknowledge: SyncStorage['acknowledge'] = (_, outcome) => {
      outcomes.push(outcome);
      return Promise.resolve(ok(null));
    };
    const nextGroup = () => Promise.resolve(ok(group));
    const parts = { storage: { ...storage, nextGroup, acknowledge }, backend: fake.backend };
    const result = await runSyncCycle({ ...parts, onDisk: () => Promise.resolve() }, ['items']);
    return { result, outcomes };
  };
  const slow = { type: 'transient', isTooSlow: true } as const;

  test('[Y6] is half as large at the next attempt', async () => {
    expect(await pushOnce(groupOf('milk', 'tea'), slow)).toEqual({ result: RETRY, outcomes: [{ type: 'bisect' }] });
  });

  test('[Y6] waits if it has one row', async () => {
    expect(await pushOnce(groupOf('milk'), slow)).toEqual({ result: RETRY, outcomes: [] });
  });

  test('[Y4] without a network stays as large as it is', async () => {
    expect(await pushOnce(groupOf('milk', 'tea'), { type: 'transient' })).toEqual({ result: RETRY, outcomes: [] });
  });
});

describe('a push that fails', () => {
  const patch = { table: 'items', id: 'tea', fields: { name: 'Tea' } } as const;
  const pullAfter = async (failure: BackendFailure, device: Partial<Device> = {}) => {
    const { storage, fake, received } = setUp(Number.POSITIVE_INFINITY, device);
    fake.pushAnswers.push(fail(failure));
    const nextGroup: SyncStorage['nextGroup'] = async () =>
      ok({ table: 'items', deviceId: 'own', patches: [{ patch, seq: 1 }] });
    const parts = { storage: { ...storage, nextGroup }, backend: fake.backend, onDisk: () => Promise.resolve() };
    const result = await runSyncCycle(parts, ['items']);
    return { result, received: received.length, pushes: fake.asked.filter((call) => call.startsWith('push')).length };
  };

  test('[Y4] with a 4xx that may pass does not keep the changes of others from this device in the first cycle either', async () => {
    const failure = { type: 'transient', mayAnswerOthers: true } as const;
    expect(await pullAfter(failure, { isComplete: false })).toMatchObject({ received: 3, pushes: 1 });
  });

  test('[Y4] in the backend itself does not keep the changes of others from this device, and is repeated', async () => {
    expect(await pullAfter({ type: 'transient', mayAnswerOthers: true })).toEqual({
      result: RETRY,
      received: 3,
      pushes: 1,
    });
  });

  test.each<[string, BackendFailure]>([
    ['without a network', { type: 'transient' }],
    ['because the backend asks to wait', { type: 'transient', mayAnswerOthers: true, retryAfterMs: 5000 }],
    ['because the session is over', { type: 'signed-out' }],
    ['because the account is not a member', { type: 'not-a-member' }],
  ])('[Y4] %s ends the cycle', async (_, failure) => {
    expect(await pullAfter(failure)).toMatchObject({ received: 0, pushes: 1 });
  });
});

test.each<[BackendFailure, Partial<CycleResult>]>([
  [{ type: 'transient' }, { type: 'retry', refusal: undefined }],
  [
    { type: 'refused', message: 'Too many lists' },
    { type: 'retry', refusal: 'Too many lists' },
  ],
  [{ type: 'not-a-member' }, { type: 'not-a-member' }],
])(
  '[H2] [Y4] no other request is made for a new list until the backend has it: %j ends the cycle, with the reason of a refusal',
  async (failure, result) => {
    const { run, fake } = setUp(Number.POSITIVE_INFINITY);
    const answers = [fail(failure)];
    const createIfNew = () => Promise.resolve(answers.shift() ?? ok(null));
    expect(await run({ ...fake.backend, createIfNew })).toMatchObject(result);
    expect(fake.asked).toEqual([]);
    expect(await run({ ...fake.backend, createIfNew })).toMatchObject({ type: 'done' });
    expect(fake.asked).not.toEqual([]);
  },
);

describe('a push whose 4xx may be a gateway’s', () => {
  const failure = { type: 'transient', mayAnswerOthers: true, suspectedRefusal: 'Forbidden' } as const;
  const groupOf = (ids: readonly string[], suspicions: number): PushGroup => ({
    table: 'items',
    deviceId: 'own',
    patches: ids.map((id, at) => ({ patch: { table: 'items', id, fields: { checked: true } }, seq: at + 1 })),
    suspicions,
  });
  /** Runs a cycle whose push fails. @param pulled whether the backend answers the pull, or only GETs */
  const pushOnce = async (group: PushGroup, pulled: boolean | 'by GET' = true) => {
    const { storage, fake } = setUp(Number.POSITIVE_INFINITY);
    const outcomes: PushOutcome[] = [];
    fake.pushAnswers.push(fail(failure));
    if (pulled === false) fake.pullAnswers.items = [fail(failure)];
    const acknowledge: SyncStorage['acknowledge'] = (_, outcome) => {
      outcomes.push(outcome);
      return Promise.resolve(ok(null));
    };
    const nextGroup: SyncStorage['nextGroup'] = () =>
      Promise.resolve(ok(outcomes.some(({ type }) => type !== 'suspected') ? null : group));
    const backend = { ...fake.backend, answersPosts: () => Promise.resolve(pulled !== 'by GET') };
    const parts = { storage: { ...storage, nextGroup, acknowledge }, backend };
    const { type } = await runSyncCycle({ ...parts, onDisk: () => Promise.resolve() }, []);
    return { type, outcomes };
  };

  test('[Y4] counts if the backend answers another request, which is made for it', async () => {
    expect(await pushOnce(groupOf(['tea'], 0))).toEqual({ type: 'retry', outcomes: [{ type: 'suspected' }] });
  });

  test('[Y4] waits while the backend answers no other request', async () => {
    expect(await pushOnce(groupOf(['tea'], 2), false)).toEqual({ type: 'retry', outcomes: [] });
  });

  test('[Y4] waits while what answers the pull may answer only GETs', async () => {
    expect(await pushOnce(groupOf(['tea'], 2), 'by GET')).toEqual({ type: 'retry', outcomes: [] });
  });

  test('[Y4] is refused the third time, and the push continues without it', async () => {
    const rejected = { type: 'rejected', message: 'Forbidden' };
    expect(await pushOnce(groupOf(['tea'], 2))).toEqual({ type: 'done', outcomes: [rejected] });
    expect(await pushOnce(groupOf(['tea', 'ham'], 2))).toEqual({ type: 'done', outcomes: [{ type: 'bisect' }] });
  });
});

describe('the first sync cycle', () => {
  const page = { rows: [row('tea', 3)], isFull: false };
  const none = { rows: [], isFull: false };
  const all = { items: none, savedLists: none, listRow: page, categories: page };

  test('[L2] does not provision an account that has categories', async () => {
    const { run, fake, received } = setUp(Number.POSITIVE_INFINITY, { isComplete: false });
    expect(await run({ ...fake.backend, pullAll: () => Promise.resolve(ok(all)) })).toMatchObject({ type: 'done' });
    expect([fake.asked, received.length]).toEqual([[], 2]);
  });

  test('[L2] pulls only the list’s own row and the categories before the push, because the rest may take long', async () => {
    const { run, fake } = setUp(Number.POSITIVE_INFINITY, { isComplete: false });
    const asked: string[] = [];
    const pullAll = (cursors: object) => {
      asked.push(Object.keys(cursors).join());
      return Promise.resolve(asked.length === 1 ? ok(all) : fail({ type: 'transient', retryAfterMs: 7000 } as const));
    };
    expect(await run({ ...fake.backend, pullAll })).toEqual({ ...RETRY, retryAfterMs: 7000 });
    expect(asked).toEqual(['categories,listRow', 'categories,items,savedLists,listRow']);
  });

  test('[L2] provisions an account without categories, and pulls the result', async () => {
    const { run, fake, received } = setUp(Number.POSITIVE_INFINITY, { isComplete: false });
    const pages = [{ ...all, categories: none }, all];
    const pullAll = () => Promise.resolve(ok(pages.shift() ?? {}));
    expect(await run({ ...fake.backend, pullAll })).toMatchObject({ type: 'done' });
    expect([fake.asked, received.length, pages]).toEqual([['provisionDefaults'], 2, []]);
  });
});
