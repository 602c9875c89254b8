/** The steps of a person with a device, in any engine. Each waits until it is possible. */
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Account } from '#e2e/steps/account.ts';
import type { Device } from './engine.ts';
import { findControl, readPress, type Control, type FoundControl } from './find-control.ts';
import { readOrder } from './in-page.ts';

/** How to wait, in milliseconds. A busy machine may need this long for steps that take a moment elsewhere. */
export const PATIENCE = { timeout: 90_000, intervals: [50, 100, 200] };

type Named = Omit<Control, 'kind' | 'name'>;

export const button = (name: string, within: Named = {}): Control => ({ kind: 'button', name, ...within });
export const box = (name: string, within: Named = {}): Control => ({ kind: 'checkbox', name, ...within });
export const field = (name: string, within: Named = {}): Control => ({ kind: 'field', name, ...within });
export const dialog = (name: string): Control => ({ kind: 'dialog', name });

export const ADD_FIELD = field('Add shopping item');

/** Waits until a control looks as expected. */
export const expectControl = (device: Device, control: Control, expected: Partial<FoundControl> = {}): Promise<void> =>
  // A page that is being replaced refuses to run anything.
  expect(async () => {
    const found = await device.evaluate(findControl, control);
    expect(found, `${control.kind} ${control.name}`).toMatchObject(expected);
  }).toPass(PATIENCE);

/** Waits until a control is gone. */
export const expectNone = (device: Device, control: Control): Promise<void> =>
  expect(async () => expect(await device.evaluate(findControl, control)).toBeNull()).toPass(PATIENCE);

/** Waits until a control can be pressed, clicks it, and repeats a click that did not arrive. */
export async function tap(device: Device, control: Control): Promise<void> {
  await expect(async () => {
    const found = await device.evaluate(findControl, { ...control, isAimedAt: true });
    if (!found?.place) throw new Error(await describeMissing(device, control, found));
    await device.click(found.place);
    const hit = await readPressed(device);
    if (hit === 'another') device.missed.push(control.name);
    expect(hit, `what the press on “${control.name}” hit`).toBe('it');
  }).toPass(PATIENCE);
}

/** A press that has not arrived after this time is lost. */
const PRESS_MS = 15_000;

/** Waits for the press, because not every driver does, and returns what it hit. */
async function readPressed(device: Device): Promise<string> {
  const end = Date.now() + PRESS_MS;
  for (;;) {
    // A page that the press opened has no note of the press.
    const hit = (await device.evaluate(readPress, undefined).catch(() => undefined)) ?? 'it';
    if (hit !== 'nothing' || Date.now() > end) return hit;
    await new Promise((resolve) => void setTimeout(resolve, 20));
  }
}

async function describeMissing(device: Device, { kind, name }: Control, found: FoundControl | null): Promise<string> {
  const what = found === null ? 'is not there' : 'is disabled, covered or moving';
  return `The ${kind} “${name}” ${what}. The page says: ${await device.evaluate(readText, undefined)}`;
}

/** Replaces the text of a field. */
export async function fill(device: Device, control: Control, text: string): Promise<void> {
  await tap(device, control);
  await expectControl(device, control, { hasFocus: true });
  await device.press('Control', 'a');
  await device.type(text);
  await expectControl(device, control, { text });
}

/** Waits until the list has this name and these counts. */
export const expectList = (device: Device, heading: string): Promise<void> =>
  expectControl(device, { kind: 'heading', name: heading });

/** Waits until a text is on the screen. */
export const expectText = (device: Device, text: string): Promise<void> =>
  expect(async () => expect(await device.evaluate(readText, undefined)).toContain(text)).toPass(PATIENCE);

/** Runs in the page. */
const readText = (): string => document.body.innerText;

/** Opens the demo as a new visitor. */
export async function enterDemo(device: Device, address: string): Promise<void> {
  await device.open(address);
  await tap(device, button('Try Demo'));
  await tap(device, button('Open demo'));
  await expectList(device, 'My List (0/130 items)');
  // The toolbar and keyboard shortcuts load after the list.
  await expectControl(device, button('Save List'));
  await expectControl(device, ADD_FIELD);
}

export async function addItem(device: Device, text: string): Promise<void> {
  await fill(device, ADD_FIELD, text);
  await device.press('Enter');
}

/** Taps the row of an item, and waits until it is ticked. */
export async function tick(device: Device, name: string): Promise<void> {
  await tap(device, box(name));
  await expectControl(device, box(name), { isChecked: true });
}

export async function pressInMenu(device: Device, entry: string): Promise<void> {
  await tap(device, button('Menu'));
  await tap(device, button(entry));
}

/** Opens Lists and creates a list. */
export async function createList(device: Device, name: string): Promise<void> {
  await openLists(device);
  await tap(device, button('Add a list', { dialog: 'Lists' }));
  await fill(device, field('List name', { dialog: 'Add a List' }), name);
  await device.press('Enter');
  await expectList(device, `${name} (0/0 items)`);
}

/** Presses the list's name. */
export async function openLists(device: Device): Promise<void> {
  await expectControl(device, ADD_FIELD);
  await tap(device, button(await device.evaluate(readListName, undefined)));
}

/** Runs in the page. */
const readListName = (): string => document.querySelector('h1 button')?.textContent ?? '';

/** An account with a short address: on a busy machine, a driver takes a tenth of a second for each letter. */
export const inventAccount = (): Account => ({
  email: `${randomUUID().slice(0, 8)}@example.org`,
  password: 'pear7tree',
});

/** Creates an account on this device. */
export async function signUp(device: Device, address: string): Promise<Account> {
  const account = inventAccount();
  await device.open(address);
  await tap(device, button("Don't have an account? Sign up"));
  await expectControl(device, { kind: 'heading', name: 'Create Account' });
  await enterAccount(device, account);
  return account;
}

/** Signs in, and waits for the account's categories, which arrive together with its lists. */
export async function enterAccount(device: Device, account: Account): Promise<void> {
  await submitAccount(device, account);
  await expectControl(device, ADD_FIELD);
  await expect(async () => {
    expect(await device.evaluate(readOrder, undefined)).not.toEqual([]);
  }).toPass(PATIENCE);
}

/** Fills in the form for an account and submits it. */
export async function submitAccount(device: Device, { email, password }: Account): Promise<void> {
  await fill(device, field('Email'), email);
  await fill(device, field('Password'), password);
  await device.press('Enter');
}

/** Waits until the app works without the server. */
export const untilKeptOffline = (device: Device): Promise<void> =>
  expect(async () => {
    expect(await device.evaluate(() => navigator.serviceWorker.controller !== null, undefined)).toBe(true);
  }).toPass(PATIENCE);

/** Returns to the app, which then checks the connection at once. */
export const lookAgain = (device: Device): Promise<void> =>
  device.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')), undefined);
