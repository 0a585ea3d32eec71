import type { Live } from '../live/live.js';
import { Card } from '../parts/card.js';
import { judgedRequests } from './judged-requests.js';
import { outcomes } from './outcomes.js';
import { RuleLine } from './rule-line.js';

const order = Object.keys(outcomes);

/** What the document asks of clients, and whether they do it. */
export function MannersCard({ live }: { readonly live: Live }) {
  const report = live.manners.value;
  const rules = [...(report?.rules ?? [])].sort(
    (one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome),
  );
  const judged = judgedRequests(report);
  return (
    <Card
      title="Manners of the clients"
      aside={judged !== undefined && <span class="small faint">{judged}</span>}
      isFlush
    >
      {judged !== undefined ? (
        <ul class="rules">
          {rules.map((rule) => (
            <RuleLine key={rule.id} rule={rule} />
          ))}
        </ul>
      ) : (
        <p class="card-body soft">
          Once requests come in, this tells whether their clients back off after a 429, wait longer each time, and leave
          deprecated operations alone.
        </p>
      )}
    </Card>
  );
}
