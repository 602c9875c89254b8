/** How core answers where a shopper can get something wrong: a value, never a throw. */
export type Result<T, F> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: F };

/** The good answer. */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/** The answer that says what went wrong; `failure` carries a kebab-case `type`. */
export const fail = <F>(failure: F): { readonly ok: false; readonly failure: F } => ({ ok: false, failure });
