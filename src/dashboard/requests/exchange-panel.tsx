import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RequestDetail } from '../../admin/schemas/requests.js';
import type { Live } from '../live/live.js';
import { ErrorNotice } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import { problemOf } from '../parts/use-action.js';
import { Exchange } from './exchange.js';
import type { Feed } from './feed.js';
import { neighboursOf, openRequest } from './open-request.js';

interface ExchangePanelProps {
  readonly live: Live;
  readonly feed: Feed;
  readonly number: number;
}

interface LoadedExchange {
  readonly number: number;
  readonly detail?: RequestDetail;
  readonly problem?: string;
}

/** One exchange in full, beside the list. Escape closes it; `j` and `k` open the older and the newer one. */
export function ExchangePanel({ live, feed, number }: ExchangePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const loaded = useExchange(live, number);
  const { newer, older } = neighboursOf(feed.shown.value, number);
  useStepKeys(newer, older);
  // Opening a request moves the focus to it; stepping along the list leaves it there.
  useLayoutEffect(() => heading.current?.focus(), []);

  const isCurrent = loaded?.number === number;
  return (
    <section class="card exchange" aria-labelledby="exchange-title" aria-busy={!isCurrent}>
      <header class="card-head exchange-head">
        <h2 id="exchange-title" ref={heading} tabIndex={-1}>
          Request #{number}
        </h2>
        <Step label="Newer request (k)" sign="↑" number={newer} />
        <Step label="Older request (j)" sign="↓" number={older} />
        <Button
          kind="quiet"
          isSmall
          isSquare
          aria-label="Close (Escape)"
          title="Close (Escape)"
          onClick={() => openRequest(undefined)}
        >
          ✕
        </Button>
      </header>
      <div class="exchange-body">
        <ErrorNotice message={isCurrent ? loaded.problem : undefined} />
        {loaded?.detail !== undefined && (isCurrent || loaded.problem === undefined) && (
          <Exchange key={loaded.number} live={live} detail={loaded.detail} />
        )}
        {loaded === undefined && <p class="soft">Loading the exchange…</p>}
      </div>
      <p class="sr-only" role="status">
        {isCurrent && loaded.detail !== undefined && summaryOf(loaded.detail)}
      </p>
    </section>
  );
}

/** Loads an exchange; the previous one stays until then. */
function useExchange(live: Live, number: number): LoadedExchange | undefined {
  const [loaded, setLoaded] = useState<LoadedExchange | undefined>(undefined);
  useEffect(() => {
    let isWanted = true;
    live.client.requests.get({ number }).then(
      (detail) => isWanted && setLoaded({ number, detail }),
      (error: unknown) => isWanted && setLoaded({ number, problem: problemOf(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [live, number]);
  return loaded;
}

function useStepKeys(newer: number | undefined, older: number | undefined): void {
  // A layout effect is in place before the next key arrives.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isElsewhere(event.target)) return;
      const step = { j: older, k: newer }[event.key];
      if (event.key === 'Escape') openRequest(undefined);
      else if (step !== undefined) openRequest(step, { isStep: true });
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [newer, older]);
}

interface StepProps {
  readonly label: string;
  readonly sign: string;
  readonly number: number | undefined;
}

function Step({ label, sign, number }: StepProps) {
  return (
    <Button
      isSmall
      isSquare
      aria-label={label}
      title={label}
      aria-disabled={number === undefined}
      onClick={() => number !== undefined && openRequest(number, { isStep: true })}
    >
      {sign}
    </Button>
  );
}

function summaryOf({ line }: RequestDetail): string {
  return `Request #${line.number}: ${line.method} ${line.target}, ${line.status ?? 'no response'}`;
}

/** Whether a key belongs to a control, a dialog or a menu. */
function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, dialog, [role=menu]') !== null;
}
