/** Writes the JSON Schema of a check's report into the package, for whoever reads `--json`. */
import { writeFile } from 'node:fs/promises';
import { reportSchema } from '../contract-tests/report/report-schema.js';

await writeFile(new URL('../dist/report.schema.json', import.meta.url), `${JSON.stringify(reportSchema, null, 2)}\n`);
