import { useId } from 'preact/hooks';
import type { KeyState } from '../../admin/schemas/keys.js';
import type { FindingsReport } from '../../admin/schemas/requests.js';
import { rulesOf } from '../contract/contract-page.js';
import { useRoom } from '../live/live.js';
import { Card, ErrorNotice } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import { CopyCode } from '../parts/copy-and-save.js';
import { ResetButton, useDialogs } from '../parts/dialog.js';
import { formatCount } from '../parts/format.js';
import { useAction } from '../parts/use-action.js';
import type { PageName } from '../shell/route.js';
import { ClockCard } from './clock-card.js';
import { KeyCard } from './key-card.js';
import { MintForm } from './key-dialogs.js';
import { TrafficCard } from './traffic-card.js';

/** An overview of a world, or of a proxy's traffic, with the most common actions. */
export function OverviewPage() {
  const isProxy = useRoom().live.isProxy.value;
  return (
    <div class="overview">
      <Counts />
      {isProxy ? (
        <TrafficCard />
      ) : (
        <>
          <FirstCall />
          <div class="overview-top">
            <TrafficCard />
            <ClockCard />
          </div>
          <KeysSection />
        </>
      )}
    </div>
  );
}

/** Returns a valid sample key; undefined if the world has none. */
function sampleKey(keys: readonly KeyState[]): string | undefined {
  return keys.find(({ name, state }) => name !== null && state === 'valid')?.name ?? undefined;
}

/** Returns the first command to try: with a valid sample key if the world has one, otherwise with `$PETSTORE_API_KEY`. */
export function firstCurl(url: string, keys: readonly KeyState[]): string {
  return `curl -i -H "Authorization: Bearer ${sampleKey(keys) ?? '$PETSTORE_API_KEY'}" ${url}`;
}

function FirstCall() {
  const { live } = useRoom();
  const url = live.hello.value?.baseUrl;
  if (url === undefined || live.requestCounts.value.latest > 0) return null;
  const keys = live.keys.value?.items ?? [];
  return (
    <Card title="No request has come yet" class="first-call">
      <div class="stack">
        <p class="soft">
          {sampleKey(keys) !== undefined
            ? 'Paste this into a shell. The request appears here within a second.'
            : 'Set PETSTORE_API_KEY to the key of this world and paste this into a shell. The key was shown once, when it was created.'}
        </p>
        <CopyCode text={firstCurl(live.firstUrl.value, keys)} what="the command" />
        <p class="small faint">
          The base URL of the fake is <code>{url}</code>. This page controls it without a key and without using quota.
        </p>
      </div>
    </Card>
  );
}

function Counts() {
  const { live } = useRoom();
  const action = useAction();
  const isProxy = live.isProxy.value;
  // Until the journal was judged, nobody knows.
  const violatedIn = (report: FindingsReport | undefined) => report && rulesOf(report, 'violation').length;
  type Count = [page: PageName, count: number | undefined, one: string, many: string];
  const observed: Count[] = [
    ['requests', live.requestCounts.value.kept, 'request', 'requests'],
    ['contract', violatedIn(live.findings.value), 'rule violated', 'rules violated'],
    ['contract', violatedIn(live.manners.value), 'manners violation', 'manners violations'],
  ];
  const state: Count[] = [
    ['stock', live.stock.value?.total, 'pet', 'pets'],
    ['faults', live.faults.value?.items.length, 'active fault', 'active faults'],
    ['worlds', live.worlds.value?.total, 'world', 'worlds'],
  ];
  return (
    <>
      <div class="counts">
        {[...observed, ...(isProxy ? [] : state)].map(([page, count, one, many]) => (
          <a
            key={one}
            class="count"
            href={`#/${page}`}
            title={page === 'requests' ? 'Requests in the journal' : undefined}
          >
            <strong>{count === undefined ? '–' : formatCount(count)}</strong> {count === 1 ? one : many}
          </a>
        ))}
        {!isProxy && (
          <span class="push">
            <ResetButton run={action.run} />
          </span>
        )}
      </div>
      <ErrorNotice message={action.error} />
    </>
  );
}

/** A card for each of the first 100 keys: so many are in an event. */
function KeysSection() {
  const { open } = useDialogs();
  const { items = [], total = 0 } = useRoom().live.keys.value ?? {};
  const id = useId();
  return (
    <section class="stack" aria-labelledby={id}>
      <header class="row">
        <h2 id={id}>Keys</h2>
        <span class="faint">{formatCount(total)}</span>
        <span class="push" />
        <Button kind="main" onClick={() => open('Create a key', <MintForm />)}>
          Create a key
        </Button>
      </header>
      {total === 0 && <p class="soft">This world has no keys. Create one to send requests to it.</p>}
      <ul class="key-cards">
        {items.map((state) => (
          <KeyCard key={state.alias} state={state} />
        ))}
      </ul>
      {items.length < total && <p class="soft">These are the first {items.length}. The admin API lists all keys.</p>}
    </section>
  );
}
