import type { Exchange } from '../transcript/exchange.js';
import { writeHar } from '../transcript/har-out.js';
import { keepAnswersUnderWay, type SentRequest } from './answers-under-way.js';
import { createBoundedRedactor } from './bounded-redactor.js';
import { expectNoViolation } from './expect-no-violation.js';
import type { LiveExchange } from './live-exchange.js';
import { checkObserveOptions, type ObserveOptions } from './observe-options.js';
import type { ObservedService } from './observed-service.js';
import { createToldOnce } from './told-once.js';
import { createTrafficJudge } from './traffic-judge.js';
import { violationsIn } from './violation.js';

/** What an edge needs to observe a service: the edge sees what passes, and tells it here. */
export interface Observation {
  /** What users get. */
  readonly service: ObservedService;
  /** Tells whether a request for this address is one for the service. */
  isObserved(url: string): boolean;
  /** The number of the last exchange; 0 before the first. */
  latest(): number;
  /** Takes in what has passed; answers it as it is kept. */
  tell(live: LiveExchange): Exchange;
  /** Takes in that a request is under way until the promise is settled. */
  await(whole: Promise<void>, request: SentRequest): void;
}

/** How an edge speaks of itself. */
interface EdgeWords {
  /** The creator of its recordings, such as `petstore-mock/observe`. */
  readonly name: string;
  /** What to do so that requests are seen, such as `Give observed.handlers to msw`. */
  readonly firstStep: string;
  /** Shorter than what its tests have for themselves; default 8,000. */
  readonly settleTimeoutMs?: number;
}

/** Vitest's hooks have 10 seconds. */
const SETTLE_TIMEOUT_MS = 8_000;

/** Makes the core that all edges share. Throws an InputError for an option that cannot be. */
export function observeService(options: ObserveOptions, edge: EdgeWords): Observation {
  const given = checkObserveOptions(options);
  const { baseUrl, messagesUrl, plan, exclusive, journalLimit, onViolation } = given;
  const redactor = createBoundedRedactor();
  const judge = createTrafficJudge({
    baseUrl,
    messagesUrl,
    plan,
    isExclusive: exclusive,
    most: journalLimit,
    redactor,
  });
  const settleTimeoutMs = given.settleTimeoutMs ?? edge.settleTimeoutMs ?? SETTLE_TIMEOUT_MS;
  const { add, settled } = keepAnswersUnderWay(settleTimeoutMs, redactor);
  const told = createToldOnce();

  const tellAtOnce = (exchange: Exchange) => {
    for (const violation of violationsIn(judge.findingsOf(exchange), [exchange])) {
      if (told.isNew(`${violation.rule} ${violation.problem}`)) callApart(() => onViolation?.(violation));
    }
  };
  if (onViolation !== undefined) judge.onTake(tellAtOnce);

  const service: ObservedService = {
    baseUrl,
    messagesUrl,
    get exchanges() {
      return judge.exchanges;
    },
    get dropped() {
      return judge.dropped;
    },
    run: undefined,
    findings: judge.findings,
    violations: () => violationsIn(judge.findings(), judge.exchanges),
    manners: judge.manners,
    settled,
    async expectConformance(options = {}) {
      await settled();
      expectNoViolation(judge, { baseUrl, firstStep: edge.firstStep }, options);
    },
    har: (creator = { name: edge.name, version: '' }) => writeHar(judge.transcript, creator),
    clear() {
      judge.clear();
      told.clear();
    },
  };
  return {
    service,
    isObserved: (url) => lies(new URL(url), baseUrl, messagesUrl),
    latest: () => judge.latest,
    tell: judge.take,
    await: add,
  };
}

/** What a listener throws is its author's to see, as that of an event target: no request and no other listener suffers from it. */
function callApart(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

function lies({ origin, pathname }: URL, baseUrl: string, messagesUrl: string): boolean {
  const address = `${origin}${pathname}`;
  return address.startsWith(`${baseUrl}/`) || address === `${messagesUrl}/messages`;
}
