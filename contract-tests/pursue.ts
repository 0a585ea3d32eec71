import { gatherEvidence } from '../src/judge/evidence.js';
import { kindOf, LISTS, possibleCauses, provenCause } from '../src/judge/proportions.js';
import { createDraw, type Draw } from './draw.js';
import { fitting } from './plan.js';
import { allProbes } from './probes/choose-probes.js';
import { isStockList, type Probe, probe } from './probes/probe.js';
import { updateUnchanged } from './probes/update-probes.js';
import type { Session } from './session.js';
import type { SuiteOptions } from './suite.js';

const list = probe('write', 'list-after-suspects', 'GET /inventory', 'whether the stock changed once for each of them');

/** More kinds than this cannot be told apart at once. */
const MOST_SUSPECTS = 4;

/**
 * Finds out which requests change the stock where others write to it, too: sends those that may have done it a drawn number of times
 * between two lists. A change that follows the numbers is no coincidence. Takes the place of the least valuable probes.
 */
export class Pursuit {
  readonly #session: Session;
  readonly #options: SuiteOptions;
  readonly #draw: Draw;
  #latest = 0;

  constructor(session: Session, options: SuiteOptions) {
    this.#session = session;
    this.#options = options;
    this.#draw = createDraw(options.seed, 'suspects');
  }

  /** Sends the suspects if there are any, and a list. Returns those of the remaining probes for which there is still room. */
  async afterList(rest: readonly Probe[]): Promise<readonly Probe[]> {
    const due = this.#due();
    const { budget, governor } = this.#session;
    const needed = rest.filter((each) => each.isRestoring || isStockList(each)).length;
    if (due === undefined || due.length + 1 + needed > budget.left || !governor.canSendWithoutWaiting()) return rest;
    for (const suspect of due) await this.#session.perform(suspect);
    await this.#session.perform(list);
    return fitting(rest, this.#session.room, this.#options);
  }

  /** Returns the requests to send before the next list; undefined if nothing is suspected. */
  #due(): readonly Probe[] | undefined {
    const { exchanges } = this.#session;
    const evidence = gatherEvidence({ exchanges, run: undefined }, this.#options);
    const kinds = possibleCauses(evidence);
    if (kinds.length === 0 || provenCause(evidence) !== undefined) return undefined;
    const suspects = kinds.slice(0, MOST_SUSPECTS).flatMap((kind) => {
      const number = evidence.readings.findLast((reading) => kindOf(reading) === kind)?.number ?? 0;
      return this.#repeatable(kind, exchanges[number - 1]?.probe) ?? [];
    });
    const isListSuspected = kinds.includes(LISTS);
    if (suspects.length === 0 && !isListSuspected) return undefined;
    const numbers = this.#numbers(suspects.length, isListSuspected);
    return suspects.flatMap((suspect, index) => Array.from({ length: numbers[index] ?? 0 }, () => suspect));
  }

  #numbers(count: number, isListSuspected: boolean): number[] {
    if (count === 1 && !isListSuspected) {
      const others = [1, 2, 3, 4, 5].filter((each) => each !== this.#latest);
      this.#latest = others[this.#draw.integer(0, others.length - 1)] ?? 1;
      return [this.#latest];
    }
    const distinct = count === 2 ? [1, 2, 3] : [0, 1, 2, 3, 4];
    const numbers = distinct.filter((each) => !isListSuspected || each !== 1).slice(0, count);
    return numbers
      .map((each) => ({ each, at: this.#draw.fraction() }))
      .sort((a, b) => a.at - b.at)
      .map(({ each }) => each);
  }

  /** A message cannot be unsent; an update is repeated with the quantity that the pet has. */
  #repeatable(kind: string, name: string | undefined): Probe | undefined {
    if (kind === LISTS || kind === 'sendMessage accepted') return undefined;
    const isUnchanged = kind === 'updateInventory accepted' && this.#session.hasOriginalQuantity;
    return isUnchanged ? updateUnchanged : allProbes.find((each) => each.name === name);
  }
}
