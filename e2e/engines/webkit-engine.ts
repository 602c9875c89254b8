/** Drives WebKitGTK with WebDriver on a virtual screen. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Builder, Capabilities, Key, Origin, type WebDriver } from 'selenium-webdriver';
import { findFreePort } from '#test/servers/server-process.ts';
import { NAMED_KEYS, PHONE, type DrivenDevice, type Engine, type NamedKey } from './engine.ts';

const CODES: Readonly<Record<NamedKey, string>> = {
  Control: Key.CONTROL,
  Shift: Key.SHIFT,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Tab: Key.TAB,
  ArrowDown: Key.ARROW_DOWN,
  Home: Key.HOME,
};

/** How long a busy machine may need to load a page or to enter something, in milliseconds. */
const LOAD_MS = 90_000;

/**
 * How long it may need to start the browser. The driver chooses a free port for it, and waits forever if another process
 * has taken the port before the browser opens it: a start that takes this long is given up and repeated.
 */
const START_MS = 30_000;
const STARTS = 4;

/** How long it may need to run a script or to close. It is shorter because steps can read the page again, but not press again. */
const COMMAND_MS = 30_000;

/** WebKitGTK can lose the notification that a page is complete, and its driver would wait for it. Devices wait for pages instead. */
const SESSION = { browserName: 'MiniBrowser', pageLoadStrategy: 'none', timeouts: { script: COMMAND_MS } };

const isNamed = (key: string): key is NamedKey => NAMED_KEYS.some((name) => name === key);

/**
 * Starts the screen. Each device has a separate driver, because a driver has one session.
 * @param program the path of WebKitWebDriver
 * @param downloads the folder for files that pages save
 */
export async function startWebkitEngine(program: string, downloads: string): Promise<Engine> {
  // Xvfb chooses a free display number and writes it to file descriptor 3.
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1000x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const home = await createHome(downloads);
  const display = `:${await readLine(screen)}`;
  // Without a graphics card, and without GTK's bridge to screen readers, which no test session has.
  const quiet = { WEBKIT_DISABLE_COMPOSITING_MODE: '1', NO_AT_BRIDGE: '1' };
  const env = { ...process.env, ...quiet, DISPLAY: display, HOME: home, XDG_CONFIG_HOME: join(home, '.config') };
  return {
    openDevice: () => openDevice(program, env),
    async close() {
      await end(screen);
      await rm(home, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** A home folder whose settings name the folder for downloads, as GLib reads it. */
async function createHome(downloads: string): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'checklist-webkit-'));
  await mkdir(join(home, '.config'));
  await writeFile(join(home, '.config/user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  return home;
}

async function readLine(screen: ChildProcess): Promise<string> {
  const output = screen.stdio[3];
  if (output === null || output === undefined) throw new Error('The screen has no output.');
  const [line] = await Promise.race([
    once(output, 'data'),
    once(screen, 'exit').then(() => Promise.reject(new Error('Xvfb ended before it was ready.'))),
  ]);
  return String(line).trim();
}

async function openDevice(program: string, env: NodeJS.ProcessEnv, starts = STARTS): Promise<DrivenDevice> {
  const port = await findFreePort();
  const service = spawn(program, [`--port=${port}`], { env, stdio: 'ignore' });
  try {
    const driver = await within(START_MS, 'start', startSession(service, `http://127.0.0.1:${port}`));
    return {
      ...describeDriver(driver),
      async close() {
        // A browser that closes late, or not at all, ends with its driver, and fails no journey.
        await within(COMMAND_MS, 'close', driver.quit()).catch(() => undefined);
        await end(service);
      },
    };
  } catch (error) {
    await end(service);
    if (starts > 1) return openDevice(program, env, starts - 1);
    throw error;
  }
}

async function startSession(service: ChildProcess, address: string): Promise<WebDriver> {
  while (!(await answers(`${address}/status`))) {
    if (service.exitCode !== null || service.signalCode !== null) {
      throw new Error('WebKitWebDriver ended before it was ready.');
    }
    await wait(20);
  }
  const driver = await new Builder().usingServer(address).withCapabilities(new Capabilities(SESSION)).build();
  await driver.manage().window().setRect(PHONE);
  return driver;
}

/** Fails if the driver does not answer in time, and says to which command: selenium-webdriver waits without a limit. */
async function within<T>(limit: number, command: string, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = wait(limit, undefined, { signal: over.signal }).then(() => {
    throw new Error(`WebKitGTK did not ${command} within ${limit / 1000} seconds.`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => undefined);
    over.abort();
  }
}

/** Replaces the page. If the new one does not load, the error says what is missing. */
async function load(driver: WebDriver, request: () => Promise<void>): Promise<void> {
  const run = <T>(script: () => T): Promise<T> => within(COMMAND_MS, 'run a script', driver.executeScript<T>(script));
  const deadline = Date.now() + LOAD_MS;
  await run(markPage);
  await within(COMMAND_MS, 'request a page', request());
  for (;;) {
    // A page that is being replaced refuses to run anything.
    const missing = await run(readMissing).catch(String);
    if (missing === null) return;
    if (Date.now() > deadline) throw new Error(`WebKitGTK did not load the page: ${missing}`);
    await wait(20);
  }
}

/** Marks the page that is about to be replaced. It runs in the page, as the next function does. */
const markPage = (): void => void (document.documentElement.dataset['isReplaced'] = '');

/** Returns null if the new page has been read, or else what there is instead. */
const readMissing = (): string | null => {
  if (document.readyState !== 'loading' && !('isReplaced' in document.documentElement.dataset)) return null;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1));
  return `${document.readyState} ${location.href} ${loaded.join(' ')}`;
};

const answers = (address: string): Promise<boolean> =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );

const describeDriver = (driver: WebDriver): Omit<DrivenDevice, 'close'> => ({
  open: (address) => load(driver, () => driver.get(address)),
  reload: () => load(driver, () => driver.navigate().refresh()),
  evaluate: (work, argument) => within(COMMAND_MS, 'run a script', driver.executeScript(work, argument)),
  click({ x, y }) {
    const place = { x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0 };
    return within(LOAD_MS, 'click', driver.actions().move(place).click().perform());
  },
  type: (text) => within(LOAD_MS, 'type', driver.actions().sendKeys(text).perform()),
  press(...keys) {
    const codes = keys.map((key) => (isNamed(key) ? CODES[key] : key));
    const actions = driver.actions();
    for (const code of codes) actions.keyDown(code);
    for (const code of codes.toReversed()) actions.keyUp(code);
    return within(LOAD_MS, 'press keys', actions.perform());
  },
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
