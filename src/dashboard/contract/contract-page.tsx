import type { Live } from '../live/live.js';
import { Card } from '../parts/card.js';
import { countOf } from '../parts/format.js';
import { MannersCard, RuleLine, ViolationsCard } from './rule-cards.js';
import { type RuleResult, rulesOf } from './rule-results.js';

/** What the document promises, and whether the newest answers kept it; and beside it, what it asks of clients. */
export function ContractPage({ live }: { readonly live: Live }) {
  const report = live.findings.value;
  const isProxy = live.isProxy.value;
  return (
    <div class="contract">
      <div class="contract-rules">
        <ViolationsCard live={live} title="Broken promises" hasSentences>
          <p>
            {isProxy
              ? 'Once requests pass, each answer is held against the document here: its form, its status, its rate-limit headers, and what it says of the stock.'
              : 'Once requests come in, each answer is held against the document here. The fake keeps it, until a fault makes it break a promise on purpose: then you see which one your app has met.'}
          </p>
          {!isProxy && (
            <p>
              <a href="#/faults">Let something go wrong</a>, and send a request.
            </p>
          )}
        </ViolationsCard>
        <FoldedRules
          title="In doubt"
          words="Seen, but it shows neither one nor the other"
          rules={rulesOf(report, 'inconclusive')}
        />
        <FoldedRules title="Kept promises" words="Seen, and never broken" rules={rulesOf(report, 'pass')} />
        <FoldedRules
          title="Not seen"
          words="Nothing came up that could show these"
          rules={rulesOf(report, 'skipped')}
        />
      </div>
      <MannersCard live={live} />
    </div>
  );
}

interface FoldedRulesProps {
  readonly title: string;
  readonly words: string;
  readonly rules: readonly RuleResult[];
}

/** Rules that nobody has to look at, folded up. */
function FoldedRules({ title, words, rules }: FoldedRulesProps) {
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
