import './contract.css';
import type { Live } from '../live/live.js';
import { BrokenCard } from './broken-card.js';
import { FoldedRules } from './folded-rules.js';
import { MannersCard } from './manners-card.js';
import { rulesOf } from './outcomes.js';

/** What the document promises, and whether the newest answers kept it; and beside it, what it asks of clients. */
export function ContractPage({ live }: { readonly live: Live }) {
  const report = live.findings.value;
  const isProxy = live.isProxy.value;
  return (
    <div class="contract">
      <div class="contract-rules">
        <BrokenCard live={live} title="Broken promises" hasSentences>
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
        </BrokenCard>
        <FoldedRules
          title="In doubt"
          words="Seen, but it shows neither one nor the other"
          rules={rulesOf(report, 'inconclusive')}
        />
        <FoldedRules title="Kept promises" words="Seen, and never broken" rules={rulesOf(report, 'pass')} />
        <FoldedRules
          title="Not seen"
          words="Nothing came up that could show these"
          rules={rulesOf(report, 'not-run')}
        />
      </div>
      <MannersCard live={live} />
    </div>
  );
}
