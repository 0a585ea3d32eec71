import { existsSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { replaceFile } from '../../../contract-tests/replace-file.js';
import { isProfile } from '../../fidelity/profile/parse-profile.js';
import type { Profile } from '../../fidelity/profile/profile.js';
import { writeProfile } from '../../fidelity/profile/write-profile.js';
import { isJsonObject, type JsonValue } from '../../spec/json.js';
import { counted, quote } from '../../spec/quoting.js';
import { whyNotWritten } from '../../spec/validation/file-problem.js';
import { InputError } from '../../spec/validation/input-error.js';
import { parseAnyJson, requireReplaceable } from '../files.js';
import type { Terminal } from '../terminal.js';

/** Where a profile was saved. */
export interface SavedProfile {
  /** Its name as the user would write it; undefined if the existing profiles are more complete. */
  readonly file: string | undefined;
  /** Why it is not the requested file. */
  readonly note: string | undefined;
}

/**
 * Writes a profile to the requested file. The profile of a run that stopped early goes beside a more complete one, unless that may
 * be overwritten, and is dropped if the file there is more complete too. Throws an InputError if it cannot be written.
 */
export function saveProfile(
  profile: Profile,
  asked: ProfileFile,
  { overwrites, folder }: { readonly overwrites: boolean } & Pick<Terminal, 'folder'>,
): SavedProfile {
  const text = writeProfile(profile);
  const [own, standing] = [sizeOfProfile(parseAnyJson(text)), sizeOfProfile(asked.existing)];
  if (profile.source.stopped === null || overwrites || !isSmaller(own, standing)) {
    asked.write(text);
    return { file: asked.name, note: undefined };
  }
  const file = partialName(asked.name);
  const beside = openProfileFile(file, { folder });
  const earlier = sizeOfProfile(beside.existing);
  const comparison = `this run stopped early with ${sizeInWords(own)}; ${asked.name} has ${sizeInWords(standing)} and was not replaced`;
  if (isSmaller(own, earlier)) {
    const note = `${comparison}; ${file} has ${sizeInWords(earlier)}, so nothing was written. To replace ${asked.name}, add --overwrite`;
    return { file: undefined, note };
  }
  beside.write(text);
  return { file, note: `${comparison}. The new profile is in ${file}. To replace ${asked.name}, add --overwrite` };
}

const OUTPUT_REMEDY = 'Name another file: --output staging.json';

/** A file that a profile can be written to. */
export interface ProfileFile {
  /** As the user wrote it. */
  readonly name: string;
  /** Its profile, of any version; undefined for a new or empty file. */
  readonly existing: JsonValue | undefined;
  /** Replaces it. Throws an InputError. */
  write(text: string): void;
}

/**
 * Ensures, before anything is sent, that a profile can be written to a file. Throws an InputError if not, or if the existing file is
 * not a profile.
 */
export function openProfileFile(name: string, { folder }: Pick<Terminal, 'folder'>): ProfileFile {
  const attempted = `Preparing --output ${quote(name)}`;
  if (name.trim() === '') throw new InputError(attempted, 'the name is empty', OUTPUT_REMEDY);
  const file = resolve(folder, name);
  const standing = existsSync(file) ? readProfile(file, attempted) : undefined;
  writing(attempted, () => {
    // Replacing a file creates another one beside it.
    const draft = `${existsSync(file) ? realpathSync(file) : file}.${process.pid}`;
    writeFileSync(draft, '', { flag: 'wx' });
    rmSync(draft, { force: true });
  });
  return {
    name,
    existing: standing,
    write: (text) => writing(`Writing --output ${quote(name)}`, () => replaceFile(file, text)),
  };
}

/** Returns the name of the file beside a more complete profile: `staging.partial.json`. */
function partialName(name: string): string {
  return `${name.replace(/\.json$/i, '')}.partial.json`;
}

function writing(attempted: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new InputError(attempted, whyNotWritten(error), OUTPUT_REMEDY);
  }
}

/** Reads a profile of any version. */
function readProfile(file: string, attempted: string): JsonValue | undefined {
  if (!statSync(file).isFile()) throw new InputError(attempted, 'not a file', OUTPUT_REMEDY);
  return requireReplaceable(file, { name: 'profile', is: isProfile }, attempted, OUTPUT_REMEDY);
}

/** How complete a profile is. */
interface ProfileSize {
  /** Open questions whose choice was observed. */
  readonly questions: number;
  /** Operations with a status. */
  readonly responses: number;
}

/** Counts the parts of a profile of any version. */
function sizeOfProfile(profile: JsonValue | undefined): ProfileSize {
  const { questions, responses } = isJsonObject(profile) ? profile : {};
  const observed = Object.values(isJsonObject(questions) ? questions : {}).filter(
    (learned) => isJsonObject(learned) && learned.origin === 'observed',
  );
  return { questions: observed.length, responses: isJsonObject(responses) ? Object.keys(responses).length : 0 };
}

/** Returns whether one has less than another in anything that is counted. */
function isSmaller(one: ProfileSize, other: ProfileSize): boolean {
  return one.questions < other.questions || one.responses < other.responses;
}

/** Returns, for example, `7 open questions and 4 kinds of responses`. */
function sizeInWords({ questions, responses }: ProfileSize): string {
  return `${counted(questions, 'open question')} and ${counted(responses, 'kind')} of responses`;
}
