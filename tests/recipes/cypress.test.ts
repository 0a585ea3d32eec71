// Long: the tests in the page for Cypress pass on a fake.
import { expect, onTestFinished, test } from 'vitest';
import { codeBlocks } from '../code-blocks.js';
import { type ServedFake, serveFake, TOKEN } from '../serve-fake.js';

/** An app as the page describes it, on one screen: its texts, and how many rows it shows. */
interface Screen {
  readonly texts: readonly string[];
  readonly rows: number;
}

/** The commands of Cypress that the page uses. It queues them, and runs them after the test has returned. */
interface Commands {
  readonly [name: string]: (...args: never[]) => Commands;
}

/** Cypress itself downloads a browser when it is installed, so its commands are stand-ins here; the fake is real. */
test('the tests of the page for Cypress pass on a fake', async () => {
  const fake = await serveFake();
  onTestFinished(() => fake.close());
  const { tests, passed } = await runSpecs(codeBlocks('docs/cypress.md', 'js'), fake);
  expect(tests).toEqual(['says that everything is sold', 'waits after a 429']);
  expect(passed).toEqual(tests);
});

test('a stand-in fails where the app shows something else', async () => {
  const fake = await serveFake();
  onTestFinished(() => fake.close());
  const spec = "it('x', () => { cy.visit('/'); cy.contains('Sold out'); });";
  await expect(runSpecs([spec], fake)).rejects.toThrow("to include 'Sold out'");
});

async function runSpecs(blocks: readonly string[], fake: ServedFake) {
  const queue: (() => Promise<void> | void)[] = [];
  const tests = new Map<string, () => void>();
  const passed: string[] = [];
  let beforeEach = () => {};
  const cy = commands(queue, fake);
  // One script of them all: what a file exports is known to those after it.
  const script = blocks.join('\n').replaceAll(/^import .*|^export /gm, '');
  const code = script.replaceAll('http://127.0.0.1:4290', fake.origin).replaceAll('local-admin', TOKEN);
  new Function('cy', 'beforeEach', 'it', code)(
    cy,
    (hook: () => void) => {
      beforeEach = hook;
    },
    (title: string, run: () => void) => tests.set(title, run),
  );
  for (const [title, run] of tests) {
    beforeEach();
    run();
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await next();
    passed.push(title);
  }
  return { tests: [...tests.keys()], passed };
}

function commands(queue: (() => Promise<void> | void)[], fake: ServedFake): Commands {
  let screen: Screen = { texts: [], rows: 0 };
  const visit = async () => {
    screen = await show(fake);
  };
  const then = (step: () => Promise<void> | void) => {
    queue.push(step);
    return cy;
  };
  const cy: Commands = {
    visit: () => then(visit),
    click: () => then(visit),
    request: ({ method, url, headers, body }: { method: string; url: string; headers: object; body?: object }) =>
      then(async () => {
        const json = body === undefined ? {} : { body: JSON.stringify(body) };
        const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
        const response = await fetch(url, { method, headers: { ...headers, ...type }, ...json });
        // As Cypress does, unless a test sets failOnStatusCode.
        expect(response.ok, `${method} ${url}: ${response.status} ${await response.text()}`).toBe(true);
      }),
    contains: (...texts: string[]) => then(() => expect(screen.texts).toContain(texts.at(-1))),
    get: () => cy,
    should: (chainer: 'have.length.above', rows: number) =>
      then(() => {
        expect(chainer).toBe('have.length.above');
        expect(screen.rows).toBeGreaterThan(rows);
      }),
  };
  return cy;
}

async function show(fake: ServedFake): Promise<Screen> {
  const { status, text } = await fake.call('GET /inventory');
  if (status === 429) return { texts: ['Try again', 'Retry'], rows: 0 };
  const pets: { status: string }[] = JSON.parse(text);
  return pets.every((pet) => pet.status === 'sold')
    ? { texts: ['Sold out'], rows: 0 }
    : { texts: [], rows: pets.length };
}
