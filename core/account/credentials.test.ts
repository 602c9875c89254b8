/** What the sign-in, sign-up and reset forms accept and refuse. */
import { describe, expect, test } from 'vitest';
import {
  checkResetEmail,
  checkSignIn,
  checkSignUp,
  DEMO_EMAIL,
  isDemoEntry,
  newPasswordFailure,
  normalizeEmail,
  PASSWORD_RULES,
  type CredentialsFailure,
} from './credentials.ts';

const FINE: CredentialsFailure = { form: null, email: null, password: null };

const refused = (failure: Partial<CredentialsFailure>) => ({ ok: false, failure: { ...FINE, ...failure } });
const account = (email: string, password: string) => ({
  ok: true,
  value: { type: 'account', credentials: { email, password } },
});
const DEMO = { ok: true, value: { type: 'demo' } };

describe.each([
  ['sign-in', checkSignIn],
  ['sign-up', checkSignUp],
])('%s', (_, check) => {
  test('[spec-5] accepts an address and a password', () => {
    expect(check({ email: 'ann@example.org', password: 'abc123' })).toEqual(account('ann@example.org', 'abc123'));
  });

  test('[spec-5] lowercases and trims the email, and leaves the password unchanged', () => {
    expect(check({ email: ' \tAnn@Example.ORG\n', password: 'ABC123' })).toEqual(account('ann@example.org', 'ABC123'));
  });

  test('[spec-5] asks for both email and password', () => {
    expect(check({ email: '', password: '' })).toEqual(refused({ form: 'missing-credentials' }));
    expect(check({ email: '  ', password: 'abc123' })).toEqual(refused({ form: 'missing-credentials' }));
  });

  test('[spec-5] asks for the password alone where an email is given', () => {
    expect(check({ email: 'ann@example.org', password: '' })).toEqual(refused({ password: 'missing-password' }));
    expect(check({ email: 'ann', password: '' })).toEqual(
      refused({ email: 'invalid-email', password: 'missing-password' }),
    );
  });

  test.each([
    'ann',
    'ann@',
    '@example.org',
    'ann@example',
    'ann@example.',
    'an n@example.org',
    'a@b@example.org',
    '@.a',
  ])('[spec-5] refuses %j, which is not an address', (email) => {
    expect(check({ email, password: 'abc123' })).toEqual(refused({ email: 'invalid-email' }));
  });

  test.each(['a@b.c', 'ann+shop@mail.example.org', "o'neil_7@example.co.uk", 'ünï@exämple.de', 'a.b.@x..y'])(
    '[spec-5] accepts %j: the pattern is simple, because only an email proves that an address works',
    (email) => {
      expect(check({ email, password: 'abc123' })).toEqual(account(email, 'abc123'));
    },
  );

  test('[spec-5] is not slowed down by an address that attacks the pattern', () => {
    const email = `a@${'a.'.repeat(50_000)}@`;
    expect(check({ email, password: 'abc123' })).toEqual(refused({ email: 'invalid-email' }));
  });

  test.each(['demo', ' Demo ', DEMO_EMAIL, 'DEMO@checklist.example'])(
    "[W2] %j with 'demo' enters the demo",
    (email) => {
      expect(check({ email, password: 'demo' })).toEqual(DEMO);
    },
  );

  test("[W2] 'demo' with another password is not an address, and the demo's address with another password is an ordinary account", () => {
    expect(check({ email: 'demo', password: 'secret1' })).toEqual(refused({ email: 'invalid-email' }));
    expect(check({ email: 'demo@checklist.example', password: 'Demo12' })).toEqual(
      account('demo@checklist.example', 'Demo12'),
    );
  });
});

describe('the password of the sign-in form', () => {
  test.each(['x', 'demo', ' ', 'with blank and ünïcode!'])(
    '[spec-5] is any of at least one character: %j',
    (password) => {
      expect(checkSignIn({ email: 'ann@example.org', password })).toEqual(account('ann@example.org', password));
    },
  );
});

