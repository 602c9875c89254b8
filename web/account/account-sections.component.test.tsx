/** Single sections of the account dialog in a real browser: the name, sign-in methods and the account's data (product A3). */
import { expect, onTestFinished, test, vi } from 'vitest';
import { fail, ok } from '#core/result.ts';
import { FACTS, part, showAccount } from '#web/testing/account-api.ts';
import { SHARING } from '#web/testing/lists-in-memory.ts';
import { announced, button, dialog, field, press } from '#web/testing/steps.ts';

test('[A7] [D4] Escape in the field for the name closes only the field', async () => {
  await showAccount({}, { openSharingApi: () => Promise.resolve(SHARING) });
  await button('Change name', part('Name')).click();
  await expect.element(field('Your name', part('Name'))).toHaveValue('Ada');
  await press('{Escape}');
  await expect.element(button('Change name', part('Name'))).toHaveFocus();
  await expect.element(dialog('Account')).toBeVisible();
});

test('[A3] the only sign-in method cannot be removed, and a provider can be linked', async () => {
  const identities = [{ id: 'i1', provider: 'email', email: 'ada@example.org' }];
  await showAccount({ read: () => Promise.resolve(ok({ ...FACTS, identities, providers: ['google'] })) });
  const methods = part('Sign-in methods');
  await expect.element(methods.getByText('You can’t remove your only sign-in method.')).toBeVisible();
  await expect.element(button('Link Google', methods)).toBeVisible();
  await expect.element(methods.getByRole('button', { name: /^Unlink/u })).not.toBeInTheDocument();
});

test('[A3] the data of the account is saved as a file, unless it cannot be downloaded', async () => {
  // The browser saves the file that the pressed link names.
  const saving = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  onTestFinished(() => saving.mockRestore());
  let isDown = true;
  const downloadData = () => Promise.resolve(isDown ? fail({ type: 'unreachable' } as const) : ok('{"items":[]}'));
  await showAccount({ downloadData });
  const data = part('My data');
  await button('Download my data', data).click();
  await expect.element(data.getByRole('alert')).not.toBeEmptyDOMElement();
  expect(saving).not.toHaveBeenCalled();
  isDown = false;
  await button('Download my data', data).click();
  await expect.element(announced('Your data has been downloaded.')).toBeVisible();
  expect(saving).toHaveBeenCalledTimes(1);
});
