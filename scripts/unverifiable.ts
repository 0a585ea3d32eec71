import type { StatementId } from '../src/service/statements.js';

const TYPED_ADDRESS =
  'The user of the suite types the base address. A gateway in front of the service may map it to any other.';
const NEVER_SENT = 'An operation id is part of an interface description and is never sent.';
const MAY_CHANGE =
  'It warns that the request may change. The mark is in the interface description; no response carries it.';
const BAN = 'It is a possibility, not a promise. Testing it would get the key banned for an unknown time.';
const DAY_LIMIT = 'Testing the limit of the day would use the quota of a day; its number is judged.';

/**
 * Why no request can show a promise of the service. If a rule judges the statement as well, the reason is about the part
 * that the rule cannot see.
 */
export const unverifiable: Readonly<Partial<Record<StatementId, string>>> = {
  'service.base-address-contains-version': TYPED_ADDRESS,
  'service.staging-address-contains-version':
    'The document does not give the staging address, and one run checks one deployment.',
  'versioning.version-is-path-segment': TYPED_ADDRESS,
  'inventory.operation-id': NEVER_SENT,
  'update.operation-id': NEVER_SENT,
  'update.is-experimental': MAY_CHANGE,
  'versioning.update-is-experimental': MAY_CHANGE,
  'versioning.operations-can-be-marked':
    'It is a permission. The marks are in the interface description; no response carries them.',
  'versioning.description-carries-version': 'The document does not say where to fetch an interface description.',
  'versioning.deprecated-operation-has-sunset-date':
    'The document does not say where the mark and the date appear. The headers of responses are observed (`deprecation-headers`).',
  'auth.key-from-account': 'Accounts and keys are created outside the interface.',
  'auth.repeated-requests-can-ban-key': BAN,
  'limits.insisting-client-may-be-banned': BAN,
  'limits.free-plan': DAY_LIMIT,
  'limits.pro-plan': DAY_LIMIT,
  'limits.business-plan': DAY_LIMIT,
  'limits.enterprise-plan': 'Any limit may have been agreed.',
  'limits.higher-plan-has-higher-limits': 'It compares plans. A key has one plan, and a run has one key.',
  'limits.enterprise-quotas-are-agreed': 'The quotas are agreed in a contract; any limit may have been.',
};
