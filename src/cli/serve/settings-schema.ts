import { BEARER_TOKEN } from '../../spec/bearer.js';
import { planNames } from '../../spec/plans.js';
import { describeOption, type Option } from '../options.js';
import { fileOptions } from './settings.js';

const options = Object.entries<Option<unknown>>(fileOptions);

/** JSON Schema of the settings file, made from the options by which it is parsed. */
export const settingsSchema = {
  type: 'object',
  properties: {
    ...Object.fromEntries(options.map(([name, option]) => [name, schemaOf(option)])),
    keys: {
      type: 'object',
      description: 'Extra API keys with their plans',
      propertyNames: { pattern: BEARER_TOKEN.source },
      additionalProperties: { enum: planNames },
    },
  },
  additionalProperties: false,
};

function schemaOf(option: Option<unknown>): object {
  const { jsonType, bounds, isRepeatable, default: value } = option;
  const item = { type: jsonType, ...bounds };
  const description = describeOption({ ...option, choices: undefined, isRepeatable: false });
  if (isRepeatable) return { type: 'array', items: item, description };
  // A duration is text in the file.
  return { ...item, description, ...(typeof value === jsonType && { default: value }) };
}
