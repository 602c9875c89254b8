/** The requests that the bundled REST API and the real PostgREST have to answer alike, and the differences that stay. */

export type ComparedRequest = {
  /** With the query, without `/rest/v1`. */
  readonly path: string;
  readonly method: string;
  /** The anonymous role, or one of two users. */
  readonly as: 'anon' | 'ann' | 'bob';
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text or anything else; null for none. */
  readonly body: string | null;
};

const read = (path: string, headers: ComparedRequest['headers'] = {}): ComparedRequest => ({
  path,
  method: 'GET',
  as: 'anon',
  headers,
  body: null,
});

const VALUES = [
  '1',
  '19',
  'null',
  'true',
  'Robin',
  '"Robin"',
  '*o*',
  '(1,2)',
  '("Robin",Owl 100%)',
  '{red}',
  '{"home":1}',
  '',
  '%',
];
const OPERATORS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'is', 'in', 'not.eq', 'not.gt', 'not.is', 'not.in'];
const COLUMNS = ['id', 'name', 'weight', 'colors', 'is_rare', 'seen', 'code'];

/** Each operator with each column, and a value of each kind in turn. */
const FILTERS = COLUMNS.flatMap((column, at) =>
  OPERATORS.flatMap((operator, index) =>
    [0, 4, 8].map((step) => {
      const value = VALUES[(at + index + step) % VALUES.length] ?? '';
      return read(`/birds?select=id&order=id&${column}=${operator}.${encodeURIComponent(value)}`);
    }),
  ),
);

const QUERIES = String.raw`
  select=*
  select=id,name
  select=id::text
  select="odd.name"
  select=x:id,y:name
  select=nothing
  select=id,id
  select=
  select=*,id
  order=id.desc
  order=name
  order=name.asc.nullsfirst
  order=name.desc.nullslast
  order=weight,id.desc
  order=nothing
  order=id.up
  order=id&limit=2
  order=id&limit=2&offset=1
  limit=0
  limit=-1
  offset=-1
  order=id&offset=9
  limit=x
  or=(id.eq.1
  or=()
  id=1
  id=eq
  id=foo.1
  id=eq.one
  nothing=eq.1
  id=eq.1&id=eq.2
  id=gt.1&id=lt.4&order=id
  colors=eq.{}
  seen=gt.2026-01-15
  seen=eq.never
  is_rare=is.unknown&order=id
  is_rare=is.maybe
  code=eq.ROB
  name=eq.Great, "Tit"
  name=in.("Great, \"Tit\"",Robin)&order=id
  "odd.name"=eq.x
  id=in.()
  id=in.(1)
  id=not.not.eq.1
`
  .trim()
  .split(/\s*\n\s*/u)
  .map((query) => read(`/birds?${query.replaceAll(' ', '%20')}`));

const RANGES = [
  read('/birds?order=id', { range: '0-1' }),
  read('/birds?order=id', { range: '2-' }),
  read('/birds?order=id', { range: '9-10' }),
  read('/birds?order=id', { range: '3-1' }),
  read('/birds?order=id', { range: 'x' }),
  read('/birds?order=id', { range: '1-2', prefer: 'count=exact' }),
  read('/birds?order=id', { prefer: 'count=exact' }),
  read('/birds?order=id&limit=2', { prefer: 'count=exact' }),
  read('/birds?order=id&offset=7', { prefer: 'count=exact' }),
  read('/birds?order=id&limit=2', { prefer: 'count=estimated' }),
  read('/birds?order=id', { prefer: 'handling=strict, count=exact' }),
  read('/birds?order=id', { prefer: 'handling=lenient, nothing=at-all' }),
  read('/birds?id=eq.1', { accept: 'application/vnd.pgrst.object+json' }),
  read('/birds', { accept: 'application/vnd.pgrst.object+json' }),
  read('/birds?id=eq.77', { accept: 'application/vnd.pgrst.object+json' }),
  read('/birds?select=id,name&order=id', { accept: 'text/csv' }),
  read('/birds?select=id&order=id', { accept: 'application/xml' }),
  read('/birds?select=id&order=id', { accept: '*/*' }),
  read('/rare_birds?order=id'),
  read('/nowhere'),
  read('/stones'),
  read('/stones', { 'accept-profile': 'other' }),
  read('/stones', { 'accept-profile': 'secret' }),
  read('/birds?select=id&order=id', { prefer: 'handling=strict, nothing=at-all' }),
  read('/hidden'),
  read('/canary'),
  { ...read('/birds?order=id'), method: 'HEAD' },
  { ...read('/birds?order=id', { prefer: 'count=exact' }), method: 'HEAD' },
  { ...read('/nowhere'), method: 'HEAD' },
];

