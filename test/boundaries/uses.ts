/** Which imports and globals each place in the code may use, written independently of the lint and compiler settings. */

/** One module of each part and package, by a short name. */
const IMPORTS = {
  core: '#core/basket.ts',
  client: '#client/cart.ts',
  'worker messages': '#client/ports/service-worker.ts',
  device: '#device/file-name.ts',
  'language type': '#languages/language.ts',
  english: '#languages/en/language.ts',
  'web/ui': '#web/ui/plain-button.tsx',
  marks: '#web/ui/marks.ts',
  'web/messages': '#web/messages/messages.ts',
  'web/shown-list': '#web/shown-list/shopper.ts',
  'web/account': '#web/account/account.ts',
  'web/list': '#web/list/rows/gestures.ts',
  'web/sign-in': '#web/sign-in/sign-in.ts',
  'web/till': '#web/till/till-screen.tsx',
  server: '#server/port.ts',
  testing: '#core/testing/full-basket.ts',
  test: '#test/soak/soak.ts',
  valibot: 'valibot',
  react: 'react',
  supabase: '@supabase/auth-js',
  idb: 'idb',
  vitest: 'vitest',
  node: 'node:fs',
  hono: 'hono',
} as const;
type ImportName = keyof typeof IMPORTS;

const NETWORK = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'];
const PURE =
  'Date performance setTimeout setInterval queueMicrotask crypto fetch localStorage indexedDB navigator BroadcastChannel'.split(
    ' ',
  );
const SCREEN = [...NETWORK, 'indexedDB', 'localStorage', 'sessionStorage', 'BroadcastChannel'];
const GLOBALS = [...new Set([...NETWORK, ...PURE, ...SCREEN])];

type Uses = {
  /** The accepted imports. */
  readonly imports: readonly ImportName[];
  /** The refused globals. */
  readonly refused: readonly string[];
};

const CLIENT: readonly ImportName[] = ['client', 'worker messages'];
const UI: readonly ImportName[] = ['web/ui', 'marks'];
const WEB: readonly ImportName[] = ['core', ...CLIENT, ...UI, 'web/messages', 'web/shown-list', 'react'];
const EVERY_SCREEN: readonly ImportName[] = ['web/account', 'web/list', 'web/sign-in', 'web/till'];
const TOOLS: readonly ImportName[] = ['valibot', 'react', 'supabase', 'idb', 'vitest', 'node', 'hono'];
const SHARED_BY_TESTS: readonly ImportName[] = ['testing', 'test', ...TOOLS];

/** What the linter accepts and refuses in a file, by its path. */
export const LINT_USES: Readonly<Record<string, Uses>> = {
  'core/uses.ts': { imports: ['core', 'valibot'], refused: PURE },
  'core/uses.test.ts': { imports: ['core', ...SHARED_BY_TESTS], refused: PURE },
  'client/uses.ts': { imports: ['core', ...CLIENT, 'valibot'], refused: PURE },
  'client/uses.test.ts': { imports: ['core', ...CLIENT, ...SHARED_BY_TESTS], refused: PURE },
  'device/uses.ts': {
    imports: ['core', ...CLIENT, 'device', 'valibot', 'supabase'],
    refused: [...NETWORK, 'indexedDB'],
  },
  'device/backend/uses.ts': {
    imports: ['core', ...CLIENT, 'device', 'valibot', 'supabase'],
    refused: ['indexedDB'],
  },
  'device/database/uses.ts': { imports: ['core', ...CLIENT, 'device', 'valibot', 'idb'], refused: NETWORK },
  'device/uses.test.ts': {
    imports: ['core', ...CLIENT, 'device', ...SHARED_BY_TESTS],
    refused: [],
  },
  'languages/uses.ts': {
    imports: ['core', ...CLIENT, 'language type', 'valibot'],
    refused: [...NETWORK, ...PURE],
  },
  'languages/de/uses.ts': {
    imports: ['core', ...CLIENT, 'language type', 'valibot'],
    refused: [...NETWORK, ...PURE],
  },
  'languages/uses.test.ts': {
    imports: ['core', ...CLIENT, 'language type', ...SHARED_BY_TESTS],
    refused: [...NETWORK, ...PURE],
  },
  'web/uses.tsx': { imports: [...WEB, ...EVERY_SCREEN], refused: SCREEN },
  'web/basket/uses.tsx': { imports: WEB, refused: SCREEN },
  'web/list/motion/uses.tsx': { imports: [...WEB, 'web/list'], refused: SCREEN },
  'web/sign-in/callback/uses.tsx': { imports: [...WEB, 'web/sign-in'], refused: SCREEN },
  'web/account/uses.tsx': { imports: [...WEB, 'web/account'], refused: SCREEN },
  'web/ui/uses.tsx': { imports: [...UI, 'web/messages', 'react'], refused: SCREEN },
  'web/messages/uses.ts': { imports: ['language type'], refused: SCREEN },
  'web/service-worker/uses.ts': { imports: ['worker messages'], refused: [] },
  'web/first-screen/show-first-screen.ts': { imports: ['core', 'device', 'marks'], refused: [] },
  'web/first-screen/first-script.ts': { imports: ['core', 'device', 'marks'], refused: [] },
  'web/main.tsx': {
    imports: [...WEB, ...EVERY_SCREEN, 'device', 'language type', ...TOOLS],
    refused: [],
  },
  'web/services.ts': {
    imports: [...WEB, ...EVERY_SCREEN, 'device', 'language type', ...TOOLS],
    refused: [],
  },
  'web/testing/uses.tsx': {
    imports: without(Object.keys(IMPORTS) as ImportName[], 'english', 'server', 'test'),
    refused: [],
  },
  'web/uses.test.tsx': {
    imports: [...WEB, ...EVERY_SCREEN, 'language type', ...SHARED_BY_TESTS],
    refused: SCREEN,
  },
  'server/uses.ts': { imports: ['server', 'valibot', 'supabase', 'node', 'hono'], refused: [] },
  'server/testing/uses.ts': {
    imports: ['server', 'test', ...TOOLS],
    refused: [],
  },
  'scripts/uses.ts': {
    imports: without(Object.keys(IMPORTS) as ImportName[], 'english'),
    refused: [],
  },
};

