/** Names and icons of sign-in providers. */
import { messages } from '#web/messages/messages.ts';

/** The provider's own spelling of its name; for other providers, the backend's name with a capital letter. */
export function providerName(provider: string): string {
  const known = Object.hasOwn(messages.providerNames, provider) ? messages.providerNames[provider] : undefined;
  return known ?? provider.charAt(0).toUpperCase() + provider.slice(1);
}

/** An icon path on a 24-unit grid; a key for other providers. */
export const providerIcon = (provider: string): string => MARKS.get(provider) ?? KEY;

const KEY = 'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM11 12l8.500-8.500M16 7l3 3M13 10l2 2';

const MARKS: ReadonlyMap<string, string> = new Map([
  ['email', 'M4 6h16v12H4zM4 7l8 6 8-6'],
  ['google', 'M12.500 11h8a8.500 8.500 0 1 1-2.500-5.100'],
  [
    'apple',
    'M12 8c-1-.8-2.200-1.200-3.400-1.200C6 6.800 4.500 9 4.500 12c0 4 2.600 8.500 5 8.500 1 0 1.500-.6 2.500-.6s1.500.6 2.500.6c2 0 3.900-2.700 4.700-5.200-3.200-1.300-3.200-5.600-.2-7.100-1-1-2.300-1.400-3.600-1.400-1.200 0-2.400.4-3.400 1.200zM12 7c0-2.200 1.300-3.800 3-4.200',
  ],
  [
    'github',
    'M9.500 20.500v-2.800c-3.500.8-4.200-1.700-5.500-2.200M9.500 20.500c-4-1.200-6.500-4.400-6.500-8.500a9 9 0 1 1 18 0c0 4.100-2.500 7.300-6.500 8.500v-3c0-1-.3-1.700-.7-2.100 2.500-.3 4.700-1.300 4.700-4.900 0-1-.4-2-1-2.700.2-.7.200-1.600-.2-2.500-.9 0-1.900.5-2.600 1a9 9 0 0 0-4.400 0c-.7-.5-1.700-1-2.600-1-.4.9-.4 1.800-.2 2.500-.6.7-1 1.700-1 2.700 0 3.600 2.200 4.600 4.700 4.900-.4.400-.6.900-.7 1.600',
  ],
]);
