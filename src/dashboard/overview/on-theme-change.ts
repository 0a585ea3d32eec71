/** Calls back when the colours of the page change: by the system, or by the switch. Answers how to stop that. */
export function onThemeChange(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(changed);
  system.addEventListener('change', changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    system.removeEventListener('change', changed);
    observer.disconnect();
  };
}
