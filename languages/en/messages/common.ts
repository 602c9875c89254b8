/** Messages that several screens share. */

export const product = 'Checklist';

/** The version label of the footer (product W1). */
const VERSION_LABEL = 'v1.0.1';

export const footer = `Checklist © 2025 • ${VERSION_LABEL}`;

/** The screen after an unexpected error (spec section 8). */
export const broken = {
  text: 'Something went wrong. Your list is safe on this device. Reload to continue.',
  reload: 'Reload',
  back: 'Back to Sign In',
  demo: 'Demo login failed. Please try again.',
  unexpected: 'An error occurred. Please try again.',
} as const;
