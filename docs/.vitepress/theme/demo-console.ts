import type { PetstoreWorker } from 'petstore-mock/browser';

/** One request of the demo and what came back, as they are. */
export interface Exchanged {
  readonly line: string;
  readonly sentBody: string | undefined;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** How many requests were sent before this one by the same click. */
  readonly before: number;
}

const KEY = 'test_free';
const PET = 1;
const PETS = 4;
/** More than the plan allows in a minute: the loop ends, whatever happens. */
const MOST_REQUESTS = 100;
const shownHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After'];

/** The fake of this page, and what its buttons send. */
export class DemoConsole {
  readonly #petstore: PetstoreWorker;

  private constructor(petstore: PetstoreWorker) {
    this.#petstore = petstore;
  }

  /** Starts the fake behind the worker script of the site, which lies at `base`. */
  static async start(base: string): Promise<DemoConsole> {
    const { setupPetstoreWorker } = await import('petstore-mock/browser');
    const petstore = setupPetstoreWorker({ baseUrl: `${location.origin}${base}v1`, pets: PETS });
    await petstore.start({
      quiet: true,
      unhandled: 'bypass',
      serviceWorker: { url: `${base}mockServiceWorker.js` },
    });
    return new DemoConsole(petstore);
  }

  /** The fake's time, such as `12:30:05`. */
  get time(): string {
    return new Date(this.#petstore.clock.now()).toLocaleTimeString();
  }

  list(): Promise<Exchanged> {
    return this.#send('GET', '/inventory');
  }

  sellOne(): Promise<Exchanged> {
    const quantity = Number(this.#petstore.inventory.get(PET)?.quantity ?? 1) - 1;
    return this.#send('PATCH', `/inventory/${PET}`, JSON.stringify({ quantity }));
  }

  /** Lists the stock until the quota of the minute is used up; returns the 429. */
  async listUntilLimited(): Promise<Exchanged> {
    for (let before = 0; ; before++) {
      const exchanged = await this.#send('GET', '/inventory', undefined, before);
      if (exchanged.status !== 200 || before >= MOST_REQUESTS) return exchanged;
    }
  }

  advance(duration: string): void {
    this.#petstore.clock.advance(duration);
  }

  reset(): void {
    this.#petstore.reset();
  }

  stop(): Promise<void> {
    return this.#petstore.stop();
  }

  async #send(method: string, path: string, sentBody?: string, before = 0): Promise<Exchanged> {
    const response = await fetch(`${this.#petstore.baseUrl}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${KEY}`,
        ...(sentBody === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(sentBody === undefined ? {} : { body: sentBody }),
    });
    return {
      line: `${method} /v1${path}`,
      sentBody,
      status: response.status,
      statusText: response.statusText,
      headers: shownHeaders.flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [[name, value] as const];
      }),
      body: await response.text(),
      before,
    };
  }
}
