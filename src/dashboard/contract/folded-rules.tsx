import { Card } from '../parts/card.js';
import { countOf } from '../parts/tell-time.js';
import type { Rule } from './outcomes.js';
import { RuleLine } from './rule-line.js';

interface FoldedRulesProps {
  readonly title: string;
  readonly words: string;
  readonly rules: readonly Rule[];
}

/** Rules that nobody has to look at, folded up. */
export function FoldedRules({ title, words, rules }: FoldedRulesProps) {
  if (rules.length === 0) return null;
  return (
    <Card title={title} aside={<span class="small faint">{countOf(rules.length)}</span>} isFlush>
      <details class="folded">
        <summary>{words}</summary>
        <ul class="rules">
          {rules.map((rule) => (
            <RuleLine key={rule.id} rule={rule} hasSentence />
          ))}
        </ul>
      </details>
    </Card>
  );
}
