/** The result of an operation that can fail for reasons outside the code: users, disk, network. Such failures are values; only bugs throw. */
export type Result<T, F> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: F };

/** A successful result. */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/** A failed result. `failure` has a kebab-case `type`. */
export const fail = <F>(failure: F): { readonly ok: false; readonly failure: F } => ({ ok: false, failure });