type Sent = Partial<Pick<ComparedRequest, 'as' | 'method' | 'headers'>>;

const write = (
  path: string,
  body: unknown,
  { as = 'ann', method = 'POST', headers = {} }: Sent = {},
): ComparedRequest => ({
  path,
  method,
  as,
  headers: { 'content-type': 'application/json', ...headers },
  body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
});

const SHOWN = { prefer: 'return=representation' };
const MERGED = { prefer: 'resolution=merge-duplicates, return=representation' };

/** In this order: later ones see what earlier ones wrote. */
const WRITES = [
  write('/notes', { id: 'n1', body: 'one' }),
  write('/notes', { id: 'n2' }, { headers: SHOWN }),
  write('/notes', [{ id: 'n3' }, { id: 'n4', stars: 5 }], { headers: SHOWN }),
  write('/notes', { id: 'n1' }),
  write('/notes', { id: 'n5', nothing: 1 }),
  write('/notes', { id: 'n6', stars: 'many' }),
  write('/notes', { id: 'n7', code: 'too long' }),
  write('/notes', { id: 'n8', body: null }),
  write('/notes', [], { headers: SHOWN }),
  write('/notes', {}, { headers: SHOWN }),
  write('/notes', '{', { headers: SHOWN }),
  write('/notes', ''),
  write('/notes', '5'),
  write('/notes', [{ id: 'n9' }, { id: 'n10', stars: 1 }], {
    headers: { prefer: 'return=representation, missing=default' },
  }),
  write('/notes', [{ id: 'n9' }, { id: 'n10', stars: 1 }]),
  write('/notes?columns=id,body', { id: 'n11', body: 'x', stars: 9 }, { headers: SHOWN }),
  write('/notes?columns=id,nothing', { id: 'n12' }),
  write('/notes', { id: 'n1', body: 'merged' }, { headers: MERGED }),
  write('/notes?on_conflict=id', { id: 'n1', body: 'again' }, { headers: MERGED }),
  write('/notes?on_conflict=body', { id: 'n1', body: 'again' }, { headers: MERGED }),
  write('/notes?on_conflict=nothing', { id: 'n1' }, { headers: MERGED }),
  write(
    '/notes',
    { id: 'n1', body: 'ignored' },
    { headers: { prefer: 'resolution=ignore-duplicates, return=representation' } },
  ),
  write('/notes', { id: 'n1', body: 'stolen' }, { as: 'bob', headers: MERGED }),
  write('/notes', { id: 'b1', owner: '00000000-0000-4000-8000-00000000000a' }, { as: 'bob' }),
  write('/notes', { id: 'b2' }, { as: 'anon' }),
  write('/notes?select=id,body', { id: 'n13' }, { headers: SHOWN }),
  write('/notes', { id: 'n14' }, { headers: { prefer: 'return=headers-only' } }),
  write('/notes', { id: 'n15' }, { headers: { prefer: 'return=minimal, count=exact' } }),
  write('/notes', { id: 'n19' }, { headers: { prefer: 'handling=strict, return=representation, count=estimated' } }),
  write('/notes', { id: 'n16' }, { headers: { ...SHOWN, accept: 'application/vnd.pgrst.object+json' } }),
  write('/notes', [{ id: 'n17' }, { id: 'n18' }], {
    headers: { ...SHOWN, accept: 'application/vnd.pgrst.object+json' },
  }),
  write('/mailbox', { body: 'hi' }, { as: 'anon' }),
  write('/mailbox', { body: 'hi' }, { as: 'anon', headers: SHOWN }),
  write('/mailbox', [{ body: 'a' }, { body: 'b' }], { as: 'anon', headers: { prefer: 'return=minimal' } }),
  write('/pairs', [{ a: 1, b: 2, c: 'x' }], { as: 'anon', headers: SHOWN }),
  write('/pairs?on_conflict=a,b', [{ a: 1, b: 2, c: 'y' }], { as: 'anon', headers: MERGED }),
  write('/pairs?on_conflict=c', [{ a: 3, b: 3, c: 'y' }], { as: 'anon', headers: MERGED }),
  write('/pairs', [{ a: 4, b: 4, c: 'y' }], { as: 'anon', headers: MERGED }),
  write(
    '/pairs',
    [
      { a: 5, b: 5, c: 'q' },
      { a: 5, b: 5, c: 'r' },
    ],
    { as: 'anon', headers: MERGED },
  ),
  write('/loose', [{ a: 1 }], { as: 'anon', headers: MERGED }),
  write('/deferred', { id: 1, parent: 9 }, { as: 'anon', headers: SHOWN }),
  write('/rare_birds', { id: 9, name: 'x' }, { as: 'anon' }),
  write('/birds', { id: 9 }, { as: 'anon' }),
  write('/nowhere', { id: 9 }, { as: 'anon' }),
  write('/notes?id=eq.n1', { stars: 4 }, { method: 'PATCH' }),
  write('/notes?id=eq.n1', { stars: 5 }, { method: 'PATCH', headers: SHOWN }),
  write('/notes?id=eq.none', { stars: 5 }, { method: 'PATCH', headers: SHOWN }),
  write('/notes?id=eq.n1', {}, { method: 'PATCH', headers: SHOWN }),
  write('/notes?id=eq.n1', { nothing: 5 }, { method: 'PATCH' }),
  write('/notes?id=eq.n1', { stars: 'x' }, { method: 'PATCH' }),
  write('/notes?id=eq.n1', { stars: 6 }, { method: 'PATCH', as: 'bob', headers: SHOWN }),
  write('/notes?id=eq.n1', [{ stars: 7 }], { method: 'PATCH', headers: SHOWN }),
  write(
    '/notes?id=eq.n1&select=id',
    { stars: 8 },
    { method: 'PATCH', headers: { prefer: 'return=representation, count=exact' } },
  ),
  write('/notes?id=eq.n2', undefined, { method: 'DELETE' }),
  write('/notes?id=eq.n3', undefined, { method: 'DELETE', headers: SHOWN }),
  write('/notes?id=eq.none', undefined, { method: 'DELETE', headers: SHOWN }),
  write('/notes?id=eq.n4', undefined, { method: 'DELETE', as: 'bob', headers: SHOWN }),
  write('/notes?id=eq.n4', undefined, { method: 'DELETE', as: 'anon' }),
  write('/notes?id=eq.n4', undefined, { method: 'DELETE', headers: { prefer: 'count=exact' } }),
  write('/notes?id=eq.n1', { id: 'n1', body: 'put' }, { method: 'PUT' }),
  { ...read('/notes?order=id'), as: 'ann' as const },
  { ...read('/notes?order=id'), as: 'bob' as const },
];

