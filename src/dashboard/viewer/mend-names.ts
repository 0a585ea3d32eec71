/** What Swagger UI leaves unsaid to screen readers: which elements, which attribute, and what it should be. */
const omissions = [
  ['#servers', 'aria-label', 'Server'],
  ['.examples-select-element', 'aria-label', 'Example'],
  ['textarea.body-param__text', 'aria-label', 'Body of the request'],
  ['.close-modal', 'aria-label', 'Close'],
  // The page has its one heading of the first level.
  ['.info .title', 'aria-level', '2'],
  ['.dialog-ux h3', 'aria-level', '2'],
  ['.dialog-ux :is(h4, h5, h6)', 'aria-level', '3'],
  ['.opblock-section-header h4, .responses-wrapper :is(h4, h5), .responses-inner :is(h4, h5)', 'aria-level', '4'],
  ['.models > h4', 'aria-level', '3'],
  // What scrolls must be reachable by keyboard.
  ['.microlight, .highlight-code pre, .curl', 'tabindex', '0'],
] as const;

/** Puts names and levels on what is in an element now and comes into it later, until the signal aborts. */
export function mendNames(root: HTMLElement, signal: AbortSignal): void {
  const mend = () => {
    for (const [selector, attribute, value] of omissions) {
      for (const element of root.querySelectorAll(`:is(${selector}):not([${attribute}])`)) {
        element.setAttribute(attribute, value);
      }
    }
  };
  const observer = new MutationObserver(mend);
  observer.observe(root, { childList: true, subtree: true });
  signal.addEventListener('abort', () => observer.disconnect());
  mend();
}
