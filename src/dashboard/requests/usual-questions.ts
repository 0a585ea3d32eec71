/** Open questions that nearly every answer rests on: a mark for them would stand on every line. */
const usualQuestions: ReadonlySet<string> = new Set([
  'cache-control',
  'described-window',
  'window-start',
  'error-codes',
  'error-messages',
  'list-order',
  'order-shape',
  'enterprise-limits',
]);

/** Answers the open questions that are worth a mark. */
export function unusualQuestions(assumed: readonly string[]): readonly string[] {
  return assumed.filter((id) => !usualQuestions.has(id));
}
