/** Descriptions of the settings for operators. scripts/settings-page.ts writes them to docs/settings.md. */
import type { Name } from './variables.ts';

type Description = {
  /** What applies if the variable is not set, as Markdown; without it, the default of variables.ts. */
  readonly otherwise?: string;
  /** What the setting does, as Markdown in one line. */
  readonly text: string;
};

/** In the order of the page. */
export const descriptions: Readonly<Record<Name, Description>> = {
  host: {
    text: 'The address to listen on. `0.0.0.0` or `::` makes the server reachable from other devices; put a proxy with TLS in front of it.',
  },
  port: { text: 'The port; `0` selects any free port.' },
  dataFolder: {
    otherwise: '`./data`',
    text: 'The folder for the private database and for emails that are written to files. Only one server at a time can use it, and a copy of it is a copy of everything.',
  },
  webFolder: { otherwise: '`./dist`', text: 'The folder of the built web app.' },
  databaseUrl: {
    otherwise: 'a private Postgres in `DATA_DIR`',
    text: "An external Postgres, 15 or later: `postgres://user:password@host:port/database`, with a separate, empty database. Several servers may share it. Add `?sslmode=require` if other computers are in between: the connection is then encrypted, and the server's certificate is checked. For a certificate of your own authority, set `NODE_EXTRA_CA_CERTS` to its file; `sslmode=no-verify` encrypts without a check. The user must own the database, and must either be allowed to create roles or have been granted `anon`, `authenticated` and `service_role`. `service_role` bypasses row level security only if a superuser has set that up. Requests of users run with another login, `authenticator_` and the name of the user, which the server creates if the user may create roles and has a password; otherwise they run with the user's login, and the log has a warning.",
  },
  backupEvery: {
    otherwise: 'no backups',
    text: 'How often the server writes a [backup](guides/backup.md): a number of hours from 1 to 8760, such as `24h`. If several servers share one database, only one of them writes each time. A failed backup is reported in the log and in `/health`.',
  },
  backupKeep: {
    text: 'How many scheduled backups are kept, 1 to 1000. Older ones are removed after a new one is complete.',
  },
  backupFolder: {
    otherwise: '`DATA_DIR/backups`',
    text: 'The folder for scheduled backups, preferably on another disk. Do not share it with a server on another database. Only the user who runs the server can read the files.',
  },
  poolSize: {
    text: 'The maximum number of connections for requests to `/rest/v1`, 1 to 999; at most 30 with the private database. The server has up to ten more for accounts and health checks, three for realtime, and a few that listen for changes.',
  },
  publicUrl: {
    otherwise: '`http://localhost` and its port, or the address it listens on',
    text: 'The address where people reach the server, such as `https://list.example`. It has no path; see `BASE_PATH`. Email links lead there, and tokens name it as their issuer. When it changes, access tokens become invalid, and sessions get new ones.',
  },
  basePath: {
    otherwise: 'the whole host',
    text: 'The path under which the server answers, such as `/checklist` for `https://home.example/checklist/`: the app, its API, `/health` and `/metrics`. A proxy passes the path on unchanged. See [a path instead of a host name](guides/tls-behind-a-proxy.md#a-path-instead-of-a-host-name).',
  },
  trustedProxies: {
    otherwise: 'none',
    text: "The addresses or networks of your proxies, separated by commas, such as `127.0.0.1` or `10.0.0.0/8, fd00::/8`. For requests from them, the last entry of `X-Forwarded-For` that is not a proxy is the visitor's address, and `X-Request-Id` is kept. All other requests count by the address of their connection.",
  },
  redirectUrls: {
    otherwise: 'none',
    text: 'Additional destinations for email links, separated by commas: URLs, or patterns where `*` matches anything except `.` and `/`, and `**` matches anything.',
  },
  backendUrl: {
    otherwise: 'this server',
    text: 'Another backend for the app, such as a hosted Supabase project. The page may then connect to that origin. This server then only serves the app: it starts no database and does not serve `/auth/v1`, `/rest/v1` and `/realtime/v1`.',
  },
  backendKey: { text: "That backend's public anonymous key; required with `BACKEND_URL`." },
  smtpUrl: {
    otherwise: 'emails are written to files',
    text: '`smtp://user:password@host:587` or `smtps://...`. Without it, emails are written to `DATA_DIR/mail`, and their links are printed if `LOG_FORMAT` is `text`.',
  },
  mailFrom: {
    text: 'The sender of emails: an address, or `Name <address>`. Put a name with a comma in quotation marks.',
  },
  mailTemplates: {
    otherwise: 'built-in templates',
    text: 'A folder with your own email templates: [mail-templates.md](mail-templates.md).',
  },
  textWebhookUrl: {
    otherwise: 'codes are printed',
    text: 'Receives each text message by POST as JSON: `{"to", "text", "channel"}`. Any 2xx response means success.',
  },
  textWebhookSecret: {
    otherwise: 'requests are not signed',
    text: 'Signs requests to the webhook: the header `X-Checklist-Signature` is `sha256=` and the HMAC of the body in hexadecimal digits. At least 16 characters.',
  },
  mailsPerHour: {
    text: 'The maximum number of emails this server sends in an hour to addresses with a confirmed account, 1 to 1000000; further requests have to wait. At most half as many more go to other addresses. Emails of one kind to one address are always at least a minute apart, and one address gets at most 20 a day.',
  },
  textsPerHour: {
    text: "The maximum number of text messages this server sends in an hour, 1 to 1000000. At most half of them go to unverified numbers, so that attackers who set up phones cannot use up other users' codes.",
  },
  autoconfirm: {
    text: 'Whether new accounts work without confirming the email address; `off` sends a confirmation email first.',
  },
  signUp: {
    text: 'The people who can create accounts: with `on`, every visitor; with `invited`, only people with a valid invitation to a list; with `off`, only the operator (`service_role`). With `invited`, visitors open their invitation link and sign up with an email address and a password; a sign-in with a provider works only for existing accounts. A new server has no lists to invite to, so create the first account before you set `invited`.',
  },
  passwords: {
    text: '`off` lets people sign in only with a provider or a passkey that they have added: there is no sign-in, sign-up or recovery with a password, and no emailed link opens a session. Requires `PROVIDERS`, because a new account has no passkey yet. Before you set it, see [without passwords](guides/people.md#without-passwords).',
  },
  limitsRates: { text: 'Whether attempts are counted and limited. `off` is for tests.' },
  minPasswordLength: {
    text: 'The minimum length of a new password, 6 to 72. The 10,000 most common passwords are refused as well. Existing passwords still work.',
  },
  accessTokenLifetime: { text: 'The lifetime of an access token in seconds, 300 to 604800.' },
  sessionLifetime: {
    text: 'The number of seconds after a sign-in until its session ends, however often it is used, 0 to 31536000; `0` means that sessions do not end. After that, the user has to sign in again on that device, which keeps unsent changes.',
  },
  refreshReuseInterval: {
    text: 'The number of seconds in which a refresh token may be used again, 0 to 300, in case a response was lost. After that, a second use ends the session.',
  },
  recentSignIn: {
    text: 'The number of seconds after a sign-in in which a user can change the password without further proof and add a passkey, a second step or a provider, 0 to 31536000; `0` means no limit.',
  },
  confirmsBothAddresses: {
    text: 'Which addresses confirm an email change: `both`, the current and the new one, or only the `new` one, which then requires a recent sign-in (`RECENT_SIGN_IN`).',
  },
  totp: {
    text: 'Whether users can set up codes from an authenticator app as a second step. Existing ones keep working and can be removed.',
  },
  phone: {
    text: 'Whether users can set up codes in text messages as a second step. Existing ones keep working. Counts as `off` if there is no `SMS_WEBHOOK_URL` and `LOG_FORMAT` is `json`, because codes must not end up in a stored log.',
  },
  passkeys: {
    otherwise: '`on`; `off` with `BACKEND_URL`',
    text: "Whether users can sign in with passkeys. With `BACKEND_URL`, the project's own setting applies if the project reports it. A passkey belongs to the host of `PUBLIC_URL` and stops working if that host changes.",
  },
  manualLinking: { text: 'Whether signed-in users can link further sign-in methods.' },
  providers: {
    otherwise: 'none',
    text: 'The sign-in providers, such as `google,keycloak`: see [Providers](#providers).',
  },
  captchaProvider: {
    otherwise: 'none',
    text: "The service that checks for bots: `hcaptcha` or `turnstile`. The page may then load that provider's script.",
  },
  captchaSiteKey: { text: 'Its public key; required with `CAPTCHA_PROVIDER`.' },
  captchaSecret: {
    text: 'Its secret; required with `CAPTCHA_PROVIDER`, but not with `BACKEND_URL`, where the other backend checks.',
  },
  signingKey: {
    otherwise: 'a generated key in the database',
    text: 'Signs access tokens: a private EC key on the curve P-256 with a `kid`, as a JSON Web Key. The keys in the database still verify.',
  },
  jwtSecret: {
    otherwise: 'a generated secret in the database',
    text: 'Signs the HS256 keys of the roles `anon` and `service_role`; at least 32 characters.',
  },
  schemas: { text: 'The schemas available at `/rest/v1`, separated by commas; `public` first.' },
  maxRowKb: {
    text: 'The size limit of a row in kilobytes (1,024 bytes). A saved list is one row. Larger rows are refused with 422.',
  },
  maxAccountRows: {
    text: 'The maximum number of rows of an account, deleted ones included. Further rows are refused with 413.',
  },
  maxAccountMb: { text: 'The maximum size of an account in megabytes.' },
  maxRows: { text: 'The maximum number of rows in one response, 1000 to 100000.' },
  releasesUrl: {
    otherwise: 'no checks',
    text: 'Where the server checks for the latest release, at startup and once a day: an address that responds with JSON that has `version` or `tag_name`, such as `releases/latest` in the API of GitHub, GitLab or Forgejo. If that release is newer, the log and `/health` (`newerRelease`) say so. The request contains nothing about this server, but the other side sees its network address, as with any request.',
  },
  logLevel: {
    otherwise: '`warn`; `info` with `LOG_FORMAT=json`',
    text: 'The level of the log: `debug`, `info` (each request, each email), `warn` (unsent emails, settings without effect), `error` (bugs) or `silent`.',
  },
  logFormat: {
    text: '`text` for reading at a console, `json` for programs: one line of JSON per event, and nothing else on standard output.',
  },
  metrics: { text: '`on` serves metrics at `/metrics` for Prometheus.' },
  metricsToken: {
    otherwise: 'no token',
    text: 'Clients send it as `Authorization: Bearer ...` to read the metrics; at least 16 characters. Required if other computers can reach the server.',
  },
  timeZone: {
    otherwise: 'the time zone of the system',
    text: 'The time zone of the process, such as `Europe/Berlin`. The server stores, logs and sends times in UTC.',
  },
};
