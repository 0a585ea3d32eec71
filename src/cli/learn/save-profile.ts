import { randomUUID } from 'node:crypto';
import { existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isProfile } from '../../fidelity/profile/parse-profile.js';
import type { Profile } from '../../fidelity/profile/profile.js';
import { writeProfile } from '../../fidelity/profile/write-profile.js';
import { isJsonObject, type JsonValue } from '../../spec/json.js';
import { counted, quote } from '../../spec/quoting.js';
import { whyNotWritten } from '../../spec/validation/file-problem.js';
import { InputError } from '../../spec/validation/input-error.js';
import { parseAnyJson, requireReplaceable } from '../files.js';
import type { Terminal } from '../terminal.js';

/** Where a profile went. */
export interface SavedProfile {
  /** As the user would write it; undefined where all that is there tells more. */
  readonly file: string | undefined;
  /** Why it is not the file that was asked for. */
  readonly note: string | undefined;
}

/**
 * Writes a profile to the file that was asked for. One of a run that stopped early goes beside a profile that tells more, unless that
 * is to be overwritten; where one that tells more is there, too, nowhere. Throws an InputError where it cannot be written.
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
  const saw = `stopped early, this run saw ${sizeInWords(own)}; ${asked.name} holds ${sizeInWords(standing)} and is kept`;
  if (isSmaller(own, earlier)) {
    const note = `${saw}, as is ${file} with ${sizeInWords(earlier)}, so nothing was written. To replace ${asked.name} all the same, learn with --overwrite`;
    return { file: undefined, note };
  }
  beside.write(text);
  return { file, note: `${saw}, so what was seen is in ${file}. To replace it all the same, learn with --overwrite` };
}

const OUTPUT_REMEDY = 'Name another file: --output staging.json';

/** A file that a profile can be written to. */
export interface ProfileFile {
  /** As the user wrote it. */
  readonly name: string;
  /** The profile that it holds, of whatever version; undefined where it is new, or empty. */
  readonly existing: JsonValue | undefined;
  /** Throws an InputError where it cannot be written any more. */
  write(text: string): void;
}

/**
 * Creates sure, before anything is sent, that a profile can be written to a file, and answers the file, written whole or not at all. Throws an
 * InputError, also where a file is there that is no profile; both name the file as the user did.
 */
export function openProfileFile(name: string, { folder }: Pick<Terminal, 'folder'>): ProfileFile {
  const attempted = `Preparing --output ${quote(name)}`;
  if (name.trim() === '') throw new InputError(attempted, 'the file has no name', OUTPUT_REMEDY);
  const path = resolve(folder, name);
  // A link stays one: what it leads to is written.
  const file = existsSync(path) ? realpathSync(path) : path;
  const standing = existsSync(file) ? readProfile(file, attempted) : undefined;
  withDraft(file, attempted, () => {});
  return {
    name,
    existing: standing,
    write: (text) =>
      withDraft(file, `Writing --output ${quote(name)}`, (draft) => {
        writeFileSync(draft, text);
        renameSync(draft, file);
      }),
  };
}

/** Returns the name of the file beside a profile that is kept: `staging.partial.json`. */
function partialName(name: string): string {
  return `${name.replace(/\.json$/i, '')}.partial.json`;
}

/** Creates a file beside another one for as long as it is worked on. */
function withDraft(file: string, attempted: string, work: (draft: string) => void): void {
  const draft = `${file}.${randomUUID()}.draft`;
  try {
    writeFileSync(draft, '', { flag: 'wx' });
    try {
      work(draft);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch (error) {
    throw new InputError(attempted, whyNotWritten(error), OUTPUT_REMEDY);
  }
}

/** One of another version is a profile too. */
function readProfile(file: string, attempted: string): JsonValue | undefined {
  if (!statSync(file).isFile()) throw new InputError(attempted, 'it is no file', OUTPUT_REMEDY);
  return requireReplaceable(file, { name: 'profile', is: isProfile }, attempted, OUTPUT_REMEDY);
}

/** How much a profile tells. */
interface ProfileSize {
  /** Open questions whose answer was observed. */
  readonly questions: number;
  /** Kinds of answers. */
  readonly responses: number;
}

/** Counts what a profile tells; of whatever version, since one that cannot be read any more was learned as well. */
function sizeOfProfile(profile: JsonValue | undefined): ProfileSize {
  const { questions, responses } = isJsonObject(profile) ? profile : {};
  const observed = Object.values(isJsonObject(questions) ? questions : {}).filter(
    (learned) => isJsonObject(learned) && learned.origin === 'observed',
  );
  return { questions: observed.length, responses: isJsonObject(responses) ? Object.keys(responses).length : 0 };
}

/** Whether one tells less than another in anything that is counted. */
function isSmaller(one: ProfileSize, other: ProfileSize): boolean {
  return one.questions < other.questions || one.responses < other.responses;
}

/** Such as `7 open questions and 4 kinds of answers`. */
function sizeInWords({ questions, responses }: ProfileSize): string {
  return `${counted(questions, 'open question')} and ${counted(responses, 'kind')} of answers`;
}
