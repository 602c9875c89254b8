/** Where the public pages are: settings of the build, with pages that ship with the app as defaults (product W4). */

export type Links = {
  readonly site: string;
  readonly help: string;
  readonly about: string;
  readonly changelog: string;
};

type Settings = Readonly<Record<string, unknown>>;

/** @param settings the build's environment: VITE_SITE_URL, VITE_HELP_URL, VITE_ABOUT_URL, VITE_CHANGELOG_URL */
export function readLinks(settings: Settings): Links {
  const read = (name: string, fallback: string): string => {
    const value = settings[name];
    return typeof value === 'string' && value !== '' ? value : fallback;
  };
  return {
    site: read('VITE_SITE_URL', '/site/'),
    help: read('VITE_HELP_URL', '/site/help/'),
    about: read('VITE_ABOUT_URL', '/site/about/'),
    changelog: read('VITE_CHANGELOG_URL', '/site/changelog/'),
  };
}
