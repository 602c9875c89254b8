/** Steps in Lists, Share and Join. */
import { expect, type Locator, type Page } from '@playwright/test';
import { inventAccount, signUp } from './account.ts';
import { adderField, button, dialog, field } from './controls.ts';
import { listHeading } from './enter-demo.ts';

/** Presses the list's name. */
export async function openLists(page: Page): Promise<Locator> {
  // On a wide screen, the add field of an empty list takes the focus when it appears.
  await expect(adderField(page)).toBeVisible();
  // The chevron appears when the account's lists are known.
  await expect(listHeading(page).locator('svg')).toBeVisible();
  await listHeading(page).getByRole('button').click();
  await expect(dialog(page, 'Lists')).toBeVisible();
  return dialog(page, 'Lists');
}

/** The row of a list, which switches to it. */
const listRow = (page: Page, name: string): Locator =>
  dialog(page, 'Lists')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Actions for ${name}`, exact: true }) });

/** Opens the menu of a list and chooses an action. */
export async function chooseForList(page: Page, name: string, action: string): Promise<void> {
  await openLists(page);
  await button(page, `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Creates a list and waits until it is open. */
export async function createList(page: Page, name: string): Promise<void> {
  await button(await openLists(page), 'Add a list').click();
  await field(dialog(page, 'Add a List'), 'List name').fill(name);
  await page.keyboard.press('Enter');
  await expect(button(listHeading(page), name)).toBeVisible();
}

export async function switchTo(page: Page, name: string): Promise<void> {
  await openLists(page);
  await listRow(page, name).getByRole('button').first().click();
  await expect(button(listHeading(page), name)).toBeVisible();
}

/**
 * Opens Share for a list, invites, and returns the link. Share stays open.
 * @param person the display name, for which Share asks once
 */
export async function invite(page: Page, name: string, person = ''): Promise<string> {
  await chooseForList(page, name, 'Share…');
  const sharing = dialog(page, `Share “${name}”`);
  // A new list has to reach the server first.
  await button(sharing, 'Invite').click();
  const [next, ready] = [button(sharing, 'Continue'), sharing.getByText('Your invitation link is ready.')];
  await expect(next.or(ready)).toBeVisible();
  if (await next.isVisible()) {
    await field(sharing, 'Your name').fill(person);
    await next.click();
  }
  await expect(ready).toBeVisible();
  return (await sharing.getByText('#join=').innerText()).replace(/^Invitation link\s*/u, '');
}

/** Opens an invitation with a signed-in account, answers the question for the display name, and joins. */
async function joinAs(page: Page, person: string, link: string): Promise<void> {
  await page.goto(link);
  await field(dialog(page, 'Invitation'), 'Your name').fill(person);
  await button(dialog(page, 'Invitation'), 'Join').click();
}

/** Opens an invitation with a signed-in account, and joins. */
export async function join(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await button(dialog(page, 'Invitation'), 'Join').click();
  await expect(button(listHeading(page), name)).toBeVisible();
}

/** Signs in two accounts. Anna owns the list 'Groceries', and Ben is a member. */
export async function openShared(openDevice: () => Promise<Page>): Promise<{ readonly ann: Page; readonly bob: Page }> {
  const [ann, bob] = [await openDevice(), await openDevice()];
  await signUp(ann, inventAccount());
  await signUp(bob, inventAccount());
  await createList(ann, 'Groceries');
  await joinAs(bob, 'Ben', await invite(ann, 'Groceries', 'Anna'));
  await expect(button(listHeading(bob), 'Groceries')).toBeVisible();
  await button(dialog(ann, 'Share “Groceries”'), 'Close').click();
  return { ann, bob };
}
