import { readFileSync } from 'node:fs';
import type { StoreAddress } from '../../server/shared-store/connection.js';
import { openSharedStore, type SharedStore } from '../../server/shared-store/shared-store.js';
import type { ServeParts } from './serve-files.js';
import { serveOptions } from './serve-options.js';

/** Options that decide about responses. Those that are files count by their contents. */
const values = [
  'basePath',
  'pets',
  'seed',
  'latency',
  'cors',
  'journal',
  'worlds',
  'worldIdle',
  'worldHeader',
] as const;
const files = ['fixture', 'behaviour', 'profile', 'fromState'] as const;

/** Joins the store of `--store`. Rejects with an InputError if that fails, and if its other servers have other options. */
export function openStore(
  address: StoreAddress,
  { settings, access, version }: Pick<ServeParts, 'settings' | 'access' | 'version'>,
): Promise<SharedStore> {
  const contentOf = (name: string | undefined) => (name === undefined ? '' : readFileSync(name, 'latin1'));
  const terms = {
    'petstore-mock': version,
    'the admin API': access.state === 'open' ? 'on' : 'off',
    ...Object.fromEntries(values.map((name) => [serveOptions[name].flag, String(settings[name])])),
    ...Object.fromEntries(files.map((name) => [serveOptions[name].flag, contentOf(settings[name])])),
    '--key': JSON.stringify([...settings.keys]),
  };
  return openSharedStore({ address, terms });
}
