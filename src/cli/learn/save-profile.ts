import { isProfile } from '../../fidelity/profile/parse-profile.js';
import type { Profile } from '../../fidelity/profile/profile.js';
import { writeProfile } from '../../fidelity/profile/write-profile.js';
import { isJsonObject, type JsonValue } from '../../spec/json.js';
import { counted } from '../../spec/quoting.js';
import { type OutputFile, requireWritable, writeOutput } from '../output-file.js';
import type { Terminal } from '../terminal.js';

/** A file that a profile can be written to. */
export interface ProfileFile extends OutputFile {
  /** Its profile, of any version; undefined for a new or empty file. */
  readonly existing: JsonValue | undefined;
}

/**
 * Ensures, before anything is sent, that a profile can be written to a file. Throws an InputError if not, or if the existing file is
 * not a profile.
 */
export function openProfileFile(name: string, { folder }: Pick<Terminal, 'folder'>): ProfileFile {
  const file = { flag: '--output', name, folder, kind: 'profile', isOfKind: isProfile } as const;
  return { ...file, existing: requireWritable(file) };
}

/**
 * Writes a profile to the requested file; the profile of a run that stopped early goes beside a more complete one, unless that may be
 * overwritten. Returns the name of the file, and a note if it is not the requested one. Throws an InputError.
 */
export function saveProfile(
  profile: Profile,
  requested: ProfileFile,
  overwrites: boolean,
): { readonly file: string; readonly note?: string } {
  const text = writeProfile(profile);
  const [size, existing] = [sizeOf(JSON.parse(text)), sizeOf(requested.existing)];
  const isSmaller = size.questions < existing.questions || size.responses < existing.responses;
  if (profile.source.stopped === null || overwrites || !isSmaller) {
    writeOutput(requested, text);
    return { file: requested.name };
  }
  const { name, folder } = requested;
  const file = `${name.replace(/\.json$/i, '')}.partial.json`;
  writeOutput(openProfileFile(file, { folder }), text);
  const comparison = `this run stopped early with ${sizeInWords(size)}; ${name} has ${sizeInWords(existing)} and was not replaced`;
  return { file, note: `${comparison}. The new profile is in ${file}. To replace ${name}, add --overwrite` };
}

interface ProfileSize {
  /** Open questions whose choice was observed. */
  readonly questions: number;
  /** Operations with a status. */
  readonly responses: number;
}

function sizeOf(profile: JsonValue | undefined): ProfileSize {
  const { questions, responses } = isJsonObject(profile) ? profile : {};
  const observed = Object.values(isJsonObject(questions) ? questions : {}).filter(
    (learned) => isJsonObject(learned) && learned.origin === 'observed',
  );
  return { questions: observed.length, responses: isJsonObject(responses) ? Object.keys(responses).length : 0 };
}

/** Returns, for example, `7 open questions and 4 kinds of responses`. */
function sizeInWords({ questions, responses }: ProfileSize): string {
  return `${counted(questions, 'open question')} and ${counted(responses, 'kind')} of responses`;
}
