import { type PlanName, planNames } from '../../spec/plans.js';
import { Field } from './field.js';

interface PlanFieldProps {
  readonly label: string;
  readonly plan: PlanName;
  readonly onPlan: (plan: PlanName) => void;
}

/** Which plan a key is to have (§8). */
export function PlanField({ label, plan, onPlan }: PlanFieldProps) {
  return (
    <Field label={label}>
      <select
        class="select"
        value={plan}
        onChange={(event) => onPlan(planNames.find((name) => name === event.currentTarget.value) ?? plan)}
      >
        {planNames.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </Field>
  );
}
