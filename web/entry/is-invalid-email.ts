/** Whether a backend's refusal is about the address: it is said under that field, as what this app finds itself. */

/** What GoTrue says of an address that it does not take though its form is one (such as letters beyond ASCII). */
const INVALID_EMAIL = 'Unable to validate email address: invalid format';

export const isInvalidEmail = (failure: { readonly type: string; readonly message?: string }): boolean =>
  failure.type === 'refused' && failure.message === INVALID_EMAIL;
