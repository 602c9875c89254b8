/** Lint rules: the boundaries between layers, generated from one table, and the code style. */
import { defineConfig, type OxlintOverride } from 'oxlint';

/**
 * What each part of the code may use. A later row replaces what an earlier one says about the same file.
 * test/boundaries/ plants a violation of every rule and asserts that the linter refuses it.
 */
type Layer = {
  readonly files: readonly string[];
  /** The only imports allowed, besides the part's own files. */
  readonly allow?: readonly string[];
  /** Imports that are refused where everything else is allowed. */
  readonly refuse?: readonly string[];
  /** Globals that belong to another layer; `[]` allows all. */
  readonly globals?: readonly string[];
  readonly message: string;
};

const NETWORK = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'];
const IMPURE = [
  'Date',
  'performance',
  'setTimeout',
  'setInterval',
  'queueMicrotask',
  'crypto',
  'fetch',
  'localStorage',
];
const PAGE = ['indexedDB', 'navigator', 'BroadcastChannel'];
const SHARED_WEB = ['ui', 'messages', 'styles', 'shown-list', 'auth'].map((folder) => `#web/${folder}/**`);
const APP_PACKAGES = ['react', 'react-dom', 'idb', 'vite', 'vitest', 'fast-check'];
const CORE = ['#core/**', 'valibot'];
/** Refuses the folders of the languages. Other code reads what languages/language.ts declares. */
const LANGUAGES_REFUSED = {
  group: ['#languages/*/**'],
  message: 'Only languages/ imports a language. Read web/messages/messages.ts, or take the words as an argument.',
};

const LAYERS: readonly Layer[] = [
  {
    files: ['core/**'],
    allow: CORE,
    globals: [...IMPURE, ...PAGE],
    message: 'core is pure: it imports nothing but core and valibot; time and randomness are arguments.',
  },
  {
    files: ['client/**'],
    allow: ['#client/**', ...CORE],
    globals: [...IMPURE, ...PAGE],
    message: 'client imports core only; the clock, the disk and the network are ports.',
  },
  {
    files: ['device/**'],
    allow: ['#device/**', '#client/**', ...CORE, '@supabase/*', 'uqr'],
    globals: [...NETWORK, 'indexedDB'],
    message: 'device implements the ports; IndexedDB belongs to device/database/, the network to device/backend/.',
  },
  {
    files: ['device/database/**'],
    allow: ['#device/**', '#client/**', ...CORE, 'idb'],
    globals: NETWORK,
    message: 'device/database/ uses IndexedDB and no network.',
  },
  {
    files: ['device/connectivity.ts', 'device/backend/**'],
    globals: ['indexedDB'],
    message: 'IndexedDB belongs to device/database/.',
  },
  {
    files: ['languages/**'],
    allow: ['#languages/*.ts', '#client/**', ...CORE],
    globals: [...NETWORK, ...IMPURE, ...PAGE],
    message: 'A language knows the types of core and client, and no other language.',
  },
  {
    files: ['web/**'],
    allow: ['#web/**', '#client/**', '#core/**', 'react', 'react-dom', 'react-dom/client'],
    globals: [...NETWORK, 'indexedDB', 'localStorage', 'sessionStorage', 'BroadcastChannel'],
    message: 'web imports client and core; only web/main.tsx, web/services.ts and the scripts in the page know device.',
  },
  {
    files: ['web/*/**'],
    allow: [...SHARED_WEB, '#client/**', '#core/**', 'react', 'react-dom'],
    message: 'A screen does not import another screen; only the files directly in web/ do.',
  },
  ...['account', 'list', 'sign-in'].map((screen) => ({
    files: [`web/${screen}/**`],
    allow: [...SHARED_WEB, `#web/${screen}/**`, '#client/**', '#core/**', 'react', 'react-dom'],
    message: 'The folders of a screen import each other, but no other screen.',
  })),
  {
    files: ['web/ui/**', 'web/styles/**'],
    allow: ['#web/ui/**', '#web/messages/**', '#web/styles/**', '#core/listeners.ts', 'react', 'react-dom'],
    message: 'web/ui/ knows nothing about groceries.',
  },
  {
    files: ['web/messages/**'],
    allow: ['#languages/language.ts'],
    message: 'web/messages/ knows what a language is, and no particular one.',
  },
  {
    files: ['web/service-worker/**'],
    allow: ['#client/ports/service-worker.ts'],
    globals: [],
    message: 'The service worker stands alone; it shares only its messages with the pages.',
  },
  {
    files: ['web/first-screen/*-script.ts', 'web/first-screen/show-first-screen.ts'],
    allow: ['#device/**', '#core/**', '#web/ui/marks.ts'],
    globals: [],
    message: 'The scripts in the page are programs without React: they import device, core, the marks and host.ts.',
  },
  {
    files: ['web/main.tsx', 'web/services.ts'],
    refuse: ['#server/**', '#test/**', '#*/testing/**'],
    globals: [],
    message: 'The web app does not import server or test code.',
  },
  {
    files: ['server/**'],
    refuse: [
      '#core/**',
      '#client/**',
      '#device/**',
      '#languages/**',
      '#web/**',
      '#test/**',
      '#*/testing/**',
      ...APP_PACKAGES,
    ],
    message: 'The server shares no code with the app and imports no test tools.',
  },
  // Tests may use any tool, but no higher layer.
  ...Object.entries({
    core: ['client', 'device', 'languages', 'web', 'server'],
    client: ['device', 'languages', 'web', 'server'],
    device: ['languages', 'web', 'server'],
    languages: ['device', 'web', 'server'],
    web: ['device', 'server'],
    server: ['core', 'client', 'device', 'languages', 'web'],
  }).map(([layer, higher]) => ({
    files: [`${layer}/**/*.test.ts`, `${layer}/**/*.test.tsx`, ...(layer === 'server' ? ['server/**/testing/**'] : [])],
    refuse: higher.map((other) => `#${other}/**`),
    ...(layer === 'device' && { globals: [] }),
    message: 'A test does not import a higher layer.',
  })),
  { files: ['web/testing/**'], refuse: ['#server/**', '#test/**'], globals: [], message: 'No server here.' },
];

