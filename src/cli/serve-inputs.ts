import { type Fixture, parseFixture } from '../../fixtures/parse-fixture.js';
import { type Behaviour, defaultBehaviour } from '../spec/behaviour.js';
import { parseBehaviour } from '../validation/parse-behaviour.js';
import { type ApiKeys, parseKeyFile } from './api-keys.js';
import { readTextFile } from './read-text-file.js';
import type { ServeSettings } from './settings.js';

/** What stands in the files that settings name. */
export interface ServeInputs {
  /** Keys of the settings and of the key file; where both have one, the setting wins. */
  readonly keys: ApiKeys;
  readonly fixture: Fixture | undefined;
  readonly behaviour: Behaviour | undefined;
}

/** Reads every file that settings name. Throws an InputError with the file's name, the place and what would work. */
export function readServeInputs({ keys, keyFile, fixture, behaviour }: ServeSettings): ServeInputs {
  return {
    keys: new Map([...(keyFile === undefined ? [] : readKeyFile(keyFile.value)), ...keys]),
    fixture: fixture && readFixture(fixture.value),
    behaviour: behaviour && readBehaviour(behaviour.value),
  };
}

export function readFixture(file: string): Fixture {
  return parseFixture(
    readTextFile(file, `Reading the fixture ${file}`, 'Name a JSON file: --fixture store.json'),
    file,
  );
}

/** Answers every question, so that what a file no longer says goes back to its default. */
export function readBehaviour(file: string): Behaviour {
  const remedy = 'A behaviour that works: {"retry-after-format": "http-date"}.';
  return { ...defaultBehaviour, ...parseBehaviour(readTextFile(file, `Reading the behaviour ${file}`, remedy), file) };
}

function readKeyFile(file: string): ApiKeys {
  const remedy = 'A key file that works has lines such as my_key:pro';
  return parseKeyFile(readTextFile(file, `Reading the keys ${file}`, remedy), file);
}
