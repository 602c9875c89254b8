/** For tests: a tiny built web app in a separate folder. */
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type SampleWebRoot = {
  readonly folder: string;
  readonly remove: () => Promise<void>;
};

/** Writes the sample to a new folder that every user can read, next to a file that must not be served. */
export async function writeSampleWebRoot(): Promise<SampleWebRoot> {
  const parent = await mkdtemp(join(tmpdir(), 'checklist-web-'));
  await chmod(parent, 0o755);
  const folder = join(parent, 'dist');
  for (const [file, content] of Object.entries(sampleFiles)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }
  await writeFile(join(parent, 'secret.txt'), 'not for the web');
  await symlink(join(parent, 'secret.txt'), join(folder, 'link.txt'));
  return { folder, remove: () => rm(parent, { recursive: true, force: true }) };
}

export const sampleScript = `export const list = [${'"milk", "bread", '.repeat(200)}];\n`;

const sampleFiles: Readonly<Record<string, string>> = {
  'index.html': `<!doctype html>
<html lang="en"><head>
<!-- an inline <script> is only mentioned here -->
<style>body { margin: 0 }</style>
<script>document.documentElement.dataset.theme = 'dark';</script>
<script type="module" crossorigin src="/assets/main-1a2b.js"></script>
</head><body></body></html>
`,
  'assets/main-1a2b.js': sampleScript,
  'assets/main-1a2b.css': 'body { color: canvastext }\n',
  'assets/text-3c4d.woff2': 'wOF2',
  'icons/icon-192.png': 'not really a picture'.repeat(100),
  'icons/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'manifest.webmanifest': '{"name":"Checklist"}',
  'sw.js': 'self.skipWaiting = undefined;\n',
  'items.json': '["milk"]',
  'café menu.txt': '# Menu\n',
  'site/index.html': '<!doctype html><title>Checklist</title>',
  'site/help/index.html': '<!doctype html><title>Help</title><style>p { color: red }</style>',
  '.env': 'SECRET=1',
  '.git/config': 'secret',
  'assets/.hidden.js': 'secret',
};
