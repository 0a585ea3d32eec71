import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { schemas as serviceSchemas } from '../service/petstore.js';
import * as faults from './schemas/faults.js';
import * as keys from './schemas/keys.js';
import * as requests from './schemas/requests.js';
import * as server from './schemas/server.js';
import type { Exact } from './schemas/shapes.js';
import * as world from './schemas/world.js';
import { stockSchemas } from './stock.js';

const modules = { ...faults, ...keys, ...requests, ...server, ...stockSchemas, ...world };

/** By the name of the type: `clockState` is `ClockState`. */
type Named<Module> = { readonly [Name in keyof Module & string as Capitalize<Name>]: Module[Name] };

/** Every schema of the admin API by its name. */
export const adminSchemas = {
  ...(Object.fromEntries(
    Object.entries(modules)
      .map(([name, schema]) => [name.charAt(0).toUpperCase() + name.slice(1), schema] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  ) as Named<typeof modules>),
  Error: serviceSchemas.Error,
};

export type AdminSchemaName = keyof typeof adminSchemas;

/** Returns whether a body with a schema cannot be left out. */
export function isBodyNeeded(name: AdminSchemaName): boolean {
  const schema: object = adminSchemas[name];
  return 'required' in schema || 'minProperties' in schema;
}

/** The type of each schema, by its name. */
export type AdminValues = {
  readonly [Name in AdminSchemaName]: (typeof adminSchemas)[Name] extends infer Schema extends JSONSchema
    ? FromSchema<Schema, Exact>
    : never;
};
