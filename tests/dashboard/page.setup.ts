// What the page needs of a browser and jsdom does not have.
import { configure } from '@testing-library/dom';

configure({
  // As patient as the other tests on a busy machine.
  asyncUtilTimeout: 20_000,
  // Without the whole page: it would be printed each time that something is not there yet.
  getElementError: (message) => new Error(message ?? ''),
});

HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event('close'));
};

globalThis.ResizeObserver = class implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

// Long lists draw only the rows that fit their height.
const sizes = { offsetWidth: 800, clientWidth: 800, offsetHeight: 600, clientHeight: 600 };
for (const [name, size] of Object.entries(sizes)) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size });
}
Object.assign(Element.prototype, { scrollTo() {}, scrollIntoView() {} });
globalThis.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;

// There is no style sheet either, and jsdom is slow without one: closed or hidden elements are not shown, all others are.
globalThis.getComputedStyle = (element) => {
  const style = { display: isShown(element) ? 'block' : 'none', visibility: 'visible', pointerEvents: 'auto' };
  const getPropertyValue = (name: string) => (name in style ? style[name as keyof typeof style] : '');
  return { ...style, getPropertyValue } as unknown as CSSStyleDeclaration;
};

function isShown(element: Element): boolean {
  if (element.hasAttribute('hidden')) return false;
  if (element instanceof HTMLDialogElement) return element.open;
  const { parentElement } = element;
  return !(parentElement instanceof HTMLDetailsElement) || parentElement.open || element.tagName === 'SUMMARY';
}
