/** The statements that a connection has prepared, by the names that we gave them (bootstrap/0010). */
import type { Statement } from './database.ts';

/** Changes in place, as the connection does. */
export type KeptStatements = {
  readonly nameByText: Map<string, string>;
  /** Names that may be there, or not, as patterns of LIKE: nobody uses them any more. */
  readonly doubtful: Set<string>;
  lastNumber: number;
};

/** Of a connection that has just been opened. */
export const createKeptStatements = (): KeptStatements => ({
  nameByText: new Map(),
  doubtful: new Set(),
  lastNumber: 0,
});

/** The connection is another one now. Numbers are never given twice all the same. */
export function forgetAll({ nameByText, doubtful }: KeptStatements): void {
  nameByText.clear();
  doubtful.clear();
}

/** A statement's name. Its text goes along where the connection does not know it; once: nobody will want it again. */
export type Named = { readonly name: string; readonly text?: string; readonly isOnce: boolean };

/** Names the statements of one message: where one comes twice, it is prepared by the first. */
export function nameStatements(kept: KeptStatements, statements: readonly Statement[]): readonly Named[] {
  const nameByText = new Map(kept.nameByText);
  return statements.map(({ text, isPrepared }) => {
    const known = nameByText.get(text);
    if (known !== undefined) return { name: known, isOnce: false };
    const name = `kept_${(kept.lastNumber += 1)}`;
    if (isPrepared) nameByText.set(text, name);
    return { name, text, isOnce: !isPrepared };
  });
}

/** The message was answered: what was prepared is there from now on. */
export function keepStatements(kept: KeptStatements, named: readonly Named[]): void {
  for (const { name, text, isOnce } of named) if (text !== undefined && !isOnce) kept.nameByText.set(text, name);
}

/** Whether these were prepared nobody knows, or they may be outdated: the next message that comes through takes them away. */
export function doubtStatements(kept: KeptStatements, named: readonly Named[]): void {
  const names = new Set(named.map(({ name }) => name));
  for (const name of names) kept.doubtful.add(name);
  for (const [text, name] of kept.nameByText) if (names.has(name)) kept.nameByText.delete(text);
  if (kept.doubtful.size <= MOST_DOUBTFUL) return;
  forgetAll(kept);
  kept.doubtful.add(ALL);
}

/** Where every write fails, as in a database that takes none, the list would get longer without end. */
const MOST_DOUBTFUL = 100;
const ALL = 'kept_%';
