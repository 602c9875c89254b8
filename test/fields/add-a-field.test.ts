/** The recipe 'A field of an item' in CONTRIBUTING.md: a copy of the project gets a price, and then has to work. */
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { linkPackages, PROJECT } from '#test/boundaries/planted-project.ts';
import { runCompiler, typeStyles } from '#test/boundaries/run-tool.ts';

/** Later than every migration of the project. */
const MIGRATION = 9000;

const MIGRATION_TEXT = 'alter table public.grocery_items add column unit_price numeric;\n';

/** The places to change, each as a text that the file has once, and the text that takes its place. */
const EDITS: readonly { readonly file: string; readonly from: string; readonly to: string }[] = [
  {
    file: 'core/list/item-fields.ts',
    from: '} as const satisfies',
    to: `  price: { kind: 'number', blank: null, column: 'unit_price', since: ${MIGRATION} },\n} as const satisfies`,
  },
  { file: 'languages/en/messages/sync.ts', from: "  note: 'note',", to: "  note: 'note',\n  price: 'price'," },
  { file: 'languages/en/messages/dialogs.ts', from: "  note: 'Note',", to: "  note: 'Note',\n  price: 'Price'," },
  {
    file: 'web/editing/edit-item-dialog.tsx',
    from: "const [note, setNote] = useState(item?.note ?? '');",
    to: "const [note, setNote] = useState(item?.note ?? '');\n  const [price, setPrice] = useState(String(item?.price ?? ''));",
  },
  {
    file: 'web/editing/edit-item-dialog.tsx',
    from: 'cleanDetails({ note: filled.note })',
    to: 'cleanDetails({ note: filled.note, price: Number(price) })',
  },
  {
    file: 'web/editing/edit-item-dialog.tsx',
    from: '          {children}\n',
    to: `          {offersDetail(user.id, 'price') || item?.price ? (
            <TextField label={messages.edit.price} value={price} type="decimal" onChange={setPrice} />
          ) : null}
          {children}\n`,
  },
  {
    file: 'web/list/rows/item-row.tsx',
    from: '      {itemMark}\n',
    to: '      {item.price ? <small>{item.price}</small> : null}\n      {itemMark}\n',
  },
];

const LAYERS = ['core', 'client', 'device', 'languages', 'web'];
const COPIED = [
  ...LAYERS,
  'server',
  'scripts',
  'supabase',
  'test',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'tsconfig.tools.json',
  'vitest.config.ts',
];

test('[arch-2] a new field of an item is declared once, and works with backends that have its column and that lack it', async () => {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'checklist-field-')));
  onTestFinished(async () => rm(root, { recursive: true, force: true, maxRetries: 10 }));
  for (const name of COPIED) await cp(path.join(PROJECT, name), path.join(root, name), { recursive: true });
  await linkPackages(root);
  await addPrice(root);
  await typeStyles(root);
  const [refused, tested] = await Promise.all([
    runCompiler(root, LAYERS),
    runTests(root, 'test/fields/round-trip.test.ts'),
  ]);
  expect(refused).toEqual([]);
  expect(tested.filter(({ failureMessages }) => failureMessages.length > 0)).toEqual([]);
  const titles = tested.map(({ fullName }) => fullName);
  expect(titles).toContainEqual(expect.stringMatching(/^the field price /u));
  expect(titles).toContainEqual(expect.stringMatching(/^without a column for price /u));
}, 180_000);

test('[arch-2] with its migration, its hash, a product rule and the change log, a field is in nine files', () => {
  const edited = new Set(EDITS.map(({ file }) => file));
  const others = ['the migration', 'server/database/check-schema.test.ts', 'docs/product-rules.md', 'CHANGELOG.md'];
  expect(edited.size + others.length).toBeLessThanOrEqual(9);
});

async function addPrice(root: string): Promise<void> {
  await writeFile(path.join(root, `supabase/migrations/${MIGRATION}_prices.sql`), MIGRATION_TEXT);
  for (const { file, from, to } of EDITS) {
    const text = await readFile(path.join(root, file), 'utf8');
    expect(text.split(from), `${file} has the place once`).toHaveLength(2);
    await writeFile(
      path.join(root, file),
      text.replace(from, () => to),
    );
  }
}

type Tested = { readonly fullName: string; readonly failureMessages: readonly string[] };

/** Runs a test file of the copy in a separate run, with a separate Postgres. */
async function runTests(root: string, file: string): Promise<readonly Tested[]> {
  const report = path.join(root, 'report.json');
  const program = path.join(root, 'node_modules/vitest/vitest.mjs');
  const options = ['run', file, '--reporter=json', `--outputFile=${report}`];
  const child = spawn(process.execPath, [program, ...options], { cwd: root, stdio: 'ignore' });
  await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  // Vitest's own format; a field that is missing fails the test that reads it.
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as {
    readonly testResults: readonly { readonly assertionResults: readonly Tested[] }[];
  };
  return testResults.flatMap(({ assertionResults }) => assertionResults);
}
