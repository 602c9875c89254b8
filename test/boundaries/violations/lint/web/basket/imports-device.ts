/** A screen plugs in the world by itself. */
import { isReachable } from '#device/connectivity.ts';

export const reach = isReachable;
