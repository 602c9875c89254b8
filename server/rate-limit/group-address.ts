/** What of a network address stands for one caller. */
import { isIPv6 } from 'node:net';

/**
 * Takes the address of a caller. Gives what to count by: an IPv4 address itself, also where it is written as IPv6
 * (RFC 4291 section 2.5.5.2), and of an IPv6 address its first 64 bits, since a whole network of those belongs to one
 * caller (RFC 6177). Anything else is counted as it is written.
 */
export function groupAddress(address: string): string {
  const bare = address.split('%', 1)[0] ?? '';
  if (!isIPv6(bare)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  return mapped ?? `${readNetwork(bare).join(':')}::/64`;
}

function readNetwork(address: string): readonly string[] {
  const [head = '', tail] = address.split('::', 2);
  const before = splitGroups(head);
  const after = splitGroups(tail ?? '');
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: gap }, () => '0'), ...after];
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
}

/** The 16-bit groups; an IPv4 tail counts as two. */
function splitGroups(text: string): readonly string[] {
  return text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
