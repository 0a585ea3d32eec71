import type { Profile } from '../../profile/profile.js';
import { writeProfile } from '../../profile/write-profile.js';
import { parseAnyJson } from '../parse-any-json.js';
import type { Terminal } from '../terminal.js';
import { openProfileFile, type ProfileFile, partialName } from './profile-output.js';
import { isPoorer, wealthInWords, wealthOf } from './profile-wealth.js';

/** Where a profile went. */
export interface KeptProfile {
  /** As the user would write it; undefined where all that is there tells more. */
  readonly file: string | undefined;
  /** Why it is not the file that was asked for. */
  readonly note: string | undefined;
}

/**
 * Writes a profile to the file that was asked for. One of a run that stopped early goes beside a profile that tells more, unless that
 * is to be overwritten; where one that tells more is there, too, nowhere. Throws an InputError where it cannot be written.
 */
export function keepProfile(
  profile: Profile,
  asked: ProfileFile,
  { overwrites, folder }: { readonly overwrites: boolean } & Pick<Terminal, 'folder'>,
): KeptProfile {
  const text = writeProfile(profile);
  const [own, standing] = [wealthOf(parseAnyJson(text)), wealthOf(asked.standing)];
  if (profile.source.stopped === null || overwrites || !isPoorer(own, standing)) {
    asked.write(text);
    return { file: asked.name, note: undefined };
  }
  const file = partialName(asked.name);
  const beside = openProfileFile(file, { folder });
  const earlier = wealthOf(beside.standing);
  const saw = `stopped early, this run saw ${wealthInWords(own)}; ${asked.name} holds ${wealthInWords(standing)} and is kept`;
  if (isPoorer(own, earlier)) {
    const note = `${saw}, as is ${file} with ${wealthInWords(earlier)}, so nothing was written. To replace ${asked.name} all the same, learn with --overwrite`;
    return { file: undefined, note };
  }
  beside.write(text);
  return { file, note: `${saw}, so what was seen is in ${file}. To replace it all the same, learn with --overwrite` };
}
