/** The special cases of each known provider. */
import { expect, test } from 'vitest';
import { answersAsForm, forceConsent, readProviders } from '#server/auth/providers/provider-settings.ts';

const read = readProviders({
  PROVIDERS: 'apple github google',
  ...Object.fromEntries(
    ['APPLE', 'GITHUB', 'GOOGLE'].flatMap((name) => [
      [`PROVIDER_${name}_CLIENT_ID`, 'id'],
      [`PROVIDER_${name}_CLIENT_SECRET`, 'secret'],
    ]),
  ),
});

test('[A2] Apple posts a form and always asks for consent; GitHub uses another prompt value', () => {
  const results = read.ok ? read.value.map((provider) => [answersAsForm(provider), forceConsent(provider)]) : [];
  expect(results).toEqual([
    [true, {}],
    [false, { prompt: 'select_account' }],
    [false, { prompt: 'consent' }],
  ]);
});
