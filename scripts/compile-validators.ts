/**
 * Compiles the JSON Schemas into plain code, so that nothing calls `new Function` at run time:
 * that works under a strict content security policy and starts faster. Also writes the style sheet of the reports, which is
 * mostly the control room's, as a module: Node cannot import CSS.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { _, Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { transform } from 'esbuild';
import { runLineSchema } from '../contract-tests/history/run-line.js';
import { waiversSchema } from '../contract-tests/waivers/waivers-schema.js';
import { fixtureSchema } from '../fixtures/stock.js';
import { adminOperations, pathParameters, queryParameters } from '../src/admin/operations.js';
import { adminSchemas } from '../src/admin/schemas.js';
import { foreignRecordingSchema, ownRecordingSchema } from '../src/exchange/har-schemas.js';
import { profileSchema } from '../src/fidelity/profile/profile-schema.js';
import { behaviourSchema } from '../src/spec/behaviour.js';
import { schemas } from '../src/spec/schemas.js';

interface CompiledFile {
  readonly schemas: Readonly<Record<string, object>>;
  /** Whether a validator goes on after the first mistake, which is slower. */
  readonly allErrors: boolean;
}

/** The bodies that the admin API takes, and what may stand in its paths and queries. */
const adminBodies = Object.values(adminOperations).flatMap(({ body }) => (body === undefined ? [] : [body.schema]));
const objectOf = (parameters: Readonly<Record<string, { readonly schema: unknown }>>) => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(parameters).map(([name, { schema }]) => [name, schema])),
});

/** What the library needs comes to browsers too; what only a command or a matcher reads does not. */
const files: Readonly<Record<string, CompiledFile>> = {
  'compiled.ts': {
    schemas: { ...schemas, Behaviour: behaviourSchema, Fixture: fixtureSchema, Profile: profileSchema },
    allErrors: false,
  },
  'compiled-responses.ts': {
    schemas: {
      InventoryItem: schemas.InventoryItem,
      InventoryList: schemas.InventoryList,
      Error: schemas.Error,
      Message: schemas.Message,
    },
    allErrors: true,
  },
  'compiled-files.ts': {
    schemas: {
      ForeignRecording: foreignRecordingSchema,
      OwnRecording: ownRecordingSchema,
      RunLine: runLineSchema,
      Waivers: waiversSchema,
    },
    allErrors: false,
  },
  'compiled-admin.ts': {
    schemas: {
      ...Object.fromEntries(adminBodies.map((name) => [name, adminSchemas[name]])),
      PathParameters: objectOf(pathParameters),
      QueryParameters: objectOf(queryParameters),
    },
    allErrors: false,
  },
};

// What stands for an integer beyond a double's precision lies clear of this bound: see src/spec/json.ts.
const isInt64 = (n: number) => Number.isInteger(n) && n >= -(2 ** 63) && n < 2 ** 63;

const header = `// @ts-nocheck: code made by scripts/compile-validators.ts
const formats = { int64: { type: 'number', validate: ${isInt64} } };
`;

for (const [file, { schemas: all, allErrors }] of Object.entries(files)) {
  const ajv = new Ajv2020({
    allErrors,
    allowUnionTypes: true,
    formats: { int64: { type: 'number', validate: isInt64 } },
    code: { source: true, esm: true, lines: true, formats: _`formats` },
  });
  for (const [name, schema] of Object.entries(all)) ajv.addSchema(schema, name);
  const code = standalone.default(ajv, Object.fromEntries(Object.keys(all).map((name) => [name, name])));
  if (code.includes('require('))
    throw new Error('A compiled validator needs ajv at run time: express its schema otherwise.');
  await writeFile(new URL(`../src/spec/validation/${file}`, import.meta.url), header + code);
}

const fromRoot = (path: string) => new URL(`../${path}`, import.meta.url);
const sheets = [
  ...['tokens', 'base', 'surfaces'].map((name) => `src/dashboard/style/${name}.css`),
  'contract-tests/report/html/report.css',
];
const css = (await Promise.all(sheets.map((path) => readFile(fromRoot(path), 'utf8')))).join('\n');
const { code } = await transform(css, { loader: 'css', minify: true });
const style = `// Made by scripts/compile-validators.ts\nexport const style = ${JSON.stringify(code.trim())};\n`;
await writeFile(fromRoot('contract-tests/report/html/compiled-style.ts'), style);
