import type { Exchange } from '../../transcript/exchange.js';
import { gatherEvidence } from '../evidence.js';
import { judgeRule, type Verdict } from '../judge.js';
import type { Rule } from '../rule.js';
import { backOffRule } from './back-off-rule.js';
import { contentTypeRule } from './content-type-rule.js';
import { deprecationRules } from './deprecation-rules.js';
import { findAddresses, type LocatedTranscript, type MannersAddresses, refuseElsewhere } from './find-addresses.js';
import { keyRules } from './key-rules.js';
import { silenceRules } from './silence-rules.js';

/** What the document asks of clients: the catalogue, in the order of reports. Titles say what a well-mannered client does. */
export const mannersRules: readonly Rule[] = [
  ...silenceRules,
  backOffRule,
  ...deprecationRules,
  ...keyRules,
  contentTypeRule,
];

/**
 * Judges the client's half of a transcript: one verdict for each rule of manners, in the order of the catalogue. What may have been good
 * manners is never a violation. `addresses` may be left out where the transcript tells them, as a fake's journal does. Throws an InputError
 * when nobody tells where the service is, or nothing was asked there.
 */
export function manners(transcript: LocatedTranscript, addresses?: MannersAddresses): Verdict[] {
  const found = findAddresses(transcript, addresses);
  const exchanges = transcript.exchanges.map(withoutGoods);
  const evidence = gatherEvidence(
    { ...transcript, exchanges },
    {
      baseUrl: found.baseUrl,
      messagesUrl: found.messagesUrl,
      level: undefined,
      plan: undefined,
      isExclusive: false,
    },
  );
  const isElsewhere = evidence.readings.length === 0 && transcript.exchanges.length > 0;
  if (isElsewhere && addresses !== undefined) refuseElsewhere(transcript, found);
  return mannersRules.map((rule) => judgeRule(rule, evidence));
}

/** Manners show in what was sent and in refusals; to read every list of pets once more is most of the work. */
function withoutGoods(exchange: Exchange): Exchange {
  const { answer } = exchange;
  if (answer === undefined || answer.status >= 400) return exchange;
  return { ...exchange, answer: { ...answer, body: { kind: 'missing', why: 'no rule of manners asks for it' } } };
}
