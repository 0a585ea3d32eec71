/** Writes JSON Schemas into the package, for whoever reads what commands write, and for editors of what they read. */
import { writeFile } from 'node:fs/promises';
import { shippedSchemas } from './shipped-schemas.js';

for (const [name, schema] of Object.entries(shippedSchemas)) {
  const file = new URL(`../dist/${name}.schema.json`, import.meta.url);
  await writeFile(file, `${JSON.stringify(schema, null, 2)}\n`);
}
