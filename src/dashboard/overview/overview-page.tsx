import { useComputed } from '@preact/signals';
import { firstCurl, serviceUrl } from '../api/curl.js';
import { MannersCard, ViolationsCard } from '../contract/rule-cards.js';
import { rulesOf } from '../contract/rule-results.js';
import type { Live } from '../live/live.js';
import { Card, ErrorNotice } from '../parts/card.js';
import { CopyCode } from '../parts/copy-button.js';
import { ConfirmButton } from '../parts/dialog.js';
import { countOf } from '../parts/format.js';
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

/** What passes through a proxy, and what is wrong with it. */
function ProxyOverview({ live }: { readonly live: Live }) {
  const sins = rulesOf(live.manners.value, 'violation').length;
  return (
    <div class="overview">
      <div class="counts">
        <SeenCounts live={live} />
        <Count page="contract" count={sins} what={sins === 1 ? 'breach of manners' : 'breaches of manners'} />
      </div>
      <FirstCall live={live} />
      <TrafficCard live={live} />
      <ReportedQuotasSection live={live} />
      <ViolationsCard live={live} title="Contract">
        <p>Once requests pass, each answer is held against the document, and what it breaks is shown here.</p>
      </ViolationsCard>
      <MannersCard live={live} />
    </div>
  );
}

/** What a newcomer can paste into a shell, where no request has come yet. */
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
            ? 'Paste this into a shell. It shows up here within a second.'
            : live.isProxy.value
              ? 'Put your API key into PETSTORE_API_KEY, and paste this into a shell; or let your app send its requests here.'
              : 'Put the key of this world into PETSTORE_API_KEY, and paste this into a shell. The key was told once, when it was minted.'}
        </p>
        <CopyCode text={firstCurl(url, keys)} what="the command" />
        <p class="small faint">
          {live.isProxy.value ? (
            <>
              What is sent to <code>{url}</code> passes on to <code>{live.hello.value?.upstream}</code>: requests are
              real, and so is what they change and use up.
            </>
          ) : (
            <>
              The fake answers at <code>{url}</code>. This page steers it: no key is needed here, and nothing that you
              do here spends a quota.
            </>
          )}
        </p>
      </div>
    </Card>
  );
}

/** How much there is of everything, each on the way to its page; and the way back to the beginning. */
function Counts({ live }: { readonly live: Live }) {
  const action = useAction();
  const pets = useComputed(() => live.stock.value?.length).value;
  const reset = () => action.run(() => live.client.reset(), 'The world is as it was at its beginning.');
  return (
    <>
      <div class="counts">
        <SeenCounts live={live} />
        <Count page="stock" count={pets} what={pets === 1 ? 'pet' : 'pets'} />
        <Count
          page="faults"
          count={live.faults.value?.items.length}
          what={live.faults.value?.items.length === 1 ? 'fault on' : 'faults on'}
        />
        <Count
          page="worlds"
          count={live.worlds.value?.total}
          what={live.worlds.value?.total === 1 ? 'world' : 'worlds'}
        />
        <span class="push">
          <ConfirmButton label="Reset the world" question={`Reset the world ${live.world}?`} onConfirm={reset}>
            Stock, quotas, bans, clock, faults and journal go back to how they were at the beginning. A request that
            comes meanwhile sees all of it or nothing.
          </ConfirmButton>
        </span>
      </div>
      <ErrorNotice message={action.error} />
    </>
  );
}

/** How many requests were seen, and how many promises their answers broke: of a fake as of a proxy. */
function SeenCounts({ live }: { readonly live: Live }) {
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

interface CountProps {
  readonly page: PageName;
  readonly count: number | undefined;
  readonly what: string;
  readonly title?: string | undefined;
}

/** How much there is of something, on the way to its page. */
function Count({ page, count, what, title }: CountProps) {
  return (
    <a class="count" href={`#/${page}`} title={title}>
      <strong>{count === undefined ? '–' : countOf(count)}</strong> {what}
    </a>
  );
}
