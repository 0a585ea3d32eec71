import type { Probe } from './probe.js';

/** What seeing a status at an operation is worth for the first, the second and the third time, and in another coding. */
const REPETITIONS = [6, 4, 2];
const CODING = 1;

/** Every combination that probes can send and that is worth sending; a cell is filled once. */
export class Table {
  readonly #filled = new Set<string>();

  fill(probe: Probe): void {
    const { own, seen } = cellsOf(probe);
    for (const cell of own) this.#filled.add(cell.name);
    const next = seen.find(({ name }) => !this.#filled.has(name));
    if (next !== undefined) this.#filled.add(next.name);
  }

  /** Returns what the cells that a probe would fill are worth. */
  valueOf(probe: Probe): number {
    const { own, seen } = cellsOf(probe);
    let sum = seen.find(({ name }) => !this.#filled.has(name))?.value ?? 0;
    for (const { name, value } of own) if (!this.#filled.has(name)) sum += value;
    return sum;
  }
}

interface Cell {
  readonly name: string;
  readonly value: number;
}

/** Cells of a probe itself, and those of which it fills the first that is open: its status at its operation once more. */
interface Cells {
  readonly own: readonly Cell[];
  readonly seen: readonly Cell[];
}

const knownCells = new WeakMap<Probe, Cells>();

function cellsOf(probe: Probe): Cells {
  const known = knownCells.get(probe);
  if (known !== undefined) return known;
  const { fills = {}, expects, method, path, coding } = probe;
  const operation = `${method} ${path.replace(/(?<=^\/(?:inventory|pets)\/).*/, '{petId}')}`;
  const cells = {
    own: [
      ...Object.entries(fills).map(([name, value]) => ({ name, value })),
      ...(coding === undefined ? [] : [{ name: `${operation}, ${expects}, coding ${coding}`, value: CODING }]),
    ],
    seen:
      expects === undefined
        ? []
        : REPETITIONS.map((value, at) => ({ name: `${operation}, ${expects}, ${at + 1}`, value })),
  };
  knownCells.set(probe, cells);
  return cells;
}
