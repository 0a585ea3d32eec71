/** Answers an answer as JSON on one line, or, where it is to be edited, on as many as it takes. */
export function answerText(answer: unknown, isSpread = false): string {
  const text = JSON.stringify(answer, null, 2);
  return isSpread ? text : text.replaceAll(/\n\s*/g, ' ');
}

/** Tells whether two answers are the same, whatever the order of their members. */
export function isSameAnswer(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, sorted) === JSON.stringify(other, sorted);
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
