/** Words that must not occur in the code; using one requires a new row in docs/threats.md first. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const isOurs = (path: string): boolean => !/\.test\.tsx?$|\/testing\/|\.d\.ts$/.test(path);

function findIn(folders: string, words: RegExp): readonly string[] {
  const paths = globSync(`${folders}/**/*.{ts,tsx}`).filter(isOurs);
  expect(paths.length).toBeGreaterThan(50);
  return paths.filter((path) => words.test(withoutComments(readFileSync(path, 'utf8'))));
}

const withoutComments = (text: string): string => text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');

test('[style-27] user text never becomes markup or code: only React renders', () => {
  const words =
    /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(/;
  expect(findIn('{core,client,device,web}', words)).toEqual([]);
});

test('[wire] the server uses no cookies', () => {
  expect(
    findIn('server', /set-cookie|setCookie|getCookie|hono\/cookie|headers?\.get\('cookie'\)|header\('cookie'\)/i),
  ).toEqual([]);
});

test("[wire] no URL of the server is built from the request's host", () => {
  expect(findIn('server', /x-forwarded-(host|proto)|header\('host'\)|headers\.get\('host'\)|headers\.host\b/i)).toEqual(
    [],
  );
});

test('[wire] SQL is composed with tagged templates, and by hand only where names are quoted', () => {
  // A backup names the tables that the catalogue lists, for an operator who has the database anyway.
  const byHand = findIn('server', /(?:\.unsafe|(?<!function )\bsendStatement)(?:<[^;]*?>)?\(/).filter(
    (path) => !path.startsWith('server/backup/'),
  );
  expect(byHand.toSorted()).toEqual([
    'server/database/connect-database.ts',
    'server/database/migrate.ts',
    'server/database/run-as.ts',
    'server/realtime/delivery/recipients.ts',
    'server/rest/run-statement.ts',
  ]);
});

test('[wire] the server calls only configured services: captcha, webhook, providers, releases', () => {
  expect(findIn('server', /[^.\w]fetch\(/).toSorted()).toEqual([
    'server/auth/providers/connect-provider.ts',
    'server/auth/requests/require-captcha.ts',
    'server/releases/watch-releases.ts',
    'server/text-messages/create-sms-sender.ts',
  ]);
});
