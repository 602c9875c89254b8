/** An account feature has one name, which its adapter and its section of the account dialog share. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const ADAPTERS = 'device/backend/account';

/** Its adapter is in `sharing-api.ts`, because only members of shared lists see the name. */
const WITHOUT_ADAPTER = ['display-name'];

test('each section of the account dialog has an adapter of the same name', () => {
  const features = globSync('web/account/**/*-section.tsx').map((file) => basename(file, '-section.tsx'));
  expect(features.toSorted()).toEqual([
    'activity',
    'change-email',
    'change-password',
    'delete-account',
    'display-name',
    'download-data',
    'identities',
    'passkeys',
    'sessions',
    'two-step',
  ]);
  const adapters = new Set(globSync(`${ADAPTERS}/*.ts`).map((file) => basename(file, '.ts')));
  expect(features.filter((feature) => !adapters.has(feature))).toEqual(WITHOUT_ADAPTER);
});
