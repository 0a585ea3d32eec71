import type { HttpHandler, RequestHandler } from 'msw';
import { quoteValue } from '../../../src/spec/quoting.js';
import { assertNotPromise, InputError } from '../../../src/spec/validation/input-error.js';
import { createPetstore, type Petstore } from '../../petstore.js';
import type { WorldOptions } from '../../world-options.js';

export interface PetstoreStoryOptions extends WorldOptions {
  /** Brings about what the story shows, each time before it is rendered; waited for: `(petstore) => petstore.inventory.set(1, 0)`. */
  readonly setUp?: (petstore: Petstore) => unknown;
}

/** What a story, or a meta, is spread from: `export const SoldOut = { ...petstoreStory({ scenario: 'sold-out' }) }`. */
export interface PetstoreStory {
  /** The fake, to steer in a `play` function. */
  readonly petstore: Petstore;
  /** For msw-storybook-addon: a named group, so that other groups of handlers stand beside it. */
  readonly parameters: { msw: { handlers: { petstore: HttpHandler[] } } };
  /** Opens the store anew, so that a story that is visited twice shows the same stock. */
  readonly beforeEach: (context: object) => Promise<void>;
}

/** As much of a story's context as is asked of it: the merged parameters, and MSW's worker, which the addon puts there. */
interface StoryContext {
  readonly parameters?: { readonly msw?: { readonly handlers?: { readonly petstore?: readonly unknown[] } } };
  readonly msw?: { listHandlers(): readonly unknown[]; use(...handlers: RequestHandler[]): void };
}

const ATTEMPTED = 'Making a story';

/**
 * Creates a fake for one story, or for all stories of a meta, and what carries it there through msw-storybook-addon.
 * Handlers of a story that are to win over the fake's go into `beforeEach: ({ msw }) => msw.use(…)` of that story, with
 * this on the meta. Throws an InputError for an option that cannot be.
 */
export function petstoreStory(storyOptions: PetstoreStoryOptions = {}): PetstoreStory {
  requireObject(storyOptions);
  const { setUp, ...options } = storyOptions;
  if (setUp !== undefined && typeof setUp !== 'function') {
    const remedy = 'Try setUp: (petstore) => petstore.inventory.set(1, 0).';
    throw new InputError(ATTEMPTED, 'setUp is no function', remedy);
  }
  const petstore = createPetstore(options);
  const fresh = petstore.snapshot();
  return {
    petstore,
    parameters: { msw: { handlers: { petstore: [...petstore.handlers] } } },
    async beforeEach(context) {
      if (isReplaced(petstore, context)) return;
      petstore.restore(fresh);
      handOver(petstore, context);
      await setUp?.(petstore);
    },
  };
}

function requireObject(options: unknown): void {
  assertNotPromise(ATTEMPTED, 'the options object', options);
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return;
  throw new InputError(ATTEMPTED, `the options are ${quoteValue(options)}`, "Try { scenario: 'sold-out' }.");
}

/** A story's own fake stands in for that of its meta, whose `beforeEach` is called all the same. */
function isReplaced({ handlers }: Petstore, { parameters }: StoryContext): boolean {
  const group = parameters?.msw?.handlers?.petstore;
  return group !== undefined && group[0] !== handlers[0];
}

/** The addon reads the parameters of stories in CSF 3 only; in CSF Next it puts the worker into the context, and no more. */
function handOver({ handlers }: Petstore, { msw }: StoryContext): void {
  if (msw !== undefined && !msw.listHandlers().includes(handlers[0])) msw.use(...handlers);
}
