/** Shows a line that was read, for tests: `2 cup flour (sifted) @For the cake`. */
import type { TextLine } from '#core/list-text/text-line.ts';

export const showLine = ({ entry: { amount, unit, name, note }, heading, mayCreate, reason }: TextLine): string =>
  [
    reason === null ? '' : `?${reason} `,
    [amount, unit, name].filter((part) => part !== null).join(' '),
    note === null ? '' : ` (${note})`,
    heading === null ? '' : ` @${heading}${mayCreate ? '+' : ''}`,
  ].join('');
