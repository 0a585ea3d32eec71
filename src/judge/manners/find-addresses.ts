import { counted } from '../../json/counted.js';
import { parseUrl } from '../../spec/parse-url.js';
import type { Transcript } from '../../transcript/transcript.js';
import { InputError } from '../../validation/input-error.js';

/** Where the service lives, without a slash at the end. */
export interface MannersAddresses {
  readonly baseUrl: string;
  readonly messagesUrl?: string | undefined;
}

/** A transcript that may tell itself where the service lives, as the journal of a fake does. */
export type LocatedTranscript = Transcript & Partial<MannersAddresses>;

const ATTEMPTED = 'Judging manners';
const REMEDY =
  'Try manners(petstore.journal), or manners(transcript, { baseUrl: "https://api.example.test/v1", messagesUrl: "https://api.example.test/v1" }).';

/** Answers where the service lives: as one says, else as the transcript says. Throws an InputError where nobody does. */
export function findAddresses(transcript: LocatedTranscript, told: MannersAddresses | undefined): MannersAddresses {
  if (!Array.isArray(transcript?.exchanges)) throw new InputError(ATTEMPTED, 'this is no transcript', REMEDY);
  const { baseUrl, messagesUrl } = told ?? (transcript.baseUrl === undefined ? transcript.run : transcript) ?? {};
  if (baseUrl === undefined) {
    throw new InputError(ATTEMPTED, 'the transcript does not tell where the service is', REMEDY);
  }
  for (const url of [baseUrl, messagesUrl]) {
    if (url === undefined || (typeof url === 'string' && parseUrl(url) !== undefined)) continue;
    throw new InputError(ATTEMPTED, 'the base URL or the messages URL is no whole URL', REMEDY);
  }
  return { baseUrl, messagesUrl };
}

/** A base URL under which nothing was asked is a mistake: everybody would be found well-mannered. */
export function refuseElsewhere({ exchanges }: Transcript, { baseUrl }: MannersAddresses): never {
  const problem = `none of ${counted(exchanges.length, 'exchange')} lies under ${baseUrl}`;
  throw new InputError(ATTEMPTED, problem, 'Name the base URL that was asked, such as https://api.example.test/v1.');
}
