/** Steps in the account dialog. */
import { expect, type Locator, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { button, dialog, field, pressInMenu } from './controls.ts';

/** Opens the account dialog and waits for its sections. */
export async function openAccountScreen(page: Page): Promise<Locator> {
  await pressInMenu(page, 'Account');
  const screen = dialog(page, 'Account');
  await expect(section(screen, 'Delete account')).toBeVisible();
  return screen;
}

export const section = (screen: Locator, name: string): Locator => screen.getByRole('region', { name, exact: true });

/** The code of an authenticator app, `steps` of half a minute later than now. */
export type Authenticator = (steps?: number) => string;

function createAuthenticator(secret: string): Authenticator {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(/\s/gu, '')) });
  return (steps = 0) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Turns on two-step verification with the secret's text, and returns the authenticator app. */
export async function turnOnTwoSteps(screen: Locator): Promise<Authenticator> {
  const twoSteps = section(screen, 'Two-step verification');
  await button(twoSteps, 'Add an authenticator app').click();
  await expect(twoSteps.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = await twoSteps.getByText(/^(?:[A-Z2-7]{4} ?)+[A-Z2-7]*$/u).innerText();
  const authenticator = createAuthenticator(secret);
  await field(twoSteps, 'Code').fill(authenticator());
  await expect(twoSteps.getByText('On. You enter a code each time you sign in.')).toBeVisible();
  return authenticator;
}
