import { rulesOf } from '../contract/outcomes.js';
import type { Live } from '../live/live.js';
import { Count } from './count.js';

/** How many requests were seen, and how many promises their answers broke: of a fake as of a proxy. */
export function SeenCounts({ live }: { readonly live: Live }) {
  const { kept } = live.requestCounts.value;
  const broken = rulesOf(live.findings.value, 'violation').length;
  return (
    <>
      <Count
        page="requests"
        count={kept}
        what={kept === 1 ? 'request' : 'requests'}
        title="As many as the journal holds"
      />
      <Count page="contract" count={broken} what={broken === 1 ? 'broken promise' : 'broken promises'} />
    </>
  );
}
