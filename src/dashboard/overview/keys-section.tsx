import { useId, useState } from 'preact/hooks';
import type { Live } from '../live/live.js';
import { Button } from '../parts/button.js';
import { countOf } from '../parts/tell-time.js';
import { KeyCard } from './key-card.js';
import { MintDialog } from './mint-dialog.js';
import { useMoreKeys } from './use-more-keys.js';

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
          Mint a key
        </Button>
      </header>
      {total === 0 && <p class="soft">This world has no key: mint one, and requests with it lead here.</p>}
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