const call = (name: string, body: unknown, sent: Sent = {}): ComparedRequest =>
  write(`/rpc/${name}`, body, { as: 'anon', ...sent });

const CALLS = [
  call('add', { a: 1 }),
  call('add', { a: 1, b: 2 }),
  call('add', { b: 2 }),
  call('add', { a: 1, c: 2 }),
  call('add', { a: 'x' }),
  call('add', ''),
  call('add', []),
  call('add', [{ a: 1 }]),
  call('add', '{'),
  read('/rpc/add?a=1&b=4'),
  read('/rpc/add?a=x'),
  read('/rpc/hello'),
  call('hello', {}),
  call('hello', undefined),
  call('nothing_at_all', {}),
  read('/rpc/nothing_at_all'),
  call('all_things', {}),
  read('/rpc/all_things?id=gt.1&order=id.desc&select=name'),
  call('all_things?order=id', {}, { headers: { prefer: 'count=exact' } }),
  call('all_things?order=id&limit=1', {}),
  call('first_thing', {}),
  call('first_thing?select=name', {}),
  call('numbers', { n: 3 }),
  call('numbers?limit=2', { n: 3 }),
  call('table_of', { n: 3 }),
  call('outs', { a: 3 }),
  call('make_thing', { id: 8, name: 'eight' }),
  read('/rpc/make_thing?id=9&name=nine'),
  call('joined', { words: ['a', 'b'] }),
  read('/rpc/joined?words=a&words=b'),
  call('sum_of', { list: [1, 2] }),
  read('/rpc/sum_of?list={1,2}'),
  call('twice', { a: 2 }),
  call('twice', { a: 2, times: 5 }),
  read('/rpc/twice?a=2'),
  call('refuse', { status: 'PT418' }),
  call('refuse', { status: 'P0001' }),
  call('refuse', { status: '23505' }),
  call('refuse', { status: '42501' }),
  call('refuse', { status: '22023' }),
  call('refuse', { status: 'P0002' }),
  call('secret', {}),
  call('fires', {}),
  call('nowhere', {}),
  call('first_thing', {}, { headers: { accept: 'application/vnd.pgrst.object+json' } }),
  call('all_things', {}, { headers: { accept: 'application/vnd.pgrst.object+json' } }),
  call('add', { a: 1 }, { method: 'PUT' }),
  call('add', { a: 1 }, { method: 'DELETE' }),
];

