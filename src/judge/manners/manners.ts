import type { Exchange } from '../../exchange/exchange.js';
import type { Redactor } from '../../exchange/redactor.js';
import type { Transcript } from '../../exchange/transcript.js';
import { InputError } from '../../json/input-error.js';
import { parseUrl } from '../../json/parse-url.js';
import { counted } from '../../json/quoting.js';
import { gatherEvidence, judgeRule, type Verdict } from '../judge.js';
import type { Rule } from '../rule.js';
import { backOffRules, silenceRules } from './back-off.js';
import { deprecationRules, requestRules } from './requests.js';

/** What the document asks of clients: the catalogue, in the order of reports. Titles say what a well-mannered client does. */
export const mannersRules: readonly Rule[] = [...silenceRules, ...backOffRules, ...deprecationRules, ...requestRules];

/**
 * Judges the client's half of a transcript: one verdict for each rule of manners, in the order of the catalogue. Clients get the
 * benefit of the doubt. `addresses` may be omitted if the transcript contains them, as a fake's journal does. Throws an InputError
 * if the service's address is unknown, or no request was sent there.
 */
export function manners(transcript: LocatedTranscript, addresses?: MannersAddresses): Verdict[] {
  const found = findAddresses(transcript, addresses);
  const { baseUrl, messagesUrl } = found;
  const settings = { baseUrl, messagesUrl, level: undefined, plan: undefined, isExclusive: false };
  const evidence = gatherEvidence(transcript, settings, judgedPart);
  const isElsewhere = evidence.readings.length === 0 && transcript.exchanges.length > 0;
  if (isElsewhere && addresses !== undefined) throwNothingUnderBaseUrl(transcript, found);
  return mannersRules.map((rule) => judgeRule(rule, evidence));
}

/**
 * Manners depend on requests and error responses only; parsing every list of pets again is most of the work. In the URL, a pseudonym
 * is what shows that a key is there.
 */
export function judgedPart({ request, response, ...rest }: Exchange, secrets: Redactor | undefined): Exchange {
  const url = secrets?.redact(request.url) ?? request.url;
  const isJudged = response === undefined || response.status >= 400;
  const body = { kind: 'missing', why: 'no rule of manners needs it' } as const;
  return { ...rest, request: { ...request, url }, response: isJudged ? response : { ...response, body } };
}

/** Where the service lives, without a slash at the end. */
interface MannersAddresses {
  readonly baseUrl: string;
  readonly messagesUrl?: string | undefined;
}

/** A transcript that may contain the service's addresses, as a fake's journal does. */
type LocatedTranscript = Transcript & Partial<MannersAddresses>;

const ATTEMPTED = 'Judging manners';
const REMEDY =
  'Try manners(petstore.journal), or manners(transcript, { baseUrl: "https://api.example.test/v1", messagesUrl: "https://api.example.test/v1" }).';

/** Returns the service's addresses: the given ones, else the transcript's. Throws an InputError without either. */
function findAddresses(transcript: LocatedTranscript, given: MannersAddresses | undefined): MannersAddresses {
  if (!Array.isArray(transcript?.exchanges)) throw new InputError(ATTEMPTED, 'this is not a transcript', REMEDY);
  const { baseUrl, messagesUrl } = given ?? (transcript.baseUrl === undefined ? transcript.run : transcript) ?? {};
  if (baseUrl === undefined) {
    throw new InputError(ATTEMPTED, 'the transcript does not contain the base URL of the service', REMEDY);
  }
  for (const url of [baseUrl, messagesUrl]) {
    if (url === undefined || (typeof url === 'string' && parseUrl(url) !== undefined)) continue;
    throw new InputError(ATTEMPTED, 'the base URL or the messages URL is not a complete URL', REMEDY);
  }
  return { baseUrl, messagesUrl };
}

/** A base URL without any request is a mistake: every client would pass. */
function throwNothingUnderBaseUrl({ exchanges }: Transcript, { baseUrl }: MannersAddresses): never {
  const problem = `none of ${counted(exchanges.length, 'exchange')} lies under ${baseUrl}`;
  throw new InputError(
    ATTEMPTED,
    problem,
    'Name the base URL of the recorded requests, such as https://api.example.test/v1.',
  );
}
