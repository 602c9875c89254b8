/** Devices of one account: each has a separate browser context and, on request, a separate network. */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { inventAccount, signIn } from './account.ts';
import type { Account } from './account.ts';
import { createAccount, lookBehind } from './backend.ts';
import type { BackendView } from './backend.ts';
import { startFaultProxy } from './fault-proxy.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { readScreen } from './read-list.ts';

type Fixtures = {
  /** The server's address. */
  readonly server: string;
  /** An existing account that no device has signed in to. */
  readonly account: Account;
  readonly behind: BackendView;
  /** Opens an empty device. @param address the app's address, if it is not the usual one */
  readonly openDevice: (address?: string) => Promise<Page>;
  /** Opens a network between a device and the server. */
  readonly network: FaultProxy;
};

/** Fixtures: an account and the devices that the test opens. */
export const devicesTest = test.extend<Fixtures>({
  server: async ({ baseURL }, lend) => {
    if (baseURL === undefined) throw new Error('The server has no address.');
    await lend(baseURL);
  },
  account: async ({ server }, lend) => {
    const account = inventAccount();
    await createAccount(server, account);
    await lend(account);
  },
  behind: async ({ server, account }, lend) => lend(await lookBehind(server, account)),
  openDevice: async ({ browser, server }, lend) => {
    const pages: Page[] = [];
    await lend(async (address = server) => {
      const context = await browser.newContext({ baseURL: address });
      const page = await context.newPage();
      pages.push(page);
      return page;
    });
    await Promise.all(pages.map((page) => page.context().close()));
  },
  network: async ({ server }, lend) => {
    const proxy = await startFaultProxy(server);
    await lend(proxy);
    await proxy.close();
  },
});

/** Two devices, both signed in to the account. */
export async function openTwo(
  openDevice: Fixtures['openDevice'],
  account: Account,
): Promise<{ readonly one: Page; readonly two: Page }> {
  const [one, two] = await Promise.all([openDevice(), openDevice()]);
  // One after the other: the first one provisions the account.
  await signIn(one, account);
  await signIn(two, account);
  return { one, two };
}

/** Disconnects a device from the network, or connects it. */
export const setOffline = (page: Page, isOffline: boolean): Promise<void> => page.context().setOffline(isOffline);

/** Waits until all screens show the same list, and returns it. */
export async function expectSame(...pages: readonly Page[]): Promise<readonly string[]> {
  let shown: readonly string[] = [];
  await expect(async () => {
    const screens = await Promise.all(pages.map(readScreen));
    shown = screens[0] ?? [];
    for (const screen of screens) expect(screen).toEqual(shown);
  }).toPass({ timeout: 15_000 });
  return shown;
}
