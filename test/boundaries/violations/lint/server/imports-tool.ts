/** The server lives on a tool. */
import { vi } from 'vitest';

export const mock = vi;
