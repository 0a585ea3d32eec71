/** Writes the JSON Schemas of what commands write into the package, for whoever reads it: reports, comparisons, profiles. */
import { writeFile } from 'node:fs/promises';
import { reportSchema } from '../contract-tests/report/report-schema.js';
import { comparisonSchema } from '../src/fidelity/compare/comparison.js';
import { profileSchema } from '../src/fidelity/profile/profile-schema.js';

const schemas = {
  report: reportSchema,
  comparison: comparisonSchema,
  profile: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'What was learned of a deployment of the Petstore Inventory Service',
    ...profileSchema,
  },
};

for (const [name, schema] of Object.entries(schemas)) {
  const file = new URL(`../dist/${name}.schema.json`, import.meta.url);
  await writeFile(file, `${JSON.stringify(schema, null, 2)}\n`);
}
