import '../../src/dashboard/style/all.css';
import { batch } from '@preact/signals';
import { render } from 'preact';
import type { AdminClient } from '../../src/admin/client/admin-client.js';
import type { StockEntry } from '../../src/admin/schemas/world.js';
import { liveForTests, madeUpLine } from '../../src/dashboard/live/live-for-tests.js';
import { Shell } from '../../src/dashboard/shell/shell.js';
import { showTheme, storedTheme } from '../../src/dashboard/shell/theme.js';

/*
 * The stock and the requests of a world that was never served, as many as there may be: `?pets=10000&lines=2000`.
 * `tick()` of the page lets so many more requests come, or so many pets change, as one event would.
 */
const query = new URLSearchParams(location.search);
const live = liveForTests({ isEmpty: query.has('empty') });
const statuses = ['available', 'available', 'available', 'pending', 'sold'] as const;
const pets = Number(query.get('pets') ?? 0);
if (query.has('pets')) {
  live.stock.value = Array.from({ length: pets }, (_, index): StockEntry => {
    const petId = index === pets - 1 ? '9007199254740993' : String(index + 1);
    return { petId, quantity: (index * 37) % 101, status: statuses[(index * 7) % 5] ?? 'sold' };
  });
}
const lines = Number(query.get('lines') ?? 0);
let latest = lines * 2;
if (query.has('lines')) {
  live.requests.value = Array.from({ length: lines }, (_, index) => madeUpLine(latest - index));
  live.requestCounts.value = { latest, kept: latest };
}

const list: AdminClient['requests']['list'] = async ({ after, limit = 100 } = {}) => {
  const newest = Number(after) - 1;
  const items = Array.from({ length: Math.min(limit, newest) }, (_, index) => madeUpLine(newest - index));
  return { items, total: newest, next: newest > limit ? String(newest - limit + 1) : null };
};
Object.assign(live.client.requests, { list, har: async () => ({ log: { version: '1.2', entries: [] } }) });

function comeRequests(count: number, skipped = 0): void {
  latest += skipped + count;
  const news = Array.from({ length: count }, (_, index) => madeUpLine(latest - index));
  batch(() => {
    live.requests.value = [...news, ...live.requests.value].slice(0, 2_000);
    live.requestCounts.value = { latest, kept: latest };
  });
}

function changePets(count: number): void {
  const stock = [...(live.stock.value ?? [])];
  const changed = new Set<string>();
  for (let turn = 0; turn < count; turn++) {
    const place = (latest * 31 + turn * 7) % stock.length;
    const entry = stock[place] as StockEntry;
    stock[place] = { ...entry, quantity: (entry.quantity * 3 + 11) % 101 };
    changed.add(entry.petId);
  }
  latest++;
  batch(() => {
    live.stock.value = stock;
    live.changedPets.value = changed;
  });
}

Object.assign(window, { live, comeRequests, changePets });
showTheme(storedTheme());
render(<Shell live={live} onWorld={() => {}} onSignOut={() => {}} />, document.getElementById('page') as HTMLElement);
