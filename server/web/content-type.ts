/** The content type of a file, by the ending of its name. */
import { extname } from 'node:path';

export type ContentType = { readonly contentType: string; readonly compressible: boolean };

/** Takes a file's name. Gives its content type, and whether it is text that compressing makes smaller. */
export function findContentType(file: string): ContentType {
  const ending = extname(file).toLowerCase();
  const text = textTypes[ending];
  if (text !== undefined) return { contentType: `${text}; charset=utf-8`, compressible: true };
  return { contentType: binaryTypes[ending] ?? 'application/octet-stream', compressible: false };
}

const textTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.md': 'text/markdown',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
};

const binaryTypes: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};
