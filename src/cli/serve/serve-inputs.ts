import { type Fixture, parseFixture } from '../../../fixtures/parse-fixture.js';
import { type Deployment, openDeployment } from '../../../mocks/imitation/deployment.js';
import { parseProfile } from '../../profile/parse-profile.js';
import { InputError } from '../../validation/input-error.js';
import { type PartialBehaviour, parseBehaviour } from '../../validation/parse-behaviour.js';
import { readTextFile } from '../read-text-file.js';
import { type ApiKeys, parseKeyFile } from './api-keys.js';
import type { ServeSettings } from './settings.js';

/** What stands in the files that settings name. */
export interface ServeInputs {
  /** Keys of the settings and of the key file; where both have one, the setting wins. */
  readonly keys: ApiKeys;
  readonly fixture: Fixture | undefined;
  readonly behaviour: PartialBehaviour | undefined;
  /** The deployment that the profile tells of. */
  readonly deployment: Deployment | undefined;
}

/** Reads every file that settings name. Throws an InputError with the file's name, the place and what would work. */
export function readServeInputs({ keys, keyFile, fixture, behaviour, profile, latency }: ServeSettings): ServeInputs {
  if (latency.value && profile === undefined) {
    const problem = 'there is no profile to take the latency from';
    throw new InputError(`Reading ${latency.chosenBy}`, problem, 'Add --profile petstore-profile.json');
  }
  return {
    keys: new Map([...(keyFile === undefined ? [] : readKeyFile(keyFile.value)), ...keys]),
    fixture: fixture && readFixture(fixture.value),
    behaviour: behaviour && readBehaviour(behaviour.value),
    deployment: profile && readDeployment(profile.value),
  };
}

export function readFixture(file: string): Fixture {
  return parseFixture(
    readTextFile(file, `Reading the fixture ${file}`, 'Name a JSON file: --fixture store.json'),
    file,
  );
}

export function readBehaviour(file: string): PartialBehaviour {
  const remedy = 'A behaviour that works: {"retry-after-format": "http-date"}.';
  return parseBehaviour(readTextFile(file, `Reading the behaviour ${file}`, remedy), file);
}

export function readDeployment(file: string): Deployment {
  const remedy = 'A profile is what petstore-mock learn https://api.example.com/v1 writes';
  return openDeployment(parseProfile(readTextFile(file, `Reading the profile ${file}`, remedy), file));
}

function readKeyFile(file: string): ApiKeys {
  const remedy = 'A key file that works has lines such as my_key:pro';
  return parseKeyFile(readTextFile(file, `Reading the keys ${file}`, remedy), file);
}
