import type { JudgeSettings } from '../judge/evidence.js';
import { judge, type Verdict } from '../judge/judge.js';
import type { Exchange } from '../transcript/exchange.js';

/** Judges what one exchange shows by itself, whatever has passed before: one verdict for each rule. */
export function judgeAlone(exchange: Exchange, settings: JudgeSettings): Verdict[] {
  return judge({ exchanges: [exchange], run: undefined }, settings);
}