/** In their order. */
export const REQUESTS: readonly ComparedRequest[] = [...FILTERS, ...QUERIES, ...RANGES, ...WRITES, ...CALLS];

/** How `DIFFERENCES` names a request: its method, address, body, and the header that matters. */
export const nameOf = ({ method, path, headers, body }: ComparedRequest): string =>
  [method, path, body ?? '', headers['prefer'] ?? headers['accept'] ?? headers['accept-profile'] ?? '']
    .join(' ')
    .trim();

const SUBSET = 'The bundled API has what the app needs, and refuses the rest by name instead of ignoring it.';
const NEWER = 'Answered as by newer releases of PostgREST, which hosted projects run.';

/** The differences that stay, each with its reason. */
export const DIFFERENCES: ReadonlyMap<string, string> = new Map([
  ['GET /birds?select=id::text', SUBSET],
  ['GET /birds?select=x:id,y:name', SUBSET],
  ['GET /birds?select=*,id', SUBSET],
  ['GET /birds?select=id,name&order=id  text/csv', SUBSET],
  ['PUT /notes?id=eq.n1 {"id":"n1","body":"put"}', SUBSET],
  ['GET /notes?order=id', 'What the PUT before it wrote.'],
  ['POST /notes {"id":"n14"} return=headers-only', SUBSET],
  ['POST /rpc/joined {"words":["a","b"]}', SUBSET],
  ['GET /rpc/joined?words=a&words=b', SUBSET],
  ['POST /rpc/add [{"a":1}]', SUBSET],
  ['POST /rpc/add []', SUBSET],
  ['GET /nowhere', NEWER],
  ['GET /stones', NEWER],
  ['GET /canary', NEWER],
  ['POST /nowhere {"id":9}', NEWER],
  ['POST /notes?on_conflict=nothing {"id":"n1"} resolution=merge-duplicates, return=representation', NEWER],
  ['GET /birds?select=id&order=id  application/xml', NEWER],
  ['POST /notes [] return=representation', 'Nothing was created, so it is 200.'],
  ['POST /notes 5', 'Nothing was created, so it is 200.'],
  [
    'GET /rpc/all_things?id=gt.1&order=id.desc&select=name',
    'Release 12.0.2 cannot filter by a column that it does not select.',
  ],
]);
