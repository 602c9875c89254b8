/** The commands of `npm run admin`. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseEmailAddress } from '#server/auth/accounts/email-address.ts';
import type { Command, CommandRequest } from '#server/command/run-command.ts';
import { failureToMessage, messages } from '#server/messages.ts';
import type { Failure } from '#server/messages.ts';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import { readSecrets } from '#server/tokens/secrets.ts';
import type { Admin } from './call-admin.ts';
import { describePeople, describeSizes, findPerson } from './people.ts';
import type { Person } from './people.ts';

type Lines = Promise<Result<readonly string[], Failure>>;
type AdminRequest = CommandRequest & { readonly admin: Admin };
type OneCommand = Omit<Command, 'usage'>;

/** As long as the hosted service's dashboard suspends people. */
const A_HUNDRED_YEARS = '876000h';

/** A command about an address, which may have no account yet. */
const forAddress = (
  work: (request: AdminRequest, email: string) => Lines,
  ...flags: readonly string[]
): OneCommand => ({
  options: Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' }])),
  words: 1,
  purpose: 'change',
  async work(request) {
    const [typed = ''] = request.words;
    const email = parseEmailAddress(typed);
    if (email === undefined) return fail({ type: 'admin-refused', message: `“${typed}” is not an email address` });
    const admin = await loadAdmin(request);
    return admin.ok ? work({ ...request, admin: admin.value }, email) : admin;
  },
});

/** A command about someone who has an account. */
const forPerson = (work: (request: AdminRequest, person: Person) => Lines, ...flags: readonly string[]): OneCommand =>
  forAddress(
    async (request, email) => {
      const person = await findPerson(request.sql, email);
      return person === undefined ? fail({ type: 'no-such-person', email }) : work(request, person);
    },
    ...flags,
  );

const forAll = (work: (request: CommandRequest) => Lines): OneCommand => ({ words: 0, purpose: 'change', work });

/** The commands by name. */
export const adminCommands: ReadonlyMap<string, OneCommand> = new Map([
  ['list', forAll(async ({ sql }) => ok(await describePeople(sql)))],
  ['create', forAddress(create, 'password')],
  ['invite', forAddress(invite)],
  ['reset', forPerson(reset, 'print')],
  ['disable', forPerson((request, person) => setDisabled(request, person, true))],
  ['enable', forPerson((request, person) => setDisabled(request, person, false))],
  ['delete', forPerson(deletePerson, 'yes')],
  ['sizes', forAll(async ({ sql }) => ok(await describeSizes(sql)))],
  ['test-mail', forAddress(testMail)],
  ['service-key', forAll(showServiceKey)],
]);

async function create({ admin, has, input }: AdminRequest, email: string): Lines {
  if (!has('password')) {
    const link = await admin.call('POST /admin/generate_link', { type: 'invite', email });
    return link.ok ? ok([messages.inviteLink(email), link.value]) : link;
  }
  const password = await readPassword(input);
  if (password === '') return fail({ type: 'admin-refused', message: 'There is no password on standard input' });
  const created = await admin.call('POST /admin/users', { email, password, email_confirm: true });
  return created.ok ? ok([messages.personCreated(email)]) : created;
}

async function invite({ admin }: AdminRequest, email: string): Lines {
  const invited = await admin.call('POST /invite', { email });
  return invited.ok ? finish(admin, messages.invited(email)) : invited;
}

async function reset({ admin, has }: AdminRequest, { email, isDisabled }: Person): Lines {
  if (isDisabled) return fail({ type: 'person-disabled', email });
  const link = await admin.call('POST /admin/generate_link', { type: 'recovery', email });
  if (!link.ok) return link;
  if (has('print')) return ok([messages.resetLink(email, admin.linkLifetime / 60), link.value]);
  admin.email({ kind: 'recovery', to: email, email, link: link.value });
  return finish(admin, messages.resetSent(email));
}

async function setDisabled({ admin }: AdminRequest, person: Person, isDisabled: boolean): Lines {
  const { id, email } = person;
  // Disabling again replaces a suspension that would end.
  if (!isDisabled && !person.isDisabled) return ok([messages.alreadyEnabled(email)]);
  const set = await admin.call(`PUT /admin/users/${id}`, { ban_duration: isDisabled ? A_HUNDRED_YEARS : 'none' });
  return set.ok ? notify(admin, isDisabled ? messages.disabled(email) : messages.enabled(email)) : set;
}

async function deletePerson({ admin, has }: AdminRequest, { id, email, lists, items }: Person): Lines {
  if (!has('yes')) return fail({ type: 'deletion-unconfirmed', email, lists, items });
  const deleted = await admin.call(`DELETE /admin/users/${id}`);
  return deleted.ok ? notify(admin, messages.deleted(email)) : deleted;
}

async function testMail({ admin }: AdminRequest, email: string): Lines {
  admin.email({ kind: 'test', to: email, email });
  return finish(admin, messages.testSent(email));
}

async function showServiceKey({ sql, settings }: CommandRequest): Lines {
  return ok([(await readSecrets(sql, settings)).secretKey]);
}

/** Loads the accounts only for the commands that change them, because that takes a moment. */
async function loadAdmin(request: CommandRequest): Promise<Result<Admin, Failure>> {
  const { createAdmin } = await import('./call-admin.ts');
  return createAdmin(request);
}

/** Waits for the email that the command is about. Without a mail server, its file and link replace the sentence. */
async function finish(admin: Admin, sentence: string): Lines {
  const sent = await admin.finish();
  if (!sent.ok) return sent;
  return ok(sent.value.length === 0 ? [sentence] : sent.value);
}

/** Waits for the email that tells the owner. The change is made even if the email cannot be sent. */
async function notify(admin: Admin, sentence: string): Lines {
  const sent = await admin.finish();
  return ok(sent.ok ? [sentence] : [sentence, failureToMessage(sent.failure)]);
}

/** Reads one line. On a terminal, it asks for it and does not show it. */
async function readPassword(input: CommandRequest['input']): Promise<string> {
  const terminal = input === process.stdin && process.stdin.isTTY;
  if (terminal) process.stderr.write(messages.passwordPrompt);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    for await (const line of createInterface({ input, output, terminal })) return line;
    return '';
  } finally {
    if (terminal) process.stderr.write('\n');
  }
}
