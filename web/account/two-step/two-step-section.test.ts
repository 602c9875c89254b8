/** Removing authenticator apps that were never verified. */
import { expect, test } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import { fail, ok } from '#core/result.ts';
import type { Factor } from '#client/ports/accounts.ts';
import { dropUnfinished } from './two-step-section.tsx';
import { nextFactorName } from './add-factor.tsx';

await speakEnglish();

const app = (id: string, name: string, status: Factor['status']): Factor => ({
  id,
  type: 'totp',
  status,
  name,
  phone: '',
});

test('[A3] removes an unverified app and frees its name; keeps verified apps and phones', async () => {
  const removed: string[] = [];
  const phone: Factor = { id: 'p', type: 'phone', status: 'unverified', name: '', phone: '+491701234567' };
  const left = await dropUnfinished(
    {
      async removeFactor(id) {
        removed.push(id);
        return ok(null);
      },
    },
    [app('a', 'Authenticator app', 'verified'), app('b', 'Authenticator app 2', 'unverified'), phone],
  );
  expect(removed).toEqual(['b']);
  expect(left.map(({ id }) => id)).toEqual(['a', 'p']);
  expect(nextFactorName(left, 'app')).toBe('Authenticator app 2');
});

test('[A3] an app that cannot be removed keeps its name', async () => {
  const left = await dropUnfinished({ removeFactor: () => Promise.resolve(fail({ type: 'unreachable' })) }, [
    app('a', 'Authenticator app', 'unverified'),
  ]);
  expect(nextFactorName(left, 'app')).toBe('Authenticator app 2');
});
