import type { StatementId } from '../spec/statements.js';

/**
 * Why no request can show that a promise of the service is kept. Where a rule judges the statement as well, the reason speaks of the part
 * that the rule cannot see.
 */
export const unverifiable: Readonly<Partial<Record<StatementId, string>>> = {
  'service.base-address-contains-version':
    'The base address is what the user of the suite types. A gateway in front of the service may map it to any other.',
  'service.staging-address-contains-version': 'The staging address is given nowhere, and one run asks one deployment.',
  'versioning.version-is-path-segment':
    'The base address is what the user of the suite types. A gateway in front of the service may map it to any other.',
  'inventory.operation-id': 'An operation id stands in a description of the interface and is never sent.',
  'update.operation-id': 'An operation id stands in a description of the interface and is never sent.',
  'update.is-experimental':
    'It warns that the request may change. The mark stands in a description of the interface; no answer carries it.',
  'versioning.update-is-experimental':
    'It warns that the request may change. The mark stands in a description of the interface; no answer carries it.',
  'versioning.operations-can-be-marked':
    'It is a permission. The marks stand in a description of the interface; no answer carries them.',
  'versioning.description-carries-version':
    'The document does not say where a description of the interface could be fetched.',
  'versioning.deprecated-operation-has-sunset-date':
    'The document does not say where the mark and the date stand. What the answers carry is observed (`deprecation-headers`).',
  'auth.key-from-account': 'Accounts and keys are made outside the interface.',
  'auth.repeated-requests-can-ban-key':
    'It is a possibility, not a promise. Trying it would get the key banned, and nobody knows for how long.',
  'limits.insisting-client-may-be-banned':
    'It is a possibility, not a promise. Trying it would get the key banned, and nobody knows for how long.',
  'limits.free-plan': 'That the limit of the day is enforced would take a day’s quota to see; its number is judged.',
  'limits.pro-plan': 'That the limit of the day is enforced would take a day’s quota to see; its number is judged.',
  'limits.business-plan':
    'That the limit of the day is enforced would take a day’s quota to see; its number is judged.',
  'limits.enterprise-plan': 'Any limit may have been agreed.',
  'limits.higher-plan-has-higher-limits': 'It compares plans. A key has one plan, and a run has one key.',
  'limits.enterprise-quotas-are-agreed': 'What was agreed stands in a contract; any limit may have been.',
};
