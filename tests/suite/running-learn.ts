import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { learn } from '../../src/cli/learn/learn-command.js';
import { parseProfile } from '../../src/fidelity/profile/parse-profile.js';
import type { Profile } from '../../src/fidelity/profile/profile.js';
import { temporaryFolder } from '../temporary-file.js';
import { type Ended, runCommand } from './running-command.js';

export interface Learned extends Ended {
  /** Reads a profile that was written there, by default the one that no flag names. */
  read(file?: string): Promise<Profile>;
}

/** Runs `petstore-mock learn` with these arguments. */
export async function runLearn(
  args: readonly string[],
  variables: Record<string, string>,
  folder?: string,
): Promise<Learned> {
  const place = folder ?? (await temporaryFolder());
  const usual = { version: '0.0.0', confirm: undefined, signal: new AbortController().signal };
  const ended = await runCommand(['learn', ...args], place, variables, (terminal) => ({
    learn: (target, flags) => learn({ target, flags, ...usual }, terminal),
  }));
  const read = async (file = 'petstore-profile.json') => parseProfile(await readFile(join(place, file), 'utf8'), file);
  return { ...ended, read };
}
