import './overview.css';
import { MannersCard } from '../contract/manners-card.js';
import type { Live } from '../live/live.js';
import { ClockCard } from './clock-card.js';
import { Counts } from './counts.js';
import { FirstCall } from './first-call.js';
import { KeysSection } from './keys-section.js';
import { ProxyOverview } from './proxy-overview.js';
import { TrafficCard } from './traffic-card.js';

interface OverviewPageProps {
  readonly live: Live;
  readonly onWorld: (world: string) => void;
}

/** What goes on in a world, and what is done most. */
export function OverviewPage({ live, onWorld }: OverviewPageProps) {
  if (live.isProxy.value) return <ProxyOverview live={live} />;
  return (
    <div class="overview">
      <Counts live={live} />
      <FirstCall live={live} />
      <div class="overview-top">
        <TrafficCard live={live} />
        <ClockCard live={live} />
      </div>
      <KeysSection live={live} onWorld={onWorld} />
      <MannersCard live={live} />
    </div>
  );
}
