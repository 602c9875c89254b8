/** The one place where the app meets Node's HTTP server. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import { createPlainAnswer } from './plain-answer.ts';
import { reportBug } from './report-bug.ts';
import { sentences } from './sentences.ts';

/** Takes the app. Gives a server for it that has no port yet. */
export function createHttpServer(app: Hono): Server {
  const answer = getRequestListener(app.fetch, { errorHandler: answerUnreadable });
  // The listener answers every failure itself; its promise tells nothing more.
  return createServer(limits, (request, response) => void answer(request, response));
}

/** Limits against clients that send slowly, for ever, or too much. */
const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
};

/** What fails outside the app: a request that is no request, such as one with a broken Host header. */
function answerUnreadable(error: unknown): Response {
  if (error instanceof RequestError) return createPlainAnswer(400, sentences.badRequest);
  reportBug(error);
  return createPlainAnswer(500, sentences.broken);
}
