/** The rules of style that no linter knows: a file begins with a sentence, an exception carries its reason. */

/** A sentence about what the file is for; a program may begin with the line that names its interpreter. */
export const hasOpeningSentence = (source: string): boolean => /^(?:#!.*\n)?\/\*\*\s+(?:\* )?\w/.test(source);

/** The lines, from 1, of the linter's exceptions that have no reason on the line above. */
export function findBareExceptions(source: string): readonly number[] {
  const lines = source.split('\n');
  return lines.flatMap((line, index) => (isException(line) && !isReason(lines[index - 1]) ? [index + 1] : []));
}

const isException = (line: string): boolean =>
  /^\s*\{?\/[/*]\s*oxlint-disable|\S\s+\/\/ oxlint-disable-line/.test(line);

const isReason = (line = ''): boolean => /^\s*(?:\{?\/\*\*?|\/\/|\*) \S/.test(line) && !isException(line);