const lines = (max: number) => ({ max, skipComments: true, skipBlankLines: true });
const MARKUP = ['innerHTML', 'outerHTML'].map((property) => ({
  property,
  message: 'User text is text, never markup.',
}));

function layerToOverride({ files, allow, refuse, globals, message }: Layer): OxlintOverride {
  // An override replaces a rule's options. Patterns are read from left to right; "!" allows.
  const group =
    refuse ??
    (allow &&
      ['**', './**', '../**', ...allow].map((path, at) => (at === 0 ? path : `!${path}`)).concat('#*/testing/**'));
  return {
    files: [...files],
    rules: {
      ...(group && {
        'eslint/no-restricted-imports': [
          'error',
          { patterns: [{ group: [...group], message }, ...(refuse ? [LANGUAGES_REFUSED] : [])] },
        ],
      }),
      ...(globals && {
        'eslint/no-restricted-globals':
          globals.length === 0
            ? 'off'
            : ['error', { checkGlobalObject: true, globals: globals.map((name) => ({ name, message })) }],
      }),
    },
  };
}

export default defineConfig({
  plugins: ['import', 'oxc', 'react', 'typescript', 'unicorn', 'promise', 'jsx-a11y', 'vitest'],
  options: {
    typeAware: true,
    denyWarnings: true,
    reportUnusedDisableDirectives: 'error',
    // Exceptions are written in one way: oxlint-disable-next-line, with the reason on the line above.
    respectEslintDisableDirectives: false,
  },
  ignorePatterns: ['dist/**', 'data/**'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    // Modules
    'import/no-relative-parent-imports': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-mutable-exports': 'error',
    'import/no-duplicates': ['error', { preferInline: true }],
    'import/no-commonjs': 'error',
    'import/extensions': ['error', 'always', { ignorePackages: true, checkTypeImports: true }],
    'import/no-unassigned-import': ['error', { allow: ['**/*.css'] }],
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'unicorn/prefer-node-protocol': 'error',
    'eslint/no-restricted-imports': ['error', { patterns: [LANGUAGES_REFUSED] }],
    // Size
    'eslint/max-lines': ['error', lines(300)],
    'eslint/max-lines-per-function': ['error', lines(40)],
    'eslint/max-params': ['error', { max: 3 }],
    'eslint/max-depth': ['error', { max: 3 }],
    'eslint/complexity': ['error', { max: 8 }],
    'eslint/max-classes-per-file': ['error', { max: 0 }],
    // Types
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/no-unsafe-type-assertion': 'error',
    'typescript/no-unnecessary-condition': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      { allowDefaultCaseForExhaustiveSwitch: false, considerDefaultExhaustiveForUnions: false },
    ],
    'typescript/consistent-type-imports': 'error',
    'typescript/consistent-type-definitions': ['error', 'type'],
    'typescript/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
    'typescript/no-namespace': 'error',
    'typescript/no-deprecated': 'error',
    // Failures: users and networks cause values, bugs are thrown as errors.
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/use-unknown-in-catch-callback-variable': 'error',
    'eslint/no-empty': 'error',
    // Plain code
    'eslint/no-console': 'error',
    'eslint/no-alert': 'error',
    'eslint/no-restricted-properties': ['error', ...MARKUP],
    'eslint/eqeqeq': 'error',
    'eslint/no-var': 'error',
    'eslint/prefer-const': 'error',
    'eslint/no-param-reassign': 'error',
    'unicorn/no-abusive-eslint-disable': 'error',
    // Components
    'react/no-danger': 'error',
    'react/rules-of-hooks': 'error',
    'react/unsupported-syntax': 'error',
    'react/todo': 'error',
    'react/rule-suppression': 'error',
    'react/button-has-type': 'error',
    'react/jsx-no-target-blank': ['error', { allowReferrer: true }],
    // A list box, a tab list or a status region has no tag that does what these need.
    'jsx-a11y/prefer-tag-over-role': 'off',
    // JSX compiles to react/jsx-runtime.
    'react/react-in-jsx-scope': 'off',
    // The compiler's noImplicitReturns covers this and tells void from undefined.
    'typescript/consistent-return': 'off',
    // fast-check is imported as `fc`.
    'import/no-named-as-default-member': 'off',
    'promise/always-return': ['error', { ignoreLastCallback: true }],
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect*', 'assert', 'fc.assert'] }],
  },
  overrides: [
    ...LAYERS.map(layerToOverride),
    // Steps of a request are generators, also if they cannot fail (decision 66).
    { files: ['server/**'], rules: { 'eslint/require-yield': 'off' } },
    {
      files: ['core/**', 'client/**'],
      rules: {
        'eslint/no-restricted-properties': [
          'error',
          { object: 'Math', property: 'random', message: 'Randomness is an argument.' },
        ],
      },
    },
    {
      files: ['web/**'],
      rules: {
        'eslint/no-restricted-properties': [
          'error',
          { object: 'navigator', property: 'onLine', message: 'Ask the connection status; this is only a hint.' },
          ...MARKUP,
        ],
      },
    },
    {
      files: ['web/**/*.tsx'],
      rules: {
        'eslint/max-lines-per-function': ['error', lines(80)],
        // Text that users read belongs in languages/.
        'react/jsx-no-literals': [
          'error',
          {
            noStrings: true,
            ignoreProps: true,
            restrictedAttributes: ['alt', 'aria-description', 'aria-label', 'placeholder', 'title'],
            allowedStrings: ['•', '·', '(', ')', '/', ':', '×'],
          },
        ],
      },
    },
    // A table of data.
    { files: ['core/catalogue/catalogue.ts'], rules: { 'eslint/max-lines': 'off' } },
    // Tools look for a default export.
    { files: ['*.config.ts', 'test/postgres/global-setup.ts'], rules: { 'import/no-default-export': 'off' } },
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'test/**', 'e2e/**'],
      rules: {
        // A test reads as one story; matchers are untyped, and a double may be narrower than the real thing.
        'eslint/max-lines-per-function': 'off',
        'react/jsx-no-literals': 'off',
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-type-assertion': 'off',
        'unicorn/consistent-function-scoping': 'off',
      },
    },
    // Playwright's test() only looks like Vitest's.
    {
      files: ['e2e/**'],
      rules: { 'vitest/expect-expect': 'off', 'vitest/no-standalone-expect': 'off', 'vitest/valid-title': 'off' },
    },
    // Command-line programs print.
    { files: ['server/main.ts', 'scripts/**', 'bench/**'], rules: { 'eslint/no-console': 'off' } },
  ],
});
