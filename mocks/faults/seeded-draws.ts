import { createSeededFaker } from '../../fixtures/seeded-faker.js';

/**
 * Answers the draw of any number: from 0 up to, not including, 1; the same seed gives the same draws.
 * The generator is made at the first draw, because most fakes never draw, and made anew to go back.
 */
export function createSeededDraws(seed: readonly number[]): (index: number) => number {
  let generator: ReturnType<typeof createSeededFaker> | undefined;
  let position = 0;
  return (index) => {
    if (generator === undefined || index < position) {
      generator = createSeededFaker([...seed]);
      position = 0;
    }
    for (; position < index; position++) generator.number.float();
    position++;
    return generator.number.float();
  };
}
