/** The built web app as the server holds it: a table of addresses, so that no request ever touches the disk. */

/** One file of the built web app. */
export type Asset = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  /** Whether compressing it pays: text does, pictures and fonts are compressed already. */
  readonly compressible: boolean;
  /** Whether its name changes with its content, so that a browser may keep it for ever. */
  readonly immutable: boolean;
  /** The hash of its content. */
  readonly hash: string;
  /** The Content-Security-Policy of a page; other files take the one of every answer. */
  readonly policy: string | undefined;
};

/** The files by their decoded path, such as `/assets/main-1a2b.js`; a folder's page also stands under `/folder/`. */
export type WebRoot = ReadonlyMap<string, Asset>;
