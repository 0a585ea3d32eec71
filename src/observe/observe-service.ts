import type { Exchange } from '../transcript/exchange.js';
import { writeHar } from '../transcript/har-out.js';
import { expectNoViolation } from './expect-no-violation.js';
import type { LiveExchange } from './live-exchange.js';
import { checkObserveOptions, type ObserveOptions } from './observe-options.js';
import type { ObservedService } from './observed-service.js';
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
  await(whole: Promise<void>): void;
}

/** How an edge speaks of itself. */
interface EdgeWords {
  /** The creator of its recordings, such as `petstore-mock/observe`. */
  readonly name: string;
  /** What to do so that requests are seen, such as `Give observed.handlers to msw`. */
  readonly firstStep: string;
}

/** Makes the core that all edges share. Throws an InputError for an option that cannot be. */
export function observeService(options: ObserveOptions, edge: EdgeWords): Observation {
  const { baseUrl, messagesUrl, plan, exclusive, journalLimit, onViolation } = checkObserveOptions(options);
  const judge = createTrafficJudge({ baseUrl, messagesUrl, plan, isExclusive: exclusive, most: journalLimit });
  const underWay = new Set<Promise<void>>();
  const told = new Set<string>();

  const tellAtOnce = (exchange: Exchange) => {
    for (const violation of violationsIn(judge.findingsOf(exchange), [exchange])) {
      const mark = `${violation.rule} ${violation.problem}`;
      if (!told.has(mark)) onViolation?.(violation);
      told.add(mark);
    }
  };
  if (onViolation !== undefined) judge.onTake(tellAtOnce);

  const settled = async () => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
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
    await(whole) {
      underWay.add(whole);
      void whole.finally(() => underWay.delete(whole));
    },
  };
}

function lies({ origin, pathname }: URL, baseUrl: string, messagesUrl: string): boolean {
  const address = `${origin}${pathname}`;
  return address.startsWith(`${baseUrl}/`) || address === `${messagesUrl}/messages`;
}
