/** The type of the built web app in memory, so that no request reads the disk. */

/** One file of the built web app. */
export type Asset = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  /** Whether compression makes it smaller, as for text; images and fonts are compressed already. */
  readonly compressible: boolean;
  /** Whether its name changes with its content, so that browsers can cache it forever. */
  readonly immutable: boolean;
  /** The hash of its content. */
  readonly hash: string;
  /** The Content-Security-Policy of a page; undefined for other files, which have the general policy. */
  readonly policy: string | undefined;
};

/** The files by their decoded path, such as `/assets/main-1a2b.js`. A folder's page is also at `/folder/`. */
export type WebRoot = ReadonlyMap<string, Asset>;
