/** The type of a message table: it compiles only with a message for every failure. */

export type FailureType<F extends { readonly type: string }> = F['type'];

export type Sentences<Key extends string> = Readonly<Record<Key, string>>;
