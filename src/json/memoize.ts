/** Returns a function that computes the value of each source once: many rules need the same ones, and some are large. */
export function memoize<Source extends object, Value>(compute: (source: Source) => Value): (source: Source) => Value {
  const known = new WeakMap<Source, { readonly value: Value }>();
  return (source) => {
    const found = known.get(source);
    if (found !== undefined) return found.value;
    const value = compute(source);
    known.set(source, { value });
    return value;
  };
}
