import type { Live } from '../live/live.js';

interface WorldSelectProps {
  readonly live: Live;
  readonly onChoose: (world: string) => void;
}

/** Which world the page is about. */
export function WorldSelect({ live, onChoose }: WorldSelectProps) {
  const known = live.worlds.value?.items.map(({ id }) => id) ?? [];
  const worlds = known.includes(live.world) ? known : [live.world, ...known];
  const more = (live.worlds.value?.total ?? 0) - known.length;
  return (
    <label class="world-select">
      <span class="soft">World</span>
      <select class="select" value={live.world} onChange={(event) => onChoose(event.currentTarget.value)}>
        {worlds.map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
        {more > 0 && <option disabled>and {more} more</option>}
      </select>
    </label>
  );
}
