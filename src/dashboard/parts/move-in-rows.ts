/**
 * Moves the focus between the rows of a table body: arrow keys, Home and End. In a row it goes to the first link or button that has
 * no tab stop: only the first row has one.
 */
export function moveInRows(event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return;
  const row = event.target.closest('tr');
  const rows: Readonly<Record<string, Element | null | undefined>> = {
    ArrowDown: row?.nextElementSibling,
    ArrowUp: row?.previousElementSibling,
    Home: row?.parentElement?.firstElementChild,
    End: row?.parentElement?.lastElementChild,
  };
  const next = rows[event.key]?.querySelector<HTMLElement>('a, button');
  if (next == null) return;
  event.preventDefault();
  next.focus();
}
