/** A rejection without a stack. */
export const refuse = async (): Promise<never> => Promise.reject('refused');
