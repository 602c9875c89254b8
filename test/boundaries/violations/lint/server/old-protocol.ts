/** A Node module that looks like a package. */
import { hostname } from 'os';

export const host = hostname;
