/** How deep objects are written field by field, and lists item by item. */
const OBJECT_DEPTH = 1;
const LIST_DEPTH = 2;

/** Returns the JSON of a document, to commit and compare: one line for each setting, and for each item of a list. */
export function documentLines(document: object): string {
  return `${[...piecesOf(document, 0)].join('')}\n`;
}

function* piecesOf(value: unknown, depth: number): Generator<string> {
  const isList = Array.isArray(value);
  const isWhole = typeof value !== 'object' || value === null || depth > (isList ? LIST_DEPTH : OBJECT_DEPTH);
  const fields = isWhole ? [] : Object.entries(value).filter(([, field]) => field !== undefined);
  if (fields.length === 0) {
    yield JSON.stringify(value);
    return;
  }
  const indent = '  '.repeat(depth + 1);
  let before = isList ? '[' : '{';
  for (const [name, field] of fields) {
    yield `${before}\n${indent}${isList ? '' : `${JSON.stringify(name)}: `}`;
    if (isList) yield JSON.stringify(field);
    else yield* piecesOf(field, depth + 1);
    before = ',';
  }
  yield `\n${'  '.repeat(depth)}${isList ? ']' : '}'}`;
}
