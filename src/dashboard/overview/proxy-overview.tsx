import { BrokenCard } from '../contract/broken-card.js';
import { MannersCard } from '../contract/manners-card.js';
import { rulesOf } from '../contract/outcomes.js';
import type { Live } from '../live/live.js';
import { Count } from './count.js';
import { FirstCall } from './first-call.js';
import { SeenCounts } from './seen-counts.js';
import { ToldQuotasSection } from './told-quotas-section.js';
import { TrafficCard } from './traffic-card.js';

/** What passes through a proxy, and what is wrong with it. */
export function ProxyOverview({ live }: { readonly live: Live }) {
  const sins = rulesOf(live.manners.value, 'violation').length;
  return (
    <div class="overview">
      <div class="counts">
        <SeenCounts live={live} />
        <Count page="contract" count={sins} what={sins === 1 ? 'breach of manners' : 'breaches of manners'} />
      </div>
      <FirstCall live={live} />
      <TrafficCard live={live} />
      <ToldQuotasSection live={live} />
      <BrokenCard live={live} title="Contract">
        <p>Once requests pass, each answer is held against the document, and what it breaks is shown here.</p>
      </BrokenCard>
      <MannersCard live={live} />
    </div>
  );
}
