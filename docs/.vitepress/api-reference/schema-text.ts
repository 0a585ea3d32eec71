/** The keywords that say what a type is; the others only restrict its values. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

const names: Readonly<Record<string, string>> = { integer: 'number', object: 'object', array: 'unknown[]' };

/** Returns a JSON Schema as a TypeScript type; descriptions become comments. */
export function schemaText(schema: Schema, indent = ''): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map((choice) => schemaText(choice, indent)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.items !== undefined) {
    const item = schemaText(schema.items, indent);
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  }
  const types = [schema.type ?? 'unknown'].flat();
  return types
    .map((type) => (type === 'object' && schema.properties ? objectText(schema, indent) : (names[type] ?? type)))
    .join(' | ');
}

function objectText({ properties = {}, required = [] }: Schema, indent: string): string {
  const inside = `${indent}    `;
  const lines = Object.entries(properties).flatMap(([name, field]) => {
    const comment = field.description === undefined ? [] : [`${inside}/** ${field.description} */`];
    return [...comment, `${inside}${name}${required.includes(name) ? '' : '?'}: ${schemaText(field, inside)};`];
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}
