/** For tests: the settings of the auth API without environment variables. */
import type { AuthSettings } from '#server/auth/context/auth-settings.ts';
import { readAuthSettings } from '#server/service-settings.ts';
import { readSettings } from '#server/settings/read-settings.ts';

const settings = readSettings({});
if (!settings.ok) throw new Error(settings.failure.type);
const { siteUrl: _, ...others } = readAuthSettings(settings.value, '');

export const defaultAuthSettings: Omit<AuthSettings, 'siteUrl'> = others;
