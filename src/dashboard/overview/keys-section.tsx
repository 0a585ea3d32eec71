import { useEffect, useId, useState } from 'preact/hooks';
import type { KeyState } from '../../admin/schemas/keys.js';
import type { Live } from '../live/live.js';
import { Button } from '../parts/controls.js';
import { countOf } from '../parts/format.js';
import { KeyCard } from './key-card.js';
import { MintDialog } from './key-dialogs.js';

interface KeysSectionProps {
  readonly live: Live;
  readonly onWorld: (world: string) => void;
}

/** A card for each key. */
export function KeysSection({ live, onWorld }: KeysSectionProps) {
  const [isMinting, setMinting] = useState(false);
  const { keys, total, isReading, showMore } = useMoreKeys(live);
  const id = useId();
  return (
    <section class="stack" aria-labelledby={id}>
      <header class="row">
        <h2 id={id}>Keys</h2>
        <span class="faint">{countOf(total)}</span>
        <span class="push" />
        <Button kind="main" onClick={() => setMinting(true)}>
          Create a key
        </Button>
      </header>
      {total === 0 && <p class="soft">This world has no keys. Create one to send requests to it.</p>}
      <ul class="key-cards">
        {keys.map((state) => (
          <KeyCard key={state.alias} live={live} state={state} />
        ))}
      </ul>
      {keys.length < total && (
        <Button disabled={isReading} onClick={showMore}>
          Show more ({countOf(keys.length)} of {countOf(total)})
        </Button>
      )}
      <MintDialog live={live} isOpen={isMinting} onClose={() => setMinting(false)} onWorld={onWorld} />
    </section>
  );
}

const PART = 100;
const REREAD_MS = 2_000;

/** Returns the keys to show. Events contain the first hundred; further ones are loaded on request and reloaded every two seconds. */
function useMoreKeys(live: Live) {
  const page = live.keys.value;
  const [parts, setParts] = useState(0);
  const [more, setMore] = useState<readonly KeyState[]>([]);
  const start = page?.next ?? undefined;

  useEffect(() => {
    if (parts === 0 || start === undefined) {
      setMore([]);
      return;
    }
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const found = await readParts(live, start, parts).catch(() => undefined);
      if (isOver) return;
      if (found !== undefined) setMore(found);
      timer = setTimeout(read, REREAD_MS);
    };
    void read();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [live, parts, start]);

  return {
    keys: [...(page?.items ?? []), ...more],
    total: page?.total ?? 0,
    isReading: more.length < Math.min(parts * PART, (page?.total ?? 0) - (page?.items.length ?? 0)),
    showMore: () => setParts(parts + 1),
  };
}

async function readParts(live: Live, start: string, parts: number): Promise<KeyState[]> {
  const found: KeyState[] = [];
  let after: string | null = start;
  for (let part = 0; part < parts && after !== null; part++) {
    const page = await live.client.keys.list({ limit: PART, after });
    found.push(...page.items);
    after = page.next;
  }
  return found;
}
