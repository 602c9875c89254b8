/** One address of auth and the work behind it. */
import type { Context } from 'hono';
import type { Result } from '#server/result.ts';
import type { AuthBase } from './auth-base.ts';
import type { AuthFailure } from './requests/auth-failure.ts';

export type Work = (auth: AuthBase, c: Context) => Promise<Result<Response, AuthFailure>>;

export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /auth/v1, with `:name` for a part that varies. */
  readonly path: string;
  readonly work: Work;
};
