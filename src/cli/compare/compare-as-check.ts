import { DEFAULT_BASE_URL } from '../../../mocks/service-address.js';
import type { PlanName } from '../../spec/plans.js';
import { type CheckSettings, readCheckSettings } from '../check/check-settings.js';
import type { Flags } from '../command-flags.js';
import type { OpenedSide } from './compare-side.js';

/** Answers what `check` would have been told for a side. `plan` is that of the key for a fake. Throws an InputError. */
export function asCheck(
  opened: Exclude<OpenedSide, { kind: 'profile' }>,
  target: string,
  flags: Flags,
  plan: PlanName,
): CheckSettings {
  switch (opened.kind) {
    case 'recording':
      return { ...readCheckSettings(opened.baseUrl, flags), from: [target] };
    case 'url':
      return readCheckSettings(opened.baseUrl, flags);
    case 'fake':
      return {
        ...readCheckSettings(DEFAULT_BASE_URL, { ...flags, plan, messagesUrl: DEFAULT_BASE_URL }),
        isConfirmed: true,
      };
  }
}
