import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RequestDetail } from '../../admin/schemas/requests.js';
import { useRoom } from '../live/live.js';
import { ErrorNotice } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import { useLoaded } from '../parts/use-loaded.js';
import { Exchange } from './exchange.js';
import { openRequest } from './open-request.js';

/** One exchange in full, beside the list. Escape closes it. */
export function ExchangePanel({ number }: { readonly number: number }) {
  const { client } = useRoom().live;
  const heading = useRef<HTMLHeadingElement>(null);
  // The previous exchange stays until this one is loaded.
  const { value: detail, problem } = useLoaded(() => client.requests.get({ number }), [client, number]);
  useEscape();
  // Opening a request moves the focus to it.
  useLayoutEffect(() => heading.current?.focus(), []);

  const isCurrent = detail?.line.number === number;
  return (
    <section class="card exchange" aria-labelledby="exchange-title" aria-busy={!isCurrent && problem === undefined}>
      <header class="card-head exchange-head">
        <h2 id="exchange-title" ref={heading} tabIndex={-1}>
          Request #{number}
        </h2>
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
        <ErrorNotice message={problem} />
        {detail !== undefined && problem === undefined && <Exchange key={detail.line.number} detail={detail} />}
        {detail === undefined && problem === undefined && <p class="soft">Loading the exchange…</p>}
      </div>
      <p class="sr-only" role="status">
        {isCurrent && summaryOf(detail)}
      </p>
    </section>
  );
}

function useEscape(): void {
  // A layout effect is in place before the next key arrives.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.key !== 'Escape' || !isForPage(event)) return;
      openRequest(undefined);
      event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Returns whether a key is meant for the page: without a modifier, and not for a control or an open dialog. */
function isForPage({ altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || document.querySelector('dialog[open]') !== null) return false;
  return !(target instanceof Element && target.closest('input, select, textarea') !== null);
}

function summaryOf({ line }: RequestDetail): string {
  return `Request #${line.number}: ${line.method} ${line.target}, ${line.status ?? 'no response'}`;
}
