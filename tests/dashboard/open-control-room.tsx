import { type BoundFunctions, type queries, waitFor, within } from '@testing-library/dom';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, onTestFinished } from 'vitest';
import type { WorldOptions } from '../../mocks/world-options.js';
import { ControlRoom } from '../../src/dashboard/shell/control-room.js';
import { type ServedFake, serveFake, TOKEN } from '../serve-fake.js';

export type Queries = BoundFunctions<typeof queries>;

declare global {
  /** Added by the jsdom environment of vitest. */
  var jsdom: { reconfigure(settings: { readonly url: string }): void };
}

/** The page in jsdom, and what is done to it. */
export interface OpenedPage extends Queries {
  readonly user: UserEvent;
  /** Goes to a page of the control room by its navigation. */
  goTo(name: string): Promise<void>;
  /** Clicks the button with this name, within `where` if given. */
  press(name: string | RegExp, where?: Queries): Promise<void>;
  /** Replaces the text of a text box. */
  fill(box: HTMLElement, text: string): Promise<void>;
  /** Returns the text of the alert, within `where` if given, once there is one. */
  alert(where?: Queries): Promise<string>;
  /** Waits until the page has announced the result of an action. */
  announced(text: string | RegExp): Promise<void>;
  /** Returns the queries within the only open dialog, once it is open. */
  dialog(name?: string | RegExp): Promise<Queries>;
  /** Waits until no dialog is open. */
  noDialog(): Promise<void>;
}

export interface OpenedControlRoom extends Pick<ServedFake, 'admin' | 'call'> {
  readonly fake: ServedFake;
  readonly page: OpenedPage;
}

/** Serves a fake whose clock stands at noon and opens its control room, signed in. Both end with the test. */
export async function openControlRoom(options: WorldOptions = {}): Promise<OpenedControlRoom> {
  const fake = await serveFake({ clock: '2026-11-21T12:00:00Z', pets: 3, ...options });
  const page = await openPage(fake.address, () => fake.close());
  return { fake, page, admin: fake.admin, call: fake.call };
}

/** Opens the page at an address with a token, and closes it when the test has finished, then its server. */
export async function openPage(address: string, close: () => Promise<void>): Promise<OpenedPage> {
  const page = showPage(address, close);
  await waitFor(() => expect(connectionOf(page)).toBe('Connection: Live'));
  return page;
}

/** Renders the page as if it had been loaded from an address. */
export function showPage(address: string, close: () => Promise<void>): OpenedPage {
  jsdom.reconfigure({ url: address });
  const root = document.body.appendChild(document.createElement('div'));
  render(<ControlRoom />, root);
  onTestFinished(async () => {
    expect(document.documentElement.outerHTML, 'the token is not in the page').not.toContain(TOKEN);
    // With its effects: some would come when jsdom has gone.
    await act(() => render(null, root));
    root.remove();
    sessionStorage.clear();
    localStorage.clear();
    await close();
  });
  return controlsOf(within(document.body), userEvent.setup({ document, delay: null }));
}

/** Returns the text of the page about its connection. */
export function connectionOf(page: Queries): string | null | undefined {
  return page.queryAllByRole('status').find(({ textContent }) => textContent?.startsWith('Connection: '))?.textContent;
}

/** Returns the queries within the card of a key, and its text, once the card is there. */
export async function keyCard(page: Queries, name: string): Promise<Queries & { readonly text: () => string | null }> {
  const card = await page.findByRole('listitem', { name });
  return { ...within(card), text: () => card.textContent };
}

function controlsOf(queries: Queries, user: UserEvent): OpenedPage {
  const page: OpenedPage = {
    ...queries,
    user,
    async goTo(name) {
      const pages = within(queries.getByRole('navigation', { name: 'Pages' }));
      await user.click(pages.getByRole('link', { name }));
      await queries.findByRole('heading', { level: 1, name });
    },
    async press(name, where = queries) {
      await user.click(await where.findByRole('button', { name }));
    },
    async fill(box, text) {
      await user.clear(box);
      await user.type(box, text);
    },
    async alert(where = queries) {
      return waitFor(() => {
        const texts = where.queryAllByRole('alert').map(({ textContent }) => textContent ?? '');
        const shown = texts.filter((text) => text !== '');
        expect(shown).toHaveLength(1);
        return String(shown[0]);
      });
    },
    async announced(text) {
      const announcer = () => document.querySelector('.announcer')?.textContent;
      await waitFor(() => expect(announcer()).toMatch(text));
    },
    async dialog(name) {
      return within(await queries.findByRole('dialog', name === undefined ? {} : { name }));
    },
    async noDialog() {
      await waitFor(() => expect(queries.queryByRole('dialog')).toBeNull());
    },
  };
  return page;
}

/** Returns the rows of the page's table, without the headings. */
export function rowsIn(page: Queries): HTMLElement[] {
  return page.queryAllByRole('row').filter((row) => row.closest('tbody') !== null);
}

/** Returns the queries within the filters above the requests. */
export function filtersIn(page: Queries): Queries {
  // jsdom gives a `search` element no role.
  return within(page.getByLabelText('Filter the requests'));
}
