/** The name of a plan (§8). */
export type PlanName = 'free' | 'pro' | 'business' | 'enterprise';

/** The quotas of a plan (§8). */
export interface PlanLimits {
  readonly perMinute: number;
  readonly perDay: number;
}

/** §8: requests per minute and per day of each plan. Enterprise quotas are agreed individually (open question `enterprise-limits`). */
export const plans = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
  enterprise: 'custom',
} as const satisfies Record<PlanName, PlanLimits | 'custom'>;

export const planNames = Object.keys(plans) as PlanName[];

export function isPlanName(text: unknown): text is PlanName {
  return typeof text === 'string' && Object.hasOwn(plans, text);
}
