import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type PetstoreServer, setupPetstoreServer } from 'petstore-mock/node';
import { onTestFinished, vi } from 'vitest';
import { App } from '../../src/app/app';
import { createShop } from '../../src/shop';

const inventory = [
  { petId: 1, quantity: 4, status: 'available' },
  { petId: 2, quantity: 7, status: 'pending' },
  { petId: 3, quantity: 0, status: 'sold' },
  { petId: 30, quantity: 12, status: 'available' },
] as const;

/** A fake with four pets, for one test. */
export function startFake(): PetstoreServer {
  const petstore = setupPetstoreServer({ fixture: { inventory } });
  petstore.listen({ unhandled: 'error' });
  onTestFinished(() => petstore.close());
  return petstore;
}

/** The fake’s clock follows vitest’s. What fetch itself rests on stays real, and time goes on while the test waits for the page. */
export function holdTime() {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });
  onTestFinished(() => void vi.useRealTimers());
}

export const passSeconds = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

/** Opens the page in a tab that remembers an API key, or none, and answers who uses it. */
export function openPage({ baseUrl }: PetstoreServer, key: string | undefined = 'test_free') {
  sessionStorage.clear();
  if (key !== '') sessionStorage.setItem('petstore-key', key);
  render(<App shop={createShop(baseUrl)} />);
  return userEvent.setup(vi.isFakeTimers() ? { advanceTimers: vi.advanceTimersByTime } : {});
}

/** The field that shows and takes the quantity of a pet, once the stock is there. */
export const quantityOf = (petId: number) =>
  screen.findByLabelText<HTMLInputElement>(`Quantity of pet ${petId}`, { selector: 'input' });

export const oneMoreOf = (petId: number) => screen.findByLabelText(`One more of pet ${petId}`);

// jsdom knows <dialog>, but cannot open one.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};
HTMLDialogElement.prototype.close = function () {
  this.open = false;
};
