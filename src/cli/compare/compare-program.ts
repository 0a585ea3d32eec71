import type { Command } from 'commander';
import type { Flags } from '../command-flags.js';
import { addSuiteCommand } from '../suite-command.js';
import { compareOptions } from './compare-options.js';

/** What the command does; it answers the exit code. */
export interface CompareActions {
  compare(targets: readonly string[], flags: Flags): Promise<number>;
}

const COMPARE_NOTES = `
A side is a base URL (requests are sent, as check sends them), a profile that
petstore-mock learn wrote, a HAR file, or the word fake: the one that runs at
http://127.0.0.1:4290/v1. Two URLs are asked one after the other.

The left's API key comes from PETSTORE_API_KEY or --api-key-file, the right's
from PETSTORE_API_KEY_RIGHT or --right-api-key-file; a key is never sent to the
other side's origin. Where only one side is a URL, the left's key is its key.
Exit code: 0 no difference, 1 differences, 2 wrong usage, 3 a side could not be
asked, or not to the end, and no difference was seen.

Examples:
  petstore-mock compare staging.json fake
  petstore-mock compare https://dev.example.test/v1 https://api.example.test/v1
  petstore-mock compare https://api.example.test/v1 --baseline api.json
  petstore-mock compare old.har new.har --base-url https://api.example.test/v1
  petstore-mock compare staging.json https://api.example.test/v1 --dry-run
  petstore-mock compare api.json fake --ignore latency --json differences.json
`;

/** Describes `compare`. */
export function addCompareCommand(program: Command, actions: CompareActions, exit: (code: number) => void): void {
  addSuiteCommand<readonly string[]>(program, exit, {
    name: 'compare',
    description: 'tell in what two deployments, recordings or profiles differ',
    argument: ['[sides...]', 'the left and the right: a base URL, a profile, a HAR file or fake'],
    options: compareOptions,
    notes: COMPARE_NOTES,
    run: actions.compare,
  });
}
