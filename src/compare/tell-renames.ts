import { NOT_THERE } from './compare-shapes.js';
import type { Difference } from './comparison.js';
import { different, type Outcome } from './outcome.js';

/** Tells as one that a field is gone and one of the same type is new, where these are the only ones of their object. Its id is that of the field that is gone. */
export function tellRenames(fields: readonly Outcome[]): Outcome[] {
  const changed = fields.filter((one) => one.is === 'different').filter(isGoneOrNew);
  const renames = changed.filter(isGone).flatMap((gone) => {
    const [twin, ...others] = changed.filter((one) => one !== gone && objectOf(one) === objectOf(gone));
    return twin !== undefined && others.length === 0 && !isGone(twin) && twin.right === gone.left
      ? [{ gone, twin }]
      : [];
  });
  return fields.flatMap((one) => {
    if (renames.some(({ twin }) => twin === one)) return [];
    const rename = renames.find(({ gone }) => gone === one);
    return rename === undefined ? [one] : [tell(rename.gone, rename.twin)];
  });
}

function tell(gone: Difference, twin: Difference): Outcome {
  return different(gone.kind, gone.id, `${nameOf(gone)}: ${gone.left}`, `${nameOf(twin)}: ${twin.right}`);
}

function isGone({ right }: Difference): boolean {
  return right === NOT_THERE;
}

function isGoneOrNew({ left, right }: Difference): boolean {
  return left === NOT_THERE || right === NOT_THERE;
}

/** Where a field stands: `errors ` of `errors /traceId`. */
function objectOf({ id }: Difference): string {
  return id.slice(0, id.lastIndexOf('/'));
}

function nameOf({ id }: Difference): string {
  return id.slice(id.lastIndexOf('/') + 1);
}
