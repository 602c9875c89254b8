/** How a table of sentences must be written: one for every failure there is, or it does not compile (style, rule 24). */

export type FailureType<F extends { readonly type: string }> = F['type'];

export type Sentences<Key extends string> = Readonly<Record<Key, string>>;
