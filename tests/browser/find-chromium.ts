import { delimiter, join } from 'node:path';

/** What looking for a browser depends on; passed in, so that looking changes nothing and can be tested anywhere. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly exists: (path: string) => boolean;
  /** Where Playwright's own Chromium would lie. */
  readonly ownChromium: string;
}

/**
 * Names on the PATH. The shells come first: without windows they load a page in a fraction of the time. Ubuntu's
 * `chromium-browser` is left out: it may be no more than a hint to install a snap.
 */
const names = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

const fixedPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Returns the browser for the tests: the one that `PETSTORE_CHROMIUM` names, else an installed Chromium or Chrome, else
 * Playwright's own; undefined if none is installed. Throws if `PETSTORE_CHROMIUM` does not name a file.
 */
export function findChromium({ env, exists, ownChromium }: Surroundings): string | undefined {
  const chosen = env.PETSTORE_CHROMIUM;
  if (chosen !== undefined && chosen !== '') {
    if (exists(chosen)) return chosen;
    throw new Error(
      `PETSTORE_CHROMIUM names ${chosen}, and there is no such file. Try PETSTORE_CHROMIUM=/usr/bin/chromium.`,
    );
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...fixedPlaces, ownChromium].find(exists);
}
