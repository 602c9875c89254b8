/** The server's settings: read from the environment, checked once, at the start. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Result } from './result.ts';

export type Settings = {
  /** The address to listen on; loopback unless told otherwise. */
  readonly host: string;
  /** The port to listen on; 0 takes any free one. */
  readonly port: number;
  /** The folder for everything the server keeps. */
  readonly dataFolder: string;
  /** The folder of the built web app. */
  readonly webFolder: string;
};

/**
 * Reads the settings from environment variables; an empty variable counts as not set.
 * Gives the settings, or the first one that is wrong, with the text that was found.
 */
export function readSettings(env: Environment): Result<Settings, SettingsFailure> {
  const { port, host, dataFolder, webFolder } = { ...defaults, ...readTexts(env) };
  if (!isPort(port)) return { ok: false, failure: { type: 'wrong-port', text: port } };
  if (!isHost(host)) return { ok: false, failure: { type: 'wrong-host', text: host } };
  const folders = { dataFolder: resolve(dataFolder), webFolder: resolve(webFolder) };
  return { ok: true, value: { host, port: Number(port), ...folders } };
}

export type SettingsFailure =
  | { readonly type: 'wrong-port'; readonly text: string }
  | { readonly type: 'wrong-host'; readonly text: string };

type Environment = Readonly<Record<string, string | undefined>>;

const variables = { port: 'PORT', host: 'HOST', dataFolder: 'DATA_DIR', webFolder: 'WEB_DIR' } as const;

const defaults: Texts = {
  port: '3000',
  host: '127.0.0.1',
  dataFolder: 'data',
  webFolder: fileURLToPath(new URL('../dist', import.meta.url)),
};

type Texts = Readonly<Record<keyof typeof variables, string>>;

function readTexts(env: Environment): Partial<Texts> {
  const texts = Object.entries(variables).map(([name, variable]) => [name, env[variable]?.trim()] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined && text !== ''));
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
}

function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$/i.test(text);
}
