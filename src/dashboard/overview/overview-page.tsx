import { useComputed } from '@preact/signals';
import { firstCurl, serviceUrl } from '../api/curl.js';
import { MannersCard, ViolationsCard } from '../contract/rule-cards.js';
import { rulesOf } from '../contract/rule-results.js';
import type { Live } from '../live/live.js';
import { Card, ErrorNotice } from '../parts/card.js';
import { CopyCode } from '../parts/copy-button.js';
import { countOf } from '../parts/format.js';
import { ResetButton } from '../parts/reset-button.js';
import { useAction } from '../parts/use-action.js';
import type { PageName } from '../shell/route.js';
import { ClockCard } from './clock-card.js';
import { KeysSection } from './keys-section.js';
import { ReportedQuotasSection } from './reported-quotas.js';
import { TrafficCard } from './traffic-card.js';

interface OverviewPageProps {
  readonly live: Live;
  readonly onWorld: (world: string) => void;
}

/** An overview of a world, with the most common actions. */
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

/** An overview of a proxy's traffic and its violations. */
function ProxyOverview({ live }: { readonly live: Live }) {
  const sins = rulesOf(live.manners.value, 'violation').length;
  return (
    <div class="overview">
      <div class="counts">
        <SeenCounts live={live} />
        <Count page="contract" count={sins} what={sins === 1 ? 'manners violation' : 'manners violations'} />
      </div>
      <FirstCall live={live} />
      <TrafficCard live={live} />
      <ReportedQuotasSection live={live} />
      <ViolationsCard live={live} title="Contract">
        <p>Each response is checked against the document. Violations appear here.</p>
      </ViolationsCard>
      <MannersCard live={live} />
    </div>
  );
}

/** A first command to try, shown until a request arrives. */
function FirstCall({ live }: { readonly live: Live }) {
  const url = serviceUrl(live, location.origin);
  if (url === undefined || live.requestCounts.value.latest > 0) return null;
  const keys = live.keys.value?.items ?? [];
  const hasSample = keys.some(({ name, state }) => name !== null && state === 'valid');
  return (
    <Card title="No request has come yet" class="first-call">
      <div class="stack">
        <p class="soft">
          {hasSample
            ? 'Paste this into a shell. The request appears here within a second.'
            : live.isProxy.value
              ? 'Set PETSTORE_API_KEY to your API key and paste this into a shell, or point your app here.'
              : 'Set PETSTORE_API_KEY to the key of this world and paste this into a shell. The key was shown once, when it was created.'}
        </p>
        <CopyCode text={firstCurl(url, keys)} what="the command" />
        <p class="small faint">
          {live.isProxy.value ? (
            <>
              What is sent to <code>{url}</code> is forwarded to <code>{live.hello.value?.upstream}</code>: requests are
              real, with real changes and quota.
            </>
          ) : (
            <>
              The base URL of the fake is <code>{url}</code>. This page controls it without a key and without using
              quota.
            </>
          )}
        </p>
      </div>
    </Card>
  );
}

/** Counts that link to their pages, and a button that resets the world. */
function Counts({ live }: { readonly live: Live }) {
  const action = useAction();
  const pets = useComputed(() => live.stock.value?.length).value;
  return (
    <>
      <div class="counts">
        <SeenCounts live={live} />
        <Count page="stock" count={pets} what={pets === 1 ? 'pet' : 'pets'} />
        <Count
          page="faults"
          count={live.faults.value?.items.length}
          what={live.faults.value?.items.length === 1 ? 'active fault' : 'active faults'}
        />
        <Count
          page="worlds"
          count={live.worlds.value?.total}
          what={live.worlds.value?.total === 1 ? 'world' : 'worlds'}
        />
        <span class="push">
          <ResetButton live={live} run={action.run} />
        </span>
      </div>
      <ErrorNotice message={action.error} />
    </>
  );
}

/** The number of requests and of violated rules. */
function SeenCounts({ live }: { readonly live: Live }) {
  const { kept } = live.requestCounts.value;
  const broken = rulesOf(live.findings.value, 'violation').length;
  return (
    <>
      <Count page="requests" count={kept} what={kept === 1 ? 'request' : 'requests'} title="Requests in the journal" />
      <Count page="contract" count={broken} what={broken === 1 ? 'rule violated' : 'rules violated'} />
    </>
  );
}

interface CountProps {
  readonly page: PageName;
  readonly count: number | undefined;
  readonly what: string;
  readonly title?: string | undefined;
}

/** A count that links to its page. */
function Count({ page, count, what, title }: CountProps) {
  return (
    <a class="count" href={`#/${page}`} title={title}>
      <strong>{count === undefined ? '–' : countOf(count)}</strong> {what}
    </a>
  );
}
