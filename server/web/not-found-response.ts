/** The response for an unknown URL: a small page in a browser, one line for other clients. */
import { createTextResponse } from '#server/http/text-response.ts';
import { writeContentSecurityPolicy } from '#server/http/security-headers.ts';
import { messages } from '#server/messages.ts';
import { findInlineHashes } from './inline-hashes.ts';

/**
 * Creates the 404 response.
 * @param accept the Accept header; browsers that open a page accept HTML
 */
export function createNotFoundResponse(accept: string | undefined): Response {
  const headers = { vary: 'Accept', 'cache-control': 'no-cache' };
  if (accept?.toLowerCase().includes('text/html') !== true) {
    return createTextResponse(404, messages.notFound, headers);
  }
  return new Response(page, {
    status: 404,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy },
  });
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${messages.notFoundTitle} – Checklist</title>
<style>
:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif; }
main { max-inline-size: 32rem; margin: 15vh auto; padding: 1rem; }
a { display: inline-block; padding-block: 0.75rem; color: inherit; }
</style>
</head>
<body>
<main>
<h1>${messages.notFoundTitle}</h1>
<p>${messages.notFound}</p>
<p><a href="/">${messages.notFoundWayOut}</a></p>
</main>
</body>
</html>
`;

const pagePolicy = writeContentSecurityPolicy(findInlineHashes(page), null);
