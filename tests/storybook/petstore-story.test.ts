import { type HttpHandler, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { mswLoader } from 'msw-storybook-addon/csf3';
import { createPreviewAnnotations } from 'msw-storybook-addon/preview';
import type { ComponentAnnotations, ProjectAnnotations, Renderer, StoryAnnotations } from 'storybook/internal/types';
import { composeStory } from 'storybook/preview-api';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { petstoreStory } from '../../src/entries/storybook.js';
import { createPetstore } from '../../src/index.js';

type Story = StoryAnnotations<Renderer>;
type Meta = ComponentAnnotations<Renderer>;

// The addon keeps the first worker that it gets; in Node a server of MSW does what a worker does in a page.
const server = setupServer();
const giveServer = () => server as never;
/** `.storybook/preview.ts`, as the addon requires it. */
const csf3: ProjectAnnotations<Renderer> = { loaders: [mswLoader(giveServer)] };
const csfNext: ProjectAnnotations<Renderer> = createPreviewAnnotations(giveServer);

const formats = Object.entries({ 'CSF 3': csf3, 'CSF Next': csfNext });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

/** Renders a story as Storybook does: loaders, `beforeEach`, the component, `play`. Returns the responses that the component received. */
async function visit(story: Story, meta: Meta = {}, preview = csf3): Promise<unknown> {
  let shown: unknown;
  const project: ProjectAnnotations<Renderer> = {
    ...preview,
    renderToCanvas: async () => {
      shown = await list();
    },
  };
  const { run } = composeStory({ render: () => null, ...story }, { title: 'Stock', ...meta }, project);
  await run({ canvasElement: {} });
  return shown;
}

async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { Authorization: 'Bearer test_free', 'Content-Type': 'application/json' };
  return (await fetch(`http://127.0.0.1:4290/v1${path}`, { headers, ...init })).json();
}

const list = () => ask('/inventory');
const sell = (petId: number) => ask(`/inventory/${petId}`, { method: 'PATCH', body: '{"quantity":0}' });
const first = (quantity: number) => [expect.objectContaining({ petId: 1, quantity }), expect.anything()];

test('a story shows a scenario', async () => {
  const shown = await visit({ ...petstoreStory({ scenario: 'sold-out', pets: 1 }) });
  expect(shown).toEqual([{ petId: 1, quantity: 0, status: 'sold' }]);
});

test('a story that is visited twice shows the same stock', async () => {
  const story: Story = { ...petstoreStory({ pets: 2 }), play: async () => void (await sell(1)) };
  expect(await visit(story)).toEqual(first(44));
  expect(await visit(story)).toEqual(first(44));
});

test('changes of a play function end with the visit', async () => {
  const { petstore, ...annotations } = petstoreStory({ pets: 2 });
  const play = () => {
    petstore.faults.always('any', { status: 503 });
    petstore.seed({ pets: 7 });
    petstore.setBehaviour({ 'list-order': 'descending' });
  };
  await visit({ ...annotations, play });
  expect(await visit({ ...annotations })).toEqual(first(44));
});

test('a play function controls the fake', async () => {
  const story = petstoreStory({ pets: 2 });
  let again: unknown;
  await visit({
    ...story,
    play: async () => {
      story.petstore.limits.exhaust('test_free');
      again = await list();
    },
  });
  expect(again).toMatchObject({ status: 429 });
  expect(story.petstore.journal.list({ operation: 'listInventory' })).toHaveLength(2);
});

test('setUp prepares the fake before each visit', async () => {
  const story = petstoreStory({ pets: 2, setUp: async ({ inventory }) => inventory.set(1, 5) });
  expect(await visit({ ...story, play: async () => void (await sell(1)) })).toEqual(first(5));
  expect(await visit({ ...story })).toEqual(first(5));
});

test('stories are isolated', async () => {
  const one = petstoreStory({ pets: 2 });
  const other = petstoreStory({ pets: 2 });
  await visit({ ...one, play: async () => void (await sell(1)) });
  expect(await visit({ ...other })).toEqual(first(44));
  expect(one.petstore.inventory.get(1)).toMatchObject({ quantity: 0 });
});

test('a fake on the meta serves all its stories', async () => {
  const meta: Meta = { ...petstoreStory({ pets: 2 }) };
  expect(await visit({ play: async () => void (await sell(1)) }, meta)).toEqual(first(44));
  expect(await visit({}, meta)).toEqual(first(44));
});