/** What a layer may be tempted to use, as one line of code. */
const TEMPTATIONS = {
  page: 'export const page = (): unknown => document.title;',
  timer: 'export const timer = (): unknown => setTimeout(() => {}, 100);',
  network: "export const network = (): unknown => fetch('/');",
  storage: 'export const storage = (): unknown => localStorage.length;',
  process: 'export const home = (): unknown => process.env;',
  node: "export { readFileSync } from 'node:fs';",
  core: "export { addWeight } from '#core/basket.ts';",
  client: "export { trolley } from '#client/trolley.ts';",
  device: "export { fileName } from '#device/file-name.ts';",
  languages: "export type { Language } from '#languages/language.ts';",
  web: "export { pressName } from '#web/list/rows/gestures.ts';",
  server: "export { port } from '#server/port.ts';",
} as const;

/** What compiles in a file of each layer. */
export const COMPILER_USES: Readonly<Record<string, readonly (keyof typeof TEMPTATIONS)[]>> = {
  'core/compiled-uses.ts': ['core'],
  'client/compiled-uses.ts': ['core', 'client'],
  'device/compiled-uses.ts': ['page', 'timer', 'network', 'storage', 'core', 'client', 'device'],
  'languages/compiled-uses.ts': ['core', 'client', 'languages'],
  'web/compiled-uses.ts': ['page', 'timer', 'network', 'storage', 'core', 'client', 'device', 'languages', 'web'],
  'web/service-worker/compiled-uses.ts': ['timer', 'network', 'core', 'client'],
  'server/compiled-uses.ts': ['timer', 'network', 'storage', 'process', 'node', 'server'],
};

/** A use of each import and each global, one a line, in the order of {@link nameLintUse}. */
export const LINT_USES_TEXT = [
  ...Object.values(IMPORTS).map((module, at) => `import * as import${at} from '${module}';`),
  ...GLOBALS.map((name) => `${name};`),
].join('\n');
/** A use of each of the temptations, one a line, in the order of {@link nameCompilerUse}. */
export const COMPILER_USES_TEXT = Object.values(TEMPTATIONS).join('\n');

/** What a line of {@link LINT_USES_TEXT} uses. */
export const nameLintUse = (line: number): string => [...Object.keys(IMPORTS), ...GLOBALS][line - 1] ?? '';
/** What a line of {@link COMPILER_USES_TEXT} uses. */
export const nameCompilerUse = (line: number): string => Object.keys(TEMPTATIONS)[line - 1] ?? '';

/** What the linter must refuse in a place. */
export const refusedByLint = ({ imports, refused }: Uses): readonly string[] => [
  ...without(Object.keys(IMPORTS) as ImportName[], ...imports),
  ...GLOBALS.filter((name) => refused.includes(name)),
];
/** What the compiler must refuse in a place. */
export const refusedByCompiler = (accepted: readonly string[]): readonly string[] =>
  Object.keys(TEMPTATIONS).filter((name) => !accepted.includes(name));

function without<T>(all: readonly T[], ...some: readonly T[]): readonly T[] {
  return all.filter((one) => !some.includes(one));
}
