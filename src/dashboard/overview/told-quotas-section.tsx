import { useComputed } from '@preact/signals';
import { useId, useState } from 'preact/hooks';
import type { Live } from '../live/live.js';
import { Button } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { countOf } from '../parts/tell-time.js';
import { ToldQuotaGauge } from './told-quota-gauge.js';
import { type KeyQuotas, toldQuotas } from './told-quotas.js';
import { useNow } from './use-now.js';

const SHOWN_AT_FIRST = 12;

/** What a real service told of the quota of each key that passed through the proxy. */
export function ToldQuotasSection({ live }: { readonly live: Live }) {
  const keys = useComputed(() => toldQuotas(live.requests.value)).value;
  const nowMs = useNow();
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  if (keys.length === 0) {
    return (
      <Card title="Quotas">
        <p class="soft">Once requests with a key pass, what their answers tell of its quota is shown here.</p>
      </Card>
    );
  }
  const shown = isWhole ? keys : keys.slice(0, SHOWN_AT_FIRST);
  return (
    <section class="stack" aria-labelledby={id}>
      <header class="row">
        <h2 id={id}>Quotas</h2>
        <span class="faint">of each key, as the newest answers told</span>
      </header>
      <ul class="key-cards">
        {shown.map((key) => (
          <KeyQuotasCard key={key.alias} told={key} nowMs={nowMs} />
        ))}
      </ul>
      {shown.length < keys.length && (
        <Button onClick={() => setWhole(true)}>
          Show all ({countOf(shown.length)} of {countOf(keys.length)})
        </Button>
      )}
    </section>
  );
}

function KeyQuotasCard({ told: { alias, quotas }, nowMs }: { readonly told: KeyQuotas; readonly nowMs: number }) {
  const id = useId();
  return (
    <li class="card key-card" aria-labelledby={id}>
      <h3 class="mono" id={id}>
        {alias}
      </h3>
      {quotas.length === 0 && <p class="small soft">No answer to it told a limit.</p>}
      <div class="key-quotas">
        {quotas.map((quota) => (
          <ToldQuotaGauge key={quota.limit} quota={quota} nowMs={nowMs} />
        ))}
      </div>
    </li>
  );
}