test.each(formats)('a fake on a story of %s replaces that of its meta', async (_format, preview) => {
  const meta: Meta = { ...petstoreStory({ pets: 2 }) };
  expect(await visit({ ...petstoreStory({ pets: 1 }) }, meta, preview)).toHaveLength(1);
});

const account = http.get('https://accounts.example.test/me', () => HttpResponse.json({ name: 'Ada' }));

test('handlers of other groups coexist with the fake', async () => {
  let name: unknown;
  const play = async () => {
    name = await (await fetch('https://accounts.example.test/me')).json();
  };
  const meta: Meta = { parameters: { msw: { handlers: { account: [account] } } } };
  expect(await visit({ ...petstoreStory({ pets: 2 }), play }, meta)).toEqual(first(44));
  expect(name).toEqual({ name: 'Ada' });
});

test.each(formats)(
  'handlers that a story of %s uses take precedence over the fake of its meta',
  async (_format, preview) => {
    const override = http.get('*/v1/inventory', () => HttpResponse.json('mine'));
    const story: Story = { beforeEach: ({ msw }) => msw.use(override) };
    expect(await visit(story, { ...petstoreStory() }, preview)).toBe('mine');
  },
);

test('a CSF Next story, where the addon reads no parameters, is served too', async () => {
  const story: Story = { ...petstoreStory({ pets: 2 }), play: async () => void (await sell(1)) };
  expect(await visit(story, {}, csfNext)).toEqual(first(44));
  expect(await visit(story, {}, csfNext)).toEqual(first(44));
});

test('handlers are passed to MSW once', async () => {
  let given: readonly HttpHandler[] = [];
  const play = () => {
    given = server.listHandlers() as HttpHandler[];
  };
  const story = petstoreStory();
  await visit({ ...story, play });
  expect(given).toEqual(story.petstore.handlers);
});

test('plain handlers of a fake are ordinary parameters', async () => {
  const { handlers } = createPetstore({ pets: 2 });
  expect(await visit({ parameters: { msw: { handlers: [...handlers] } } })).toEqual(first(44));
});

test.each(formats)('a docs page shows a story of %s in a frame, which has its own worker', async (_format, preview) => {
  const inDocs: unknown[] = [];
  const play: Story['play'] = ({ parameters }) => void inDocs.push(parameters.docs.story.inline);
  await visit({ ...petstoreStory(), play }, {}, preview);
  await visit({ play }, { ...petstoreStory() }, preview);
  expect(inDocs).toEqual([false, false]);
});

test.each(formats)(
  'a request with another base URL is explained while a story of %s is shown',
  async (_format, preview) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const error = vi.spyOn(console, 'error').mockReturnValue(); // of MSW, which rejects it here
    onTestFinished(() => [warn, error].forEach((spy) => void spy.mockRestore()));
    const play = async () => {
      await expect(fetch('http://127.0.0.1:4290/inventory?key=test_free')).rejects.toThrow();
    };
    await visit({ ...petstoreStory(), play }, {}, preview);
    await visit({ ...petstoreStory(), play }, { ...petstoreStory() }, preview);
    const hint =
      'A request for http://127.0.0.1:4290/inventory did not reach the fake: the fake is at http://127.0.0.1:4290/v1. ' +
      "Correct the URL in the code, or pass { baseUrl: 'http://127.0.0.1:4290' }.";
    expect(warn.mock.calls).toEqual([[hint], [hint]]);
    const { handlers } = createPetstore();
    await visit({ beforeEach: ({ msw }) => msw.use(...handlers), play }, {}, preview);
    expect(warn).toHaveBeenCalledTimes(2);
  },
);

test('invalid options are rejected', () => {
  expect(() => petstoreStory({ setUp: 'sold-out' as never })).toThrow(
    'Creating a story: setUp is not a function. Try setUp: (petstore) => petstore.inventory.set(1, 0).',
  );
  expect(() => petstoreStory({ scenarios: 'sold-out' } as never)).toThrow('there is no such field in the options');
});

test.each([
  ['sold-out', 'the options are "sold-out"'],
  [null, 'the options are null'],
  [['sold-out'], 'the options are a list'],
])('%j are not options of a story', (options, problem) => {
  expect(() => petstoreStory(options as never)).toThrow(`Creating a story: ${problem}. Try { scenario: 'sold-out' }.`);
});

test('a promise of options gets its own error', () => {
  expect(() => petstoreStory(Promise.resolve({}) as never)).toThrow(
    'Creating a story: the options object is a promise',
  );
});
