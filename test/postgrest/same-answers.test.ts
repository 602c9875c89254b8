/** The bundled REST API answers as the real PostgREST does: the same requests to both, on databases with the same rows. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { isText, isWith } from '#device/shape.ts';
import { BIRDS, NOTES, ROUTINES } from '#server/rest/testing/sample-tables.ts';
import { createRestBench, type RestBench } from '#server/rest/testing/test-rest.ts';
import { startPostgrest } from './postgrest.ts';
import { DIFFERENCES, nameOf, REQUESTS, type ComparedRequest } from './requests.ts';

const SCHEMA = `${BIRDS};${NOTES};${ROUTINES}`;

const bundled = await createRestBench(SCHEMA);
const judged = await createRestBench(SCHEMA);
const postgrest = await startPostgrest({
  database: judged.database,
  tokens: judged.tokens,
  schemas: 'public,other',
  maxRows: 1000,
});

afterAll(async () => {
  await postgrest.stop();
  await bundled.database.close();
  await judged.database.close();
});

/** The headers that clients read. */
const HEADERS = ['content-type', 'content-range', 'location', 'preference-applied'];

/** The status, headers and body; of an error only the status and the code, because its words differ between releases. */
async function readAnswer(answer: Response): Promise<object> {
  const body = parse(await answer.text());
  if (!answer.ok) return { status: answer.status, code: isWith({ code: isText })(body) ? body.code : null };
  return { status: answer.status, headers: HEADERS.map((name) => answer.headers.get(name)), body };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function toInit({ method, as, headers, body }: ComparedRequest, bench: RestBench): RequestInit {
  const caller = as === 'anon' ? {} : { authorization: `Bearer ${bench[as]}` };
  return { method, headers: { apikey: bench.tokens.anonKey, ...headers, ...caller }, body };
}

test('[wire] the bundled API answers hundreds of requests as PostgREST does, with few listed differences', async () => {
  const differences = new Map<string, { readonly ours: object; readonly theirs: object }>();
  for (const request of REQUESTS) {
    const theirs = await readAnswer(await fetch(postgrest.origin + request.path, toInit(request, judged)));
    const ours = await readAnswer(await bundled.app.request(request.path, toInit(request, bundled)));
    if (!isDeepStrictEqual(ours, theirs)) differences.set(nameOf(request), { ours, theirs });
  }
  expect([...differences].filter(([name]) => !DIFFERENCES.has(name))).toEqual([]);
  // A difference that is gone leaves the list.
  expect([...DIFFERENCES.keys()].filter((name) => !differences.has(name))).toEqual([]);
});
