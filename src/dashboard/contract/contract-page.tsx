import { useRoom } from '../live/live.js';
import { Card } from '../parts/card.js';
import { countOf } from '../parts/format.js';
import { MannersCard, RuleList, ViolationsCard } from './rule-cards.js';
import { rulesOf } from './rule-results.js';

const folded = [
  { title: 'Inconclusive', outcome: 'inconclusive', text: 'Rules that the responses neither pass nor violate' },
  { title: 'Passed', outcome: 'pass', text: 'Rules that all exercised responses pass' },
  { title: 'Not exercised', outcome: 'skipped', text: 'Rules that no response exercises' },
] as const;

/** Whether the newest responses conform to the document, and the manners of the clients. */
export function ContractPage() {
  const { live } = useRoom();
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
        {folded.map(({ title, outcome, text }) => {
          const rules = rulesOf(live.findings.value, outcome);
          if (rules.length === 0) return null;
          return (
            <Card key={title} title={title} aside={<span class="small faint">{countOf(rules.length)}</span>} isFlush>
              <details class="folded">
                <summary>{text}</summary>
                <RuleList rules={rules} hasSentences />
              </details>
            </Card>
          );
        })}
      </div>
      <MannersCard />
    </div>
  );
}
