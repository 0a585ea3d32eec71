import { expect } from 'vitest';
import { expectEqual, type Replica } from './replicas.js';

/** Updates under load, each with an effect of its own: every writer counts up the quantity of its own pet. */
export class Updates {
  readonly #replicaFor: (attempt: number) => Replica;
  readonly #writers: Promise<void>[] = [];
  /** The last acknowledged quantity of each pet. */
  readonly #acknowledged = new Map<number, number[]>();
  #sent = 0;
  #isOver = false;
  /** How many requests got no 200. */
  failed = 0;

  constructor(replicaFor: (attempt: number) => Replica, pets: readonly number[]) {
    this.#replicaFor = replicaFor;
    for (const petId of pets) {
      this.#acknowledged.set(petId, []);
      this.#writers.push(this.#write(petId));
    }
  }

  get acknowledged(): number {
    return [...this.#acknowledged.values()].reduce((sum, { length }) => sum + length, 0);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#writers);
  }

  /** Asserts that servers are equal, that no acknowledged update is lost, and that none was applied twice. */
  async expectKept(replicas: readonly Replica[]): Promise<void> {
    await expectEqual(replicas);
    const [{ admin } = {} as Replica] = replicas;
    const stock = new Map((await admin.inventory.list()).items.map(({ petId, quantity }) => [String(petId), quantity]));
    const applied: string[] = [];
    let after: string | undefined;
    do {
      const page = await admin.requests.list({
        method: 'PATCH',
        limit: 1000,
        order: 'oldest',
        ...(after && { after }),
      });
      applied.push(...page.items.map(({ target }) => target));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(applied.filter((target, index) => applied.indexOf(target) !== index)).toEqual([]);
    for (const [petId, quantities] of this.#acknowledged) {
      const lost = quantities.filter((quantity) => !applied.includes(`/v1/inventory/${petId}?n=${quantity}`));
      expect({ petId, lost }).toEqual({ petId, lost: [] });
      expect(stock.get(String(petId))).toBeGreaterThanOrEqual(quantities.at(-1) ?? 0);
    }
  }

  async #write(petId: number): Promise<void> {
    for (let quantity = 1_000; !this.#isOver; quantity++) {
      try {
        const line = `PATCH /inventory/${petId}?n=${quantity}`;
        const { status } = await this.#replicaFor(this.#sent++).ask(line, undefined, { json: { quantity } });
        if (status === 200) this.#acknowledged.get(petId)?.push(quantity);
        else this.failed++;
      } catch {
        this.failed++;
      }
    }
  }
}
