import type { WorldPage } from '../../admin/schemas/world.js';
import { Card } from '../parts/card.js';
import { timeOfDay } from '../parts/tell-time.js';
import { whyDropped } from './life-of-world.js';

/** The last worlds that are gone: somebody may be looking for one. */
export function DroppedWorlds({ dropped }: Pick<WorldPage, 'dropped'>) {
  if (dropped.length === 0) return null;
  return (
    <Card title="Gone" aside={<span class="small faint">newest first, UTC</span>} isFlush>
      <ul class="dropped-worlds">
        {dropped.map(({ id, why, at }) => (
          <li key={id}>
            <span class="mono">{id}</span>
            <span class="soft">{whyDropped[why]}</span>
            <time class="faint push" dateTime={at}>
              {timeOfDay(at)}
            </time>
          </li>
        ))}
      </ul>
    </Card>
  );
}
