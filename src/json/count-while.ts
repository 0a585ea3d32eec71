/** Returns how many items at the start meet a condition that none after them meets, by bisection. */
export function countWhile<Item>(items: ArrayLike<Item>, isMet: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isMet(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
