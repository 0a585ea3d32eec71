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

/** One exchange in full, beside the list. Escape closes it; `j` and `k` go to the older and the newer one. */
export function ExchangePanel({ live, feed, number }: ExchangePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [read, setRead] = useState<LoadedExchange | undefined>(undefined);
  const { newer, older } = neighboursOf(feed.shown.value, number);

  useEffect(() => {
    let isWanted = true;
    live.client.requests.get({ number }).then(
      (detail) => isWanted && setRead({ number, detail }),
      (error: unknown) => isWanted && setRead({ number, problem: problemOf(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [live, number]);

  // Who opens a request wants to read it; who walks along the list with the arrow keys stays there.
  useLayoutEffect(() => heading.current?.focus(), []);

  // Before the next key comes, which may step on.
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

  const isCurrent = read?.number === number;
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
        <ErrorNotice message={isCurrent ? read.problem : undefined} />
        {read?.detail !== undefined && (isCurrent || read.problem === undefined) && (
          <Exchange key={read.number} live={live} detail={read.detail} />
        )}
        {read === undefined && <p class="soft">Loading the exchange…</p>}
      </div>
      <p class="sr-only" role="status">
        {isCurrent && read.detail !== undefined && summaryOf(read.detail)}
      </p>
    </section>
  );
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

/** Keys that are typed into a control, or into a dialog, are meant for that. */
function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, dialog, [role=menu]') !== null;
}
