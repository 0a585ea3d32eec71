import { reportSchema } from '../contract-tests/report/report-schema.js';
import { waiversSchema } from '../contract-tests/waivers/waivers.js';
import { fixtureSchema } from '../fixtures/stock.js';
import { stateSchema } from '../mocks/state/saved-state.js';
import { comparisonSchema } from '../src/fidelity/compare/comparison.js';
import { profileSchema } from '../src/fidelity/profile/profile.js';
import { behaviourSchema } from '../src/service/behaviour.js';
import { openQuestions, questionIds } from '../src/service/questions/open-questions.js';

const $schema = 'https://json-schema.org/draft/2020-12/schema';

interface ObjectSchema {
  readonly properties: Readonly<Record<string, object>>;
}

/** Returns the schema of a file that people edit, with which the code checks it: its `$schema` is for their editors. */
function forEditors<Schema extends ObjectSchema>(title: string, schema: Schema) {
  return { $schema, title, ...schema, properties: { $schema: { type: 'string' }, ...schema.properties } };
}

const questions = questionIds.map((id) => {
  const { section, question, choices, default: choice } = openQuestions[id];
  const place = section === '–' ? '' : `§${section} `;
  const description = `${place}${question} Choices: ${choices}.`;
  return [id, { ...behaviourSchema.properties[id], description, default: choice }] as const;
});

/** The files of the package, such as `fixture.schema.json`, by the first part of their names. */
export const shippedSchemas = {
  report: reportSchema,
  comparison: comparisonSchema,
  profile: forEditors('What was learned of a deployment of the Petstore Inventory Service', profileSchema),
  behaviour: forEditors('Choices for open questions of the Petstore Inventory Service', {
    ...behaviourSchema,
    properties: Object.fromEntries(questions),
  }),
  fixture: forEditors('The contents of a store', fixtureSchema),
  waivers: {
    $schema,
    title: 'Known violations of rules, each with a reason and an expiry date',
    // An array has no room for `$schema`.
    anyOf: [
      waiversSchema,
      {
        type: 'object',
        required: ['waivers'],
        properties: { $schema: { type: 'string' }, waivers: waiversSchema },
        additionalProperties: false,
      },
    ],
  },
  state: forEditors('Everything that a fake remembers', stateSchema),
};
