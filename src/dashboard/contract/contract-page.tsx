import { useRoom } from '../live/live.js';
import { Card } from '../parts/card.js';
import { countOf } from '../parts/format.js';
import { MannersCard, RuleLine, ViolationsCard } from './rule-cards.js';
import { type RuleResult, rulesOf } from './rule-results.js';

/** Whether the newest responses conform to the document, and the manners of the clients. */
export function ContractPage() {
  const { live } = useRoom();
  const report = live.findings.value;
  const isProxy = live.isProxy.value;
  return (
    <div class="contract">
      <div class="contract-rules">
        <ViolationsCard title="Violations" hasSentences>
          <p>
            {isProxy
              ? 'Each response is checked against the document: schema, status, rate-limit headers and stock. Violations appear here.'
              : 'Each response is checked against the document. The fake conforms, so violations come from injected faults.'}
          </p>
          {!isProxy && (
            <p>
              <a href="#/faults">Add a fault</a> and send a request.
            </p>
          )}
        </ViolationsCard>
        <FoldedRules
          title="Inconclusive"
          words="Rules that the responses neither pass nor violate"
          rules={rulesOf(report, 'inconclusive')}
        />
        <FoldedRules title="Passed" words="Rules that all exercised responses pass" rules={rulesOf(report, 'pass')} />
        <FoldedRules
          title="Not exercised"
          words="Rules that no response exercises"
          rules={rulesOf(report, 'skipped')}
        />
      </div>
      <MannersCard />
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