describe('the password of the sign-up form', () => {
  test.each(['abcdef', '123456', 'Abc123', 'größer', '密码密码密码'])(
    '[spec-5] is at least 6 letters and digits: %j',
    (password) => {
      expect(checkSignUp({ email: 'ann@example.org', password })).toEqual(account('ann@example.org', password));
    },
  );

  test.each(['abcde', 'abc12 ', 'abc-123', 'abc_123', 'pass🙂word', 'demo'])('[spec-5] is not %j', (password) => {
    expect(checkSignUp({ email: 'ann@example.org', password })).toEqual(refused({ password: 'weak-password' }));
  });

  test('[spec-5] is checked together with the email, so that both messages can be shown', () => {
    expect(checkSignUp({ email: 'ann', password: 'abc' })).toEqual(
      refused({ email: 'invalid-email', password: 'weak-password' }),
    );
  });
});

describe('the rule for password managers', () => {
  /** WebKit's grammar: properties, each with a number or with classes of characters. */
  const properties = PASSWORD_RULES.split(';').map((property) => property.trim().split(/:\s*/u));
  const valuesOf = (name: string): readonly string[] =>
    properties.flatMap(([key, value = '']) => (key === name ? value.split(/,\s*/u) : []));

  test('[A8] has only properties and classes of characters that WebKit knows', () => {
    expect(PASSWORD_RULES).toMatch(/^(?:[a-z]+: [a-z\d, ]+; ?)+$/u);
    const known = new Set(['minlength', 'maxlength', 'required', 'allowed', '']);
    expect(properties.filter(([name = '']) => !known.has(name))).toEqual([]);
    expect(new Set([...valuesOf('required'), ...valuesOf('allowed')])).toEqual(new Set(['lower', 'upper', 'digit']));
  });

  test('[A8] allows only passwords that the form accepts: letters and digits, and no hyphens', () => {
    const characters: Readonly<Record<string, string>> = {
      lower: 'abcdefghijklmnopqrstuvwxyz',
      upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
      digit: '0123456789',
    };
    const allowed = valuesOf('allowed').map((name) => characters[name] ?? name);
    expect(newPasswordFailure(allowed.join(''))).toBeNull();
    const shortest = allowed.join('').slice(0, Number(valuesOf('minlength')[0]));
    expect([newPasswordFailure(shortest), newPasswordFailure(shortest.slice(1))]).toEqual([null, 'weak-password']);
    expect(Number(valuesOf('maxlength')[0])).toBe(72);
  });
});

test('[W2] the demo opens with its name or its address, and with its own password only', () => {
  expect(isDemoEntry({ email: 'demo', password: 'demo' })).toBe(true);
  expect(isDemoEntry({ email: ' DEMO@checklist.example', password: 'demo' })).toBe(true);
  expect(isDemoEntry({ email: 'demo', password: 'Demo' })).toBe(false);
  expect(isDemoEntry({ email: 'ann', password: 'demo' })).toBe(false);
});

test('[W2] the demo has a fixed address', () => {
  expect(DEMO_EMAIL).toBe('demo@checklist.example');
});

describe('the reset form', () => {
  test('[spec-5] asks for an email', () => {
    expect(checkResetEmail('')).toEqual({ ok: false, failure: { type: 'missing-email' } });
    expect(checkResetEmail(' \n')).toEqual({ ok: false, failure: { type: 'missing-email' } });
  });

  test('[spec-5] refuses an invalid address, and lowercases and trims a valid one', () => {
    expect(checkResetEmail('ann@example')).toEqual({ ok: false, failure: { type: 'invalid-email' } });
    expect(checkResetEmail(' Ann@Example.org ')).toEqual({ ok: true, value: 'ann@example.org' });
  });

  test.each(['demo', 'Demo', ' demo@checklist.example '])(
    '[spec-6] refuses %j: the demo has no password to reset',
    (email) => {
      expect(checkResetEmail(email)).toEqual({ ok: false, failure: { type: 'demo-reset' } });
    },
  );
});

test("[spec-5] lowercasing ignores the device's language, so that every device sends the same address", () => {
  expect(normalizeEmail('ANN.ITTI@EXAMPLE.ORG')).toBe('ann.itti@example.org');
});
