/** Answers a name that no snapshot has: `before`, else `before-2` and so on. */
export function freeName(taken: readonly string[]): string {
  let name = 'before';
  for (let count = 2; taken.includes(name); count++) name = `before-${count}`;
  return name;
}
