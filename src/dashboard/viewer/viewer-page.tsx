import './viewer.css';
import './swagger-theme.css';
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Live } from '../live/live.js';
import { ErrorNotice } from '../parts/card.js';
import { Segments } from '../parts/controls.js';
import { problemOf } from '../parts/use-action.js';
import { tokenOfTab } from '../shell/tab-storage.js';
import { loadSwaggerUi, openSwaggerUi } from './open-swagger-ui.js';
import { adminFor, serviceFor } from './prepare-description.js';
import { useDarkMode } from './use-dark-mode.js';

const choices = [
  { value: 'service', label: 'The service' },
  { value: 'admin', label: 'The admin API' },
] as const;
type Shown = (typeof choices)[number]['value'];

/** Outlives the page, which is another one for each world. */
const chosen = signal<Shown>('service');

/** What can be asked of the service, and of the control room of a fake; to read, and to try. */
export function ViewerPage({ live }: { readonly live: Live }) {
  const isProxy = live.isProxy.value;
  const shown = isProxy ? 'service' : chosen.value;
  const setShown = (next: Shown) => {
    chosen.value = next;
  };
  useDarkMode();
  return (
    <div class="viewer">
      <div class="viewer-tools">
        {!isProxy && <Segments label="Which description" choices={choices} value={shown} onChoose={setShown} />}
        <p class="small soft">{wordsFor(shown, live)}</p>
      </div>
      <Viewer key={shown} live={live} shown={shown} />
    </div>
  );
}

function wordsFor(shown: Shown, live: Live) {
  if (shown === 'admin') {
    return 'Your sign-in is used: each request carries the token of this page, and no line of curl shows it.';
  }
  if (live.isProxy.value) {
    return (
      <>
        “Authorize” with a key of your own. Requests are real: they pass through the proxy and reach{' '}
        <code>{live.hello.value?.upstream}</code>.
      </>
    );
  }
  const sample = live.keys.value?.items.find(({ name, state }) => name !== null && state === 'valid')?.name;
  return (
    <>
      “Authorize” with a key{sample && [', such as ', <code key="sample">{sample}</code>]}. Requests are real: they
      reach the fake, use quota, and show up in the journal of the world that the key leads to.
    </>
  );
}

function Viewer({ live, shown }: { readonly live: Live; readonly shown: Shown }) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'open' | { readonly problem: string }>('loading');
  const { client, world } = live;
  useEffect(() => {
    const node = document.createElement('div');
    place.current?.append(node);
    let close: (() => void) | undefined;
    let isOver = false;
    const open = async () => {
      const [swaggerUi, view] = await Promise.all([loadSwaggerUi(), viewOf(shown, client, world)]);
      if (isOver) return;
      close = openSwaggerUi(swaggerUi, node, view);
      setState('open');
    };
    open().catch((error: unknown) => {
      if (!isOver) setState({ problem: problemOf(error) });
    });
    return () => {
      isOver = true;
      close?.();
      node.remove();
    };
  }, [shown, client, world]);
  return (
    <section class="card viewer-card" aria-label="Description" aria-busy={state === 'loading'}>
      {state === 'loading' && <Loading />}
      {typeof state === 'object' && (
        <div class="card-body">
          <ErrorNotice message={state.problem} />
        </div>
      )}
      <div ref={place} />
    </section>
  );
}

function Loading() {
  return (
    <div class="viewer-loading" role="status">
      <span class="sr-only">Reading the description…</span>
      <span class="viewer-bar is-title" />
      <span class="viewer-bar" />
      <span class="viewer-bar" />
      <span class="viewer-bar" />
    </div>
  );
}

async function viewOf(shown: Shown, client: Live['client'], world: string) {
  if (shown === 'service') {
    return { description: serviceFor(await client.serviceDescription(), location.origin), headers: {} };
  }
  const token = tokenOfTab();
  return {
    description: adminFor(await client.description(), world),
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
  };
}
