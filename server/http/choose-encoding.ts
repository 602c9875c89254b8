/** Chooses the compression of a response by the header Accept-Encoding. */

export type Encoding = 'br' | 'gzip';

/** Returns the best encoding that the header allows, or undefined for none. */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
  const weights = readWeights(header ?? '');
  return (['br', 'gzip'] as const).find((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0);
}

function readWeights(header: string): ReadonlyMap<string, number> {
  return new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
      return [name, weight === undefined ? 1 : Number(weight) || 0];
    }),
  );
}
