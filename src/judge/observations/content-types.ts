import { headerOf } from '../../exchange/exchange.js';
import { defaultBehaviour } from '../../spec/behaviour.js';
import {
  type ContentTypeFault,
  contentTypeFaults,
  findContentTypeFault,
  treatmentOf,
} from '../../spec/content-types.js';
import { groupBy } from '../../spec/group-by.js';
import { isJsonObject } from '../../spec/json.js';
import type { Evidence, Reading } from '../evidence.js';
import { strictJson } from '../requests.js';
import { listingBefore } from '../stock-history.js';
import { distinct, type Observers, ordinary, type Seen, seen, statusIn, unseen } from './seen.js';

/** What bodies get that are not declared as plain JSON (§4.2, §4.3). */
export const contentTypeObservers = {
  'update-content-type'(evidence) {
    const isListed = (reading: Reading) => listingBefore(evidence, reading)?.stock.has(reading.target ?? '') === true;
    return treatmentSeen(
      evidence,
      'update-content-type',
      (reading) => isListed(reading) && hasOnly(reading, 'quantity'),
    );
  },
  'message-content-type': (evidence) =>
    treatmentSeen(evidence, 'message-content-type', (reading) => hasOnly(reading, 'message')),
} satisfies Observers;

/** Nothing else can be wrong with such a body. */
function hasOnly(reading: Reading, field: 'quantity' | 'message'): boolean {
  const body = strictJson(reading);
  if (!isJsonObject(body) || Object.keys(body).length !== 1) return false;
  const { [field]: value } = body;
  return field === 'message' ? typeof value === 'string' && value.trim() !== '' : reading.quantitySent !== undefined;
}

/** What the document says (§4.3): any other status is a violation, and not a choice. */
const MISSING_IN_MESSAGES = 400;

function treatmentSeen(
  evidence: Evidence,
  question: 'update-content-type' | 'message-content-type',
  isMeant: (reading: Reading) => boolean,
): Seen {
  const operation = question === 'update-content-type' ? 'updateInventory' : 'sendMessage';
  const sent = ordinary(evidence).filter((reading) => reading.operation === operation && isMeant(reading));
  const asked = sent.filter((reading) => faultOf(reading) !== undefined);
  const byFault = groupBy(asked, faultOf);
  const readingsOf = (fault: ContentTypeFault) => byFault.get(fault) ?? [];
  const agreedOn = (fault: ContentTypeFault) => {
    const [choice, ...others] = distinct(readingsOf(fault).map(choiceOf));
    return others.length === 0 ? choice : undefined;
  };
  const known = new Map(contentTypeFaults.flatMap((fault) => [[fault, agreedOn(fault)] as const]).filter(isKnown));
  const inWords = ({ sentType, status }: Reading) => `${sentType ?? 'no content type'} got ${status}`;
  const note = asked.length === 0 ? 'no request could show it' : distinct(asked.map(inWords)).join(', ');
  if (known.size === 0) return unseen(note, asked);
  const ofTypes = distinct((['missing', 'wrong', 'suffix'] as const).flatMap((fault) => known.get(fault) ?? []));
  const isMessage = operation === 'sendMessage';
  const isOneChoice =
    ofTypes.length === 1 &&
    (known.get('charset') ?? 'ignored') === 'ignored' &&
    (!isMessage || ofTypes[0] === MISSING_IN_MESSAGES);
  const usual = treatmentOf(ofTypes[0] ?? defaultBehaviour[question]);
  const documented = isMessage ? { missing: MISSING_IN_MESSAGES } : {};
  const choice = isOneChoice ? (ofTypes[0] ?? null) : { ...usual, ...Object.fromEntries(known), ...documented };
  const members = isOneChoice ? {} : Object.fromEntries([...known.keys()].map((fault) => [fault, readingsOf(fault)]));
  const notSeen = contentTypeFaults.filter((fault) => !known.has(fault));
  return seen(choice, note, asked, notSeen, members);
}

type Known<Choice> = readonly [ContentTypeFault, Choice];

function isKnown<Choice>(entry: Known<Choice | undefined>): entry is Known<Choice> {
  return entry[1] !== undefined;
}

function faultOf({ exchange }: Reading): ContentTypeFault | undefined {
  return findContentTypeFault(headerOf(exchange.request.headers, 'content-type'));
}

function choiceOf(reading: Reading): 400 | 415 | 'ignored' | undefined {
  return reading.isAccepted ? 'ignored' : (statusIn(400, 415)(reading) as 400 | 415 | undefined);
}
