import type { JudgeSettings } from '../../judge/evidence.js';
import { createRedactor } from '../../transcript/create-redactor.js';
import { judgeAlone } from '../judge-alone.js';
import type { LiveExchange } from '../live-exchange.js';
import { recordLive } from '../record-live.js';

/** The one header that is added to answers where that is asked for. */
export const ANNOTATION_HEADER = 'X-Petstore-Mock-Violations';

/**
 * Answers what the header says of one answer: the ids of the rules that it breaks, or `none`. Where `isWhole` is false the body
 * was not judged, and `head-only` stands at the end, in the place of `none` too. Undefined: it is none of the
 * service's.
 */
export function annotate(live: LiveExchange, isWhole: boolean, settings: JudgeSettings): string | undefined {
  const exchange = recordLive(live, 1, createRedactor());
  if (exchange.answer === undefined) return undefined;
  const broken = judgeAlone(exchange, settings).flatMap(({ rule, findings }) => (findings.length > 0 ? [rule.id] : []));
  if (!isWhole) return [...broken, 'head-only'].join(', ');
  return broken.length === 0 ? 'none' : broken.join(', ');
}
