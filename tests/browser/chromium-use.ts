import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from '@playwright/test';
import { findChromium } from './find-chromium.js';

/** What a project needs to run in the Chromium of this machine. */
export function chromiumUse(): { browserName: 'chromium'; launchOptions: LaunchOptions } {
  const executablePath = findChromium({
    env: process.env,
    exists: existsSync,
    ownChromium: chromium.executablePath(),
  });
  return {
    browserName: 'chromium',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        // Nothing here talks to the network, and a browser that tries to would wait for it.
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--disable-gpu',
        '--no-first-run',
        // What the names of the tests lead to is not asked of a name server, which may be slow to say that it is nothing.
        '--host-resolver-rules=MAP *.test ~NOTFOUND',
        // Chromium's sandbox does not start as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  };
}
