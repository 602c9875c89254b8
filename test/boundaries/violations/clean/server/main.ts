/** The server may print where it is started, and knows Node. */
import { hostname } from 'node:os';
import { Hono } from 'hono';

export const app = new Hono().get('/', (context) => context.text(hostname()));

console.log('started');
