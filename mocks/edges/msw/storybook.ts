import type { HttpHandler } from 'msw';
import type { SetupWorker } from 'msw/browser';
import { assertNotPromise, InputError } from '../../../src/json/input-error.js';
import { quoteValue } from '../../../src/json/quoting.js';
import { createPetstore, type Petstore } from '../../petstore.js';
import type { WorldOptions } from '../../world-options.js';
import { findStray } from '../strays.js';

/** Options of a fake for stories. */
export interface PetstoreStoryOptions extends WorldOptions {
  /** Prepares the story, each time before it is rendered; may be asynchronous: `(petstore) => petstore.inventory.set(1, 0)`. */
  readonly setUp?: (petstore: Petstore) => unknown;
}

/** Annotations of a story or a meta: `export const SoldOut = { ...petstoreStory({ scenario: 'sold-out' }) }`. */
export interface PetstoreStory {
  /** The fake, for use in a `play` function. */
  readonly petstore: Petstore;
  readonly parameters: {
    /** For msw-storybook-addon: a named group, so that there can be other groups of handlers. */
    readonly msw: { handlers: { petstore: HttpHandler[] } };
    /** A docs page shows the story in a frame: all stories of one page have one worker, which has the handlers of the last. */
    readonly docs: { story: { inline: false } };
  };
  /** Resets the store, so that a story that is visited twice shows the same stock. Returns what ends the visit. */
  readonly beforeEach: (context: object) => Promise<(() => void) | undefined>;
}

/** The used parts of a story's context: the merged parameters, and MSW's worker, which the addon adds. */
interface StoryContext {
  readonly parameters?: { readonly msw?: { readonly handlers?: { readonly petstore?: readonly unknown[] } } };
  readonly msw?: Pick<SetupWorker, 'events' | 'listHandlers' | 'use'>;
}

const ATTEMPTED = 'Creating a story';

/**
 * Creates a fake for one story, or for all stories of a meta, that runs through msw-storybook-addon. To override the fake's
 * handlers in a story, use this on the meta and `beforeEach: ({ msw }) => msw.use(…)` in the story. Throws an InputError for an
 * invalid option.
 */
export function petstoreStory(storyOptions: PetstoreStoryOptions = {}): PetstoreStory {
  assertNotPromise(ATTEMPTED, 'the options object', storyOptions);
  if (typeof storyOptions !== 'object' || storyOptions === null || Array.isArray(storyOptions)) {
    throw new InputError(ATTEMPTED, `the options are ${quoteValue(storyOptions)}`, "Try { scenario: 'sold-out' }.");
  }
  const { setUp, ...options } = storyOptions;
  if (setUp !== undefined && typeof setUp !== 'function') {
    const remedy = 'Try setUp: (petstore) => petstore.inventory.set(1, 0).';
    throw new InputError(ATTEMPTED, 'setUp is not a function', remedy);
  }
  const petstore = createPetstore(options);
  const fresh = petstore.snapshot();
  return {
    petstore,
    parameters: { msw: { handlers: { petstore: [...petstore.handlers] } }, docs: { story: { inline: false } } },
    async beforeEach(context: StoryContext) {
      const { handlers } = petstore;
      const group = context.parameters?.msw?.handlers?.petstore;
      // A story's own fake replaces that of its meta, whose `beforeEach` is called all the same.
      if (group !== undefined && group[0] !== handlers[0]) return undefined;
      petstore.restore(fresh);
      // The addon reads parameters of stories in CSF 3 only; in CSF Next it only adds the worker to the context.
      if (context.msw?.listHandlers().some((handler) => handler === handlers[0]) === false)
        context.msw.use(...handlers);
      const stopReporting = reportStrays(petstore, context);
      await setUp?.(petstore);
      return stopReporting;
    },
  };
}

/** Warns of requests with another base URL, as the browser worker does. Returns a function that ends this. */
function reportStrays({ baseUrl }: Petstore, { msw }: StoryContext): () => void {
  const report = ({ request }: { readonly request: Request }) => {
    const stray = findStray(request, [baseUrl]);
    if (stray !== undefined) console.warn(stray.message);
  };
  msw?.events.on('request:unhandled', report);
  return () => msw?.events.removeListener('request:unhandled', report);
}
