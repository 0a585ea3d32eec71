import { describe, expect, it } from 'vitest';
import { findChromium } from './find-chromium.js';

const ownChromium = '/cache/playwright/chrome';

/** A machine on which only these files exist. */
function machine(files: readonly string[], env: Record<string, string> = {}) {
  return { env, exists: (path: string) => files.includes(path), ownChromium };
}

describe('findChromium', () => {
  it('takes the browser that PETSTORE_CHROMIUM names before any other', () => {
    const env = { PETSTORE_CHROMIUM: '/opt/mine', PATH: '/usr/bin' };
    expect(findChromium(machine(['/opt/mine', '/usr/bin/chromium'], env))).toBe('/opt/mine');
  });

  it('refuses a PETSTORE_CHROMIUM that names nothing', () => {
    const env = { PETSTORE_CHROMIUM: '/opt/mine', PATH: '/usr/bin' };
    expect(() => findChromium(machine(['/usr/bin/chromium'], env))).toThrow('/opt/mine');
  });

  it('takes an empty PETSTORE_CHROMIUM for none', () => {
    expect(findChromium(machine(['/usr/bin/chromium'], { PETSTORE_CHROMIUM: '' }))).toBe('/usr/bin/chromium');
  });

  it('finds a browser on the PATH', () => {
    expect(findChromium(machine(['/home/me/bin/google-chrome'], { PATH: '/bin:/home/me/bin' }))).toBe(
      '/home/me/bin/google-chrome',
    );
  });

  it('takes a shell before a whole browser', () => {
    const shell = '/opt/bin/chromium-headless-shell';
    expect(findChromium(machine(['/usr/bin/chromium', shell], { PATH: '/usr/bin:/opt/bin' }))).toBe(shell);
  });

  it('finds an installed browser where nothing is on the PATH', () => {
    const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(findChromium(machine([chrome, ownChromium]))).toBe(chrome);
  });

  it("falls back on Playwright's own", () => {
    expect(findChromium(machine([ownChromium], { PATH: '/usr/bin' }))).toBe(ownChromium);
  });

  it('returns undefined where there is none', () => {
    expect(findChromium(machine([], { PATH: '/usr/bin' }))).toBeUndefined();
  });
});
