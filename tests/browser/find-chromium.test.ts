import { describe, expect, it } from 'vitest';
import { findChromium } from './find-chromium.js';

const ownChromium = '/cache/playwright/chrome';

/** A machine on which only these files exist. */
function machine(files: readonly string[], env: Record<string, string> = {}) {
  return { env, exists: (path: string) => files.includes(path), ownChromium };
}

describe('findChromium', () => {
  it('prefers the browser that PETSTORE_CHROMIUM names', () => {
    const env = { PETSTORE_CHROMIUM: '/opt/mine', PATH: '/usr/bin' };
    expect(findChromium(machine(['/opt/mine', '/usr/bin/chromium'], env))).toBe('/opt/mine');
  });

  it('rejects a PETSTORE_CHROMIUM without a file', () => {
    const env = { PETSTORE_CHROMIUM: '/opt/mine', PATH: '/usr/bin' };
    expect(() => findChromium(machine(['/usr/bin/chromium'], env))).toThrow('/opt/mine');
  });

  it('ignores an empty PETSTORE_CHROMIUM', () => {
    expect(findChromium(machine(['/usr/bin/chromium'], { PETSTORE_CHROMIUM: '' }))).toBe('/usr/bin/chromium');
  });

  it('finds a browser on the PATH', () => {
    expect(findChromium(machine(['/home/me/bin/google-chrome'], { PATH: '/bin:/home/me/bin' }))).toBe(
      '/home/me/bin/google-chrome',
    );
  });

  it('prefers a shell to a whole browser', () => {
    const shell = '/opt/bin/chromium-headless-shell';
    expect(findChromium(machine(['/usr/bin/chromium', shell], { PATH: '/usr/bin:/opt/bin' }))).toBe(shell);
  });

  it('finds an installed browser if none is on the PATH', () => {
    const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(findChromium(machine([chrome, ownChromium]))).toBe(chrome);
  });

  it("falls back on Playwright's own", () => {
    expect(findChromium(machine([ownChromium], { PATH: '/usr/bin' }))).toBe(ownChromium);
  });

  it('returns undefined if none is found', () => {
    expect(findChromium(machine([], { PATH: '/usr/bin' }))).toBeUndefined();
  });
});
