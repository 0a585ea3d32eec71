import { useId, useState } from 'preact/hooks';
import type { KeyState } from '../../admin/schemas/keys.js';
import type { FindingsReport } from '../../admin/schemas/requests.js';
import { rulesOf } from '../contract/contract-page.js';
import { useRoom } from '../live/live.js';
import { Button, Segments, TextField } from '../parts/controls.js';
import { CopyCode } from '../parts/copy-and-save.js';
import { ResetButton, useDialogs } from '../parts/dialog.js';
import { Card, ErrorNotice, formatCount } from '../parts/display.js';
import { useAction } from '../parts/use-action.js';
import type { PageName } from '../shell/route.js';
import { KeyCard, MintForm } from './key-card.js';
import { TrafficCard } from './traffic-card.js';

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

const scales = [
  { value: 1, label: '1×', title: 'Real time' },
  { value: 10, label: '10×', title: 'Ten seconds per second' },
  { value: 60, label: '60×', title: 'A minute per second' },
  { value: 3600, label: '3600×', title: 'An hour per second' },
] as const;
const steps = ['61s', '1m', '1h', '1d'] as const;

function ClockCard() {
  const { live } = useRoom();
  const { clock } = live.client;
  const { run, error } = useAction();
  const scale = live.clock.value?.scale;
  const isFrozen = scale === 0;

  const freeze = () => run(() => clock.freeze(), 'The clock is frozen.');
  const go = (speed: number) => run(() => clock.run({ scale: speed }), `The clock runs at ${speed}×.`);
  const advance = (by: string) => run(() => clock.advance({ by }), `The clock moved ${by} forward.`);
  const set = (to: string) => run(() => clock.set({ to }), `The clock is set to ${to}.`);

  return (
    <Card title="Clock" class="clock-card">
      <div class="stack">
        <div class="row">
          <Button kind={isFrozen ? 'main' : 'plain'} onClick={isFrozen ? () => go(1) : freeze}>
            {isFrozen ? 'Run' : 'Freeze'}
          </Button>
          <Segments label="Speed of the clock" choices={scales} value={scale} onValue={go} />
        </div>
        <div class="row">
          {steps.map((step) => (
            <Button key={step} isSmall aria-label={`Advance by ${step}`} onClick={() => advance(step)}>
              +{step}
            </Button>
          ))}
          <InlineForm label="Advance by a duration, such as 90m" example="90m" button="Advance" onSubmit={advance} />
        </div>
        <InlineForm
          label="Set the clock, such as to 2027-12-31T00:00:00Z"
          example="2027-12-31T00:00:00Z"
          button="Set"
          onSubmit={set}
        />
        <ErrorNotice message={error} />
      </div>
    </Card>
  );
}

interface InlineFormProps {
  readonly label: string;
  readonly example: string;
  readonly button: 'Advance' | 'Set';
  readonly onSubmit: (text: string) => unknown;
}

/** One text field with a button. The server checks the text, and its error names a valid value. */
function InlineForm({ label, example, button, onSubmit }: InlineFormProps) {
  const [text, setText] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    if (text.trim() !== '') onSubmit(text.trim());
  };
  return (
    <form class={button === 'Set' ? 'set-clock-form' : 'advance-form'} onSubmit={submit}>
      <TextField label={label} isLabelHidden placeholder={example} value={text} onValue={setText} />
      <Button type="submit">{button}</Button>
    </form>
  );
}
